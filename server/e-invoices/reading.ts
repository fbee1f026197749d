// Reads a file that is to be an e-invoice, and judges what is attached to it, before the transaction begins.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { contentLimits, judgeOf } from '#documents'
import type { ReceivedFile } from '#http'
import { invalidWith, Refusal } from '#platform/refusal'
import type { EInvoiceContent, EInvoiceDoubt } from './e-invoice.rules.ts'
import { bytesOf, type Embedded } from './embedded.rules.ts'
import { eInvoiceDoubts as doubts, eInvoiceFaults as faults } from './refusals.ts'
import { readUbl } from './ubl.rules.ts'

/** Maximum number of bytes in an e-invoice with its attachments (20 MiB), and of attachments that are kept. */
export const MAX_E_INVOICE_BYTES = 20 * 1024 * 1024
const MAX_ATTACHMENTS = 10

export const XML_TYPE = 'application/xml'

/** An attachment that is kept, with what it is by its content. */
export type KeptAttachment = { name: string; contentType: string; bytes: Buffer }

export type ReadEInvoice = { content: EInvoiceContent; attachments: KeptAttachment[]; doubts: EInvoiceDoubt[] }

/** What a file says, until it is received. */
const readings = new WeakMap<ReceivedFile, ReadEInvoice>()

/** Reads a file and answers its type; refuses it with everything that is wrong with it. */
export const judgeEInvoice = async (file: ReceivedFile, companyId: string): Promise<string> => {
  const reading = readUbl(await readFile(file.path))
  if ('findings' in reading) throw invalidWith(reading.findings.map((problem) => faults.file('#/file', { problem })))
  const { content, embedded } = reading
  const attachments: KeptAttachment[] = []
  const doubtful = [...reading.doubts]
  for (const [index, one] of embedded.slice(0, MAX_ATTACHMENTS).entries()) {
    const judged = await judgeAttachment(`${file.path}-${index}`, one, companyId)
    if ('reason' in judged) {
      doubtful.push({ rule: 'attachment', message: doubts.attachment({ name: one.name, reason: judged.reason }) })
    } else attachments.push(judged)
  }
  if (embedded.length > MAX_ATTACHMENTS) {
    doubtful.push({ rule: 'attachments', message: doubts.tooManyAttachments({ limit: MAX_ATTACHMENTS }) })
  }
  readings.set(file, { content, attachments, doubts: doubtful })
  return XML_TYPE
}

/** What was read of a file that was judged. */
export const readingOf = (file: ReceivedFile): ReadEInvoice => {
  const reading = readings.get(file)
  if (!reading) throw new Error('An e-invoice is received that was not judged')
  return reading
}

/** What it is by its content, as uploads are judged; what is not kept by itself is still in the file. */
const judgeAttachment = async (
  path: string,
  { name, base64 }: Embedded,
  companyId: string,
): Promise<KeptAttachment | { reason: string }> => {
  const bytes = bytesOf(base64)
  if (bytes === null) return { reason: doubts.unreadableAttachment() }
  await writeFile(path, bytes, { mode: 0o600 })
  try {
    const contentType = await judge({ path, name, size: bytes.length, digest: bytes, contentType: '' }, companyId)
    return { name, contentType, bytes }
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return { reason: cause.errors[0]?.message ?? cause.message }
  } finally {
    await rm(path, { force: true })
  }
}

const judge = judgeOf(contentLimits)
