// The program of a thread that reads e-invoices, one after the other.
import { readFileSync } from 'node:fs'
import { doEach } from '#platform/thread-work'
import type { EInvoiceContent, EInvoiceDoubt } from './e-invoice.rules.ts'
import { bytesOf } from './embedded.rules.ts'
import { readUbl } from './ubl.rules.ts'

/** The file, and how many of its attachments are wanted. */
export type EInvoiceOrder = { path: string; attachments: number }

/** The bytes of an attachment; null where they are none that can be read. */
export type Attached = { name: string; bytes: Uint8Array<ArrayBuffer> | null }

/** What a file says, with those attachments, and how many there are; or everything that is wrong with it. */
export type EInvoiceRead =
  | { findings: string[] }
  | { content: EInvoiceContent; doubts: EInvoiceDoubt[]; attached: Attached[]; attachments: number }

const read = ({ path, attachments }: EInvoiceOrder): EInvoiceRead => {
  const reading = readUbl(readFileSync(path))
  if ('findings' in reading) return reading
  const { embedded, ...said } = reading
  const attached = embedded.slice(0, attachments).map(({ name, base64 }): Attached => {
    const bytes = bytesOf(base64)
    // Small buffers are parts of one that they share, and cannot be handed over.
    return { name, bytes: bytes && new Uint8Array(bytes) }
  })
  return { ...said, attached, attachments: embedded.length }
}

const buffersIn = (done: EInvoiceRead): ArrayBuffer[] =>
  'attached' in done ? done.attached.flatMap(({ bytes }) => bytes?.buffer ?? []) : []

doEach(read, buffersIn)
