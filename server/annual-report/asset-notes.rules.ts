// Notes on fixed assets by line of the balance sheet: acquisition values, depreciation and write-downs with their
// changes in the year (ÅRL 5 kap. 8 §), from the accounts of each line. Pure.

import type { Teller } from '#annual-report/ixbrl/facts.rules'
import { type Line, lineOf, type TableRow } from '#annual-report/statements/lines.rules'
import type { AnnualCell, AnnualTable, AnnualTableRow } from '#paper'
import { type Ore, rounded } from '#platform/money'
import { partOf, type YearAccount } from './data.rules.ts'

/** The accounts of a year; `undone` is what was booked and reversed on an account in it. */
export type NoteYear = { accounts: readonly YearAccount[]; undone: ReadonlyMap<number, Ore> }

/** Amounts of a line in a year, in whole kronor, as assets: what lowers the value is below zero. */
type Moves = { opening: bigint; increase: bigint; decrease: bigint; closing: bigint }
type LineYear = { acquisition: Moves; depreciation: Moves; writeDowns: Moves; carrying: bigint }

const parents = ['intangible', 'tangible', 'financial']

/** The beginnings of element names that differ from the line's element. */
const prefixes: Readonly<Record<string, string>> = {
  longAssociateReceivables: 'FordringarIntresseforetagGemensamtStyrdaForetag',
  longInterestReceivables: 'FordringarOvrigaForetagAgarintresse',
}

/** The lines that have a note, in the order of the balance sheet. */
export const notedLines = (rows: readonly TableRow[], years: readonly NoteYear[]): Line[] =>
  rows.filter(
    (row): row is Line =>
      row.kind === 'line' &&
      parents.includes(row.parent) &&
      years.some(({ accounts }) =>
        accounts.some(
          (one) =>
            lineOf(rows, one.main)?.key === row.key && (one.opening !== 0n || one.debit !== 0n || one.credit !== 0n),
        ),
      ),
  )

const HUNDRED = 100n
const kronor = (ore: Ore): bigint => rounded(ore, HUNDRED)

/** Of financial assets, accounts that end in 8 or 9 are write-downs: they are not depreciated. */
const partIn = ({ parent }: Line, account: YearAccount) => {
  const part = partOf(account)
  return parent === 'financial' && part === 'depreciation' ? 'writeDowns' : part
}

const lineYear = (rows: readonly TableRow[], line: Line, year: NoteYear, carrying: bigint): LineYear => {
  const own = year.accounts.filter(({ kind, main }) => kind === 'asset' && lineOf(rows, main)?.key === line.key)
  const moves = (name: string): Moves => {
    const of = own.filter((one) => partIn(line, one) === name)
    const sum = (value: (one: YearAccount) => Ore) => kronor(of.reduce((total, one) => total + value(one), 0n))
    const undone = ({ number }: YearAccount) => year.undone.get(number) ?? 0n
    const opening = sum((one) => one.opening)
    const closing = sum((one) => one.opening + one.debit - one.credit)
    const small =
      name === 'acquisition' ? -sum((one) => one.credit - undone(one)) : sum((one) => one.debit - undone(one))
    // The rest, so that the column adds up in whole kronor.
    const rest = closing - opening - small
    return name === 'acquisition'
      ? { opening, increase: rest, decrease: small, closing }
      : { opening, increase: small, decrease: rest, closing }
  }
  const acquisition = moves('acquisition')
  const depreciation = moves('depreciation')
  const writeDowns = moves('writeDowns')
  // The line is in the sheet with its own rounding: the note gives that to the part that has an amount, the last first.
  const off = carrying - acquisition.closing - depreciation.closing - writeDowns.closing
  const last = [writeDowns, depreciation].find(({ closing }) => closing !== 0n) ?? acquisition
  last.closing += off
  if (last === acquisition) last.increase += off
  else last.decrease += off
  return { acquisition, depreciation, writeDowns, carrying }
}

/** Ends of element names, the first that the taxonomy has for a line; facts of decreases are above zero. */
const ends = {
  bought: [
    'ForandringAnskaffningsvardenInkop',
    'ForandringAnskaffningsvardenTillkommandeFordringar',
    'ForandringTillkommandeFordringar',
    'ForandringAnskaffningsvardenAretsLamnadeLan',
  ],
  sold: [
    'ForandringAnskaffningsvardenForsaljningarUtrangeringar',
    'ForandringAnskaffningsvardenForsaljningar',
    'ForandringAnskaffningsvardenRegleradeFordringar',
    'ForandringAnskaffningsvardenAretsAmorteringar',
  ],
  depreciated: ['ForandringAvskrivningarAretsAvskrivningar'],
  depreciationOfSold: ['ForandringAvskrivningarAterfordaAvskrivningarForsaljningarRespUtrangeringar'],
  writtenDown: ['ForandringNedskrivningarAretsNedskrivningar'],
  writtenBack: ['ForandringNedskrivningarAterfordaNedskrivningar'],
} as const

type NoteAsked = {
  rows: readonly TableRow[]
  line: Line
  now: NoteYear
  before: NoteYear | null
  carrying: { now: bigint; before: bigint }
  titles: readonly string[]
}

/** The table of a line; the year before has no changes if its books are not here. */
export const assetNote = (teller: Teller, { rows, line, now, before, carrying, titles }: NoteAsked): AnnualTable => {
  const prefix = prefixes[line.key] ?? line.element ?? ''
  const years = [
    lineYear(rows, line, now, carrying.now),
    before && lineYear(rows, line, before, carrying.before),
  ] as const
  const elementOf = (names: readonly string[]) => names.map((end) => `${prefix}${end}`).find(teller.has) ?? null
  const row = (
    label: string,
    value: (year: LineYear) => bigint,
    { element, flips = false, back = 0, kind = 'line' as AnnualTableRow['kind'], isKept = false }: RowFacts,
  ): AnnualTableRow[] => {
    const amounts = years.map((year) => year && value(year))
    if (!isKept && amounts.every((amount) => (amount ?? 0n) === 0n)) return []
    const cells = amounts.map(
      (amount, yearsBack): AnnualCell =>
        amount === null || (amount === 0n && kind === 'line')
          ? null
          : teller.kronor(amount, element, { yearsBack: yearsBack + back, flips }),
    )
    return [{ kind, level: 0, label: { text: label }, cells }]
  }
  const part = (
    name: 'acquisition' | 'depreciation' | 'writeDowns',
    word: string,
    element: string,
    moves: [label: string, of: 'increase' | 'decrease', ends: readonly string[], flips: boolean][],
  ): AnnualTableRow[] => {
    if (years.every((year) => year === null || Object.values(year[name]).every((amount) => amount === 0n))) return []
    const flips = name !== 'acquisition'
    const own = teller.has(`${prefix}${element}`) ? `${prefix}${element}` : null
    return [
      ...row(`Ingående ${word}`, (year) => year[name].opening, { element: own, flips, back: 1 }),
      ...moves.flatMap(([label, of, names, isTurned]) =>
        row(label, (year) => year[name][of], { element: elementOf(names), flips: isTurned }),
      ),
      ...row(`Utgående ${word}`, (year) => year[name].closing, { element: own, flips, kind: 'sum', isKept: true }),
    ]
  }
  return {
    kind: 'table',
    hasNotes: false,
    columns: before ? titles.slice(0, 2) : titles.slice(0, 1),
    rows: [
      ...part('acquisition', 'anskaffningsvärden', 'Anskaffningsvarden', [
        ['Inköp', 'increase', ends.bought, false],
        ['Försäljningar och utrangeringar', 'decrease', ends.sold, true],
      ]),
      ...part('depreciation', 'avskrivningar', 'Avskrivningar', [
        ['Försäljningar och utrangeringar', 'increase', ends.depreciationOfSold, false],
        ['Årets avskrivningar', 'decrease', ends.depreciated, true],
      ]),
      ...part('writeDowns', 'nedskrivningar', 'Nedskrivningar', [
        ['Återförda nedskrivningar', 'increase', ends.writtenBack, false],
        ['Årets nedskrivningar', 'decrease', ends.writtenDown, true],
      ]),
      ...row('Redovisat värde', (year) => year.carrying, { element: line.element, kind: 'total', isKept: true }),
    ].map(({ cells, ...one }) => ({ ...one, cells: before ? cells : cells.slice(0, 1) })),
  }
}

type RowFacts = {
  element: string | null
  flips?: boolean
  back?: number
  kind?: AnnualTableRow['kind']
  isKept?: boolean
}
