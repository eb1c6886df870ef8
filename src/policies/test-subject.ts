/** Whose call a test is. */
import type { PolicySubject } from './live.ts'
import type { Policy } from './policy-file.ts'
import type { PolicyTest } from './policy-test.ts'

/** The tenant that the test names; else the first that its policy names in full. */
export const testSubject = ({ call, tenant }: PolicyTest, { match }: Policy): PolicySubject => ({
  tenant: tenant ?? match?.tenants?.find((name) => !name.includes('*')) ?? 'default',
  projectDir: call.projectDir ?? call.cwd,
  platform: call.platform,
  agent: call.agent
})
