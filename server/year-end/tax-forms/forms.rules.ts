// The tax forms of a year, field by field: what follows from the accounts, from another field or from the law, and what
// is entered by hand in its place. Pure.
import type { Ore } from '#platform/money'
import { isWithin } from '#rule/account-ranges'
import { type SruAccount, type SruFigures, sruFigures } from '#year-end/sru.rules'
import { type Computed, figuresOf } from './computed.rules.ts'
import type { Edition, FormDefinition, FormField, FormTotal } from './edition.ts'
import { type FormRates, stepsOf } from './form-steps.rules.ts'
import { signedSum } from './form-sum.rules.ts'

/** What a person entered. `value` is text: whole kronor, `X` for a cross, or the text itself. */
export type Entered = {
  form: string
  copy: number
  field: string
  value: string
  note: string
  changedAt: Date
  changedBy: string
}

type FormAccount = { account: number; name: string; ore: Ore }

/** A field with its figure; an amount is in whole kronor. */
export type FormCell = {
  field: FormField
  amount: bigint | null
  text: string | null
  /** What follows without what was entered; null where nothing does. */
  automatic: bigint | null
  entered: Entered | null
  accounts: readonly FormAccount[]
  /** The field that it is moved from. */
  from: { form: string; field: string } | null
  /** Whether the tax computation or a proposal of the year-end works it out. */
  isComputed: boolean
}

export type FormSheet = { form: string; copy: number; title: string; isOnPaper: boolean; cells: readonly FormCell[] }

export type Forms = Pick<SruFigures, 'unmapped' | 'unbooked' | 'rounding' | 'difference'> & {
  sheets: readonly FormSheet[]
}

type FormsInput = {
  edition: Edition
  forms: readonly string[]
  accounts: readonly SruAccount[]
  /** The opening balance of income and expense accounts; debit is positive. */
  earlier: Ore
  entered: readonly Entered[]
  rates: FormRates
  computed: Computed
}

/** Forms with one copy for each partner. */
export const formsOfPartners: ReadonlySet<string> = new Set(['INK4DU', 'N3A'])

export const isAmount = ({ kind }: FormField): boolean => kind === 'amount' || kind === 'signed'

/** The forms of a company. */
export const formsOfYear = (input: FormsInput): Forms => {
  const { edition, forms, accounts, earlier, entered } = input
  const none = { unmapped: [], unbooked: 0n, rounding: 0n, difference: 0n }
  const withAccounts = forms.find((form) => edition.forms[form]?.accounts)
  const of = withAccounts && edition.forms[withAccounts]?.accounts
  const figures: SruFigures = of
    ? sruFigures({ name: withAccounts, ...of }, accounts, earlier)
    : { fields: [], ...none }
  const partners = Math.max(1, ...entered.filter(({ form }) => formsOfPartners.has(form)).map(({ copy }) => copy))
  const asked = forms.flatMap((form) =>
    formsOfPartners.has(form)
      ? Array.from({ length: partners }, (_, at) => ({ form, copy: at + 1 }))
      : [{ form, copy: 1 }],
  )
  const known = new Map<string, FormSheet>()
  const sheetOf = (form: string, copy: number): FormSheet | null => {
    const key = `${form} ${copy}`
    const definition = edition.forms[form]
    if (!definition) return null
    const found = known.get(key) ?? sheetFrom({ form, copy, definition }, input, figures, sheetOf)
    known.set(key, found)
    return found
  }
  const sheets = asked.flatMap(({ form, copy }) => sheetOf(form, copy) ?? [])
  const { unmapped, unbooked, rounding, difference } = figures
  return { sheets, unmapped, unbooked, rounding, difference }
}

type Wanted = { form: string; copy: number; definition: FormDefinition }
type SheetOf = (form: string, copy: number) => FormSheet | null

/** A figure that follows by itself. */
type Automatic = { amount: bigint; accounts: readonly FormAccount[]; from: FormCell['from']; isComputed?: boolean }

const ORE_PER_KRONA = 100n

const sheetFrom = (
  { form, copy, definition }: Wanted,
  { accounts, entered, rates, computed }: FormsInput,
  figures: SruFigures,
  sheetOf: SheetOf,
): FormSheet => {
  const { fields, title, fromAccounts = [], copies = [], total, isOnPaper = false } = definition
  const own = new Map(
    entered.filter((one) => one.form === form && one.copy === copy).map((one) => [one.field, one] as const),
  )
  const automatic = new Map<string, Automatic>()
  if (definition.accounts)
    for (const { field, kronor, accounts: from } of figures.fields)
      automatic.set(field, { amount: kronor, accounts: from, from: null })
  for (const [field, side, ranges] of fromAccounts) {
    const found = accounts.filter((one) => !one.isBalance && one.ore !== 0n && isWithin(one.main, ranges))
    const sum = found.reduce((all, { ore }) => all + ore, 0n)
    const amount = (side === 'debit' ? sum : -sum) / ORE_PER_KRONA
    const from = found.map(({ number, name, ore }) => ({ account: number, name, ore }))
    if (found.length > 0) automatic.set(field, { amount, accounts: from, from: null })
  }
  for (const [field, { amount, accounts: from }] of figuresOf(definition, computed))
    automatic.set(field, { amount, accounts: named(from, accounts), from: null, isComputed: true })
  const amountOf = (field: string): bigint => {
    const given = own.get(field)
    return given && /^-?\d+$/.test(given.value) ? BigInt(given.value) : (automatic.get(field)?.amount ?? 0n)
  }
  const put = (field: string, amount: bigint, from: FormCell['from'] = null) =>
    automatic.set(field, { amount, accounts: [], from })
  for (const [field, source, of] of copies) {
    if (source === form) continue
    const amount = sheetOf(source, copy)?.cells.find((cell) => cell.field.field === of)?.amount ?? 0n
    if (amount !== 0n) put(field, amount, { form: source, field: of })
  }
  const isCrossed = (field: string) => own.get(field)?.value === 'X'
  const working = { fields, amountOf, put, isCrossed, accounts, rates }
  for (const [field, source, of] of copies)
    if (source === form && amountOf(of) !== 0n) put(field, amountOf(of), { form, field: of })
  const steps = stepsOf(form)
  steps?.before?.(working)
  if (total) putTotal(fields, total, amountOf, put)
  steps?.after?.(working)
  return {
    form,
    copy,
    title,
    isOnPaper,
    cells: fields.map((field): FormCell => {
      const given = own.get(field.field) ?? null
      const found = automatic.get(field.field)
      const amount = isAmount(field) ? amountOf(field.field) : 0n
      const isShown = isAmount(field) && (given !== null || found !== undefined)
      return {
        field,
        amount: isShown ? amount : null,
        text: isAmount(field) ? null : (given?.value ?? null),
        automatic: found?.amount ?? null,
        entered: given,
        accounts: found?.accounts ?? [],
        from: found?.from ?? null,
        isComputed: found?.isComputed ?? false,
      }
    }),
  }
}

/** Accounts with their names; each once. */
const named = (moved: readonly { account: number; ore: Ore }[], known: readonly SruAccount[]): FormAccount[] => {
  const sums = new Map<number, Ore>()
  for (const { account, ore } of moved) sums.set(account, (sums.get(account) ?? 0n) + ore)
  return [...sums].map(([account, ore]) => {
    return { account, name: known.find(({ number }) => number === account)?.name ?? '', ore }
  })
}

const putTotal = (
  fields: readonly FormField[],
  total: FormTotal,
  amountOf: (field: string) => bigint,
  put: (field: string, amount: bigint) => void,
): void => {
  const sum = signedSum(fields, total, amountOf)
  if (sum > 0n) put(total.surplus, sum)
  else if (sum < 0n) put(total.deficit, -sum)
}
