/** A worker that says which thread it is and never answers. */
import { onJob, ownThread } from './jobs.mjs'

onJob(
  () => {
    for (;;);
  },
  { thread: ownThread() }
)
