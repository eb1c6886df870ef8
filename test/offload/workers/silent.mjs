/** A worker that is ready and then never answers: it spins, as a parser does inside one token. */
import { onJob } from './jobs.mjs'

onJob(() => {
  for (;;);
})
