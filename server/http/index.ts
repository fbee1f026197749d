// How endpoints are declared and served.

export type { Admission, GuardedRequest } from './admission.ts'

export { refusalFor } from './answers/failures.ts'
export { type Dictionary, dictionary, isLanguage, type Language, languageNames, languages } from './answers/language.ts'
export type { FileAnswer } from './answers/send-file.ts'
export type { Sheet, SheetCell, SheetColumn, SheetFormat, SheetHolds, SheetRow, WrittenSheet } from './answers/sheet.ts'
export { hasMoreFields } from './bodies/fields.ts'
export { loggableName } from './bodies/input.ts'
export {
  Amount,
  checkOf,
  Date_ as DateOnly,
  DateTime,
  Filter,
  failureProperties,
  Id,
  kindsOf,
  messageProperties,
  Name,
  named,
  nameOfSentence,
  nullable,
  object,
  pageOf,
  pageQuery,
  readOnly,
  reasonProperties,
  Sentence,
  type Static,
  SumOfAmounts,
  saying,
  type TProperties,
  type TSchema,
  Type,
  valuesOfSentence,
  withoutReadOnly,
} from './bodies/schema.ts'
export { type Brand, brandOf } from './brand.ts'
export { bulkRow } from './bulk.ts'
export type { ConnectionShares, ConnectionTimeouts } from './connection-shares.ts'
export { httpContribution } from './contribution.ts'
export type { VersionLife } from './documents/version-life.ts'
export { Effects, MAX_TOLD } from './effects.ts'
export { addRows } from './engine.ts'
export { dropAnswersOf } from './erasure.ts'
export { MAX_WAIT_SECONDS, STREAM_TYPE, wantsStream } from './follow.ts'
export { type InnerOutcome, type InnerRequest, type InnerWrites, innerRefusals, innerWrites } from './inner-write.ts'
export { isToken } from './pages/cookies.ts'
export { csrfField, errorSummary, type FormErrors, field, isWrong } from './pages/form.ts'
export { attributes, Html, html, trustedHtml } from './pages/html.ts'
export {
  type Cookie,
  isOwnPath,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  type Visitor,
} from './pages/page.ts'
export { addPages } from './pages/page-engine.ts'
export { chooser, copiable, passkeyPlace } from './pages/page-program.ts'
export { partRows, resourceRows } from './resource-rows.ts'
export {
  type AgencyCall,
  type AgencyRights,
  Answered,
  type Audience,
  agencyRow,
  audienceOf,
  type CompanyRowCall,
  type Follow,
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
  type Reply,
  type Row,
  type RowCall,
  row,
  type Tenant,
  type TokenCall,
  tokenRow,
  Unfinished,
} from './row.ts'
