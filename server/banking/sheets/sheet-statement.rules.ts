// The transactions in a bank's table (CSV or XLSX), as entries of statements: one statement for each account in it.
// Rows that the bank has not booked yet are counted and left out: they come back with another text. Pure.
import type { CamtEntry } from '#banking/statements/camt-entry'
import type { Day } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { repeated, truncate } from '#text/truncate'
import type { Steps } from '#threads/steps'
import { balancesOf } from './balances.rules.ts'
import type { ColumnKind, Head } from './columns.rules.ts'
import { sheetPlaces as places, sheetProblems as problems } from './sheet-problems.ts'
import type { Cell, SheetFinding, SheetRow } from './table.rules.ts'
import {
  type DayOrder,
  type DecimalMark,
  dayInCell,
  dayOrderOf,
  decimalMarkOf,
  oreIn,
  type Way,
} from './values.rules.ts'

/** The transactions of one account in a table. */
export type SheetStatement = {
  /** The account numbers that the table may mean, the surest first; none if it names none. */
  accounts: string[]
  /** Null if the table does not say it: then it is that of the bank account. */
  currency: string | null
  fromDate: Day
  toDate: Day
  openingOre: Ore | null
  closingOre: Ore | null
  entries: CamtEntry[]
  leftOut: number
}

export type SheetReading = { statements: SheetStatement[] } | { findings: SheetFinding[] }

/** Maximum number of characters in a name, number or reference, and in a message. */
const MAX_NAME = 200
const MAX_REFERENCE = 140
const MAX_MESSAGE = 2_000
/** Maximum number of errors reported. */
const MAX_FINDINGS = 100
/** Maximum number of accounts in one table. */
const MAX_STATEMENTS = 100

/** What says that the bank has not booked a row yet: how its text begins, or its status. */
const PENDING_TEXT = /^(?:prel(?:\b|\.|imin)|reserver|reservation\b|pending\b)/i
const PENDING_STATUS = /^(?:prel|reserv|väntande|kommande|ej bokförd|pending)/i

/** The transactions of a table whose columns are known. */
export function* readSheet(rows: readonly SheetRow[], head: Head): Steps<SheetReading> {
  const cellsOf = (kind: ColumnKind): number[] =>
    head.columns.flatMap(({ holds }, index) => (holds === kind ? [index] : []))
  const at = placesOf(cellsOf)
  const below = rows
    .slice(head.at + 1)
    .filter(({ cells }) => [...at.day, ...at.money].some((one) => isFilled(cells[one])))
  yield
  const ways = waysOf(head, below, at)
  yield
  if ('problem' in ways) return { findings: [ways] }
  const findings: SheetFinding[] = []
  const byAccount = new Map<string, ReadRow[]>()
  const ofFile = accountAbove(rows.slice(0, Math.max(head.at, 0)))
  for (const row of below) {
    yield
    const read = readRow(row, at, ways, (problem) =>
      findings.push({ place: places.row({ number: row.number }), problem }),
    )
    if (findings.length >= MAX_FINDINGS) break
    if (!read) continue
    const key = JSON.stringify(read.accounts.length > 0 ? read.accounts : ofFile)
    const those = byAccount.get(key)
    if (those) those.push(read)
    else byAccount.set(key, [read])
  }
  if (findings.length > 0) return { findings }
  const statements: SheetStatement[] = []
  for (const [accounts, read] of [...byAccount].slice(0, MAX_STATEMENTS)) {
    yield
    const made = statementOf(read, JSON.parse(accounts) as string[])
    if ('problem' in made) return { findings: [made] }
    statements.push(...made.statements)
  }
  return statements.length > 0 ? { statements } : { findings: [{ place: null, problem: problems.noRows() }] }
}

const isFilled = (cell: Cell | undefined): boolean => cell !== undefined && cell !== ''

type Places = Readonly<Record<Exclude<ColumnKind, 'ignored' | 'bookedDate'>, readonly number[]>> & {
  day: readonly number[]
  money: readonly number[]
}

const placesOf = (of: (kind: ColumnKind) => number[]): Places => ({
  day: of('bookedDate'),
  transactionDate: of('transactionDate'),
  valueDate: of('valueDate'),
  text: of('text'),
  counterparty: of('counterparty'),
  counterpartyAccount: of('counterpartyAccount'),
  reference: of('reference'),
  bankReference: of('bankReference'),
  amount: of('amount'),
  moneyIn: of('moneyIn'),
  moneyOut: of('moneyOut'),
  balance: of('balance'),
  currency: of('currency'),
  clearingNumber: of('clearingNumber'),
  accountNumber: of('accountNumber'),
  status: of('status'),
  money: [...of('amount'), ...of('moneyIn'), ...of('moneyOut')],
})

type Ways = { mark: DecimalMark; order: DayOrder }

/** How amounts and days are written: as said with the columns, or as all rows together show. */
const waysOf = (
  { decimalMark, dayOrder, columns }: Head,
  rows: readonly SheetRow[],
  at: Places,
): Ways | SheetFinding => {
  const textsIn = function* (those: readonly number[]) {
    for (const { cells } of rows) for (const one of those) if (typeof cells[one] === 'string') yield cells[one]
  }
  const mark: Way<DecimalMark> = decimalMark
    ? { is: decimalMark }
    : decimalMarkOf(textsIn([...at.money, ...at.balance]))
  const place = (those: readonly number[]) => places.column({ title: repeated(columns[those[0] ?? 0]?.title ?? '') })
  if ('problem' in mark) return { place: place(at.money), problem: mark.problem }
  const order: Way<DayOrder> = dayOrder ? { is: dayOrder } : dayOrderOf(textsIn([...at.day, ...at.valueDate]))
  if ('problem' in order) return { place: place(at.day), problem: order.problem }
  return { mark: mark.is, order: order.is }
}

type ReadRow = {
  number: number
  accounts: string[]
  currency: string | null
  date: Day | null
  ore: Ore
  balanceOre: Ore | null
  isPending: boolean
  entry: CamtEntry | null
}

type Find = (problem: string) => void

const readRow = ({ number, cells }: SheetRow, at: Places, { mark, order }: Ways, find: Find): ReadRow | null => {
  const textAt = (those: readonly number[]): string | null =>
    [...new Set(those.map((one) => String(cells[one] ?? '').trim()))].filter((each) => each !== '').join(' ') || null
  const dayAt = (those: readonly number[]): Day | null => {
    const cell = cells[those[0] ?? -1]
    if (!isFilled(cell) || cell === undefined) return null
    const day = dayInCell(cell, order)
    if (day === null) find(problems.notADay({ text: repeated(String(cell)) }))
    return day
  }
  const oreAt = (those: readonly number[]): Ore | null => {
    const cell = cells[those[0] ?? -1]
    if (!isFilled(cell) || cell === undefined) return null
    const ore = oreIn(cell, mark)
    if (ore === null) find(problems.notAnAmount({ text: repeated(String(cell)) }))
    return ore
  }
  const found = { wrong: false }
  const text = textAt(at.text)
  const status = textAt(at.status)
  const date = dayAt(at.day)
  const isPending = date === null || PENDING_TEXT.test(text ?? '') || PENDING_STATUS.test(status ?? '')
  const ore = amountOf(oreAt(at.amount), oreAt(at.moneyIn), oreAt(at.moneyOut), (problem) => {
    found.wrong = true
    find(problem)
  })
  const currency = currencyIn(textAt(at.currency), find)
  if (found.wrong) return null
  const counterparty = truncate(textAt(at.counterparty), MAX_NAME)
  const said = [text, counterparty].filter((each) => each !== null).join(' ')
  const reference = truncate(textAt(at.reference), MAX_REFERENCE)
  const isEntry = date !== null && !isPending && ore !== 0n
  return {
    number,
    accounts: accountsIn(textAt(at.clearingNumber), textAt(at.accountNumber)),
    currency,
    date,
    ore,
    balanceOre: oreAt(at.balance),
    isPending,
    entry: isEntry
      ? {
          bankReference: truncate(textAt(at.bankReference), MAX_REFERENCE),
          date,
          valueDate: dayAt(at.valueDate),
          ore,
          isReversal: false,
          isDetailed: false,
          isDisputed: false,
          rowText: plainText(said),
          details: [
            {
              ore,
              counterparty,
              counterpartyAccount: truncate(textAt(at.counterpartyAccount), MAX_NAME),
              references: reference === null ? [] : [reference],
              message: truncate(text, MAX_MESSAGE),
              endToEndId: null,
              instructed: null,
            },
          ],
        }
      : null,
  }
}

/** The text of a row as it is compared: a bank may write it with other blanks and letters the next time. */
const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()

/** The amount: in one column with its sign, or in two without. */
const amountOf = (amount: Ore | null, moneyIn: Ore | null, moneyOut: Ore | null, find: Find): Ore => {
  if (amount !== null) return amount
  const [came, went] = [moneyIn ?? 0n, moneyOut ?? 0n]
  if (came !== 0n && went !== 0n) find(problems.bothWays())
  if (moneyIn === null && moneyOut === null) find(problems.noAmount())
  return came !== 0n ? came : went > 0n ? -went : went
}

const currencyIn = (text: string | null, find: Find): string | null => {
  if (text === null) return null
  const currency = text.toUpperCase()
  if (/^[A-Z]{3}$/.test(currency)) return currency
  find(problems.currency({ text: repeated(text) }))
  return null
}

/** The numbers that a clearing number and an account number make: with and without the clearing number. */
const accountsIn = (clearing: string | null, number: string | null): string[] => {
  if (number === null) return []
  const plain = number.replace(/[\s\u00a0]/g, '').toUpperCase()
  return clearing === null ? [plain] : [`${clearing.replace(/\D/g, '')}${plain}`, plain]
}

const LABEL = /^(?:kontonummer|kontonr|konto|iban|account(?: number)?|account no)\s*:?\s*(.*)$/i

/** The account that the rows above the head name: in the cell of its label, or in the next one. */
const accountAbove = (rows: readonly SheetRow[]): string[] => {
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries()) {
      const [, within] = LABEL.exec(String(cell)) ?? []
      if (within === undefined) continue
      const number = (within || String(cells[index + 1] ?? '')).replace(/[\s\u00a0]/g, '').toUpperCase()
      if (/^(?:[A-Z]{2}\d{2}[A-Z0-9]{8,30}|[\d,.-]{6,30})$/.test(number)) return [number]
    }
  }
  return []
}

const statementOf = (rows: readonly ReadRow[], accounts: string[]): { statements: SheetStatement[] } | SheetFinding => {
  const currency = rows.find((row) => row.currency !== null)?.currency ?? null
  const other = rows.find((row) => row.currency !== null && row.currency !== currency)
  if (other) {
    const problem = problems.currencies({ currency: other.currency ?? '', expected: currency ?? '' })
    return { place: places.row({ number: other.number }), problem }
  }
  const balances = balancesOf(rows)
  if ('number' in balances) {
    const { number, beforeOre, ore, balanceOre } = balances
    const [before = '', amount = '', balance = ''] = [beforeOre, ore, balanceOre].map(textFromOre)
    return { place: places.row({ number }), problem: problems.balance({ before, amount, balance }) }
  }
  const entries = rows.flatMap(({ entry }) => entry ?? [])
  const days = entries.map(({ date }) => date).sort()
  const [fromDate, toDate] = [days[0], days.at(-1)]
  if (!fromDate || !toDate) return { statements: [] }
  const leftOut = rows.length - entries.length
  return { statements: [{ accounts, currency, fromDate, toDate, ...balances, entries, leftOut }] }
}
