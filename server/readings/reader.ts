// What reads files: an interface with a reader of our own behind it. Another one, on another server, would be another
// row here. Facts are looked for where the words are read: the words of ten pages would hold up the loop.
import type { Facts, Known } from './facts.rules.ts'
import type { ReadingFlaw } from './refusals.ts'

/** A file as it was received. */
export type Readable = { bytes: Buffer; contentType: string }

export type ReadOutcome = { facts: Facts } | { wrong: ReadingFlaw }

/** Never throws for what the file is; `signal` ends it. */
export type Reader = (file: Readable, known: Known, signal?: AbortSignal) => Promise<ReadOutcome>

/** The kinds of files that can be read. */
export const readableTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png']
