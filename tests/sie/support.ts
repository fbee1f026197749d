// Small SIE files for the tests of this folder, and what reading one gives.
import iconv from 'iconv-lite'
import type { SieItem, SieReport, SieVoucherItem } from '#server/ledger/sie-format/items'
import { checkSie, type SieOptions, type SieSource } from '#server/ledger/sie-format/reader'
import { type SieBook, writeSie4 } from '#server/ledger/sie-format/writer'

/** A source of bytes in pieces of this many, so that lines and letters are cut anywhere. */
export const sourceOf = (bytes: Buffer, pieceBytes = bytes.length): SieSource =>
  async function* () {
    for (let at = 0; at < bytes.length; at += Math.max(1, pieceBytes)) yield bytes.subarray(at, at + pieceBytes)
  }

/** The bytes of a text in code page 437. */
const pc = (text: string): Buffer => iconv.encode(text, 'cp437')

export type Read = { readonly items: readonly SieItem[]; readonly report: SieReport }

/** Reads bytes, or a text in code page 437, to the end. */
export const read = async (content: Buffer | string, options: SieOptions = {}, pieceBytes?: number): Promise<Read> => {
  const items: SieItem[] = []
  const bytes = typeof content === 'string' ? pc(content) : content
  const report = await checkSie(sourceOf(bytes, pieceBytes), options, (item) => items.push(item))
  return { items, report }
}

export const vouchersOf = (items: readonly SieItem[]): SieVoucherItem[] =>
  items.filter((item) => item.kind === 'voucher')

/** The identification items of a file of a whole year, with a year and three accounts. Ten lines. */
export const yearHead = `#FLAGGA 0
#PROGRAM "Test" 1
#FORMAT PC8
#GEN 20260101
#SIETYP 4
#FNAMN "Testbolaget AB"
#RAR 0 20250101 20251231
#KONTO 1930 Bank
#KONTO 2440 Skulder
#KONTO 5010 Hyra
`

/** What makes a type 4 file one of a whole year, and agrees with no movement at all. */
export const yearBalances = `#IB 0 1930 0
#UB 0 1930 0
`

/** A file of a whole year with these lines after its head. */
export const yearFile = (...lines: readonly string[]): string => `${yearHead}${yearBalances}${lines.join('\n')}\n`

/** A file of vouchers only, with these lines after its head. */
export const feedFile = (...lines: readonly string[]): string => `${yearHead}${lines.join('\n')}\n`

/** A voucher that balances. */
export const voucher = (series: string, number: string, date = '20250131'): string =>
  `#VER ${series} ${number} ${date} Hyra\n{\n#TRANS 5010 {} 100\n#TRANS 1930 {} -100\n}`

export const errorsOf = (report: SieReport): string[] => report.findings.errors.map(({ message }) => message.en)

/** Errors with their lines, in English. */
export const erredOf = ({ findings: { errors } }: SieReport) =>
  errors.map(({ line, message }) => ({ line, message: message.en }))

/** Decisions and notes with their lines, in English. */
export const warnedOf = ({ findings: { decisions, notes } }: SieReport) =>
  [...decisions, ...notes].map(({ line, message }) => ({ line, message: message.en }))

export const warningsOf = (report: SieReport): string[] => warnedOf(report).map(({ message }) => message)

/** The bytes a book is written as. */
export const written = async (book: SieBook): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of writeSie4(book)) pieces.push(piece)
  return Buffer.concat(pieces)
}
