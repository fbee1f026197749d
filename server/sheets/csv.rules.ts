// CSV (RFC 4180): a line of titles, and a line for each row. Programs get decimal points and commas as separators,
// Swedish Excel its local form.
import type { SheetCell, SheetColumn, SheetRow } from '#http'
import { swedishTime } from '#platform/day'
import { textFromOre } from '#platform/money'

/** `isLocal`: times are in Swedish time. */
type CsvStyle = { begin: string; separator: string; decimal: string; isLocal: boolean }

export const csvStyles = {
  csv: { begin: '', separator: ',', decimal: '.', isLocal: false },
  csvExcel: { begin: '\ufeff', separator: ';', decimal: ',', isLocal: true },
} as const satisfies Record<string, CsvStyle>

/** Characters with which spreadsheets start a formula, full-width forms included. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/

/** Most texts are only letters and digits. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} .:-]*(?<! )$/u

/** The same within a text, after characters that other spreadsheets treat as separators. */
const LATER_FORMULA = /(?<=.[;\t])(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** A text cell: an apostrophe prevents a formula. */
const textCell = (text: string): string => {
  if (PLAIN.test(text)) return text
  const shown = `${FORMULA.test(text) ? "'" : ''}${text.replace(LATER_FORMULA, "'")}`
  return NEEDS_QUOTES.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

const cellWriterOf = ({ holds }: SheetColumn, { decimal, isLocal }: CsvStyle): ((cell: SheetCell) => string) => {
  const numberText = (text: string) => (decimal === '.' ? text : text.replace('.', decimal))
  if (holds === 'moment' && isLocal) return (cell) => (cell === null ? '' : swedishTime(new Date(String(cell))))
  // Days are never formulas, and need no quotes.
  if (holds === 'day') return (cell) => (cell === null ? '' : String(cell))
  return (cell) => {
    if (cell === null) return ''
    if (typeof cell === 'bigint') return numberText(textFromOre(cell))
    // A text in a numeric column is still a text.
    return typeof cell === 'string' ? textCell(cell) : numberText(String(cell))
  }
}

export const csvTitles = (columns: readonly SheetColumn[], { begin, separator }: CsvStyle): string => {
  const titles = columns.map(({ title, over }) => textCell(over === undefined ? title : `${over} ${title}`))
  return `${begin}${titles.join(separator)}\r\n`
}

/** Writes rows, a line for each. */
export const csvLines = (columns: readonly SheetColumn[], style: CsvStyle): ((rows: readonly SheetRow[]) => string) => {
  const writers = columns.map((column) => cellWriterOf(column, style))
  return (rows) => {
    let text = ''
    for (const { cells } of rows) {
      for (const [place, write] of writers.entries()) {
        if (place > 0) text += style.separator
        text += write(cells[place] ?? null)
      }
      text += '\r\n'
    }
    return text
  }
}
