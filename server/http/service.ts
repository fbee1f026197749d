// What the programs of the service call in http, and no other context.
import { isRead } from '#http/answers/failures'
import { preferencesIn } from '#http/answers/language'
import { addNotFound } from '#http/answers/not-found'
import { MAX_FIELDS } from '#http/bodies/fields'
import { inputReader } from '#http/bodies/input'
import { preferenceIn } from '#http/bodies/preference'
import { openApi } from '#http/documents/openapi'
import { addVersionLife } from '#http/documents/version-life'
import { cookiesOf, csrfTokens } from '#http/pages/cookies'
import { agentOf } from './admission.ts'
import { drain, newHttp, sendRefusal } from './base.ts'
import { GUIDE, inBrand } from './brand.ts'
import { commandRunner, requestDigests, rowCallOf } from './command.ts'
import { newConnectionShares } from './connection-shares.ts'
import { addCrossOrigin, isForeign } from './cross-origin.ts'

export const httpService = {
  GUIDE,
  MAX_FIELDS,
  addCrossOrigin,
  addNotFound,
  addVersionLife,
  agentOf,
  commandRunner,
  cookiesOf,
  csrfTokens,
  drain,
  inBrand,
  inputReader,
  isForeign,
  isRead,
  newConnectionShares,
  newHttp,
  openApi,
  preferenceIn,
  preferencesIn,
  requestDigests,
  rowCallOf,
  sendRefusal,
}
