// Validation of employees, their conversion to the stored form, and which rule of tax holds for them on a day.
import { bankAccount, bankOfClearingNumber } from '#numbers/bank-account'
import { isCountry } from '#numbers/country'
import { personalNumber } from '#numbers/personal-number'
import { HOME, isBlank, objectOf, textOf } from '#parties'
import type { Day } from '#platform/day'
import { oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import type { TaxRule } from '#rule/payroll/tax'
import { pointer } from '#text/json'
import { peopleFaults as faults } from './people-refusals.ts'

export const taxKinds = ['table', 'sideIncome', 'abroad', 'abroadAtSea', 'artistAbroad', 'none'] as const
type TaxKind = (typeof taxKinds)[number]

/** A decision of the tax authority (jämkning): a percentage of the pay, or kronor a month. */
type TaxDecision = { percent: number | null; amount: number | null; from: string; to: string }

/** How tax is withheld; `extra` in kronor a payment, by the employee's wish. */
export type TaxSetting = {
  kind: TaxKind
  table: number | null
  column: number | null
  extra: number
  decision: TaxDecision | null
}

type EmployeeAddress = {
  line1: string | null
  line2: string | null
  postalCode: string | null
  city: string | null
  /** ISO 3166-1 alpha-2 */
  country: string
}

type AccountOfEmployee = { clearingNumber: string; accountNumber: string }
type Nullable<T> = { [Name in keyof T]?: T[Name] | null }

/** An employee in a request. Omitted, null and blank fields count as missing. */
export type EmployeeBody = {
  firstName: string
  lastName: string
  personalNumber: string
  email?: string | null
  address?: Nullable<EmployeeAddress> | null
  bankAccount?: AccountOfEmployee | null
  tax: { kind: TaxKind; table?: number; column?: number; extra?: number; decision?: Nullable<TaxDecision> | null }
}

/** A stored employee, without its id. */
export type EmployeeContent = {
  firstName: string
  lastName: string
  personalNumber: string
  email: string | null
  address: EmployeeAddress | null
  bankAccount: AccountOfEmployee | null
  tax: TaxSetting
}

/** Converts a validated body to its stored form. */
export const employeeContentOf = (body: EmployeeBody, today: Day): EmployeeContent => {
  const { address, bankAccount: account, tax } = body
  const number = personalNumber(body.personalNumber, today)
  const known = account ? bankAccount(account.clearingNumber, account.accountNumber) : null
  if (number === null) throw new Error('An invalid personal number was not refused')
  return {
    firstName: body.firstName.trim(),
    lastName: body.lastName.trim(),
    personalNumber: number,
    email: textOf(body.email),
    address: address
      ? {
          line1: textOf(address.line1),
          line2: textOf(address.line2),
          postalCode: textOf(address.postalCode),
          city: textOf(address.city),
          country: address.country ?? HOME,
        }
      : null,
    bankAccount: known && { clearingNumber: known.clearingNumber, accountNumber: known.accountNumber },
    tax: {
      kind: tax.kind,
      table: tax.table ?? null,
      column: tax.column ?? null,
      extra: tax.extra ?? 0,
      decision: tax.decision ? decisionOf(tax.decision) : null,
    },
  }
}

const decisionOf = ({ percent, amount, from, to }: Nullable<TaxDecision>): TaxDecision => ({
  percent: percent ?? null,
  amount: amount ?? null,
  from: from ?? '',
  to: to ?? '',
})

/** All errors in a body, which may be any object; type errors that the schema reports are not repeated. */
export const wrongInEmployee = (body: unknown, today: Day): FieldError[] => {
  const { firstName, lastName, personalNumber: number, address, bankAccount: account, tax } = objectOf(body)
  return [
    ...(isBlank(firstName) ? [faults.blank('#/firstName')] : []),
    ...(isBlank(lastName) ? [faults.blank('#/lastName')] : []),
    ...(typeof number === 'string' && personalNumber(number, today) === null
      ? [faults.personalNumber('#/personalNumber')]
      : []),
    ...wrongInAddress(objectOf(address)),
    ...wrongInAccount(objectOf(account)),
    ...wrongInTax(objectOf(tax)),
  ]
}

const wrongInAddress = ({ country }: Record<string, unknown>): FieldError[] =>
  typeof country === 'string' && !isCountry(country) ? [faults.country(pointer('address', 'country'))] : []

const wrongInAccount = ({ clearingNumber, accountNumber }: Record<string, unknown>): FieldError[] => {
  if (typeof clearingNumber !== 'string') return []
  const bank = bankOfClearingNumber(clearingNumber)
  if (bank === null) return [faults.clearingNumber(pointer('bankAccount', 'clearingNumber'))]
  return typeof accountNumber === 'string' && bankAccount(clearingNumber, accountNumber) === null
    ? [faults.accountNumber(pointer('bankAccount', 'accountNumber'), { bank })]
    : []
}

const isPart = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value)

const wrongInTax = ({ kind, table, column, extra, decision }: Record<string, unknown>): FieldError[] => {
  const isByTable = kind === 'table'
  const errors: FieldError[] = []
  for (const [name, value] of Object.entries({ table, column }))
    if (typeof kind === 'string' && (value !== undefined) !== isByTable)
      errors.push(faults.taxTable(pointer('tax', name)))
  if (isPart(extra)) errors.push(faults.wholeKronor(pointer('tax', 'extra')))
  if (typeof decision !== 'object' || decision === null) return errors
  const { percent, amount, from, to } = objectOf(decision)
  if ((typeof percent === 'number') === (typeof amount === 'number'))
    errors.push(faults.taxDecision(pointer('tax', 'decision')))
  if (isPart(amount)) errors.push(faults.wholeKronor(pointer('tax', 'decision', 'amount')))
  if (typeof from === 'string' && typeof to === 'string' && to < from)
    errors.push(faults.decisionDays(pointer('tax', 'decision', 'to')))
  return errors
}

/** The rule of tax on a day of payment: a decision takes the place of the rest on its days. */
export const taxRuleOn = ({ kind, table, column, extra, decision }: TaxSetting, day: string): TaxRule => {
  if (decision && decision.from <= day && day <= decision.to) {
    const { percent, amount } = decision
    if (percent !== null) return { kind: 'decidedPercent', percent }
    return { kind: 'decidedAmount', amountOre: oreFromNumber(amount ?? 0) ?? 0n }
  }
  const extraOre = oreFromNumber(extra) ?? 0n
  if (kind === 'table') return { kind, table: table ?? 0, column: column ?? 0, extraOre }
  return kind === 'sideIncome' ? { kind, extraOre } : { kind }
}
