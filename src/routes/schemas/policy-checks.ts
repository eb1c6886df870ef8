/** Requests and answers of `POST /policies/validate` and `POST /policies/test`. */
import { z } from 'zod'
import { bounded } from '../../engine/bounded.ts'
import { LINT_CODES } from '../../policies/lint/codes.ts'
import { MAX_TESTS, policyTest } from '../../policies/policy-test.ts'
import { behavior, jsonObject, list, step } from '../../requests/fields.ts'

const MAX_FILES = 100

const fileName = z.string().min(1).max(256).meta({
  description: 'Names the file in findings; `.yaml`, `.yml`, `.jsonc` or else JSON tells its format'
})

const content = z.string().meta({ description: 'The text of the file' })

const policies = bounded(z.array(jsonObject('A policy file')), MAX_FILES)
  .optional()
  .meta({ description: `Policy files as JSON, named policies/0 and so on; at most ${MAX_FILES}` })

const textFile = z
  .strictObject({
    name: fileName,
    content,
    layer: z
      .enum(['user', 'project', 'local', 'flag', 'policy'])
      .optional()
      .meta({ description: 'Whose settings a settings file holds. Default: as its name tells, else `user`' })
  })
  .meta({ id: 'CheckedFile', description: 'A policy file, or a settings.json file, as text' })

const layers = z
  .strictObject({
    user: jsonObject('The person’s own settings').optional(),
    session: jsonObject('Rules of the session').optional(),
    project: jsonObject('Settings the project shares').optional(),
    local: jsonObject('The person’s settings for this project').optional(),
    flag: jsonObject('Settings given on the command line').optional(),
    policy: jsonObject('Settings of a policy').optional()
  })
  .optional()
  .meta({ description: 'Settings layers, as in a decision' })

export const validateRequest = z
  .strictObject({
    policies,
    files: bounded(z.array(textFile), MAX_FILES)
      .optional()
      .meta({ description: `Files as text, which gives findings lines; at most ${MAX_FILES}` }),
    settings: layers
  })
  .meta({ id: 'ValidateRequest', description: 'Files that count together, as one set' })

// The codes are those of a closed table.
const codes = Object.keys(LINT_CODES)

const finding = z
  .object({
    code: z.enum(codes).meta({ description: 'What is found; each is explained in docs/lint-codes.md' }),
    severity: z.enum(['error', 'warning', 'note']),
    file: z.string().meta({ description: 'Name of the file' }),
    path: z.string().meta({ description: 'JSON pointer into the file; empty: the file as a whole' }),
    line: z.int().optional().meta({ description: 'From 1; of files that were sent as text' }),
    column: z.int().optional().meta({ description: 'From 1, in UTF-16 units' }),
    rule: z.string().optional().meta({ description: 'The rule that is spoken of' }),
    message: z.string().meta({ description: 'What is found, in one sentence' }),
    advice: z.string().meta({ description: 'What to do' })
  })
  .meta({ id: 'LintFinding', description: 'One remark on one place of one file' })

export const validateAnswer = z
  .object({
    valid: z.boolean().meta({ description: 'Nothing found is an error' }),
    digest: z
      .string()
      .optional()
      .meta({ description: 'Of the policies as one set, where there are some and all are valid' }),
    findings: list(finding),
    more: z.int().meta({ description: 'Findings beyond those that are listed' })
  })
  .meta({ id: 'ValidateAnswer', description: 'What lint finds in the files' })

/** What `Accept: application/sarif+json` asks for. */
export const sarifLog = z
  .object({ version: z.literal('2.1.0'), runs: z.array(z.unknown()).readonly() })
  .meta({ id: 'SarifLog', description: 'The same as SARIF 2.1.0' })

export const testRequest = z
  .strictObject({
    policies,
    files: bounded(z.array(z.strictObject({ name: fileName, content })), MAX_FILES)
      .optional()
      .meta({ description: `Policy files as text; at most ${MAX_FILES}` }),
    tests: bounded(z.array(policyTest), MAX_TESTS)
      .optional()
      .meta({ description: `Tests besides those of the files; at most ${MAX_TESTS}` })
  })
  .meta({ id: 'TestRequest', description: 'Policies that form one set, and tests' })

const testResult = z
  .object({
    policy: z.string().optional().meta({ description: 'Whose test it is; absent: sent beside the files' }),
    test: z.string().meta({ description: 'Name of the test' }),
    pass: z.boolean(),
    expect: behavior,
    got: behavior.optional().meta({ description: 'Absent: the call could not be decided' }),
    step: step.optional().meta({ description: 'The step that decided' }),
    reason: z.string().optional().meta({ description: 'Why it did not pass' })
  })
  .meta({ id: 'PolicyTestResult', description: 'What came of one test' })

export const testAnswer = z
  .object({
    digest: z.string().meta({ description: 'Of the policies as one set' }),
    passed: z.int(),
    failed: z.int(),
    results: list(testResult)
  })
  .meta({ id: 'TestAnswer', description: 'What came of the tests' })
