/** What the page of problems says of each code, beside its status. */
import type { ProblemCode } from '../../src/problems.ts'

export interface ProblemText {
  readonly happened: string
  readonly remedy: string
}

export const PROBLEM_TEXTS: Readonly<Record<ProblemCode, ProblemText>> = {
  'malformed-request': {
    happened:
      'the HTTP request, its address or its length cannot be read, or `Host` is missing or there twice',
    remedy: 'send valid HTTP/1.1'
  },
  'invalid-encoding': {
    happened: 'the body holds bytes that are not UTF-8; text is never repaired',
    remedy: 'encode the body as UTF-8'
  },
  'invalid-json': {
    happened: 'the body is not JSON; `detail` says at which character',
    remedy: 'send JSON without comments, byte order mark or trailing commas'
  },
  'forbidden-key': {
    happened: 'a key such as `__proto__`, at the place that `errors` names',
    remedy: 'leave the key out'
  },
  'invalid-request': {
    happened: 'the body does not fit the schema; `errors` names the fields',
    remedy: 'see the codes below'
  },
  'host-not-allowed': {
    happened: '`Host`, or an address that is a whole URL, names another machine',
    remedy: 'use `127.0.0.1`, `localhost` or `[::1]`'
  },
  'inline-policy-not-allowed': {
    happened: '`settings.policy` was sent to a service that does not take it',
    remedy: 'leave it out, or set `PORTCULLIS_ALLOW_INLINE_POLICY=true` in development'
  },
  unauthenticated: {
    happened: 'no bearer token was sent, or it is not valid or has expired',
    remedy: 'send a valid token'
  },
  'not-permitted': {
    happened: 'the token is valid, but lacks the scope that `detail` names',
    remedy: 'use a caller that has it'
  },
  'not-found': {
    happened: 'there is nothing at this address',
    remedy: 'see `openapi.yaml`'
  },
  'method-not-allowed': {
    happened: 'the address takes the methods in `Allow`',
    remedy: 'use one of them'
  },
  'request-timeout': {
    happened: 'the headers took over 10 s, or the whole request over 30 s',
    remedy: 'send it again, faster'
  },
  'body-too-large': {
    happened: 'the body is over 1 MiB',
    remedy: 'send less, such as fewer calls in a batch'
  },
  'uri-too-long': {
    happened: 'the address is over 2048 characters',
    remedy: 'no address of this service is that long'
  },
  'unsupported-media-type': {
    happened: 'the body is not uncompressed `application/json` in UTF-8',
    remedy: 'send it as that'
  },
  'expectation-failed': {
    happened: '`Expect` holds something else than `100-continue`',
    remedy: 'leave the header out'
  },
  'nesting-too-deep': {
    happened: 'objects and arrays are nested more than 64 deep',
    remedy: 'flatten the input'
  },
  'too-many-members': {
    happened: 'the body holds more than 30,000 keys, objects and lists together',
    remedy: 'send less of what no decision needs'
  },
  'too-many-calls': {
    happened: 'a batch holds more than 100 calls',
    remedy: 'split the batch'
  },
  'too-many-rules': {
    happened: 'a settings layer is over a bound on rules; `errors` names it',
    remedy: 'merge or drop rules'
  },
  'invalid-layer': {
    happened: 'a settings layer has the wrong shape; `errors` names layer and key',
    remedy: 'correct that settings file'
  },
  'invalid-policies': {
    happened: 'the policies cannot be tested, since they make no set; `errors` names what is wrong',
    remedy: 'send them to `POST /policies/validate` first'
  },
  'analysis-over-bound': {
    happened: 'looking at the policies takes more than 2 s of computing, or too much memory',
    remedy: 'send fewer files, rules or tests at once'
  },
  'unknown-settings-ref': {
    happened: 'the reference is not known',
    remedy: 'send the layers in `settings`'
  },
  'too-many-requests': {
    happened:
      'the caller is over its rate limit, or its address sent too many credentials that were not valid',
    remedy: 'wait for `Retry-After` seconds'
  },
  'headers-too-large': {
    happened: 'request line and header fields are over 16 KiB',
    remedy: 'send fewer or shorter fields'
  },
  internal: {
    happened: 'the service failed; the cause is in its log under `requestId`',
    remedy: 'report it'
  },
  stopping: {
    happened: 'the service is stopping',
    remedy: 'send it again after `Retry-After` seconds, or to another instance'
  },
  overloaded: {
    happened: 'the service cannot keep up',
    remedy: 'send it again after `Retry-After` seconds'
  },
  'credentials-unverifiable': {
    happened: 'the keys that sign tokens cannot be fetched, and this token was not verified before',
    remedy: 'send it again after `Retry-After` seconds'
  },
  'store-unavailable': {
    happened:
      'the shared store does not answer: a reference is not known here, or a session cannot be looked up or counted',
    remedy: 'send the layers in `settings`; what is told of a session, send again'
  },
  'not-ready': {
    happened: 'the service is starting',
    remedy: 'send it again after `Retry-After` seconds'
  }
}
