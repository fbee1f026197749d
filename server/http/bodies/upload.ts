// Uploads: the only file of a multipart request is streamed to disk, counted and digested on the way. Text fields may
// come before or after it.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { httpFaults, httpRefusals } from '#http/answers/refusals'
import type { ReceivedFile, Row } from '#http/row'
import { writeStream } from '#platform/files'
import { newId } from '#platform/id'
import { nearestKnownName } from '#platform/misspelling'
import { type FieldError, invalid, invalidWith, Refusal, refuseIfAny } from '#platform/refusal'
import { fileNameOf, MAX_NAME_LENGTH } from '#text/file-name'
import { pointer } from '#text/json'
import { referenceMeant, referencesIn } from './reading.ts'
import type { Check, TSchema } from './schema.ts'

/** Most text fields besides the file. */
const MAX_FIELDS = 10
/** Most bytes of such a field that are read (64 KiB): schemas allow far less, so a truncated one is refused anyway. */
const MAX_FIELD_BYTES = 64 * 1024

type Upload = NonNullable<Row['upload']>

/**
 * A multipart request on disk: the file, the texts that the row declares, their errors, and the pointers of unknown
 * texts.
 */
export type Received = {
  file: ReceivedFile
  texts: Record<string, unknown>
  errors: FieldError[]
  ignored: string[]
}

/**
 * Receives the file in `field` (any letter case) into `folder`. If it is refused, nothing is left behind. `strict`
 * refuses unknown texts.
 */
export const receiveFile = async (
  request: FastifyRequest,
  upload: Upload,
  strict: boolean,
  folder: string,
): Promise<Received> => {
  if (!request.isMultipart()) throw httpRefusals.wrongMediaType({ expected: 'multipart/form-data' })
  const declared = new Map(fieldsOf(upload).map((name) => [name.toLowerCase(), name]))
  const texts: Received['texts'] = {}
  const errors: FieldError[] = []
  const ignored: string[] = []
  let file: ReceivedFile | null = null
  try {
    const limits = { fileSize: upload.limit, files: 2, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        const name = declared.get(nameOfPart(part))
        if (name !== undefined) errors.push(...readText(name, part, texts))
        else errors.push(...unknownText(part, upload, strict, ignored))
        continue
      }
      if (file) throw invalidWith([httpFaults.secondFile(`#/${upload.field}`)])
      file = await store(part, upload.limit, folder)
      if (nameOfPart(part) !== upload.field) throw invalidWith([httpFaults.fileMissing(`#/${upload.field}`)])
    }
  } catch (cause) {
    if (file) await rm(file.path, { force: true })
    // Drains the rest of the request: otherwise the client could not finish sending, and would not read the response.
    request.raw.unpipe()
    request.raw.resume()
    throw readable(cause, upload)
  }
  if (!file) throw invalidWith([httpFaults.fileMissing(`#/${upload.field}`)])
  return { file, texts, errors, ignored }
}

/** In lower case; parts may lack a name, contrary to the library's types. */
const nameOfPart = ({ fieldname }: { fieldname: string | undefined }): string => (fieldname ?? '').toLowerCase()

/**
 * Validates what was received: the texts by their schema, the file by its content. All errors are reported together.
 */
export const judge = async (
  { contentTypeOf }: Upload,
  check: Check,
  { file, texts, errors }: Received,
  { companyId, query }: { companyId: string; query: unknown },
): Promise<void> => {
  const told = new Set(errors.map(({ field }) => field))
  const wrong = [...errors, ...check(texts).filter(({ field }) => !told.has(field))]
  try {
    if (contentTypeOf) file.contentType = await contentTypeOf(file, companyId, query)
  } catch (cause) {
    if (wrong.length === 0 || !(cause instanceof Refusal) || cause.kind !== invalid) throw cause
    wrong.push(...cause.errors)
  }
  refuseIfAny(wrong)
}

/** The names of the text fields that a row accepts besides its file. */
const fieldsOf = (upload: Upload): string[] => Object.keys(propertiesOf(upload))

const propertiesOf = ({ fields }: Upload): Record<string, TSchema> =>
  (fields as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}

/** An unknown text field: ignored and reported, unless it is misspelt, or unknown fields are refused. */
const unknownText = (
  { fieldname = '' }: { fieldname: string | undefined },
  upload: Upload,
  strict: boolean,
  ignored: string[],
): FieldError[] => {
  const references = referencesIn(Object.entries(propertiesOf(upload)))
  const known = referenceMeant(fieldname, references) ?? nearestKnownName(fieldname, fieldsOf(upload))
  const field = pointer(fieldname.slice(0, MAX_NAME_LENGTH))
  if (known !== null) return [httpFaults.misspeltProperty(field, { known })]
  if (strict) return [httpFaults.unknownProperty(field)]
  ignored.push(field)
  return []
}

/** Takes a text, or reports its error. Empty ones count as absent, because forms send all fields. */
const readText = (name: string, { value }: MultipartValue, texts: Received['texts']): FieldError[] => {
  if (Object.hasOwn(texts, name)) return [httpFaults.twice(pointer(name))]
  // PostgreSQL text cannot contain it.
  if (typeof value === 'string' && value.includes('\0')) return [httpFaults.badText(pointer(name))]
  if (value !== '') texts[name] = value
  return []
}

const store = async (part: MultipartFile, limit: number, folder: string): Promise<ReceivedFile> => {
  const path = join(folder, newId())
  const digest = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      digest.update(chunk)
      done(null, chunk)
    },
  })
  await writeStream(path, part.file, count)
  if (part.file.truncated) {
    await rm(path, { force: true })
    throw httpRefusals.tooLarge({ limit })
  }
  return { path, name: fileNameOf(part.filename), size, digest: digest.digest(), contentType: '' }
}

/** Client errors become refusals; our own failures stay as they are. */
const readable = (cause: unknown, { field, limit }: { field: string; limit: number }): unknown => {
  const { code = '', name, message, syscall } = cause as NodeJS.ErrnoException
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return httpRefusals.tooLarge({ limit })
    case 'FST_FILES_LIMIT':
      return invalidWith([httpFaults.secondFile(`#/${field}`)])
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return invalidWith([httpFaults.badMultipart(`#/${field}`, { reason: 'it has too many parts' })])
    default:
      break
  }
  // The parser throws plain errors, the framework its own; disk errors have a system call.
  const ofParser = (name === 'Error' || name === 'FastifyError') && syscall === undefined
  return ofParser ? invalidWith([httpFaults.badMultipart(`#/${field}`, { reason: message })]) : cause
}
