// Entry templates (konteringsmallar): how an amount becomes lines, and which templates are valid. Pure rules.
import { wrongVatRow } from '#ledger/accounts/vat-row.rules'
import { ledgerFaults } from '#ledger/refusals'
import { MICRO, microFromNumber } from '#platform/decimal'
import { MAX_AMOUNT, type Ore, oreFromNumber, rounded, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import type { VatKind } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import { isVatRate, type VatRate, vatRates } from '#rule/vat-rates'
import { pointer } from '#text/json'

/** The account of a line, and the VAT box that it counts towards, or `none`, where that is not the account's own. */
type OnAccount = { account: number; vatCode?: string | null }
type On = OnAccount & { side: 'debit' | 'credit' }

/**
 * A line of a template: a fixed amount, a share of the entered amount, the VAT of the entered amount (included in it or
 * added to it), or the remainder. VAT has a rate, or a kind of supply whose rate follows from the day.
 */
export type TemplateItem =
  | (On & { kind: 'fixed'; amount: number })
  | (On & { kind: 'share'; percent: number })
  | (On & { kind: 'vat'; vatRate?: VatRate; vatKind?: VatKind | null; vatIncluded: boolean })
  | (OnAccount & { kind: 'rest' })

/** A computed line, with the index of its item; either debit or credit is above zero. */
type TemplateLine = { index: number; account: number; debit: Ore; credit: Ore }

/** Decimals and maximum of a share, in percent. */
export const PERCENT_DECIMALS = 4
export const MAX_PERCENT = 1000
/** Minimum and maximum number of lines; an entry has at least two. */
export const MIN_TEMPLATE_ITEMS = 2
export const MAX_TEMPLATE_ITEMS = 100

/** The smallest step of a share, in millionths of a percent. */
const FINEST = 10n ** BigInt(6 - PERCENT_DECIMALS)
const HUNDRED = 100n

/** Whether any line depends on the entered amount. */
export const takesAmount = (items: readonly TemplateItem[]): boolean =>
  items.some(({ kind }) => kind === 'share' || kind === 'vat')

/** What the rules of a template look up: whether each account is active, and the codes of those that have one. */
type Chart = { accounts: ReadonlyMap<number, boolean>; vatCodes: ReadonlyMap<number, string> }

/** Errors in the lines of a template beyond their schema. */
export const decideTemplate = (chart: Chart, items: readonly TemplateItem[]): FieldError[] => {
  const errors = items.flatMap((item, index) => wrongInItem(chart, item, index))
  const rests = items.flatMap(({ kind }, index) => (kind === 'rest' ? [index] : []))
  for (const index of rests.slice(1)) errors.push(ledgerFaults.secondRest(pointer('items', index, 'kind')))
  if (errors.length === 0 && rests.length === 0 && !isBalanced(items)) {
    errors.push(ledgerFaults.templateUnbalanced(pointer('items')))
  }
  return errors
}

const wrongInItem = ({ accounts, vatCodes }: Chart, item: TemplateItem, index: number): FieldError[] => {
  const { account, vatCode = null } = item
  const at = (name: string) => pointer('items', index, name)
  const errors: FieldError[] = []
  const active = accounts.get(account)
  if (active === undefined) errors.push(ledgerFaults.unknownAccount(at('account'), { account }))
  if (active === false) errors.push(ledgerFaults.inactiveAccount(at('account'), { account }))
  const wrongBox = wrongVatRow(vatCode, { account, own: vatCodes.get(account) ?? null }, at('vatCode'))
  if (wrongBox) errors.push(wrongBox)
  if (item.kind === 'fixed' && oreAboveZero(item.amount) === null) {
    errors.push(ledgerFaults.templateAmount(at('amount'), { limit: MAX_AMOUNT }))
  }
  if (item.kind === 'vat' && item.vatRate === undefined && !item.vatKind) {
    errors.push(ledgerFaults.templateRateMissing(at('vatRate')))
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

/** A share in millionths of a percent; null if out of bounds or too precise. */
const shareOf = (percent: number): bigint | null => {
  const micro = percent > 0 && percent <= MAX_PERCENT ? microFromNumber(percent) : null
  return micro === null || micro === 0n || micro % FINEST !== 0n ? null : micro
}

/** An item whose rate is decided. */
type RatedItem = Exclude<TemplateItem, { kind: 'vat' }> | (On & { kind: 'vat'; vatRate: VatRate; vatIncluded: boolean })

/** The rate of a line of VAT on a day; null where the law's table has none. */
const rateOn = ({ vatRate, vatKind }: Extract<TemplateItem, { kind: 'vat' }>, day: string): VatRate | null => {
  const rate = vatKind ? rateOfKind(vatKind, day) : vatRate
  return rate !== undefined && rate !== null && isVatRate(rate) ? rate : null
}

/** The items with the rates of a day; an error names a kind that has none then. */
const ratedOn = (items: readonly TemplateItem[], day: string): { items: RatedItem[] } | { error: FieldError } => {
  const rated: RatedItem[] = []
  for (const item of items) {
    if (item.kind !== 'vat') rated.push(item)
    else {
      const vatRate = rateOn(item, day)
      if (vatRate === null) return { error: ledgerFaults.templateRateOfDay('date', { kind: item.vatKind ?? '', day }) }
      rated.push({ ...item, vatRate })
    }
  }
  return { items: rated }
}

/**
 * The rate of the lines with kinds on a day, to whose accounts those of the template belong; null if there are none, or
 * several rates.
 */
export const kindRateOn = (items: readonly TemplateItem[], day: string): VatRate | null => {
  const rates = new Set(items.flatMap((item) => (item.kind === 'vat' && item.vatKind ? [rateOn(item, day)] : [])))
  const [only = null] = rates
  return rates.size === 1 ? only : null
}

/** An item's share of the amount, as a fraction; null if it does not depend on the amount. */
const fractionOf = (item: RatedItem): readonly [dividend: bigint, divisor: bigint] | null => {
  if (item.kind === 'share') return [shareOf(item.percent) ?? 0n, HUNDRED * MICRO]
  if (item.kind !== 'vat') return null
  const rate = BigInt(item.vatRate)
  return [rate, item.vatIncluded ? HUNDRED + rate : HUNDRED]
}

/** A common multiple of all divisors in {@link fractionOf}. */
const COMMON = vatRates.reduce((product, rate) => product * (HUNDRED + BigInt(rate)), HUNDRED * MICRO)

/** Whether debit equals credit for every amount and on every day, apart from rounding. */
const isBalanced = (items: readonly TemplateItem[]): boolean => {
  const kinds = new Set(items.map((item) => (item.kind === 'vat' && item.vatKind) || null))
  // Kinds change apart from each other: the lines of each balance by themselves, and so do the others.
  const isRest = items.some(({ kind }) => kind === 'rest')
  return isRest || [...kinds].every((kind) => isBalancedKind(items, kind))
}

const isBalancedKind = (items: readonly TemplateItem[], kind: VatKind | null): boolean => {
  const own = items.filter((item) => ((item.kind === 'vat' && item.vatKind) || null) === kind)
  return (kind === null ? vatRates.slice(0, 1) : vatRates).every((rate) =>
    isBalancedAt(
      own.map((item) => (item.kind === 'vat' ? { ...item, vatRate: kind ? rate : (item.vatRate ?? rate) } : item)),
    ),
  )
}

const isBalancedAt = (items: readonly RatedItem[]): boolean => {
  let fixed = 0n
  let shares = 0n
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
 * Computes the lines of a template for an amount in kronor. Each line is rounded to öre, half up, and the remainder
 * line takes the difference; zero lines are left out. Kinds have their rates of the day. Returns balanced lines, or the
 * error, reported on the parameter `amount`, or `date` for a kind without a rate.
 */
export const workOut = (
  given: readonly TemplateItem[],
  kronor: number | null,
  day: string,
): { lines: TemplateLine[] } | { error: FieldError } => {
  const rated = ratedOn(given, day)
  if ('error' in rated) return rated
  const { items } = rated
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

/** The amount of an item, debit positive; the remainder is computed last. */
const signedOf = (item: RatedItem, ore: Ore): Ore => {
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
