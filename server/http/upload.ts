// Uploads: the one file of a multipart request goes to disk as it arrives, counted and digested on the way.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { writeStream } from '#platform/files'
import { newId } from '#platform/id'
import { invalidWith } from '#platform/refusal'
import { httpFaults, httpRefusals } from './refusals.ts'
import type { ReceivedFile } from './row.ts'

/** Most text fields that may come beside the file. */
const MAX_FIELDS = 10
/** Most characters of a file name that are kept. */
const MAX_NAME_LENGTH = 200

/** Receives the file in `field` (any letter case) into `folder`. Nothing is left behind when it is refused. */
export const receiveFile = async (
  request: FastifyRequest,
  upload: { field: string; limit: number },
  folder: string,
): Promise<ReceivedFile> => {
  if (!request.isMultipart()) throw httpRefusals.wrongMediaType({ expected: 'multipart/form-data' })
  let received: ReceivedFile | null = null
  try {
    const parts = request.files({ limits: { fileSize: upload.limit, files: 2, fields: MAX_FIELDS } })
    for await (const part of parts) {
      if (received) throw invalidWith([httpFaults.secondFile(`#/${upload.field}`)])
      received = await store(part, upload.limit, folder)
      if (part.fieldname.toLowerCase() !== upload.field)
        throw invalidWith([httpFaults.fileMissing(`#/${upload.field}`)])
    }
  } catch (cause) {
    if (received) await rm(received.path, { force: true })
    // What is still to come is read and dropped: else the connection would stand still, and the answer be lost on it.
    request.raw.unpipe()
    request.raw.resume()
    throw readable(cause, upload)
  }
  if (!received) throw invalidWith([httpFaults.fileMissing(`#/${upload.field}`)])
  return received
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
  return { path, name: nameOf(part.filename), size, digest: digest.digest(), contentType: '' }
}

const nameOf = (fileName: string | undefined): string =>
  basename((fileName ?? '').replaceAll('\\', '/'))
    .replace(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME_LENGTH) || 'file'

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
