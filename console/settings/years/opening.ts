// Opening balances while they are typed: pure arithmetic of their lines, and what is pasted from a spreadsheet.
import type { Schema } from '#client'
import { kronorOf, type Ore, oreOf, parseAmount } from '#ui'

/** `ore`: debit above zero. */
export type Line = { key: string; account: string; ore: Ore | null }

export type Balance = Schema<'OpeningBalances'>['balances'][number]

const newLine = (changes: Partial<Line> = {}): Line => ({
  key: crypto.randomUUID(),
  account: '',
  ore: null,
  ...changes,
})

const isBlank = ({ account, ore }: Line): boolean => account === '' && ore === null

/** There is always an empty line to go on with. */
export const withRoom = (lines: readonly Line[]): readonly Line[] => {
  const last = lines.at(-1)
  return last && isBlank(last) ? lines : [...lines, newLine()]
}

export const linesOf = (balances: readonly Balance[]): readonly Line[] =>
  withRoom(balances.map(({ account, amount }) => newLine({ account: String(account), ore: oreOf(amount) })))

export const sumOf = (lines: readonly Line[]): Ore => lines.reduce((sum, { ore }) => sum + (ore ?? 0), 0)

/** What the line must have for all of them to come to nothing. */
export const restFor = (lines: readonly Line[], index: number): Ore =>
  -sumOf(lines.filter((_, place) => place !== index)) || 0

/** The lines as the API takes them, and where each was typed. */
export const balancesOf = (lines: readonly Line[]) => {
  const places = [...lines.keys()].filter((place) => !isBlank(lines[place] as Line))
  const balances = places.map((place) => {
    const { account, ore } = lines[place] as Line
    return { account: Number(account), amount: kronorOf(ore ?? 0) }
  })
  return { places, balances }
}

/** `(1 250,00)` and `1 250-` are below zero, as spreadsheets and lists of other programs write it. */
const signedAmount = (cell: string): Ore | null => {
  const [, inside] = /^\((.+)\)$/.exec(cell) ?? /^(.+)[-−]$/.exec(cell) ?? []
  const ore = parseAmount(withoutCurrency(inside ?? cell))
  return ore !== null && inside !== undefined ? -ore : ore
}

const withoutCurrency = (cell: string): string => cell.replace(/\s*(?:kr|sek|eur)\.?$/i, '')

/** Whether a cell is meant as an amount, also as one that cannot be read. */
const isFigure = (cell: string): boolean => /\d/.test(cell) && /^[\d\s.,'()+*/−–-]+$/.test(withoutCurrency(cell))

/**
 * Rows that were copied from a spreadsheet: an account number first, with its name in the same cell or the next, and
 * the amount last. `skipped` rows have the one or the other missing: headings and sums, and amounts that cannot be
 * read; no other figure of the row takes their place. Null for a text that is not of several cells, which goes into the
 * field as usual.
 */
export const pastedFrom = (text: string): { rows: { account: string; ore: Ore }[]; skipped: number } | null => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 && !text.includes('\t')) return null
  const rows = lines.flatMap((line) => {
    const cells = line.split(/[\t;]/).map((cell) => cell.trim())
    const account = /^(\d{3,8})(?!\d)/.exec(cells[0] ?? '')?.[1]
    const figure = cells.slice(1).findLast(isFigure)
    const ore = figure === undefined ? null : signedAmount(figure)
    return account === undefined || ore === null ? [] : [{ account, ore }]
  })
  return { rows, skipped: lines.length - rows.length }
}

/** The lines with the pasted rows: existing accounts get the pasted amount; the others are appended. */
export const withPasted = (lines: readonly Line[], rows: readonly { account: string; ore: Ore }[]): readonly Line[] => {
  const known = new Map(rows.map(({ account, ore }) => [account, ore]))
  const kept = lines.filter((line) => !isBlank(line))
  const there = new Set(kept.map(({ account }) => account))
  const changed = kept.map((line) => ({ ...line, ore: known.get(line.account) ?? line.ore }))
  const added = [...known].filter(([account]) => !there.has(account)).map(([account, ore]) => newLine({ account, ore }))
  return withRoom([...changed, ...added])
}
