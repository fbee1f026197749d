// The total and VAT of a receipt or invoice, checked against each other: net, VAT and gross confirm one another.
import { type Ore, rounded, size, textFromOre } from '#platform/money'
import { vatRates as rates } from '#rule/vat-rates'
import { type Amount, amountsIn } from './amounts.rules.ts'
import type { LabelOf, Role } from './labels.rules.ts'
import { type Found, type Line, type Place, placeOf } from './page.rules.ts'

/** VAT at a rate, or of several rates together if `rate` is null; kronor. */
export type FoundVat = Place & { rate: number | null; tax: string; net: string | null }

/** The tolerance of VAT against its rate, in öre: receipts add up VAT rounded per item. */
const TAX_TOLERANCE = 2n
/** The tolerance of a total against its parts, since it is rounded to whole kronor. In öre. */
const ROUNDING_TOLERANCE = 50n

/**
 * Maximum number of amounts compared pairwise per line: a line with three rates in net, VAT and gross has nine. A
 * thousand characters hold ten times as many, and a page of such lines would take seconds.
 */
const MAX_COMPARED = 12

/** The weight of an amount's label, most reliable first. */
const tiers: readonly (readonly [role: Role, weight: number])[] = [
  ['payable', 1],
  ['total', 0.9],
  ['paid', 0.7],
]

type Sum = { ore: Ore; tier: number; place: Place }

export const sumFacts = (
  lines: readonly Line[],
  labelOf: LabelOf,
  codeAmount: Found | null,
): { total: Found[]; vat: FoundVat[] } => {
  const amounts = lines.map(({ text }) => amountsIn(text))
  const totals = totalsIn(lines, amounts, labelOf)
  const rows = vatRowsIn(lines, amounts)
  const chosen = chosenTotals(totals, rows)
  const total = codeAmount && !agrees(chosen, codeAmount) ? [codeAmount] : chosen.map(foundOf)
  const [only] = total
  const ore = total.length === 1 && only ? oreOfText(only.value) : null
  return { total, vat: vatOf(rows, ore) }
}

const agrees = (sums: readonly Sum[], { value }: Found): boolean =>
  sums.length === 1 && textFromOre(sums[0]?.ore ?? 0n) === value

const oreOfText = (text: string): Ore => BigInt(text.replace('.', ''))

const foundOf = ({ ore, tier, place }: Sum): Found => ({
  ...place,
  value: textFromOre(ore),
  confidence: Number((place.confidence * (tiers[tier]?.[1] ?? 0)).toFixed(4)),
})

const totalsIn = (lines: readonly Line[], amounts: readonly Amount[][], labelOf: LabelOf): Sum[] =>
  lines.flatMap((line, index) =>
    (amounts[index] ?? []).flatMap(({ ore, from, to }) => {
      const label = labelOf(index, from, to)
      const tier = tiers.findIndex(([role]) => role === label?.role)
      if (!label || tier === -1) return []
      // Only the payable amount is below its label; other labels head columns of items.
      if (label.isAbove && (label.isInTable || label.role === 'paid')) return []
      return [{ ore, tier, place: placeOf(line, from, to) }]
    }),
  )

/** The amounts with the most reliable label; of several, the one that the VAT adds up to, or that others confirm. */
const chosenTotals = (sums: readonly Sum[], rows: readonly VatRow[]): Sum[] => {
  const best = Math.min(...sums.map(({ tier }) => tier))
  const surest = eachOnce(sums.filter(({ tier }) => tier === best))
  if (surest.length <= 1) return surest
  const made = grossOf(rows)
  const byTaxes = surest.filter(({ ore }) => made.some((gross) => isNear(gross, ore, ROUNDING_TOLERANCE)))
  if (byTaxes.length === 1) return byTaxes
  const others = new Set(sums.filter(({ tier }) => tier !== best).map(({ ore }) => ore))
  const named = surest.filter(({ ore }) => others.has(ore))
  return named.length === 1 ? named : surest
}

const eachOnce = (sums: readonly Sum[]): Sum[] => {
  const each = new Map<Ore, Sum>()
  for (const sum of sums) if (!each.has(sum.ore)) each.set(sum.ore, sum)
  return [...each.values()]
}

/** Net, VAT and gross, as far as a line has them. */
type VatRow = { rate: number | null; tax: Ore; net: Ore | null; gross: Ore | null; place: Place }

/** The sum of all rows, for each way of stating it. */
const grossOf = (rows: readonly VatRow[]): Ore[] => {
  const whole = eachRate(rows).filter(({ gross }) => gross !== null)
  const sum = whole.reduce((all, { gross }) => all + (gross ?? 0n), 0n)
  return whole.length === 0 ? [] : [...whole.map(({ gross }) => gross ?? 0n), sum]
}

const isNear = (one: Ore, two: Ore, tolerance: Ore): boolean => size(one - two) <= tolerance

const taxOn = (net: Ore, rate: number): Ore => rounded(net * BigInt(rate), 100n)
const taxIn = (gross: Ore, rate: number): Ore => rounded(gross * BigInt(rate), BigInt(100 + rate))

const RATES = rates.join('|')
const RATE = new RegExp(`(?<![\\d.,])(${RATES})(?:[.,]00?)? ?%`, 'g')
const RATE_FIRST = new RegExp(`^(?:[A-Z]\\W*)?(${RATES})(?![\\d.,])`)
const VAT = /(?<!\p{L})(?:\p{L}*moms\p{L}*|vat|mervärdesskatt|tax)(?!\p{L})/iu
const NO_VAT = /exkl|ex\.|exclu|excl|reg\.? ?nr|momsreg|vat[- ]?n/i
const NET_HEAD = /netto|underlag|exkl|brutto|inkl|belopp/i

/** Lines with a rate and amounts, or with a VAT label, and their amounts classified by arithmetic. */
const vatRowsIn = (lines: readonly Line[], amounts: readonly Amount[][]): VatRow[] =>
  lines.flatMap((line, index) => {
    const own = (amounts[index] ?? []).slice(0, MAX_COMPARED)
    const isBelowHead = isVatHead(lines[index - 1]) || isVatHead(lines[index - 2])
    const isNamed = VAT.test(line.text) && !NO_VAT.test(line.text)
    const shown = [...line.text.matchAll(RATE)].map(([, rate]) => Number(rate))
    // Tables may show the rate without a percent sign, as the first number.
    const first = isBelowHead && shown.length === 0 ? firstRate(line.text, own) : null
    const told = first === null ? [...new Set(shown)] : [first.rate]
    const values = first?.isAmount ? own.slice(1) : own
    if (values.length === 0 || !(isNamed || isBelowHead || told.length === 1)) return []
    const row = rowOf(told.length === 1 ? (told[0] ?? null) : null, values, isNamed)
    const [from, to] = [values[0]?.from ?? 0, values.at(-1)?.to ?? 0]
    return row ? [{ ...row, place: placeOf(line, from, to) }] : []
  })

const isVatHead = (line: Line | undefined): boolean =>
  line !== undefined && VAT.test(line.text) && NET_HEAD.test(line.text) && amountsIn(line.text).length === 0

const firstRate = (text: string, own: readonly Amount[]): { rate: number; isAmount: boolean } | null => {
  const [first] = own
  const asAmount = rates.find((rate) => first?.ore === BigInt(rate) * 100n)
  if (asAmount !== undefined && own.length > 1) return { rate: asAmount, isAmount: true }
  const whole = RATE_FIRST.exec(text.trim())
  return whole ? { rate: Number(whole[1]), isAmount: false } : null
}

type Amounts = Omit<VatRow, 'place'>

const rowOf = (rate: number | null, values: readonly Amount[], isNamed: boolean): Amounts | null => {
  const ores = values.map(({ ore }) => ore)
  const likely = rate === null ? rates : [rate]
  for (const one of likely) {
    const found = tripleIn(ores, one) ?? pairIn(ores, one)
    if (found) return { rate: one, ...found }
  }
  // A single amount is the VAT if the line names it.
  const [only] = ores
  return isNamed && ores.length === 1 && only !== undefined ? { rate, tax: only, net: null, gross: null } : null
}

type Parts = { tax: Ore; net: Ore; gross: Ore }

const tripleIn = (ores: readonly Ore[], rate: number): Parts | null => {
  for (const net of ores)
    for (const tax of ores) {
      if (tax === net || tax === 0n || !isNear(tax, taxOn(net, rate), TAX_TOLERANCE)) continue
      if (ores.includes(net + tax)) return { tax, net, gross: net + tax }
    }
  return null
}

const pairIn = (ores: readonly Ore[], rate: number): Parts | null => {
  for (const other of ores)
    for (const tax of ores) {
      if (tax === other || tax === 0n) continue
      if (isNear(tax, taxOn(other, rate), TAX_TOLERANCE)) return { tax, net: other, gross: other + tax }
      if (isNear(tax, taxIn(other, rate), TAX_TOLERANCE)) return { tax, net: other - tax, gross: other }
    }
  return null
}

/** One row per rate; complete rows take precedence over partial ones. Two different rows are ambiguous. */
const eachRate = (rows: readonly VatRow[]): VatRow[] => {
  const each = new Map<number | null, VatRow | null>()
  const full = rows.filter(({ net }) => net !== null)
  const parts = rows.filter(({ net }) => net === null)
  for (const row of [...full, ...parts]) {
    const before = each.get(row.rate)
    if (before === undefined) each.set(row.rate, row)
    else if (before && row.net !== null && before.tax !== row.tax) each.set(row.rate, null)
    else if (before?.net === null && before.tax !== row.tax) each.set(row.rate, null)
  }
  return [...each.values()].filter((row) => row !== null)
}

/** The VAT that fits the total. Without a total, only complete rows are accepted. */
const vatOf = (rows: readonly VatRow[], total: Ore | null): FoundVat[] => {
  const known = eachRate(rows.map((row) => withRate(row, total)))
  const rated = known.filter(({ rate }) => rate !== null)
  const full = rated.filter(({ gross }) => gross !== null)
  if (total === null) return full.length === rated.length ? full.map(vatFound) : []
  const made = full.reduce((sum, { gross }) => sum + (gross ?? 0n), 0n)
  if (full.length > 0 && size(made) <= size(total) + ROUNDING_TOLERANCE) return full.map(vatFound)
  const tax = rated.reduce((sum, row) => sum + row.tax, 0n)
  if (rated.length > 0) return size(tax) <= size(taxIn(total, 25)) + TAX_TOLERANCE ? rated.map(vatFound) : []
  // A single amount for several rates.
  return known.filter((row) => row.tax > 0n && row.tax <= taxIn(total, 25) + TAX_TOLERANCE).map(vatFound)
}

/** A VAT amount alone, checked against the total: its rate is known if only one fits. */
const withRate = (row: VatRow, total: Ore | null): VatRow => {
  if (total === null || row.net !== null) return row
  const [rate, ...others] = rates.filter((one) => isNear(row.tax, taxIn(total, one), TAX_TOLERANCE))
  if (rate === undefined || others.length > 0 || (row.rate !== null && row.rate !== rate)) return row
  return { ...row, rate, net: total - row.tax, gross: total }
}

const vatFound = ({ rate, tax, net, place }: VatRow): FoundVat => ({
  ...place,
  rate,
  tax: textFromOre(tax),
  net: net === null ? null : textFromOre(net),
})
