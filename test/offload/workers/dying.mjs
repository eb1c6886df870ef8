/** A worker that ends at its first call. */
import { onJob } from './jobs.mjs'

onJob(() => process.exit(7))
