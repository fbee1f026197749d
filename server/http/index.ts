// How endpoints are declared and served.
export { addNotFound, newHttp } from './base.ts'
export { type Brand, brandOf } from './brand.ts'
export { forgetOldAnswers, KEY_LIFETIME_MS } from './command.ts'
export { addRows, type EngineOptions, type GuardedRequest, JSON_BODY_LIMIT } from './engine.ts'
export { type OpenApiOptions, openApi, refusalsOf } from './openapi.ts'
export { httpFaults, httpRefusals } from './refusals.ts'
export {
  type AnswerKind,
  type FileAnswer,
  type Input,
  isWrite,
  placeholdersOf,
  type ReceivedFile,
  type Row,
  row,
} from './row.ts'
export {
  Amount,
  Date_ as DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  readOnly,
  type Static,
  type TSchema,
  Type,
} from './schema.ts'
