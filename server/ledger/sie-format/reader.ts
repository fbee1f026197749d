// Reads a SIE file: bytes to items, one voucher in memory at a time. Errors in the content never stop the reading; they
// are collected, so that the user sees all of them before anything is booked.
import type { SieAccountMap } from './accounts.ts'
import { decodeLines, detectEncoding, type SieEncoding, type TextLine, Unreadable } from './encoding.ts'
import { type SieChoices, SieFile } from './file.ts'
import type { SieItem, SieReport } from './items.ts'

/** Opens the file from its start; called twice, or once if the encoding is given. */
export type SieSource = () => AsyncIterable<Buffer>

export type SieOptions = {
  /** Known from an earlier reading, which saves the detection. */
  readonly encoding?: SieEncoding
  /** Accepts forcible errors, such as a wrong checksum, as decisions. */
  readonly force?: boolean
  /** Accounts of the file that are mapped to others. */
  readonly map?: SieAccountMap
  /** The caller's choices about differences in the file. */
  readonly choices?: SieChoices
}

/**
 * The items of a file in order, each with its line, and last an item `end` with the report. The items may be booked
 * only if the report has no errors: read once to check, with {@link checkSie}, and again to book. A voucher is yielded
 * at its closing brace. An unreadable item is skipped, and reported. Throws only what the source throws: a file that is
 * not a SIE file gives an `end` with one error.
 */
export async function* readSie(open: SieSource, options: SieOptions = {}): AsyncGenerator<SieItem, void, undefined> {
  const known = options.encoding
  const { encoding, doubt } = known ? { encoding: known, doubt: null } : await detectEncoding(open())
  const { force = false, map = new Map(), choices = {} } = options
  const file = new SieFile(encoding, { doubt, force, map, choices })
  const lines = decodeLines(open(), encoding)
  let stopped: Unreadable | null = null
  try {
    while (stopped === null) {
      const batch = await nextBatch(lines)
      if (batch === null) break
      if (batch instanceof Unreadable) stopped = batch
      else stopped = file.read(batch)
      yield* file.taken()
    }
  } finally {
    // A consumer that stops early must not leave the source open.
    await lines.return(undefined)
  }
  stopped ??= file.finish()
  yield* file.taken()
  yield { kind: 'end', line: file.line, report: file.report(stopped) }
}

/** Reads a file to its end and returns the report; `seen` receives the other items. */
export const checkSie = async (
  open: SieSource,
  options: SieOptions = {},
  seen: (item: SieItem) => void = () => {},
): Promise<SieReport> => {
  for await (const item of readSie(open, options)) {
    if (item.kind === 'end') return item.report
    seen(item)
  }
  throw new Error('The SIE reader ended without a report')
}

/** The next lines, null at the end, or why reading must stop. */
const nextBatch = async (
  lines: AsyncGenerator<readonly TextLine[]>,
): Promise<readonly TextLine[] | Unreadable | null> => {
  try {
    const next = await lines.next()
    return next.done === true ? null : next.value
  } catch (error) {
    if (error instanceof Unreadable) return error
    throw error
  }
}
