/** A worker in which nobody catches an error. */
import { onJob } from './jobs.mjs'

onJob(() => {
  throw new Error('nobody caught this')
})
