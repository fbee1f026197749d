// Uploads: the one file of a multipart request goes to disk as it arrives, counted and digested on the way. Texts may
// come beside it, before or after.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileNameOf, MAX_NAME_LENGTH } from '#platform/file-name'
import { writeStream } from '#platform/files'
import { newId } from '#platform/id'
import { pointer } from '#platform/json'
import { meantBy } from '#platform/letters'
import { type FieldError, invalid, invalidWith, Refusal, refuseIfAny } from '#platform/refusal'
import { referenceMeant, referencesIn } from './reading.ts'
import { httpFaults, httpRefusals } from './refusals.ts'
import type { ReceivedFile, Row } from './row.ts'
import type { Check, TSchema } from './schema.ts'

/** Most text fields that may come beside the file. */
const MAX_FIELDS = 10
/**
 * Maximum number of bytes in one of them that are read (64 KiB): schemas allow far less, so what is cut off is refused
 * anyway.
 */
const MAX_FIELD_BYTES = 64 * 1024

type Upload = NonNullable<Row['upload']>

/**
 * A multipart request on disk: the file, the texts that the row declares, what is wrong with those, and the pointers of
 * texts that it does not know.
 */
export type Received = {
  file: ReceivedFile
  texts: Record<string, unknown>
  errors: FieldError[]
  ignored: string[]
}

/**
 * Receives the file in `field` (any letter case) into `folder`. Nothing is left behind when it is refused. `strict`
 * refuses texts that the row does not know.
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
    // What is still to come is read and dropped: otherwise the connection would stand still, and the answer be lost on
    // it.
    request.raw.unpipe()
    request.raw.resume()
    throw readable(cause, upload)
  }
  if (!file) throw invalidWith([httpFaults.fileMissing(`#/${upload.field}`)])
  return { file, texts, errors, ignored }
}

/** In lower case; parts may come without a name, whatever the library's types say. */
const nameOfPart = ({ fieldname }: { fieldname: string | undefined }): string => (fieldname ?? '').toLowerCase()

/** Judges what was received: the texts by their schema, the file by its content. Everything wrong is told together. */
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

/** The names of the texts that a row takes beside its file. */
export const fieldsOf = (upload: Upload): string[] => Object.keys(propertiesOf(upload))

const propertiesOf = ({ fields }: Upload): Record<string, TSchema> =>
  (fields as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}

/** A text that the row does not know: ignored and told, unless a known one is meant or all unknown is refused. */
const unknownText = (
  { fieldname = '' }: { fieldname: string | undefined },
  upload: Upload,
  strict: boolean,
  ignored: string[],
): FieldError[] => {
  const references = referencesIn(Object.entries(propertiesOf(upload)))
  const known = referenceMeant(fieldname, references) ?? meantBy(fieldname, fieldsOf(upload))
  const field = pointer(fieldname.slice(0, MAX_NAME_LENGTH))
  if (known !== null) return [httpFaults.misspeltProperty(field, { known })]
  if (strict) return [httpFaults.unknownProperty(field)]
  ignored.push(field)
  return []
}

/** Takes a text, or tells what is wrong with it. Empty ones are like those left out: forms send them all. */
const readText = (name: string, { value }: MultipartValue, texts: Received['texts']): FieldError[] => {
  if (Object.hasOwn(texts, name)) return [httpFaults.twice(pointer(name))]
  // PostgreSQL has no text for it.
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

/** The caller's mistakes in the caller's words; what went wrong here stays what it is. */
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
  // The parser throws plain errors, the framework its own; errors of the disk name a system call.
  const ofParser = (name === 'Error' || name === 'FastifyError') && syscall === undefined
  return ofParser ? invalidWith([httpFaults.badMultipart(`#/${field}`, { reason: message })]) : cause
}
