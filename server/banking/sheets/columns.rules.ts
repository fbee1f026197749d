// What the columns of a bank's table hold: by the names that Swedish banks give them, whichever bank it is, or as a
// person has said for the bank account. Banks change their heads without notice. Pure.
import { type Cell, LEAST_COLUMNS, type SheetRow } from './table.rules.ts'
import { type DayOrder, type DecimalMark, looksLikeAmount, looksLikeDay } from './values.rules.ts'

export const COLUMN_KINDS = [
  'bookedDate',
  'transactionDate',
  'valueDate',
  'text',
  'counterparty',
  'counterpartyAccount',
  'reference',
  'bankReference',
  'amount',
  'moneyIn',
  'moneyOut',
  'balance',
  'currency',
  'clearingNumber',
  'accountNumber',
  'status',
  'ignored',
] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

type NamedColumn = { title: string; holds: ColumnKind }

/** What a person has said about the tables of a bank account with these titles, in their order. */
export type Layout = {
  columns: NamedColumn[]
  decimalMark: DecimalMark | null
  dayOrder: DayOrder | null
}

/** The head of a table: its place among the rows, -1 if there is none, and what its columns hold. */
export type Head = Layout & { at: number; isKnown: boolean }

/** The head stands among the first rows of a file. */
const MAX_HEAD_ROWS = 15

/** A title that stands for the day alone: the booked one, unless another column has that. */
const DAY = ['datum', 'date', 'dag', 'day']

const names: Readonly<Record<Exclude<ColumnKind, 'moneyIn' | 'moneyOut' | 'ignored'>, readonly string[]>> = {
  bookedDate: [
    'reskontradatum',
    'reskontradag',
    'bokföringsdatum',
    'bokföringsdag',
    'bokföringsdat',
    'bokfdag',
    'bokfdatum',
    'bokförd',
    'bokfört',
    'bokförd dag',
    'bokfört datum',
    'booking date',
    'booked date',
    'booked',
    'posting date',
  ],
  transactionDate: [
    'transaktionsdatum',
    'transaktionsdag',
    'transdag',
    'transdatum',
    'transaction date',
    'köpdatum',
    'inköpsdatum',
  ],
  valueDate: ['valutadatum', 'valutadag', 'värdedag', 'värdedatum', 'räntedag', 'räntedatum', 'value date'],
  text: [
    'text',
    'text/mottagare',
    'beskrivning',
    'transaktion',
    'transaktionstext',
    'rubrik',
    'meddelande',
    'meddelande/referens',
    'ytterligare detaljer',
    'specifikation',
    'description',
    'details',
    'message',
  ],
  counterparty: [
    'namn',
    'motpart',
    'motpartens namn',
    'betalare/mottagare',
    'mottagare/betalare',
    'name',
    'counterparty',
    'payer/payee',
  ],
  counterpartyAccount: [
    'motkonto',
    'motpartskonto',
    'motpartens konto',
    'motpartens kontonummer',
    'counterparty account',
  ],
  reference: ['ocr', 'ocr-nummer', 'ocr/referens', 'betalningsreferens', 'referensnummer', 'referens', 'reference'],
  bankReference: ['verifikationsnummer', 'verifikationsnr', 'bankens referens', 'transaktionsid', 'transaktions-id'],
  amount: ['belopp', 'belopp (sek)', 'belopp sek', 'belopp (kr)', 'belopp i kr', 'amount', 'amount (sek)'],
  balance: [
    'saldo',
    'saldo (sek)',
    'saldo sek',
    'bokfört saldo',
    'saldo efter transaktion',
    'balance',
    'balance (sek)',
    'booked balance',
  ],
  currency: ['valuta', 'kontovaluta', 'currency'],
  clearingNumber: ['clnr', 'clearingnr', 'clearingnummer', 'clearing'],
  accountNumber: ['kontonr', 'kontonummer', 'konto', 'iban', 'account number'],
  status: ['status'],
}

/** Titles that only suggest what is held: a person confirms it. */
const suggestions: Readonly<Partial<Record<ColumnKind, readonly string[]>>> = {
  moneyIn: ['in', 'insättning', 'insättningar', 'insatt', 'kredit', 'credit', 'money in', 'paid in', 'inbetalning'],
  moneyOut: ['ut', 'uttag', 'uttaget', 'debet', 'debit', 'money out', 'paid out', 'utbetalning'],
  counterparty: ['mottagare', 'avsändare', 'betalare', 'payee', 'payer', 'recipient', 'sender'],
  text: ['typ', 'kategori', 'betalningstyp', 'type', 'category', 'memo', 'info', 'information', 'notering'],
}

const kindByName = new Map(
  Object.entries(names).flatMap(([kind, each]) => each.map((name) => [name, kind as ColumnKind])),
)
const suggestedByName = new Map(
  Object.entries(suggestions).flatMap(([kind, each]) => each.map((name) => [name, kind as ColumnKind])),
)

/** A title as it is compared: letters alike, blanks single, no sign behind it. */
const plainTitle = (title: string): string => {
  const plain = title.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  return /[.:*]$/.test(plain) ? plain.slice(0, -1).trim() : plain
}

const titlesOf = (cells: readonly Cell[]): string[] => {
  const titles = cells.map((cell) => String(cell).trim())
  while (titles.at(-1) === '') titles.pop()
  return titles
}

const isAlike = (titles: readonly string[], { columns }: Layout): boolean =>
  titles.length === columns.length &&
  columns.every(({ title }, at) => plainTitle(title) === plainTitle(titles[at] ?? ''))

/** What identifies the titles of a table: two layouts with the same may not stand beside each other. */
export const fingerprintOf = ({ columns }: Pick<Layout, 'columns'>): string =>
  JSON.stringify(columns.map(({ title }) => plainTitle(title)))

/** The head of a table: as said before, or by the names of its columns. A head that is not known has suggestions. */
export const headOf = (rows: readonly SheetRow[], layouts: readonly Layout[]): Head | null => {
  const tried = rows.slice(0, MAX_HEAD_ROWS).map(({ cells }) => titlesOf(cells))
  for (const [at, titles] of tried.entries()) {
    const layout = layouts.find((one) => isAlike(titles, one))
    if (layout) return { ...layout, at, isKnown: true }
  }
  for (const [at, titles] of tried.entries()) {
    const columns = columnsNamed(titles)
    if (isWhole(columns)) return { at, columns, decimalMark: null, dayOrder: null, isKnown: true }
  }
  return unknownHead(tried, layouts)
}

/** Whether the columns tell of transactions: the day, the amount, and what it was. */
export const isWhole = (columns: readonly NamedColumn[]): boolean => {
  const has = (...kinds: ColumnKind[]) => columns.some(({ holds }) => kinds.includes(holds))
  return has('bookedDate') && has('amount', 'moneyIn', 'moneyOut') && has('text', 'counterparty')
}

/** The row that may be the head of an unknown table; a table without a head has numbers for titles. */
const unknownHead = (tried: readonly string[][], layouts: readonly Layout[]): Head | null => {
  const isData = (titles: readonly string[]) => titles.some(looksLikeDay) && titles.some(looksLikeAmount)
  const first = tried.findIndex(isData)
  const said = { decimalMark: null, dayOrder: null, isKnown: false }
  const isTitles = (titles: readonly string[]) =>
    titles.filter((title) => title !== '').length >= LEAST_COLUMNS &&
    !titles.some((title) => looksLikeDay(title) || looksLikeAmount(title))
  const at = tried.slice(0, first < 0 ? undefined : first).findLastIndex(isTitles)
  if (at >= 0) return { ...said, at, columns: suggested(tried[at] ?? [], tried.slice(at + 1)) }
  const row = tried[first]
  if (!row) return null
  const numbers = row.map((_, index) => String(index + 1))
  const layout = layouts.find((one) => isAlike(numbers, one))
  if (layout) return { ...layout, at: first - 1, isKnown: true }
  return { ...said, at: first - 1, columns: suggested(numbers, tried.slice(first)) }
}

/** The columns by their names; of two with the same contents the first counts, but texts are put together. */
const columnsNamed = (titles: readonly string[]): NamedColumn[] => {
  const plain = titles.map(plainTitle)
  const found = plain.map((title): ColumnKind => kindByName.get(title) ?? 'ignored')
  if (isNumberedTable(found, plain)) found[plain.indexOf('referens')] = 'counterparty'
  if (!found.includes('bookedDate')) {
    const day = plain.findIndex((title) => DAY.includes(title))
    const other = day >= 0 ? day : found.indexOf('transactionDate')
    if (other >= 0) found[other] = 'bookedDate'
  }
  return once(titles, found)
}

/** In the table with numbered rows and the account in each, the other party is called the reference. */
const isNumberedTable = (found: readonly ColumnKind[], plain: readonly string[]): boolean =>
  ['radnr', 'radnummer'].includes(plain[0] ?? '') &&
  found.includes('clearingNumber') &&
  found.includes('text') &&
  plain.includes('referens')

/** What the columns of an unknown head may hold, by their titles and by what stands below them. */
const suggested = (titles: readonly string[], below: readonly (readonly string[])[]): NamedColumn[] => {
  const named = columnsNamed(titles)
  const holds = named.map((one): ColumnKind => {
    const kind = suggestedByName.get(plainTitle(one.title)) ?? 'ignored'
    const isMore = kind === 'text' && named.some(({ holds: other }) => other === 'text')
    return one.holds === 'ignored' && !isMore ? kind : one.holds
  })
  const cellsOf = (at: number) => below.flatMap((row) => row[at] || [])
  const give = (kind: ColumnKind, fits: (cell: string) => boolean) => {
    const isFitting = (at: number) => holds[at] === 'ignored' && cellsOf(at).length > 0 && cellsOf(at).every(fits)
    const found = titles.findIndex((_, at) => isFitting(at))
    if (found >= 0) holds[found] = kind
  }
  const lacks = (...kinds: ColumnKind[]) => !holds.some((one) => kinds.includes(one))
  if (lacks('bookedDate')) give('bookedDate', looksLikeDay)
  if (lacks('amount', 'moneyIn', 'moneyOut')) give('amount', (cell) => looksLikeAmount(cell) && !looksLikeDay(cell))
  if (lacks('text', 'counterparty')) give('text', (cell) => /\p{L}{2}/u.test(cell))
  return once(titles, holds)
}

const once = (titles: readonly string[], found: readonly ColumnKind[]): NamedColumn[] =>
  titles.map((title, at) => {
    const holds = found[at] ?? 'ignored'
    return { title, holds: holds === 'text' || found.indexOf(holds) === at ? holds : 'ignored' }
  })
