// What an entry template (konteringsmall) makes of an amount, and which templates make sense: pure rules.
import { MICRO, microFromNumber } from '#platform/decimal'
import { pointer } from '#platform/json'
import { MAX_AMOUNT, type Ore, oreFromNumber, rounded, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { ledgerFaults } from './refusals.ts'

type On = { account: number; side: 'debit' | 'credit' }

/**
 * A line of a template: an amount of its own, a share of the amount that is typed, the VAT of that amount (which
 * includes it, or to which it is added), or the rest.
 */
export type TemplateItem =
  | (On & { kind: 'fixed'; amount: number })
  | (On & { kind: 'share'; percent: number })
  | (On & { kind: 'vat'; vatRate: 25 | 12 | 6; vatIncluded: boolean })
  | { kind: 'rest'; account: number }

/** A line that was worked out, with the place of its item; one of debit and credit is above zero. */
export type TemplateLine = { index: number; account: number; debit: Ore; credit: Ore }

export const vatRates = [25, 12, 6] as const
/** Decimals of a share in percent, and the highest share. */
export const PERCENT_DECIMALS = 4
export const MAX_PERCENT = 1000
/** Lines in a template; an entry has two at least. */
export const MIN_TEMPLATE_ITEMS = 2
export const MAX_TEMPLATE_ITEMS = 100

/** The finest share that is told apart, in millionths of a percent. */
const FINEST = 10n ** BigInt(6 - PERCENT_DECIMALS)
const HUNDRED = 100n

/** Whether anything follows from an amount that is typed. */
export const takesAmount = (items: readonly TemplateItem[]): boolean =>
  items.some(({ kind }) => kind === 'share' || kind === 'vat')

/** What is wrong with the lines of a template beside their form. `accounts`: whether each of the chart is active. */
export const decideTemplate = (
  accounts: ReadonlyMap<number, boolean>,
  items: readonly TemplateItem[],
): FieldError[] => {
  const errors = items.flatMap((item, index) => wrongInItem(accounts, item, index))
  const rests = items.flatMap(({ kind }, index) => (kind === 'rest' ? [index] : []))
  for (const index of rests.slice(1)) errors.push(ledgerFaults.secondRest(pointer('items', index, 'kind')))
  if (errors.length === 0 && rests.length === 0 && !isBalanced(items)) {
    errors.push(ledgerFaults.templateUnbalanced(pointer('items')))
  }
  return errors
}

const wrongInItem = (accounts: ReadonlyMap<number, boolean>, item: TemplateItem, index: number): FieldError[] => {
  const { account } = item
  const at = (name: string) => pointer('items', index, name)
  const errors: FieldError[] = []
  const active = accounts.get(account)
  if (active === undefined) errors.push(ledgerFaults.unknownAccount(at('account'), { account }))
  if (active === false) errors.push(ledgerFaults.inactiveAccount(at('account'), { account }))
  if (item.kind === 'fixed' && oreAboveZero(item.amount) === null) {
    errors.push(ledgerFaults.templateAmount(at('amount'), { limit: MAX_AMOUNT }))
  }
  if (item.kind === 'share' && shareOf(item.percent) === null) {
    errors.push(ledgerFaults.templatePercent(at('percent'), { limit: MAX_PERCENT, decimals: PERCENT_DECIMALS }))
  }
  return errors
}

const oreAboveZero = (kronor: number): Ore | null => {
  const ore = oreFromNumber(kronor)
  return ore === null || ore <= 0n ? null : ore
}

/** A share in millionths of a percent; null when it is out of bounds or finer than is told apart. */
const shareOf = (percent: number): bigint | null => {
  const micro = percent > 0 && percent <= MAX_PERCENT ? microFromNumber(percent) : null
  return micro === null || micro === 0n || micro % FINEST !== 0n ? null : micro
}

/** What an item is of the amount, as a fraction; null where it does not follow from the amount. */
const fractionOf = (item: TemplateItem): readonly [dividend: bigint, divisor: bigint] | null => {
  if (item.kind === 'share') return [shareOf(item.percent) ?? 0n, HUNDRED * MICRO]
  if (item.kind !== 'vat') return null
  const rate = BigInt(item.vatRate)
  return [rate, item.vatIncluded ? HUNDRED + rate : HUNDRED]
}

/** A number that every divisor of {@link fractionOf} goes into. */
const COMMON = vatRates.reduce((product, rate) => product * (HUNDRED + BigInt(rate)), HUNDRED * MICRO)

/** Whether debit equals credit for every amount, but for what is rounded. */
const isBalanced = (items: readonly TemplateItem[]): boolean => {
  let [fixed, shares] = [0n, 0n]
  for (const item of items) {
    if (item.kind === 'rest') return true
    const sign = item.side === 'debit' ? 1n : -1n
    const [dividend, divisor] = fractionOf(item) ?? [0n, 1n]
    shares += sign * dividend * (COMMON / divisor)
    if (item.kind === 'fixed') fixed += sign * (oreFromNumber(item.amount) ?? 0n)
  }
  return fixed === 0n && shares === 0n
}

/**
 * The lines that a template makes of an amount in kronor. Each is rounded to öre for itself, half an öre up, and the
 * rest takes what that leaves; lines that come to nothing are left out. They balance, or there is the reason why not,
 * told of the parameter `amount`.
 */
export const workOut = (
  items: readonly TemplateItem[],
  kronor: number | null,
): { lines: TemplateLine[] } | { error: FieldError } => {
  if (kronor === null && takesAmount(items)) return { error: ledgerFaults.amountMissing('amount') }
  const ore = kronor === null ? 0n : oreAboveZero(kronor)
  if (ore === null) return { error: ledgerFaults.templateAmount('amount', { limit: MAX_AMOUNT }) }
  const signed = items.map((item) => signedOf(item, ore))
  const sum = signed.reduce((sum, one) => sum + one, 0n)
  const rest = items.findIndex(({ kind }) => kind === 'rest')
  const amounts = signed.map((one, index) => (index === rest ? -sum : one))
  const lines = items
    .map(({ account }, index) => ({ index, account, ...standing(amounts[index] ?? 0n) }))
    .filter(({ debit, credit }) => debit + credit > 0n)
  const error = wrongInLines(lines)
  return error ? { error } : { lines }
}

/** What an item comes to, debit above zero; the rest is worked out last. */
const signedOf = (item: TemplateItem, ore: Ore): Ore => {
  if (item.kind === 'rest') return 0n
  const [dividend, divisor] = fractionOf(item) ?? [0n, 1n]
  const own = item.kind === 'fixed' ? (oreFromNumber(item.amount) ?? 0n) : rounded(ore * dividend, divisor)
  return item.side === 'debit' ? own : -own
}

const standing = (ore: Ore): { debit: Ore; credit: Ore } => ({
  debit: ore > 0n ? ore : 0n,
  credit: ore < 0n ? -ore : 0n,
})

const wrongInLines = (lines: readonly TemplateLine[]): FieldError | null => {
  const [debit, credit] = (['debit', 'credit'] as const).map((side) =>
    lines.reduce((sum, line) => sum + line[side], 0n),
  )
  const most = oreFromNumber(MAX_AMOUNT) ?? 0n
  if (debit === undefined || credit === undefined) return null
  if (lines.some((line) => line.debit > most || line.credit > most)) {
    return ledgerFaults.linesBeyond('amount', { limit: MAX_AMOUNT })
  }
  if (debit !== credit) {
    return ledgerFaults.linesUnbalanced('amount', { debit: textFromOre(debit), credit: textFromOre(credit) })
  }
  return lines.length < MIN_TEMPLATE_ITEMS ? ledgerFaults.linesTooFew('amount') : null
}
