// The thread program that reads e-invoices, one after the other.
import { readFileSync } from 'node:fs'
import { type KeptSaid, keptOf } from '#platform/sentences'
import { doEach } from '#threads/thread-work'
import type { EInvoiceContent, EInvoiceWarning } from './e-invoice.rules.ts'
import { bytesOf } from './embedded.rules.ts'
import { readUbl } from './ubl.rules.ts'

/** The file, and the maximum number of attachments to extract. */
export type EInvoiceOrder = { path: string; attachments: number }

/** An attachment; `bytes` is null if it cannot be decoded. */
export type Attached = { name: string; bytes: Uint8Array<ArrayBuffer> | null }

/** The content of a file with the extracted attachments and their total number, or all its errors. */
export type EInvoiceRead =
  | { findings: KeptSaid[] }
  | { content: EInvoiceContent; doubts: EInvoiceWarning[]; attached: Attached[]; attachments: number }

const read = ({ path, attachments }: EInvoiceOrder): EInvoiceRead => {
  const reading = readUbl(readFileSync(path))
  if ('findings' in reading) return { findings: reading.findings.map(keptOf) }
  const { embedded, ...said } = reading
  const attached = embedded.slice(0, attachments).map(({ name, base64 }): Attached => {
    const bytes = bytesOf(base64)
    // Small buffers share memory and cannot be transferred to another thread.
    return { name, bytes: bytes && new Uint8Array(bytes) }
  })
  return { ...said, attached, attachments: embedded.length }
}

const buffersIn = (done: EInvoiceRead): ArrayBuffer[] =>
  'attached' in done ? done.attached.flatMap(({ bytes }) => bytes?.buffer ?? []) : []

doEach(read, buffersIn)
