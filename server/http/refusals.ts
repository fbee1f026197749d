// Refusals that every endpoint may return.
import { fault, refusal } from '#platform/refusal'

export const httpRefusals = {
  unknownPath: refusal('not-found', 'There is nothing at {path}'),
  otherPath: refusal('not-found', 'There is nothing at {path}; did you mean {meant}?'),
  brownout: refusal(
    'version_sunset_brownout',
    'Version v1 goes away on {sunset}. So that its clients notice in time, it is switched off until {until}',
  ),
  unknownId: refusal('not-found', 'No {what} has the id {id}'),
  noOperation: refusal('not-found', '{method} {path} cannot be done in bulk'),
  tooManySlow: refusal(
    'limit-exceeded',
    'An atomic request takes at most {limit} operations that last, such as publishing a document with attachments: send some by themselves, or all as independent',
  ),
  wrongMethod: refusal('method-not-allowed', '{path} answers {allowed}, not {method}'),
  badUrl: refusal('validation-error', 'The address could not be read: {reason}'),
  farDays: refusal('validation-error', 'A day that follows from {day} would be outside of 1900 to 2199'),
  badRequest: refusal('validation-error', 'The request could not be read: {reason}'),
  tooLarge: refusal('payload-too-large', 'The request body is larger than {limit} bytes'),
  wrongMediaType: refusal('unsupported-media-type', 'The request body must be {expected}'),
  preconditionFailed: refusal('precondition-failed', 'The resource has changed: its ETag is now {etag}'),
  keyReused: refusal('idempotency-key-reuse', 'The Idempotency-Key {key} was used for another request'),
  keyRunning: refusal('conflict', 'The first request with the Idempotency-Key {key} is still running'),
  answerErased: refusal(
    'gone',
    'The first request with the Idempotency-Key {key} was answered with status {status}, and what it said was removed when somebody was erased: look at what it did before you send anything under a new key',
  ),
  tenantEnded: refusal('gone', 'The company or agency was removed while this was under way, and nothing was changed'),
  tooManyRequests: refusal(
    'rate-limit-exceeded',
    'More than {limit} requests in a minute with this token; try again in {seconds} seconds',
  ),
  tooManyWait: refusal(
    'rate-limit-exceeded',
    '{limit} requests are already waiting for events here: end some, or ask without waiting',
  ),
  othersLast: refusal(
    'rate-limit-exceeded',
    'Other archives and exports are being made just now: try again in {seconds} seconds',
  ),
  tooLongForPdf: refusal(
    'operation-not-allowed',
    'A PDF holds at most {limit} rows, and this would have more: choose fewer days or accounts, or another format',
  ),
  lettersForPdf: refusal(
    'operation-not-allowed',
    'A PDF holds at most {limit} characters in texts with letters that are neither Latin, Greek nor Cyrillic, and this would have more: choose fewer days or accounts, or another format',
  ),
  unavailable: refusal('service-unavailable', '{reason}: try again in {seconds} seconds'),
  perhapsDone: refusal(
    'service-unavailable',
    '{reason}, and it is unknown whether this was done: send it again with the same Idempotency-Key, or check first',
  ),
  internal: refusal('internal-server-error', 'Something went wrong here; quote the error id to support'),
}

export const httpFaults = {
  farDay: fault('is so near to the end of the calendar, 1900 to 2199, that no day follows from it'),
  bodyMissing: fault('a JSON body is required'),
  badKey: fault('must be 1 to 255 visible ASCII characters'),
  twice: fault('must be given once'),
  unknownParameter: fault('is not a parameter of this endpoint'),
  misspeltParameter: fault('is not a parameter of this endpoint; did you mean {known}?'),
  unknownProperty: fault('is not a known property'),
  misspeltProperty: fault('is not a known property; did you mean {known}?'),
  tooManyUnknown: fault('the body has more than {limit} different properties that are unknown here'),
  fileMissing: fault('a file is required in a multipart field with this name'),
  secondFile: fault('only one file is accepted'),
  badText: fault('the text contains a NUL character'),
  dangling: fault('{reference} leads nowhere: {reason}'),
  refusedOperation: fault('{method} {path} was refused, and nothing was done'),
  keyOfOne: fault('is for independent operations; an atomic request has one key, in its header'),
  nameTaken: fault('another operation has the name {name} too'),
  badMultipart: fault('the multipart body could not be read: {reason}'),
}
