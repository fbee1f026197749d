// Each label of the format with how its fields become an item (SIE 4B §5). Vouchers and the checksum span lines and
// are read elsewhere.

import type { Findings } from './findings.ts'
import type { SieAccountType, SieBalanceKind, SieItem, SieObjectRef, SieType } from './items.ts'
import { ACCOUNT_MAX_DIGITS, DIMENSION_MAX_DIGITS } from './limits.ts'
import { type SieField, textAt } from './lines.ts'
import { isQuantity, parseAmount, parseDay, parsePeriod } from './values.ts'

/** The line that is being read, and where to say what is wrong with it. */
export type Reading = {
  readonly line: number
  readonly label: string
  readonly fields: readonly SieField[]
  readonly findings: Findings
}

/** Makes the item of a line, or null when it cannot, having said why. */
type Maker = (at: Reading) => SieItem | null

/** The labels that stand on one line of their own. */
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
    (at) => ofAccount(at, (number) => ({ kind: 'account', line: at.line, number, name: textAt(at.fields, 1) })),
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
])

const format: Maker = ({ line, fields, findings }) => {
  const value = textAt(fields, 0)
  if (value !== 'PC8') findings.warn(line, `#FORMAT is "${value}" where the format only knows PC8`)
  return { kind: 'format', line, value }
}

const generated: Maker = ({ line, fields, findings }) => {
  const date = parseDay(textAt(fields, 0))
  if (date === null) findings.warn(line, '#GEN has no valid date')
  return { kind: 'generated', line, date, sign: textAt(fields, 1) }
}

const sieType: Maker = ({ line, fields, findings }) => {
  const text = textAt(fields, 0)
  const value = sieTypes.find((type) => String(type) === text)
  if (value !== undefined) return { kind: 'type', line, value }
  findings.error(line, `#SIETYP is "${text}", it must be 1, 2, 3 or 4`)
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
  // A feed of vouchers may carry the label without its days, which then say nothing.
  const isBare = textAt(fields, 1) === '' && textAt(fields, 2) === ''
  if (isBare) findings.add('error in 4E', line, '#RAR has no dates')
  if (isBare) findings.add('warning in 4I', line, '#RAR has no dates')
  else findings.error(line, '#RAR needs a year number, a first day and a last day not before it')
  return null
}

const taxYear: Maker = ({ line, fields, findings }) => {
  const text = textAt(fields, 0)
  if (/^\d{4}$/.test(text)) return { kind: 'taxYear', line, year: Number(text) }
  findings.warn(line, `#TAXAR is "${text}", it must be a year`)
  return null
}

const balancesUpTo: Maker = ({ line, fields, findings }) => {
  const date = parseDay(textAt(fields, 0))
  if (date !== null) return { kind: 'balancesUpTo', line, date }
  findings.warn(line, '#OMFATTN has no valid date')
  return null
}

const currency: Maker = ({ line, fields, findings }) => {
  const code = textAt(fields, 0)
  if (code !== 'SEK') findings.error(line, `The file is in the currency "${code}", only SEK can be read`)
  return { kind: 'currency', line, code }
}

const accountType: Maker = (at) =>
  ofAccount(at, (account) => {
    const text = textAt(at.fields, 1)
    const type = accountTypes.find((known) => known === text)
    if (type !== undefined) return { kind: 'accountType', line: at.line, account, type }
    at.findings.warn(at.line, `#KTYP of account ${account} is "${text}", it must be T, S, K or I`)
    return null
  })

const accountTypes: readonly SieAccountType[] = ['T', 'S', 'K', 'I']

const dimension = ({ line, label, fields, findings }: Reading, hasParent: boolean): SieItem | null => {
  const number = readDimension(textAt(fields, 0))
  const parent = hasParent ? readDimension(textAt(fields, 2)) : null
  if (number !== null && (parent !== null || !hasParent)) {
    return { kind: 'dimension', line, number, name: textAt(fields, 1), parent }
  }
  findings.error(line, `A dimension number of #${label} is not a whole number`)
  return null
}

const object: Maker = ({ line, fields, findings }) => {
  const number = readDimension(textAt(fields, 0))
  const code = textAt(fields, 1)
  if (number !== null && code !== '') {
    return { kind: 'object', line, dimension: number, code, name: textAt(fields, 2) }
  }
  findings.error(line, '#OBJEKT needs a dimension number and an object code')
  return null
}

const balance = (at: Reading, kind: SieBalanceKind): SieItem | null => {
  const yearIndex = yearIndexAt(at)
  const account = accountAt(at, 1)
  const amount = amountAt(at, 2)
  if (yearIndex === null || account === null || amount === null) return null
  return { kind, line: at.line, yearIndex, account, amount, quantity: quantityAt(at, 3) }
}

const objectBalance = (at: Reading, kind: 'objectOpening' | 'objectClosing'): SieItem | null => {
  const yearIndex = yearIndexAt(at)
  const account = accountAt(at, 1)
  const objects = objectsAt(at, 2)
  const amount = amountAt(at, 3)
  if (yearIndex === null || account === null || objects === null || amount === null) return null
  return { kind, line: at.line, yearIndex, account, objects, amount, quantity: quantityAt(at, 4) }
}

const periodBalance = (at: Reading, kind: 'periodBalance' | 'periodBudget'): SieItem | null => {
  const yearIndex = yearIndexAt(at)
  const period = parsePeriod(textAt(at.fields, 1))
  if (period === null) at.findings.error(at.line, `#${at.label} has no valid period`)
  const account = accountAt(at, 2)
  const objects = objectsAt(at, 3)
  const amount = amountAt(at, 4)
  if (yearIndex === null || period === null || account === null || objects === null || amount === null) return null
  return { kind, line: at.line, yearIndex, period, account, objects, amount, quantity: quantityAt(at, 5) }
}

const ofAccount = (at: Reading, make: (account: string) => SieItem | null): SieItem | null => {
  const account = accountAt(at, 0)
  return account === null ? null : make(account)
}

const yearIndexAt = (at: Reading): number | null => {
  const index = readYearIndex(textAt(at.fields, 0))
  if (index === null) at.findings.error(at.line, `#${at.label} has no valid year number`)
  return index
}

/** An account number: digits only. */
export const accountAt = ({ line, label, fields, findings }: Reading, at: number): string | null => {
  const text = textAt(fields, at)
  if (accountDigits.test(text)) return text
  findings.error(line, `The account "${text}" of #${label} is not a number of 1 to ${ACCOUNT_MAX_DIGITS} digits`)
  return null
}

const accountDigits = new RegExp(`^\\d{1,${ACCOUNT_MAX_DIGITS}}$`)

/** An amount in öre. */
export const amountAt = ({ line, label, fields, findings }: Reading, at: number): bigint | null => {
  const text = textAt(fields, at)
  const amount = parseAmount(text)
  if (amount !== null) return amount
  const rule = 'digits with at most two decimals after a point, and at most a minus before'
  findings.error(line, `The amount "${text}" of #${label} must be ${rule}`)
  return null
}

/** The pairs of an object list. */
export const objectsAt = ({ line, label, fields, findings }: Reading, at: number): readonly SieObjectRef[] | null => {
  const list = fields[at]
  if (list === undefined || typeof list === 'string') {
    findings.error(line, `#${label} has no object list in braces`)
    return null
  }
  if (list.length === 0) return noObjects
  const objects: SieObjectRef[] = []
  for (let next = 0; next < list.length; next += 2) {
    const dimension = readDimension(list[next] ?? '')
    const code = list[next + 1]
    if (dimension === null || code === undefined) {
      findings.error(line, `The object list of #${label} must be pairs of a dimension number and an object code`)
      return null
    }
    objects.push({ dimension, code })
  }
  return objects
}

const noObjects: readonly SieObjectRef[] = []

/** A quantity as text; one that is not a number is left out, since it moves no money. */
export const quantityAt = ({ line, label, fields, findings }: Reading, at: number): string | null => {
  const text = textAt(fields, at)
  if (text === '') return null
  if (isQuantity(text)) return text
  findings.warn(line, `The quantity "${text}" of #${label} is not a number and is left out`)
  return null
}

const readDimension = (text: string): number | null => (dimensionDigits.test(text) ? Number(text) : null)

const dimensionDigits = new RegExp(`^\\d{1,${DIMENSION_MAX_DIGITS}}$`)

/** 0 is the year of the file, -1 the one before and so on. */
const readYearIndex = (text: string): number | null => (/^(0|-?[1-9]\d?)$/.test(text) ? Number(text) : null)
