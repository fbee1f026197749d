// The editions of the tax forms: which fields they have, in the order of the paper, and which accounts and other fields
// their figures follow from. An edition is one file; it holds from its period until the next.
import type { CompanyType } from '#identity'
import type { Day } from '#platform/day'
import type { SruForm, SruLine } from '#year-end/sru-fields.rules'
import { periodOf } from '#year-end/sru-file.rules'
import { namedAccounts } from '#year-end/tax-accounts.rules'
import edition2024p4 from './edition-2024P4.json' with { type: 'json' }

/**
 * What a field holds: whole kronor that are never below zero (`amount`) or that may be (`signed`), a cross, text, or
 * the number of a person or an organization.
 */
type FieldKind = 'amount' | 'signed' | 'cross' | 'text' | 'identity'

export type FormField = {
  field: string
  /** The row of the paper, such as `4.3a`; empty where it has none. */
  row: string
  name: string
  kind: FieldKind
  /** How the sum of the form counts it. */
  sign: '+' | '-' | ''
  longest?: number
  required?: boolean
  /** The field that stands in its place where the amount has turned. */
  excludes?: string
}

type AccountRanges = readonly (readonly [first: number, last: number])[]

/** A sum of fields with their signs, from one to another: above zero in one field, below in the other. */
export type FormTotal = {
  first: string
  last: string
  surplus: string
  deficit: string
  only?: readonly string[]
}

export type FormDefinition = {
  title: string
  fields: readonly FormField[]
  accounts?: Omit<SruForm, 'name'>
  fromAccounts?: readonly (readonly [field: string, side: 'debit' | 'credit', ranges: AccountRanges])[]
  copies?: readonly (readonly [field: string, form: string, source: string])[]
  total?: FormTotal
  /** Its adjustments are those of the tax computation, with the field of earlier deficits. */
  computation?: { deficit: string }
  /** Sums that proposals work out: the field of one above zero, and of one below. */
  sums?: readonly (readonly [name: string, above: string, below: string])[]
  /** Its fields have no published codes: it is filled in at the tax authority, and is in no file. */
  isOnPaper?: boolean
}

export type Edition = {
  /** The first period, such as `2024P4`. */
  from: string
  source: string
  companies: Readonly<Record<string, readonly string[]>>
  forms: Readonly<Record<string, FormDefinition>>
}

type StoredLine = readonly [field: string, other: string | null, side: string, ranges: AccountRanges]

const lineOf = ([field, other, side, ranges]: StoredLine): SruLine => ({
  field,
  ...(other === null ? {} : { other }),
  side: side === 'debit' ? 'debit' : 'credit',
  ranges: ranges.map(([first, last]) => [first, last] as const),
})

/** Ranges of accounts, or the name of a list of accounts that the law treats alike. */
type StoredFrom = readonly [field: string, side: 'debit' | 'credit', accounts: AccountRanges | string]

type StoredForm = Omit<FormDefinition, 'accounts' | 'fromAccounts'> & {
  fromAccounts?: readonly StoredFrom[]
  accounts?: { equity: string; total: readonly [string, string]; balance: StoredLine[]; result: StoredLine[] }
}

const rangesOf = (accounts: AccountRanges | string): AccountRanges => {
  if (typeof accounts !== 'string') return accounts
  const named = namedAccounts[accounts]
  if (!named) throw new Error(`An edition of the tax forms names unknown accounts ${accounts}`)
  return named
}

const formOf = ({ accounts, fromAccounts = [], ...form }: StoredForm): FormDefinition => ({
  ...form,
  fromAccounts: fromAccounts.map(([field, side, of]) => [field, side, rangesOf(of)] as const),
  ...(accounts
    ? { accounts: { ...accounts, balance: accounts.balance.map(lineOf), result: accounts.result.map(lineOf) } }
    : {}),
})

const editionOf = (file: unknown): Edition => {
  // A test looks at each field of the file.
  const { forms, ...edition } = file as Omit<Edition, 'forms'> & { forms: Record<string, StoredForm> }
  return { ...edition, forms: Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, formOf(form)])) }
}

/** The latest last. */
export const editions: readonly Edition[] = [edition2024p4].map(editionOf)

/** The edition of a year that ends on a day; the first one for years before it. */
export const editionFor = (endDate: Day): Edition => {
  const period = periodOf(endDate)
  const found = editions.findLast(({ from }) => from <= period) ?? editions[0]
  if (!found) throw new Error('There is no edition of the tax forms')
  return found
}

/** The forms of a company, in the order in which they are handed in. */
export const formsOf = ({ companies }: Edition, companyType: CompanyType): readonly string[] =>
  companies[companyType] ?? []
