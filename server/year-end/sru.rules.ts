// The figures of a tax return form, from closing balances. Pure.
import { type Ore, size } from '#platform/money'
import { isBookedResult } from '#rule/account-ranges'
import { lineOfAccount, type SruForm, type SruLine } from './sru-fields.rules.ts'

/**
 * An account, debit positive: its closing balance, or for income and expenses the movement of the year. `main` is its
 * number in four digits.
 */
export type SruAccount = {
  number: number
  main: number
  name: string
  sru: readonly string[]
  isBalance: boolean
  ore: Ore
}

/** A field in whole kronor, with the accounts behind it. */
type SruField = { field: string; kronor: bigint; accounts: { account: number; name: string; ore: Ore }[] }

export type SruFigures = {
  fields: SruField[]
  /** Accounts with a balance outside all fields. */
  unmapped: { account: number; name: string; ore: Ore }[]
  /** The result not yet transferred, included in equity: a profit is positive. */
  unbooked: Ore
  /** The rounding added to equity so that whole kronor balance. */
  rounding: bigint
  /** The difference between the two sides of the balance sheet, in öre: zero in sound books. */
  difference: Ore
}

const ORE_PER_KRONA = 100n

/** Öre are dropped, on either side of zero. */
const wholeKronor = (ore: Ore): bigint => ore / ORE_PER_KRONA

/**
 * The fields of a form. Öre are dropped in each. The result is the sum of its fields, and the rounding difference goes
 * to equity; a real difference is kept and reported. `earlier` is the opening balance of income and expense accounts,
 * debit positive: in no field of the result, but in equity until transferred there.
 */
export const sruFigures = (form: SruForm, accounts: readonly SruAccount[], earlier: Ore = 0n): SruFigures => {
  const lines = new Map<SruLine, SruAccount[]>()
  const unmapped: SruFigures['unmapped'] = []
  for (const account of accounts) {
    if (account.ore === 0n || isOfBookedResult(account)) continue
    const line = lineOfAccount(form, account)
    if (line) lines.set(line, [...(lines.get(line) ?? []), account])
    else unmapped.push({ account: account.number, name: account.name, ore: account.ore })
  }
  const sums = new Map<string, { ore: Ore; accounts: SruField['accounts'] }>()
  const add = (field: string, ore: Ore, from: readonly SruAccount[]) => {
    const sum = sums.get(field) ?? { ore: 0n, accounts: [] }
    const own = from.map(({ number, name, ore: of }) => ({ account: number, name, ore: of }))
    sums.set(field, { ore: sum.ore + ore, accounts: [...sum.accounts, ...own] })
  }
  for (const [line, from] of lines) {
    const ore = from.reduce((sum, one) => sum + (line.side === 'debit' ? one.ore : -one.ore), 0n)
    if (line.other !== undefined && ore < 0n) add(line.other, -ore, from)
    else add(line.field, ore, from)
  }
  const unbooked = -accounts.filter(({ isBalance }) => !isBalance).reduce((sum, { ore }) => sum + ore, earlier)
  if (unbooked !== 0n) add(form.equity, unbooked, [])
  const difference = sideSum(form, sums, 'debit') - sideSum(form, sums, 'credit')
  const kronor = new Map([...sums].map(([field, { ore }]) => [field, wholeKronor(ore)]))
  const lack = kronorOf(form, kronor, 'debit') - kronorOf(form, kronor, 'credit')
  const rounding = lack - wholeKronor(difference)
  if (rounding !== 0n) {
    add(form.equity, 0n, [])
    kronor.set(form.equity, (kronor.get(form.equity) ?? 0n) + rounding)
  }
  const fields = [...sums].map(([field, { accounts: from }]) => ({
    field,
    kronor: kronor.get(field) ?? 0n,
    accounts: from.sort((one, other) => one.account - other.account),
  }))
  const result = totalOf(form, kronor)
  fields.push({
    field: form.total[result < 0n ? 1 : 0],
    kronor: isOneField(form) ? result : size(result),
    accounts: [],
  })
  const shown = fields.filter((one) => one.kronor !== 0n || one.accounts.length > 0)
  return { fields: shown.sort(byField), unmapped, unbooked, rounding, difference }
}

const isOfBookedResult = ({ main, isBalance }: SruAccount): boolean => !isBalance && isBookedResult(main)

const isOneField = ({ total: [profit, loss] }: SruForm): boolean => profit === loss

const byField = (one: SruField, other: SruField): number => Number(one.field) - Number(other.field)

/** The fields on one side of the balance sheet. */
const fieldsOn = ({ balance }: SruForm, side: SruLine['side']): string[] =>
  balance.filter((one) => one.side === side).map(({ field }) => field)

const sideSum = (form: SruForm, sums: ReadonlyMap<string, { ore: Ore }>, side: SruLine['side']): Ore =>
  fieldsOn(form, side).reduce((sum, field) => sum + (sums.get(field)?.ore ?? 0n), 0n)

const kronorOf = (form: SruForm, kronor: ReadonlyMap<string, bigint>, side: SruLine['side']): bigint =>
  fieldsOn(form, side).reduce((sum, field) => sum + (kronor.get(field) ?? 0n), 0n)

/** The result by its fields: income less expenses, each field once. */
const totalOf = ({ result }: SruForm, kronor: ReadonlyMap<string, bigint>): bigint => {
  const signs = new Map<string, bigint>()
  for (const { field, other, side } of result) {
    signs.set(field, side === 'credit' ? 1n : -1n)
    if (other !== undefined) signs.set(other, side === 'credit' ? -1n : 1n)
  }
  return [...signs].reduce((sum, [field, sign]) => sum + sign * (kronor.get(field) ?? 0n), 0n)
}
