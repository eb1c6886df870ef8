/** Fails as the first argument says, with a secret in the error. */
import { endOnFailure, serviceLogger } from '../../../src/log/service-log.ts'

endOnFailure(serviceLogger('info'))
const failure = new Error('sesame')
setTimeout(() => {
  if (process.argv[2] === 'rejects') Promise.reject(failure)
  else throw failure
})
// Nothing else ends it.
setInterval(() => {}, 60_000)
