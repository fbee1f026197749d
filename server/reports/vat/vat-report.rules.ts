// Arranges figures as the VAT return (SKV 4700): a row for each box, the amount payable, and rows for amounts outside
// the boxes. What is booked on an account counts towards the box of its VAT rows; what has none, towards that of the
// account. Settlement entries on VAT accounts are not VAT of the period, and shift entries are not sales or purchases:
// both are shown separately.
import { inBaseCurrency, isDebitBox, isOfTax, isTaxBox, type Rate, type VatBox, vatBoxes } from '#ledger'
import type { Ore } from '#platform/money'
import { type Account, type Figures, isOnBalanceSheet } from '#reports/figures.rules'
import type { Words } from '#reports/lines.rules'
import type { Column, Period } from '#reports/period.rules'
import {
  below,
  type Counting,
  heading,
  inColumns,
  type Level,
  type Row,
  rowOf,
  type VatValue,
} from '#reports/statement.rules'

const words = (sv: string, en: string): Words => ({ sv, en })

const sections: readonly { section: VatBox['section']; words: Words }[] = [
  { section: 'sales', words: words('Momspliktig försäljning eller uttag', 'Taxable sales and withdrawals') },
  { section: 'outputTax', words: words('Utgående moms på försäljning', 'Output VAT on sales') },
  { section: 'purchases', words: words('Inköp med omvänd betalningsskyldighet', 'Purchases with reverse charge') },
  { section: 'reverseTax', words: words('Utgående moms på inköp', 'Output VAT on purchases') },
  { section: 'imports', words: words('Import', 'Imports') },
  { section: 'importTax', words: words('Utgående moms på import', 'Output VAT on imports') },
  { section: 'exemptSales', words: words('Försäljning utan moms', 'Sales without VAT') },
  { section: 'inputTax', words: words('Ingående moms', 'Input VAT') },
]

const vatWords = {
  payable: words('Moms att betala eller få tillbaka', 'VAT to pay or to get back'),
  rest: words('Ören som faller bort', 'Öre that are dropped'),
  check: words('Avstämning', 'Reconciliation'),
  salesBase: words(
    'Underlag 05–08 utöver vad utgående moms motsvarar',
    'Boxes 05–08 beyond what the output VAT is computed on',
  ),
  purchaseBase: words(
    'Underlag 20–24 utöver vad utgående moms motsvarar',
    'Boxes 20–24 beyond what the output VAT is computed on',
  ),
  importBase: words(
    'Underlag 50 utöver vad utgående moms motsvarar',
    'Box 50 beyond what the output VAT is computed on',
  ),
  shifted: words(
    'Periodiseringar och avyttringar som ingen ruta räknar',
    'Accruals and disposals, which no box counts',
  ),
  incomeWithoutCode: words('Intäkter på konton utan momskod', 'Income on accounts without a VAT code'),
  opening: words('Momskonton vid periodens början', 'Accounts of tax when the period begins'),
  booked: words('Bokfört på momskonton i perioden', 'Booked on accounts of tax in the period'),
  settled: words('Omfört till redovisningskonto', 'Moved to the settlement account'),
  closing: words('Momskonton vid periodens slut', 'Accounts of tax when the period ends'),
  difference: words('Bokfört på momskonton men i ingen ruta', 'Booked on accounts of tax, but in no box'),
} as const

/** The boxes of a base, and those of its VAT of 25, 12 and 6 percent. */
export const vatPairs = [
  { key: 'salesBase', bases: ['05', '06', '07', '08'], taxes: ['10', '11', '12'] },
  { key: 'purchaseBase', bases: ['20', '21', '22', '23', '24'], taxes: ['30', '31', '32'] },
  { key: 'importBase', bases: ['50'], taxes: ['60', '61', '62'] },
] as const
export type VatPairKey = (typeof vatPairs)[number]['key']

/** Öre are dropped, not rounded, as the form requires (SKV 4700). */
export const wholeKronor = (ore: Ore): Ore => ore - (ore % 100n)

const boxOf = new Map(vatBoxes.map((box) => [box.code, box]))

/** Whether it is a VAT account: by its code, or by its number (26xx up to 2649). */
const hasTax = ({ number, vatCode }: Account): boolean => isOfTax(number, vatCode)

/**
 * The amount of an account in a period that counts towards its box, in öre; credit is positive. Excludes settlements of
 * VAT, and shifts of anything else.
 */
const countedOf = (figures: Figures, account: Account, column: Pick<Column, 'from' | 'to'>): Ore => {
  const { debit, credit } = figures.moved(account, column)
  const left = hasTax(account) ? figures.settled(account, column) : figures.shifted(account, column)
  return credit - left.credit - (debit - left.debit)
}

const sumOf = (values: readonly VatValue[]): VatValue => ({
  reported: null,
  amount: values.reduce((sum, { amount }) => sum + amount, 0n),
})

/** The base implied by VAT of 25, 12 and 6 percent. */
const baseOfTax = ([high, middle, low]: readonly Ore[]): Ore =>
  (high ?? 0n) * 4n + ((middle ?? 0n) * 25n) / 3n + ((low ?? 0n) * 50n) / 3n

/**
 * `rates` are of books in euro: kronor for one euro in each column, null where that is unknown. The return is in whole
 * kronor all the same (lag 2000:46, 15 §).
 */
type Asked = { columns: readonly Column[]; level: Level; rates?: readonly (Rate | null)[] | undefined }

/** What a return says of an amount, in whole kronor; null where the rate is unknown. */
const reportedIn =
  (rates: Asked['rates']) =>
  (amount: Ore, place: number): Ore | null => {
    if (!rates) return wholeKronor(amount)
    const rate = rates[place] ?? null
    return rate === null ? null : wholeKronor(inBaseCurrency(amount, rate))
  }

export const layOutVat = (figures: Figures, { columns, level, rates }: Asked): Row<VatValue>[] => {
  const reported = reportedIn(rates)
  const counted = (sign: bigint): Counting<VatValue> => ({
    columns,
    level,
    sum: sumOf,
    valuesOf: inColumns(columns, (account, column) => ({
      reported: null,
      amount: sign * countedOf(figures, account, column),
    })),
  })
  const debit = counted(-1n)
  const credit = counted(1n)
  const accountsOf = (code: string) => figures.accounts.filter(({ vatCode }) => vatCode === code)
  const boxes = new Map(
    vatBoxes.map((box) => {
      const counting = isDebitBox(box.code) ? debit : credit
      const own = accountsOf(box.code)
      const line = rowOf(counting, { kind: 'line', key: box.code, name: box.words, accounts: own })
      const values = line.values.map(({ amount }, place) => ({ reported: reported(amount, place), amount }))
      return [box.code, { line: { ...line, values }, rows: below(counting, own) }]
    }),
  )
  const amountOf = (code: string, place: number): Ore => boxes.get(code)?.line.values[place]?.amount ?? 0n
  const filled = sections.flatMap(({ section, words: name }) => [
    heading<VatValue>(section, name),
    ...vatBoxes.filter((box) => box.section === section).flatMap(({ code }) => rowsOf(boxes.get(code))),
  ])
  const lines = new Map([...boxes].map(([code, { line }]) => [code, line]))
  return [
    ...filled,
    payable(lines, columns),
    heading('reconciliation', vatWords.check),
    // What is booked in another currency than the return leaves no öre to tell of.
    ...(rates ? [] : restOf(lines, columns)),
    ...basesOf(amountOf, columns),
    ...shiftedOf(figures, columns),
    ...taxAccounts(figures, { columns, level }, lines),
  ]
}

const rowsOf = (box: { line: Row<VatValue>; rows: Row<VatValue>[] } | undefined): Row<VatValue>[] =>
  box ? [box.line, ...box.rows] : []

type Lines = ReadonlyMap<string, Row<VatValue>>

const isReported = (lines: Lines, place: number): boolean =>
  [...lines.values()].every(({ values }) => (values[place]?.reported ?? null) !== null)

/** Box 49: output VAT less input VAT, both as reported. */
const payable = (lines: Lines, columns: readonly Column[]): Row<VatValue> => {
  const own = vatBoxes.filter(({ code }) => isTaxBox(code))
  const sumIn = (place: number, of: (value: VatValue) => Ore): Ore =>
    own.reduce((sum, box) => {
      const value = lines.get(box.code)?.values[place]
      return value ? sum + (box.section === 'inputTax' ? -of(value) : of(value)) : sum
    }, 0n)
  return {
    kind: 'total',
    key: '49',
    name: vatWords.payable,
    accounts: own.flatMap(({ code }) => lines.get(code)?.accounts ?? []).toSorted((one, two) => one - two),
    values: columns.map((_, place) => ({
      reported: isReported(lines, place) ? sumIn(place, ({ reported }) => reported ?? 0n) : null,
      amount: sumIn(place, ({ amount }) => amount),
    })),
  }
}

const told = (
  kind: 'line' | 'total' | 'difference',
  key: keyof typeof vatWords,
  amounts: readonly Ore[],
  accounts: readonly number[] = [],
): Row<VatValue> => ({
  kind,
  key,
  name: vatWords[key],
  accounts,
  values: amounts.map((amount) => ({ reported: null, amount })),
})

const restOf = (lines: Lines, columns: readonly Column[]): Row<VatValue>[] => {
  const { values } = payable(lines, columns)
  return [
    told(
      'difference',
      'rest',
      values.map(({ amount, reported }) => amount - (reported ?? 0n)),
    ),
  ]
}

/** The difference between bases and those implied by the booked VAT; near 0 if both were booked. */
const basesOf = (amountOf: (code: string, place: number) => Ore, columns: readonly Column[]): Row<VatValue>[] => {
  const beyond = (bases: readonly string[], taxes: readonly string[]) =>
    columns.map((_, place) => {
      const base = bases.reduce((sum, code) => sum + amountOf(code, place), 0n)
      return base - baseOfTax(taxes.map((code) => amountOf(code, place)))
    })
  return vatPairs.map(({ key, bases, taxes }) => told('difference', key, beyond(bases, taxes)))
}

/** The amounts shifted on accounts with a box; no row if zero. */
const shiftedOf = (figures: Figures, columns: readonly Column[]): Row<VatValue>[] => {
  const shifted = (account: Account, column: Column): Ore => {
    const { debit, credit } = figures.shifted(account, column)
    return credit - debit
  }
  const own = figures.accounts.filter(
    (account) =>
      account.vatCode !== null && !hasTax(account) && columns.some((column) => shifted(account, column) !== 0n),
  )
  if (own.length === 0) return []
  const amounts = columns.map((column) => own.reduce((total, one) => total + shifted(one, column), 0n))
  const numbers = own.map(({ number }) => number)
  return [told('line', 'shifted', amounts, numbers)]
}

/** The change of the VAT accounts from opening to closing balance; the difference is outside the boxes. */
const taxAccounts = (figures: Figures, { columns }: Asked, lines: Lines): Row<VatValue>[] => {
  const own = figures.accounts.filter(hasTax)
  const numbers = own.map(({ number }) => number)
  const sum = (of: (account: Account, column: Column) => Ore) =>
    columns.map((column) => own.reduce((total, account) => total + of(account, column), 0n))
  const booked = sum((account, column) => countedOf(figures, account, column))
  const settled = sum((account, column) => {
    const { debit, credit } = figures.settled(account, column)
    return credit - debit
  })
  const without = figures.accounts.filter(isIncomeWithoutCode)
  const { values } = payable(lines, columns)
  const unboxed = own.filter(({ vatCode }) => vatCode === null).map(({ number }) => number)
  return [
    told(
      'difference',
      'incomeWithoutCode',
      columns.map((column) => without.reduce((total, one) => total + countedOf(figures, one, column), 0n)),
      without.map(({ number }) => number),
    ),
    told(
      'line',
      'opening',
      sum((account, column) => -figures.opening(account, column)),
      numbers,
    ),
    told('line', 'booked', booked, numbers),
    told('line', 'settled', settled, numbers),
    told(
      'total',
      'closing',
      sum((account, column) => -figures.closing(account, column)),
      numbers,
    ),
    told(
      'difference',
      'difference',
      booked.map((ore, place) => ore - (values[place]?.amount ?? 0n)),
      unboxed,
    ),
  ]
}

/** Income outside all boxes, except rounding to whole kronor (3740). */
const isIncomeWithoutCode = (account: Account): boolean =>
  account.vatCode === null && !isOnBalanceSheet(account) && /^3(?!740)/.test(String(account.number))

/** A box in öre: as reported, and as booked. */
type VatBoxFigure = { code: string; reported: Ore; amount: Ore; accounts: readonly number[] }

/** The figures of a return. `taxes` is the VAT of each account with a box, credit positive. */
export type VatFigures = {
  boxes: readonly VatBoxFigure[]
  payable: Ore
  taxes: readonly { account: number; ore: Ore }[]
}

export const vatFiguresIn = (figures: Figures, periods: readonly Period[], rates?: Asked['rates']): VatFigures[] => {
  const columns = periods.map((period) => ({ kind: 'period' as const, ...period }))
  const rows = layOutVat(figures, { columns, level: 'line', rates })
  const taxed = figures.accounts.filter((account) => account.vatCode !== null && hasTax(account))
  return columns.map((column, place) => {
    const boxes = rows.flatMap(({ key, accounts, values }) => {
      const value = values[place]
      return boxOf.has(key) && value
        ? [{ code: key, reported: value.reported ?? 0n, amount: value.amount, accounts }]
        : []
    })
    const taxes = taxed.flatMap((account) => {
      const ore = countedOf(figures, account, column)
      return ore === 0n ? [] : [{ account: account.number, ore }]
    })
    const payable = rows.find(({ key }) => key === '49')?.values[place]?.reported ?? 0n
    return { boxes, payable, taxes }
  })
}
