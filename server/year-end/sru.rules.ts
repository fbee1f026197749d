// The figures of a form of the tax return, from what stands on the accounts at the end of a year. Pure.
import { type Ore, size } from '#platform/money'
import { lineOfAccount, type SruForm, type SruLine } from './sru-fields.rules.ts'

/**
 * An account, debit positive: what stands on it at the end of the year, and of income and expenses what the year has
 * moved. `main` is its number in four digits.
 */
export type SruAccount = {
  number: number
  main: number
  name: string
  sru: readonly string[]
  isBalance: boolean
  ore: Ore
}

/** A field in whole kronor, with the accounts that it is made of. */
export type SruField = { field: string; kronor: bigint; accounts: { account: number; name: string; ore: Ore }[] }

export type SruFigures = {
  fields: SruField[]
  /** Accounts with a balance that no field has. */
  unmapped: { account: number; name: string; ore: Ore }[]
  /** The result that is not booked to equity yet, and stands in equity all the same: a profit is above zero. */
  unbooked: Ore
  /** What equity was given so that whole kronor balance. */
  rounding: bigint
  /** What the two sides of the balance sheet lack to be equal, in öre: zero in sound books. */
  difference: Ore
}

const ORE_PER_KRONA = 100n

/** Öre are dropped, on either side of zero. */
export const wholeKronor = (ore: Ore): bigint => ore / ORE_PER_KRONA

/**
 * The fields of a form. Öre are dropped in each. The result is the sum of the fields of the result, and what whole
 * kronor lack to balance goes to equity; a real difference stays and is told. `earlier` is what accounts of income and
 * expenses opened with, debit positive: in no field of the result, and in equity until it is booked there.
 */
export const sruFigures = (form: SruForm, accounts: readonly SruAccount[], earlier: Ore = 0n): SruFigures => {
  const lines = new Map<SruLine, SruAccount[]>()
  const unmapped: SruFigures['unmapped'] = []
  for (const account of accounts) {
    if (account.ore === 0n || isBookedResult(account)) continue
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
    ...{ field, kronor: kronor.get(field) ?? 0n },
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

const isBookedResult = ({ main, isBalance }: SruAccount): boolean => !isBalance && main >= 8990 && main <= 8999

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
