// How endpoints are declared and served.

export { type Admission, agentOf, type GuardedRequest, type KnownCaller } from './admission.ts'
export { attachmentNamed } from './answers/disposition.ts'
export { isRead, refusalFor } from './answers/failures.ts'
export { type Dictionary, dictionary, isLanguage, type Language, languageNames, languages } from './answers/language.ts'
export { addNotFound } from './answers/not-found.ts'
export { httpFaults, httpRefusals } from './answers/refusals.ts'
export type { Reply } from './answers/reply.ts'
export type { Sheet, SheetCell, SheetColumn, SheetFormat, SheetHolds, SheetRow, WrittenSheet } from './answers/sheet.ts'
export { drain, newHttp, sendRefusal } from './base.ts'
export { hasMoreFields, MAX_FIELDS } from './bodies/fields.ts'
export { inputReader, loggableName } from './bodies/input.ts'
export {
  Amount,
  type Check,
  checkOf,
  checkOfForm,
  checkOfText,
  Date_ as DateOnly,
  DateTime,
  Filter,
  failureProperties,
  Id,
  kindsOf,
  Name,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  readOnly,
  Sentence,
  type Static,
  SumOfAmounts,
  saying,
  type TProperties,
  type TSchema,
  Type,
  withoutReadOnly,
} from './bodies/schema.ts'
export { type Brand, brandOf, GUIDE, inBrand } from './brand.ts'
export { bulkRow } from './bulk.ts'
export {
  commandRunner,
  forgetOldAnswers,
  KEY_LIFETIME_MS,
  requestDigests,
  rowCallOf,
  sealedAnswers,
  sealedDigestKeys,
} from './command.ts'
export { type ConnectionShares, type ConnectionTimeouts, newConnectionShares } from './connection-shares.ts'
export { addCrossOrigin, isForeign } from './cross-origin.ts'
export { type OpenApiOptions, openApi, refusalsOf } from './documents/openapi.ts'
export { addVersionLife, type VersionLife } from './documents/version-life.ts'
export { addRows, type EngineOptions, JSON_BODY_LIMIT } from './engine.ts'
export { answersErasure, dropAnswersOf } from './erasure.ts'
export { type Follow, MAX_WAIT_SECONDS, STREAM_TYPE, wantsStream } from './follow.ts'
export { cookiesOf, csrfTokens, isToken } from './pages/cookies.ts'
export { csrfField, errorSummary, type Field, type FormErrors, field, isWrong } from './pages/form.ts'
export { attributes, Html, type HtmlValue, html, trustedHtml } from './pages/html.ts'
export {
  type Cookie,
  isOwnPath,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  type Visitor,
} from './pages/page.ts'
export { addPages, type PageErrors, type PageOptions } from './pages/page-engine.ts'
export { chooser, copiable, passkeyPlace } from './pages/page-program.ts'
export { partRows, resourceRows } from './resource-rows.ts'
export {
  type AgencyCall,
  type AgencyRights,
  Answered,
  type AnswerKind,
  type Audience,
  agencyRow,
  audienceOf,
  type CompanyRowCall,
  type FileAnswer,
  type Gathered,
  type GeneralCall,
  generalRow,
  type Input,
  isWrite,
  type OwnRights,
  type OwnToken,
  operatorRow,
  type PersonCall,
  personRow,
  placeholdersOf,
  type ReceivedFile,
  type Row,
  type RowCall,
  row,
  type Tenant,
  type TokenCall,
  type TokenGrant,
  tokenRow,
  Unfinished,
} from './row.ts'
