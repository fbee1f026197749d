// Open items as sheets: customer and supplier ledgers with their reconciliation, and items by age.
import type { Language, Sheet, SheetCell, SheetColumn, SheetHolds, SheetRow } from '#http'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Words } from '#reports/lines.rules'
import { daysOverdue } from '#reports/overdue.rules'
import { type Age, ages } from '#rule/ageing'
import { reportTitles } from '#rule/report-titles'
import {
  ageWords,
  amountWords,
  comparedWords,
  itemEventWords,
  itemWords,
  lineWords,
  settlementWords,
} from '#rule/report-words'
import type { Compared } from './reconciliation.rules.ts'

type Side = 'customer' | 'supplier'

/** The fields of an item; amounts are in öre. */
type Item = {
  partyNumber: string | null
  partyName: string
  number: string | null
  date: Day
  dueDate: Day
  currency: string
  totalOre: Ore
  amountOre: Ore
  reductionOre: Ore
  creditedOre: Ore
  paidOre: Ore
  settledOre: Ore
  restOre: Ore
  advanceOre: Ore
  events?: readonly ItemEvent[]
}

/** An event of an item; `ore` is the reduction. */
type ItemEvent = {
  kind: 'creditNote' | 'payment' | 'settlement'
  type: string | null
  number: string | null
  date: Day
  ore: Ore
}

type Ledger = {
  on: Day
  known: { registration: number }
  items: readonly Item[]
  sums: { restOre: Ore; advanceOre: Ore }
  reconciliation: readonly Compared[] | null
}

type Column<Of> = { key: string; words: Words; holds: SheetHolds; only?: Side; cell: (one: Of, on: Day) => SheetCell }

const words = (sv: string, en: string): Words => ({ sv, en })

const itemColumns = (side: Side): readonly Column<Item>[] => {
  const all: readonly Column<Item>[] = [
    {
      key: 'number',
      words: words('Kundnr', 'Customer no.'),
      holds: 'text',
      only: 'customer',
      cell: ({ partyNumber }) => partyNumber,
    },
    { key: 'party', words: itemWords[side], holds: 'text', cell: ({ partyName }) => partyName },
    { key: 'invoice', words: itemWords.invoice, holds: 'text', cell: ({ number }) => number },
    { key: 'date', words: lineWords.date, holds: 'day', cell: ({ date }) => date },
    { key: 'dueDate', words: itemWords.due, holds: 'day', cell: ({ dueDate }) => dueDate },
    {
      key: 'daysOverdue',
      words: words('Dagar försenad', 'Days overdue'),
      holds: 'integer',
      cell: daysOverdue,
    },
    { key: 'currency', words: words('Valuta', 'Currency'), holds: 'text', cell: ({ currency }) => currency },
    {
      key: 'total',
      words: words('Belopp i valutan', 'Amount in currency'),
      holds: 'amount',
      cell: ({ totalOre }) => totalOre,
    },
    { key: 'amount', words: amountWords.amount, holds: 'amount', cell: ({ amountOre }) => amountOre },
    {
      key: 'taxReduction',
      words: words('Skattereduktion', 'Tax reduction'),
      holds: 'amount',
      only: 'customer',
      cell: ({ reductionOre }) => reductionOre,
    },
    {
      key: 'credited',
      words: itemWords.credited,
      holds: 'amount',
      only: 'customer',
      cell: ({ creditedOre }) => creditedOre,
    },
    { key: 'paid', words: itemWords.paid, holds: 'amount', cell: ({ paidOre }) => paidOre },
    {
      key: 'settled',
      words: itemWords.settled,
      holds: 'amount',
      only: 'customer',
      cell: ({ settledOre }) => settledOre,
    },
    { key: 'rest', words: itemWords.rest, holds: 'amount', cell: ({ restOre }) => restOre },
    {
      key: 'advance',
      words: itemWords.advance,
      holds: 'amount',
      only: 'supplier',
      cell: ({ advanceOre }) => advanceOre,
    },
  ]
  return all.filter(({ only }) => only === undefined || only === side)
}

const eventColumns = { creditNote: 'credited', payment: 'paid', settlement: 'settled' } as const

const wordsOf = (kind: ItemEvent['kind'], type: string | null): Words =>
  (type && (settlementWords as Readonly<Record<string, Words>>)[type]) || itemEventWords[kind]

/** The event of an item, below it: kind, day, and amount in the summed column. */
const eventRow = (
  { kind, type, number, date, ore }: ItemEvent,
  { columns, language }: { columns: readonly Column<Item>[]; language: Language },
): SheetRow => {
  const name = wordsOf(kind, type)[language]
  const cells: Readonly<Record<string, SheetCell>> = {
    invoice: `– ${name}${number === null ? '' : ` ${number}`}`,
    date,
    [eventColumns[kind]]: ore,
  }
  return { kind: 'line', cells: columns.map(({ key }) => cells[key] ?? null) }
}

const titles = {
  ledger: { customer: reportTitles['customer-ledger'], supplier: reportTitles['supplier-ledger'] },
  aged: { customer: reportTitles['aged-receivables'], supplier: reportTitles['aged-payables'] },
}

const compared: readonly { of: keyof Compared; words: Words }[] = [
  { of: 'restOre', words: comparedWords.openItems },
  { of: 'notBookedOre', words: comparedWords.notBooked },
  { of: 'booksOre', words: comparedWords.books },
  { of: 'differenceOre', words: comparedWords.difference },
]

/** The sheet of a ledger: its items, their sum, and the reconciliation with the books. */
export const itemSheet = (side: Side, found: Ledger, language: Language): Sheet => {
  const columns = itemColumns(side)
  /** A row with a name in the party's column, and one amount. */
  const row = (kind: SheetRow['kind'], name: string, amount: SheetCell): SheetRow => ({
    kind,
    cells: columns.map(({ key }) => (key === 'party' ? name : key === 'rest' ? amount : null)),
  })
  const totalRow = (): SheetRow => ({
    kind: 'total',
    cells: columns.map(({ key }) => {
      if (key === 'party') return itemWords.total[language]
      if (key === 'advance') return found.sums.advanceOre
      return key === 'rest' ? found.sums.restOre : null
    }),
  })
  const lines = found.items.flatMap((item): SheetRow[] => [
    { kind: 'line', cells: columns.map(({ cell }) => cell(item, found.on)) },
    ...(item.events ?? []).map((event) => eventRow(event, { columns, language })),
  ])
  const reconciled = (found.reconciliation ?? []).flatMap((one) => [
    row('group', `${one.account}`, null),
    ...compared.map(({ of, words: of2 }) => row('line', of2[language], BigInt(one[of]))),
  ])
  return {
    title: titles.ledger[side][language],
    period: { to: found.on },
    knownAt: found.known.registration,
    columns: columns.map(({ key, words: of, holds }): SheetColumn => ({ key, title: of[language], holds })),
    rows: [
      ...lines,
      totalRow(),
      ...(reconciled.length > 0 ? [row('heading', comparedWords.reconciliation[language], null), ...reconciled] : []),
    ],
  }
}

type Sums = Record<Age | 'restOre', Ore>

type ByAge = {
  on: Day
  known: { registration: number }
  total: Sums
  parties: readonly (Sums & { partyNumber: string | null; partyName: string })[]
}

const ageColumns: readonly { key: keyof Sums; words: Words }[] = [
  ...ages.map(({ key }) => ({ key, words: ageWords[key] })),
  { key: 'restOre', words: itemWords.total },
]

/** The sheet of items by age. */
export const agedSheet = (side: Side, { on, known, total, parties }: ByAge, language: Language): Sheet => {
  const row = (kind: SheetRow['kind'], name: string, sums: Sums): SheetRow => ({
    kind,
    cells: [name, ...ageColumns.map(({ key }) => sums[key])],
  })
  return {
    title: titles.aged[side][language],
    period: { to: on },
    knownAt: known.registration,
    columns: [
      { key: 'party', title: itemWords[side][language], holds: 'text' },
      ...ageColumns.map(({ key, words: of }): SheetColumn => ({ key, title: of[language], holds: 'amount' })),
    ],
    rows: [...parties.map((one) => row('line', one.partyName, one)), row('total', itemWords.total[language], total)],
  }
}
