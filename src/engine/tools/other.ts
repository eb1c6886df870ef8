/** Tools of no family: messages to the person, publishing, the end of the conversation. Shapes not published are open. */
import { ACTS, defineTool, QUIET, SHOWS } from './tool.ts'

/** The tools of this family. */
export const OTHER_TOOLS = [
  defineTool({ ...ACTS, name: 'Artifact', planBlocked: false, shouldDefer: true }),
  defineTool({ ...QUIET, name: 'EndConversation', destructive: false, safeInAuto: true }),
  defineTool({ ...ACTS, name: 'Projects', planBlocked: false, shouldDefer: true }),
  defineTool({ ...QUIET, name: 'PushNotification', destructive: false, shouldDefer: true }),
  defineTool({ ...SHOWS, name: 'ReportFindings', safeInAuto: true, shouldDefer: true }),
  defineTool({ ...QUIET, name: 'SendUserFile', destructive: false, shouldDefer: true }),
  defineTool({ ...ACTS, name: 'SendUserMessage', destructive: false, planBlocked: false }),
  defineTool({ ...ACTS, name: 'ShareOnboardingGuide', planBlocked: false, shouldDefer: true })
]
