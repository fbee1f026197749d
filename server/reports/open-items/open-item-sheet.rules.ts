// Open items as sheets: customer and supplier ledgers with their reconciliation, and items by age.
import type { Language, Sheet, SheetCell, SheetColumn, SheetHolds, SheetRow } from '#http'
import { type Day, daysBetween } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Words } from '#reports/lines.rules'
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
  sums: { restOre: Ore }
  reconciliation: readonly Compared[] | null
}

type Column<Of> = { key: string; words: Words; holds: SheetHolds; only?: Side; cell: (one: Of, on: Day) => SheetCell }

const words = (sv: string, en: string): Words => ({ sv, en })

const partyWords = { customer: words('Kund', 'Customer'), supplier: words('Leverantör', 'Supplier') }

const itemColumns = (side: Side): readonly Column<Item>[] => {
  const all: readonly Column<Item>[] = [
    {
      ...{ key: 'number', words: words('Kundnr', 'Customer no.'), holds: 'text', only: 'customer' },
      cell: ({ partyNumber }) => partyNumber,
    },
    { key: 'party', words: partyWords[side], holds: 'text', cell: ({ partyName }) => partyName },
    { key: 'invoice', words: words('Faktura', 'Invoice'), holds: 'text', cell: ({ number }) => number },
    { key: 'date', words: words('Datum', 'Date'), holds: 'day', cell: ({ date }) => date },
    { key: 'dueDate', words: words('Förfaller', 'Due'), holds: 'day', cell: ({ dueDate }) => dueDate },
    {
      ...{ key: 'daysOverdue', words: words('Dagar försenad', 'Days overdue'), holds: 'integer' },
      cell: ({ dueDate }, on) => (dueDate < on ? daysBetween(dueDate, on) : 0),
    },
    { key: 'currency', words: words('Valuta', 'Currency'), holds: 'text', cell: ({ currency }) => currency },
    {
      ...{ key: 'total', words: words('Belopp i valutan', 'Amount in currency'), holds: 'amount' },
      cell: ({ totalOre }) => totalOre,
    },
    { key: 'amount', words: words('Belopp', 'Amount'), holds: 'amount', cell: ({ amountOre }) => amountOre },
    {
      ...{ key: 'taxReduction', words: words('Skattereduktion', 'Tax reduction'), holds: 'amount', only: 'customer' },
      cell: ({ reductionOre }) => reductionOre,
    },
    {
      ...{ key: 'credited', words: words('Krediterat', 'Credited'), holds: 'amount', only: 'customer' },
      cell: ({ creditedOre }) => creditedOre,
    },
    { key: 'paid', words: words('Betalt', 'Paid'), holds: 'amount', cell: ({ paidOre }) => paidOre },
    {
      ...{ key: 'settled', words: words('Reglerat', 'Settled'), holds: 'amount', only: 'customer' },
      cell: ({ settledOre }) => settledOre,
    },
    { key: 'rest', words: words('Rest', 'Unpaid'), holds: 'amount', cell: ({ restOre }) => restOre },
  ]
  return all.filter(({ only }) => only === undefined || only === side)
}

const eventColumns = { creditNote: 'credited', payment: 'paid', settlement: 'settled' } as const

const eventWords = {
  creditNote: words('Kreditfaktura', 'Credit note'),
  payment: words('Betalning', 'Payment'),
  settlement: words('Reglering', 'Settlement'),
}

const settlementWords: Readonly<Record<string, Words>> = {
  currency: words('Kursdifferens', 'Exchange difference'),
  bankFee: words('Bankavgift', 'Bank fee'),
  badDebt: words('Kundförlust', 'Bad debt'),
  balanceAdjustment: words('Utjämning', 'Balance adjustment'),
  paymentServiceFee: words('Avgift till betaltjänst', 'Payment service fee'),
  cashDiscount: words('Kassarabatt', 'Cash discount'),
  reminderFee: words('Påminnelseavgift', 'Reminder fee'),
  lateInterest: words('Dröjsmålsränta', 'Late interest'),
}

/** The event of an item, below it: kind, day, and amount in the summed column. */
const eventRow = (
  { kind, type, number, date, ore }: ItemEvent,
  { columns, language }: { columns: readonly Column<Item>[]; language: Language },
): SheetRow => {
  const name = ((type && settlementWords[type]) || eventWords[kind])[language]
  const cells: Readonly<Record<string, SheetCell>> = {
    ...{ invoice: `– ${name}${number === null ? '' : ` ${number}`}`, date },
    [eventColumns[kind]]: ore,
  }
  return { kind: 'line', cells: columns.map(({ key }) => cells[key] ?? null) }
}

const ledgerTitles = {
  customer: words('Kundreskontra', 'Customer ledger'),
  supplier: words('Leverantörsreskontra', 'Supplier ledger'),
}
const agedTitles = {
  customer: words('Kundfordringar efter ålder', 'Receivables by age'),
  supplier: words('Leverantörsskulder efter ålder', 'Payables by age'),
}
const totalWords = words('Summa', 'Total')
const heading = words('Avstämning mot bokföringen', 'Reconciliation with the books')

const comparedWords: readonly { of: keyof Compared; words: Words }[] = [
  { of: 'restOre', words: words('Öppna poster', 'Open items') },
  { of: 'notBookedOre', words: words('Ej bokfört', 'Not booked') },
  { of: 'booksOre', words: words('Bokfört saldo', 'Balance in the books') },
  { of: 'differenceOre', words: words('Differens', 'Difference') },
]

/** The sheet of a ledger: its items, their sum, and the reconciliation with the books. */
export const itemSheet = (side: Side, found: Ledger, language: Language): Sheet => {
  const columns = itemColumns(side)
  /** A row with a name in the party's column, and one amount. */
  const row = (kind: SheetRow['kind'], name: string, amount: SheetCell): SheetRow => ({
    kind,
    cells: columns.map(({ key }) => (key === 'party' ? name : key === 'rest' ? amount : null)),
  })
  const lines = found.items.flatMap((item): SheetRow[] => [
    { kind: 'line', cells: columns.map(({ cell }) => cell(item, found.on)) },
    ...(item.events ?? []).map((event) => eventRow(event, { columns, language })),
  ])
  const compared = (found.reconciliation ?? []).flatMap((one) => [
    row('group', `${one.account}`, null),
    ...comparedWords.map(({ of, words: of2 }) => row('line', of2[language], BigInt(one[of]))),
  ])
  return {
    title: ledgerTitles[side][language],
    period: { to: found.on },
    knownAt: found.known.registration,
    columns: columns.map(({ key, words: of, holds }): SheetColumn => ({ key, title: of[language], holds })),
    rows: [
      ...lines,
      row('total', totalWords[language], found.sums.restOre),
      ...(compared.length > 0 ? [row('heading', heading[language], null), ...compared] : []),
    ],
  }
}

type Sums = Record<'notDue' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90Days' | 'restOre', Ore>

type ByAge = {
  on: Day
  known: { registration: number }
  total: Sums
  parties: readonly (Sums & { partyNumber: string | null; partyName: string })[]
}

const ageColumns: readonly { key: keyof Sums; words: Words }[] = [
  { key: 'notDue', words: words('Ej förfallet', 'Not due') },
  { key: 'days1To30', words: words('1–30 dagar', '1–30 days') },
  { key: 'days31To60', words: words('31–60 dagar', '31–60 days') },
  { key: 'days61To90', words: words('61–90 dagar', '61–90 days') },
  { key: 'over90Days', words: words('Över 90 dagar', 'Over 90 days') },
  { key: 'restOre', words: words('Summa', 'Total') },
]

/** The sheet of items by age. */
export const agedSheet = (side: Side, { on, known, total, parties }: ByAge, language: Language): Sheet => {
  const row = (kind: SheetRow['kind'], name: string, sums: Sums): SheetRow => ({
    kind,
    cells: [name, ...ageColumns.map(({ key }) => sums[key])],
  })
  return {
    title: agedTitles[side][language],
    period: { to: on },
    knownAt: known.registration,
    columns: [
      { key: 'party', title: partyWords[side][language], holds: 'text' },
      ...ageColumns.map(({ key, words: of }): SheetColumn => ({ key, title: of[language], holds: 'amount' })),
    ],
    rows: [...parties.map((one) => row('line', one.partyName, one)), row('total', totalWords[language], total)],
  }
}
