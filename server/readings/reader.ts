// What reads files: an interface with a reader of our own behind it. A reader gives words and where they stand, and
// knows nothing of what they mean; another one, on a server of somebody's, would be another row here.
import type { PageRead } from './page.rules.ts'
import type { ReadingFlaw } from './refusals.ts'

/** A file as it was received. */
export type Readable = { bytes: Buffer; contentType: string }

export type ReadOutcome = { pages: PageRead[] } | { wrong: ReadingFlaw }

/** Never throws for what the file is; `signal` ends it. */
export type Reader = (file: Readable, signal?: AbortSignal) => Promise<ReadOutcome>

/** The kinds of files that can be read. */
export const readableTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png']
