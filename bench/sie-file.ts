// Generates a SIE file of a whole year (4E) in code page 437, with any number of vouchers: sales of three rows each, in
// order.
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Rows per voucher. */
export const ROWS = 3
/** Vouchers per chunk of the file. */
const PIECE = 1_000
/** The number of sales accounts, from 3001 on. */
const SALES_ACCOUNTS = 40
const MONTHS = 12
const DAYS = 28

/** Writes the file and returns its size in bytes. */
export const writeSieFile = async (path: string, year: number, vouchers: number): Promise<number> => {
  await pipeline(Readable.from(pieces(year, vouchers)), createWriteStream(path))
  return (await stat(path)).size
}

function* pieces(year: number, vouchers: number): Generator<Buffer> {
  const lines = ['#FLAGGA 0', '#PROGRAM "Bench" 1', '#FORMAT PC8', `#GEN ${year}1231`, '#SIETYP 4']
  const company = ['#ORGNR 559999-0008', '#FNAMN "Bolaget AB"', `#RAR 0 ${year}0101 ${year}1231`, '#UB 0 1930 0']
  yield bytesOf([...lines, ...company])
  for (let from = 1; from <= vouchers; from += PIECE) {
    const count = Math.min(PIECE, vouchers - from + 1)
    yield bytesOf(Array.from({ length: count }, (_, at) => sale(year, from + at, vouchers)).flat())
  }
}

const sale = (year: number, number: number, of: number): string[] => {
  const month = twoDigits(1 + Math.floor(((number - 1) / of) * MONTHS))
  const day = twoDigits(1 + (number % DAYS))
  const kronor = 100 + (number % 900)
  return [
    `#VER "A" ${number} ${year}${month}${day} "Försäljning av varor nr ${number}" ${year}${month}${day}`,
    '{',
    `   #TRANS 1930 {} ${5 * kronor}.25 "" "Inbetalning från kund"`,
    `   #TRANS ${3001 + (number % SALES_ACCOUNTS)} {} -${4 * kronor}.20 "" ""`,
    `   #TRANS 2611 {} -${kronor}.05 "" "Utgående moms"`,
    '}',
  ]
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** In code page 437, as far as needed. */
const bytesOf = (lines: readonly string[]): Buffer =>
  Buffer.from(
    `${lines.join('\r\n')}\r\n`.replace(/[åäö]/g, (letter) => letters[letter] ?? '?'),
    'latin1',
  )

const letters: Readonly<Record<string, string>> = { å: '\x86', ä: '\x84', ö: '\x94' }
