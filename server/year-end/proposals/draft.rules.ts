// What a proposal of a year-end is worked out from and consists of: the books of the year, the steps of its working,
// and what is left to book. Pure; amounts are in öre, debit positive.
import type { CompanyType } from '#identity'
import type { Day } from '#platform/day'
import { type Ore, rounded } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { mainAccount } from '#rule/account-ranges'
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import type { PlannedItem } from '#year-end/plan.rules'
import { proposalFaults as faults } from './refusals.ts'

/** The same words in both languages. */
export type Words = { sv: string; en: string }

/**
 * A row of a working: an amount in öre, a percentage, or neither; `source` is the act that it follows. Of a sum, the
 * rows above it add up to it.
 */
export type Step = { label: Words; ore: Ore | null; percent: number | null; source: string | null; isSum: boolean }

/** An account of the year: opening and closing balance, debit positive. */
export type AccountBalance = { kind: string; opening: Ore; closing: Ore }

/** A machine or a piece of equipment that is owned at the end of the year, or left during it. */
type Equipment = { acquiredOn: Day; valueOre: Ore; isHeld: boolean; proceedsOre: Ore }

/**
 * The unused deficit that the year before leaves, in öre; `gap` instead where the law's table lacks a value to work it
 * out.
 */
export type CarriedDeficit = { ore: Ore; endDate: Day; gap?: LawGap }

/**
 * The books of a fiscal year; `equipment` is what the register has on the accounts of machines and equipment, `carried`
 * the deficit of the year before, null of the first year and of forms whose owners pay the tax.
 */
export type Books = {
  companyType: CompanyType
  startDate: Day
  endDate: Day
  accounts: ReadonlyMap<number, AccountBalance>
  years: readonly { startDate: Day; endDate: Day }[]
  equipment: readonly Equipment[]
  carried: CarriedDeficit | null
}

/**
 * What a proposal comes to: its working, and the entry that takes the books from where they are to where they should
 * be. `missing` says what keeps it from being worked out.
 */
export type Draft = { steps: readonly Step[]; items: readonly PlannedItem[]; missing: readonly FieldError[] }

export const draft = (steps: readonly Step[], items: readonly PlannedItem[] = []): Draft => ({
  steps,
  items: summed(items),
  missing: [],
})

/** A proposal that lacks something. */
export const lacking = (missing: FieldError, steps: readonly Step[] = []): Draft => ({
  steps,
  items: [],
  missing: [missing],
})

/** One item for each account; those of zero are left out. */
const summed = (items: readonly PlannedItem[]): PlannedItem[] => {
  const sums = new Map<number, Ore>()
  for (const { account, debit } of items) sums.set(account, (sums.get(account) ?? 0n) + debit)
  return [...sums].filter(([, debit]) => debit !== 0n).map(([account, debit]) => ({ account, debit }))
}

type StepOptions = { percent?: number; source?: string; isSum?: boolean }

export const step = (sv: string, en: string, ore: Ore | null, options: StepOptions = {}): Step => ({
  label: { sv, en },
  ore,
  percent: options.percent ?? null,
  source: options.source ?? null,
  isSum: options.isSum ?? false,
})

/** The law's table has no value for a day: the proposal says so, and books nothing. */
export class LawGap extends Error {
  readonly fault: FieldError
  constructor(key: LawKey, day: Day) {
    super(`The law's table has no ${key} for ${day}`)
    this.fault = faults.lawMissing('#/kind', { key, date: day })
  }
}

/** A value of the law on a day. @throws {LawGap} where the table has none */
export const lawValue = (key: LawKey, day: Day): number => {
  const law = lawOn(day)
  if (law.find(key) === null) throw new LawGap(key, day)
  return law.value(key)
}

/** Four decimals of a percentage are exact. */
const PARTS_PER_PERCENT = 10_000

/** A percentage of an amount, rounded to öre, halves away from zero. */
export const shareOf = (ore: Ore, percent: number): Ore =>
  rounded(ore * BigInt(Math.round(percent * PARTS_PER_PERCENT)), BigInt(100 * PARTS_PER_PERCENT))

/** Whole kronor: öre are dropped. */
export const wholeKronor = (ore: Ore): Ore => ore - (ore % 100n)

const MONTHS_PER_YEAR = 12n

/** How many months a year has, those begun included. */
const monthsOf = ({ startDate, endDate }: Pick<Books, 'startDate' | 'endDate'>): bigint =>
  BigInt((yearOf(endDate) - yearOf(startDate)) * 12 + Number(endDate.slice(5, 7)) - Number(startDate.slice(5, 7)) + 1)

/** An amount of twelve months, adjusted to the length of a year. */
export const forMonths = (ore: Ore, books: Pick<Books, 'startDate' | 'endDate'>): Ore =>
  rounded(ore * monthsOf(books), MONTHS_PER_YEAR)

export const yearOf = (day: string): number => Number(day.slice(0, 4))

type Range = readonly [first: number, last: number]

const within = ({ accounts }: Books, ranges: readonly Range[]): AccountBalance[] =>
  [...accounts].flatMap(([account, balance]) =>
    ranges.some(([first, last]) => mainAccount(account) >= first && mainAccount(account) <= last) ? [balance] : [],
  )

/** Sums of accounts in ranges of four digits, sub-accounts included. */
export const closingOf = (books: Books, ...ranges: Range[]): Ore =>
  within(books, ranges).reduce((sum, { closing }) => sum + closing, 0n)
export const openingOf = (books: Books, ...ranges: Range[]): Ore =>
  within(books, ranges).reduce((sum, { opening }) => sum + opening, 0n)

/** What the year has changed: of result accounts this leaves out what an imported year opened with. */
export const movementOf = (books: Books, ...ranges: Range[]): Ore =>
  closingOf(books, ...ranges) - openingOf(books, ...ranges)

/** The accounts in ranges that the year has changed, each with its change. */
export const movedAccounts = ({ accounts }: Books, ranges: readonly Range[]): { account: number; ore: Ore }[] =>
  [...accounts].flatMap(([account, { opening, closing }]) => {
    const main = mainAccount(account)
    const isIn = ranges.some(([first, last]) => main >= first && main <= last)
    return isIn && closing !== opening ? [{ account, ore: closing - opening }] : []
  })

/** The accounts in a range with their opening balances. */
export const openingAccounts = ({ accounts }: Books, [first, last]: Range): { account: number; ore: Ore }[] =>
  [...accounts].flatMap(([account, { opening }]) => {
    const main = mainAccount(account)
    return main >= first && main <= last && opening !== 0n ? [{ account, ore: opening }] : []
  })
