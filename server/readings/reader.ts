// The interface of document readers, with one local implementation. An external service would be another one. Facts are
// extracted in the reader's process: the words of ten pages would block the event loop.
import type { Facts, Known } from './facts.rules.ts'
import type { ReadingFlaw } from './refusals.ts'

/** A file as it was received. */
type Readable = { bytes: Buffer; contentType: string }

export type ReadOutcome = { facts: Facts } | { wrong: ReadingFlaw }

/** Never throws because of the file; `signal` aborts it. */
export type Reader = (file: Readable, known: Known, signal?: AbortSignal) => Promise<ReadOutcome>

/** The content types that can be read. */
export const readableTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png']
