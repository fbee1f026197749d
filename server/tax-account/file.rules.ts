// A statement of the tax account as a file: rows of a day, a text and an amount, and the balances before and after.
// Separator, encoding and order of the columns are found in the file itself; what is not understood is a problem with
// its line, never a guess. Pure.
import { type Day, isDay } from '#platform/day'
import type { Ore } from '#platform/money'
import { oreFromText } from '#platform/money'
import { fileProblems as problems } from './file-problems.ts'

export type StatementRow = { date: Day; text: string; ore: Ore; interestDate: Day | null; reference: string | null }

export type ReadStatement = {
  /** The organization number that the file says it is of, in ten digits; null where it says none. */
  number: string | null
  rows: StatementRow[]
  fromDate: Day
  toDate: Day
  openingOre: Ore | null
  closingOre: Ore | null
}

type Problem = { line: number; problem: ReturnType<(typeof problems)['noRows']> }

/** A file as read, or all that is wrong with it. */
type StatementReading = { statement: ReadStatement } | { problems: Problem[] }

/** Maximum number of rows of a statement, and of characters in the text of a row. */
const MAX_ROWS = 10_000
export const MAX_TEXT = 200
/** Problems that are told at once. */
const MAX_PROBLEMS = 20

/** The text of a file: by its byte order mark, as UTF-8 where the bytes are that, otherwise as Windows-1252. */
const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads a file. */
export const readStatement = (bytes: Uint8Array): StatementReading => {
  const text = textOf(bytes)
  if (text.includes('\0') || text.trim() === '') return { problems: [{ line: 1, problem: problems.notText() }] }
  const lines = text.split(/\r\n|\r|\n/)
  const separator = separatorOf(lines)
  if (separator === null) return { problems: [{ line: 1, problem: problems.noSeparator() }] }
  const cells = lines.map((line) => cellsOf(line, separator))
  const found: Found = { number: null, rows: [], openings: [], closings: [], wrong: [], columns: null }
  for (const [at, row] of cells.entries()) takeLine(found, row, at + 1)
  if (found.rows.length > MAX_ROWS) found.wrong.push({ line: 1, problem: problems.tooMany({ limit: MAX_ROWS }) })
  if (found.rows.length === 0 && found.wrong.length === 0) found.wrong.push({ line: 1, problem: problems.noRows() })
  if (found.wrong.length > 0) return { problems: found.wrong.slice(0, MAX_PROBLEMS) }
  return concluded(found)
}

type Balance = { date: Day | null; ore: Ore; line: number }
type Found = {
  number: string | null
  rows: (StatementRow & { line: number; balance: Ore | null })[]
  openings: Balance[]
  closings: Balance[]
  wrong: Problem[]
  columns: Columns | null
}
/** The places of the columns that a heading names. */
type Columns = { date: number; text: number; amount: number; balance: number; interest: number; reference: number }

const SEPARATORS = [';', '\t', ',', '|']

/** The separator that splits most lines with a day into the same number of at least three cells. */
const separatorOf = (lines: readonly string[]): string | null => {
  const dated = lines.filter((line) => /^\W*\d{4}-?\d{2}-?\d{2}\b/.test(line))
  const asked = dated.length > 0 ? dated : lines.filter((line) => /saldo/i.test(line))
  let best: { separator: string; lines: number } | null = null
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>()
    for (const line of asked) {
      const { length } = cellsOf(line, separator)
      if (length >= 3) counts.set(length, (counts.get(length) ?? 0) + 1)
    }
    const most = Math.max(0, ...counts.values())
    if (most * 2 > asked.length && most > (best?.lines ?? 0)) best = { separator, lines: most }
  }
  return best?.separator ?? null
}

/** The cells of a line; a cell in quotation marks may contain the separator, and two marks stand for one. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

const OPENING = /ing(?:ående|\.)\s*saldo/i
const CLOSING = /utg(?:ående|\.)\s*saldo/i
const NUMBER = /^(?:16|19|20)?(\d{6})-?(\d{4})$/

const takeLine = (found: Found, cells: readonly string[], line: number): void => {
  if (cells.every((cell) => cell === '')) return
  const label = cells.find((cell) => OPENING.test(cell) || CLOSING.test(cell))
  if (label !== undefined) {
    takeBalance(found, cells, { label, line })
    return
  }
  const columns = columnsOf(cells)
  if (columns) {
    found.columns = columns
    return
  }
  const date = dayIn(cells[found.columns?.date ?? 0] ?? '')
  if (date) {
    takeRow(found, cells, { date, line })
    return
  }
  // Whose account it is stands above the rows; anything else among or below them is not understood.
  if (found.rows.length > 0) {
    found.wrong.push({ line, problem: problems.notUnderstood() })
    return
  }
  const number = cells.join(' ').match(/\b(?:16|19|20)?\d{6}-?\d{4}\b/)?.[0]
  const parts = number === undefined ? null : NUMBER.exec(number)
  if (parts) found.number = `${parts[1]}${parts[2]}`
}

/** The heading: a line that names the columns of day, text and amount. */
const columnsOf = (cells: readonly string[]): Columns | null => {
  const at = (wording: RegExp) => cells.findIndex((cell) => wording.test(cell))
  const date = at(/^(?:bokförings|transaktions)?(?:datum|dag)$/i)
  const text = at(/^(?:specifikation|transaktion(?:stext)?|text|beskrivning|händelse)$/i)
  const amount = at(/^belopp(?:\s*(?:i kronor|\(kr\)|skatteverket))?$/i)
  if (date < 0 || text < 0 || amount < 0) return null
  return {
    date,
    text,
    amount,
    balance: at(/^saldo$/i),
    interest: at(/^ränteberäkningsdatum$/i),
    reference: at(/^(?:transaktionsidentitet|transaktions-?id)$/i),
  }
}

const takeRow = (found: Found, cells: readonly string[], { date, line }: { date: Day; line: number }): void => {
  const { columns } = found
  const text = cells[columns?.text ?? 1] ?? ''
  const amount = cells[columns?.amount ?? 2] ?? ''
  const ore = amountIn(amount)
  const wrong = (problem: Problem['problem']) => found.wrong.push({ line, problem })
  if (text === '') wrong(problems.noText())
  else if (text.length > MAX_TEXT) wrong(problems.longText({ limit: MAX_TEXT }))
  else if (ore === null) wrong(problems.noAmount({ amount: amount.slice(0, MAX_TEXT) }))
  else {
    const balance = amountIn((columns ? cells[columns.balance] : cells[3]) ?? '')
    const interestDate = columns ? dayIn(cells[columns.interest] ?? '') : null
    const reference = (columns ? cells[columns.reference] : undefined) || null
    found.rows.push({ date, text, ore, interestDate, reference, line, balance })
  }
}

const takeBalance = (
  found: Found,
  cells: readonly string[],
  { label, line }: { label: string; line: number },
): void => {
  const ore = cells
    .toReversed()
    .filter((cell) => cell !== label)
    .map((cell) => amountIn(cell))
    .find((one) => one !== null)
  if (ore === undefined || ore === null) {
    found.wrong.push({ line, problem: problems.noBalance() })
    return
  }
  const date = dayIn(label.match(/\d{4}-\d{2}-\d{2}/)?.[0] ?? '') ?? dayIn(cells[0] ?? '')
  const balances = OPENING.test(label) ? found.openings : found.closings
  balances.push({ date, ore, line })
}

const dayIn = (text: string): Day | null => {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text)
  const day = parts ? `${parts[1]}-${parts[2]}-${parts[3]}` : ''
  return isDay(day) ? day : null
}

/** An amount in kronor: spaces between thousands, a comma or a point before öre, and a minus of any form. */
const amountIn = (text: string): Ore | null => {
  const plain = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/^[−–—]/, '-')
    .replace(/^\+/, '')
    .replace(/kr$/i, '')
  if (!/^-?\d{1,13}(?:[.,]\d{1,2})?$/.test(plain)) return null
  return oreFromText(plain.replace(',', '.'))
}

/** The rows in order of days, compared with the balances: a file that lacks a row is not taken in. */
const concluded = ({ number, rows, openings, closings }: Found): StatementReading => {
  const inOrder = isNewestFirst(rows) ? rows.toReversed() : rows
  const opening = openings.toSorted(byDate)[0] ?? null
  const closing = closings.toSorted(byDate).at(-1) ?? null
  const sum = inOrder.reduce((all, { ore }) => all + ore, 0n)
  if (opening && closing && opening.ore + sum !== closing.ore) {
    const values = { sum: kronor(opening.ore + sum), closing: kronor(closing.ore) }
    return { problems: [{ line: closing.line, problem: problems.sumDiffers(values) }] }
  }
  const broken = inOrder.findIndex(({ balance, ore }, at) => {
    const before = inOrder[at - 1]?.balance
    return balance !== null && before !== undefined && before !== null && before + ore !== balance
  })
  const at = inOrder[broken]
  if (at) return { problems: [{ line: at.line, problem: problems.balanceBreaks() }] }
  const first = inOrder[0]
  const last = inOrder.at(-1)
  const days = inOrder.map(({ date }) => date)
  const from = opening?.date ?? days.reduce((one, other) => (other < one ? other : one))
  const to = closing?.date ?? days.reduce((one, other) => (other > one ? other : one))
  const outside = inOrder.find(({ date }) => date < from || date > to)
  if (outside) return { problems: [{ line: outside.line, problem: problems.outside({ from, to }) }] }
  return {
    statement: {
      number,
      rows: inOrder.map(({ line: _, balance: __, ...row }) => row),
      fromDate: from,
      toDate: to,
      openingOre: opening?.ore ?? (first?.balance == null ? null : first.balance - first.ore),
      closingOre: closing?.ore ?? last?.balance ?? null,
    },
  }
}

const kronor = (ore: Ore): number => Number(ore) / 100

const byDate = (one: Balance, other: Balance): number => (one.date ?? '').localeCompare(other.date ?? '')

const isNewestFirst = (rows: Found['rows']): boolean => (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '')
