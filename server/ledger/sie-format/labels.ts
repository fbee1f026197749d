// Each label of the format, with the conversion of its fields to an item (SIE 4B §5). Vouchers and the checksum span
// lines and are handled elsewhere.
import type { Accounts, ReadAccount } from './accounts.ts'
import type { Mapped, SieAccountType, SieBalanceKind, SieItem, SieObjectRef, SiePeriodItem, SieType } from './items.ts'
import type { ReadingFindings } from './kinds.ts'
import { DIMENSION_MAX_DIGITS, OBJECT_CODE_MAX_CHARACTERS } from './limits.ts'
import { type SieField, textAt } from './lines.ts'
import { isQuantity, parseAmount, parseDay, parsePeriod } from './values.ts'

/** The line being read, and the findings to report to. */
export type Reading = {
  readonly line: number
  readonly label: string
  readonly fields: readonly SieField[]
  readonly findings: ReadingFindings
  readonly accounts: Accounts
}

/** Returns the item of a line, or null after reporting why there is none. */
type Maker = (at: Reading) => SieItem | null

/** The single-line labels. */
export const labels: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['FLAGGA', (at) => ({ kind: 'flag', line: at.line, value: textAt(at.fields, 0) })],
  ['PROGRAM', ({ line, fields }) => ({ kind: 'program', line, name: textAt(fields, 0), version: textAt(fields, 1) })],
  ['FORMAT', (at) => format(at)],
  ['GEN', (at) => generated(at)],
  ['SIETYP', (at) => sieType(at)],
  ['PROSA', ({ line, fields }) => ({ kind: 'comment', line, text: textAt(fields, 0) })],
  ['FTYP', ({ line, fields }) => ({ kind: 'companyType', line, code: textAt(fields, 0) })],
  ['FNR', ({ line, fields }) => ({ kind: 'companyId', line, id: textAt(fields, 0) })],
  ['ORGNR', ({ line, fields }) => ({ kind: 'orgNumber', line, number: textAt(fields, 0), serial: textAt(fields, 1) })],
  ['BKOD', ({ line, fields }) => ({ kind: 'industry', line, code: textAt(fields, 0) })],
  ['ADRESS', (at) => address(at)],
  ['FNAMN', ({ line, fields }) => ({ kind: 'companyName', line, name: textAt(fields, 0) })],
  ['RAR', (at) => fiscalYear(at)],
  ['TAXAR', (at) => taxYear(at)],
  ['OMFATTN', (at) => balancesUpTo(at)],
  ['KPTYP', ({ line, fields }) => ({ kind: 'chartType', line, code: textAt(fields, 0) })],
  ['VALUTA', (at) => currency(at)],
  [
    'KONTO',
    (at) =>
      ofAccount(at, (number, given) => ({
        kind: 'account',
        line: at.line,
        number,
        name: textAt(at.fields, 1),
        ...given,
      })),
  ],
  ['KTYP', (at) => accountType(at)],
  ['ENHET', (at) => ofAccount(at, (account) => ({ kind: 'unit', line: at.line, account, unit: textAt(at.fields, 1) }))],
  ['SRU', (at) => ofAccount(at, (account) => ({ kind: 'sru', line: at.line, account, code: textAt(at.fields, 1) }))],
  ['DIM', (at) => dimension(at, false)],
  ['UNDERDIM', (at) => dimension(at, true)],
  ['OBJEKT', (at) => object(at)],
  ['IB', (at) => balance(at, 'opening')],
  ['UB', (at) => balance(at, 'closing')],
  ['RES', (at) => balance(at, 'result')],
  ['OIB', (at) => objectBalance(at, 'objectOpening')],
  ['OUB', (at) => objectBalance(at, 'objectClosing')],
  ['PSALDO', (at) => periodBalance(at, 'periodBalance')],
  ['PBUDGET', (at) => periodBalance(at, 'periodBudget')],
  ['OBJPBUDGET', (at) => periodBalance(at, 'objectBudget')],
])

const format: Maker = ({ line, fields, findings }) => {
  const value = textAt(fields, 0)
  if (value !== 'PC8') findings.add('formatOdd', line, { value })
  return { kind: 'format', line, value }
}

const generated: Maker = ({ line, fields, findings }) => {
  const date = parseDay(textAt(fields, 0))
  if (date === null) findings.add('madeOdd', line)
  return { kind: 'generated', line, date, sign: textAt(fields, 1) }
}

const sieType: Maker = ({ line, fields, findings }) => {
  const text = textAt(fields, 0)
  const value = sieTypes.find((type) => String(type) === text)
  if (value !== undefined) return { kind: 'type', line, value }
  findings.add('typeUnknown', line, { value: text })
  return null
}

const sieTypes: readonly SieType[] = [1, 2, 3, 4]

const address: Maker = ({ line, fields }) => ({
  kind: 'address',
  line,
  contact: textAt(fields, 0),
  street: textAt(fields, 1),
  postal: textAt(fields, 2),
  phone: textAt(fields, 3),
})

const fiscalYear: Maker = ({ line, fields, findings }) => {
  const index = readYearIndex(textAt(fields, 0))
  const start = parseDay(textAt(fields, 1))
  const end = parseDay(textAt(fields, 2))
  if (index !== null && start !== null && end !== null && start <= end) {
    return { kind: 'fiscalYear', line, index, start, end }
  }
  // Voucher files may have the label without its days, which is ignored.
  const isBare = textAt(fields, 1) === '' && textAt(fields, 2) === ''
  if (isBare) findings.add('yearBare', line)
  else if (index !== null && index !== 0) findings.add('otherYearOdd', line, { year: index })
  else findings.add('yearOdd', line)
  return null
}

const taxYear: Maker = ({ line, fields, findings }) => {
  const text = textAt(fields, 0)
  if (/^\d{4}$/.test(text)) return { kind: 'taxYear', line, year: Number(text) }
  findings.add('taxYearOdd', line, { value: text })
  return null
}

const balancesUpTo: Maker = ({ line, fields, findings }) => {
  const date = parseDay(textAt(fields, 0))
  if (date !== null) return { kind: 'balancesUpTo', line, date }
  findings.add('upToOdd', line)
  return null
}

const currency: Maker = ({ line, fields, findings }) => {
  const code = textAt(fields, 0)
  if (code === '') {
    findings.add('currencyBare', line)
    return null
  }
  return { kind: 'currency', line, code }
}

const accountType: Maker = (at) =>
  ofAccount(at, (account) => {
    const text = textAt(at.fields, 1)
    const type = accountTypes.find((known) => known === text)
    if (type !== undefined) return { kind: 'accountType', line: at.line, account, type }
    at.findings.add('typeOdd', at.line, { account, value: text })
    return null
  })

const accountTypes: readonly SieAccountType[] = ['T', 'S', 'K', 'I']

const dimension = ({ line, label, fields, findings }: Reading, hasParent: boolean): SieItem | null => {
  const number = readDimension(textAt(fields, 0))
  const parent = hasParent ? readDimension(textAt(fields, 2)) : null
  if (number !== null && (parent !== null || !hasParent)) {
    return { kind: 'dimension', line, number, name: textAt(fields, 1), parent }
  }
  findings.add('dimensionOdd', line, { label })
  return null
}

const object: Maker = ({ line, fields, findings }) => {
  const number = readDimension(textAt(fields, 0))
  const code = textAt(fields, 1)
  if (number !== null && code !== '' && code.length <= OBJECT_CODE_MAX_CHARACTERS) {
    return { kind: 'object', line, dimension: number, code, name: textAt(fields, 2) }
  }
  findings.add('objectOdd', line, { limit: OBJECT_CODE_MAX_CHARACTERS })
  return null
}

const balance = (at: Reading, kind: SieBalanceKind): SieItem | null => {
  const yearIndex = yearIndexAt(at)
  const account = accountAt(at, 1)
  const amount = amountAt(at, 2)
  if (yearIndex === null || account === null || amount === null) return null
  return { kind, line: at.line, yearIndex, ...account, amount, quantity: quantityAt(at, 3) }
}

const objectBalance = (at: Reading, kind: 'objectOpening' | 'objectClosing'): SieItem | null => {
  const yearIndex = yearIndexAt(at)
  const account = accountAt(at, 1)
  const objects = objectsAt(at, 2)
  const amount = amountAt(at, 3)
  if (yearIndex === null || account === null || objects === null || amount === null) return null
  return { kind, line: at.line, yearIndex, account: account.account, objects, amount, quantity: quantityAt(at, 4) }
}

const periodBalance = (at: Reading, kind: SiePeriodItem['kind']): SieItem | null => {
  const yearIndex = yearIndexAt(at)
  const period = parsePeriod(textAt(at.fields, 1))
  if (period === null) at.findings.add('periodOdd', at.line, { label: at.label })
  const read = accountAt(at, 2)
  const objects = objectsAt(at, 3)
  const amount = amountAt(at, 4)
  if (yearIndex === null || period === null || read === null || objects === null || amount === null) return null
  const { account } = read
  return { kind, line: at.line, yearIndex, period, account, objects, amount, quantity: quantityAt(at, 5) }
}

const ofAccount = (at: Reading, make: (account: string, mapped: Mapped) => SieItem | null): SieItem | null => {
  const read = accountAt(at, 0)
  if (read === null) return null
  const { account, ...mapped } = read
  return make(account, mapped)
}

/**
 * Whether the line is booked: rows, and opening balances of the file's year. Invalid lines of other kinds are skipped.
 */
const isBooked = ({ label, fields }: Reading): boolean => {
  if (label === 'IB') return readYearIndex(textAt(fields, 0)) === 0 || readYearIndex(textAt(fields, 0)) === null
  return label === 'TRANS' || label === 'RTRANS'
}

const yearIndexAt = (at: Reading): number | null => {
  const { line, label, fields, findings } = at
  const index = readYearIndex(textAt(fields, 0))
  if (index === null) findings.add(isBooked(at) ? 'indexOdd' : 'indexOddLeft', line, { label })
  return index
}

/** An account number, after mapping. */
export const accountAt = (at: Reading, index: number): ReadAccount | null =>
  at.accounts.read(textAt(at.fields, index), at.line, at.label, isBooked(at))

/** An amount in öre. */
export const amountAt = (at: Reading, index: number): bigint | null => {
  const { line, label, fields, findings } = at
  const value = textAt(fields, index)
  const amount = parseAmount(value)
  if (amount === null) findings.add(isBooked(at) ? 'amountOdd' : 'amountOddLeft', line, { value, label })
  return amount
}

/** The pairs of an object list. */
export const objectsAt = (at: Reading, index: number): readonly SieObjectRef[] | null => {
  const { line, label, fields, findings } = at
  const list = fields[index]
  if (list === undefined || typeof list === 'string') {
    findings.add(isBooked(at) ? 'listMissing' : 'listMissingLeft', line, { label })
    return null
  }
  if (list.length === 0) return noObjects
  const objects: SieObjectRef[] = []
  for (let next = 0; next < list.length; next += 2) {
    const dimension = readDimension(list[next] ?? '')
    const code = list[next + 1]
    if (dimension === null || code === undefined || code.length > OBJECT_CODE_MAX_CHARACTERS) {
      findings.add(isBooked(at) ? 'listOdd' : 'listOddLeft', line, { label })
      return null
    }
    objects.push({ dimension, code })
  }
  return objects
}

const noObjects: readonly SieObjectRef[] = []

/** A quantity as text; an invalid one is dropped, since it moves no money. */
export const quantityAt = ({ line, label, fields, findings }: Reading, at: number): string | null => {
  const value = textAt(fields, at)
  if (value === '') return null
  if (isQuantity(value)) return value
  findings.add('quantityOdd', line, { value, label })
  return null
}

const readDimension = (text: string): number | null => (dimensionDigits.test(text) ? Number(text) : null)

const dimensionDigits = new RegExp(`^\\d{1,${DIMENSION_MAX_DIGITS}}$`)

/** 0 is the year of the file, -1 the previous one and so on. */
const readYearIndex = (text: string): number | null => (/^(0|-?[1-9]\d?)$/.test(text) ? Number(text) : null)
