// How endpoints are declared and served.

export type { Admission, GuardedRequest, KnownCaller } from './admission.ts'
export { agentOf } from './agent.ts'
export { drain, newHttp, sendRefusal } from './base.ts'
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
export { cookiesOf, csrfTokens, isToken } from './cookies.ts'
export { addCrossOrigin, isForeign } from './cross-origin.ts'
export { attachmentNamed } from './disposition.ts'
export { addRows, type EngineOptions, JSON_BODY_LIMIT } from './engine.ts'
export { answersErasure, dropAnswersOf } from './erasure.ts'
export { isRead, refusalFor } from './failures.ts'
export { hasMoreFields, MAX_FIELDS } from './fields.ts'
export { type Follow, MAX_WAIT_SECONDS, STREAM_TYPE, wantsStream } from './follow.ts'
export { csrfField, errorSummary, type Field, type FormErrors, field, isWrong } from './form.ts'
export { attributes, Html, type HtmlValue, html, trustedHtml } from './html.ts'
export { inputReader, loggableName } from './input.ts'
export { type Dictionary, dictionary, isLanguage, type Language, languageNames, languages } from './language.ts'
export { addNotFound } from './not-found.ts'
export { type OpenApiOptions, openApi, refusalsOf } from './openapi.ts'
export {
  type Cookie,
  isOwnPath,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  type Visitor,
} from './page.ts'
export { addPages, type PageErrors, type PageOptions } from './page-engine.ts'
export { chooser, copiable, passkeyPlace } from './page-program.ts'
export { httpFaults, httpRefusals } from './refusals.ts'
export type { Reply } from './reply.ts'
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
export {
  Amount,
  type Check,
  checkOf,
  checkOfForm,
  checkOfText,
  Date_ as DateOnly,
  DateTime,
  Filter,
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
} from './schema.ts'
export { newShare, type Share, type TurnPatience } from './share.ts'
export type {
  Sheet,
  SheetCell,
  SheetColumn,
  SheetFormat,
  SheetHolds,
  SheetRow,
  WrittenSheet,
} from './sheet.ts'
export { addVersionLife, type VersionLife } from './version-life.ts'
