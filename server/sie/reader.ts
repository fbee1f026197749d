// Reads a SIE file: bytes to items, one voucher in memory at a time. What is wrong in the content never stops a
// reading; it is collected, so that the user sees all of it at once and nothing has been booked yet.

import type { SieAccountMap } from './accounts.ts'
import { decodeLines, detectEncoding, type SieEncoding, type TextLine, Unreadable } from './encoding.ts'
import { SieFile } from './file.ts'
import type { SieItem, SieReport } from './items.ts'

/** Opens the file from its start; called twice, or once when the encoding is given. */
export type SieSource = () => AsyncIterable<Buffer>

export type SieOptions = {
  /** Known from an earlier reading, which saves looking for it. */
  readonly encoding?: SieEncoding
  /** Takes what is an error unless the user insists, such as a wrong checksum, and tells it as a decision. */
  readonly force?: boolean
  /** Accounts of the file that are to be read as others. */
  readonly map?: SieAccountMap
  /** What the caller has decided of differences in the file. */
  readonly choices?: SieChoices
}

/** What is done with differences that are errors otherwise. */
export type SieChoices = {
  /** The account that a result of the year before goes on which the opening balances lack. */
  readonly resultAccount?: string
  /** The account that the difference of a voucher goes on which is out of balance. */
  readonly differenceAccount?: string
}

/**
 * The items of a file in its order, each with its line, and last an item `end` with the report. Only when the report
 * has no errors may the items be booked: so read once to check, with {@link checkSie}, and again to book.
 * A voucher comes when its closing brace is read. An item that cannot be read is left out, and told in the report.
 * Throws only what the source throws: a file that is no SIE file at all gives an `end` with one error.
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
    // Whoever leaves in the middle leaves no open source behind.
    await lines.return(undefined)
  }
  stopped ??= file.finish()
  yield* file.taken()
  yield { kind: 'end', line: file.line, report: file.report(stopped) }
}

/** Reads a file to its end and gives the report; `seen` gets the other items on the way. */
export const checkSie = async (
  open: SieSource,
  options: SieOptions = {},
  seen: (item: SieItem) => void = () => {},
): Promise<SieReport> => {
  for await (const item of readSie(open, options)) {
    if (item.kind === 'end') return item.report
    seen(item)
  }
  throw new Error('A reading ended without its report')
}

/** The next lines, null at the end, or why there can be none. */
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
