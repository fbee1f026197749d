// What a document comes to while it is typed: the texts of its lines as the shared rules count them.
import { lineNet as netOf, totalsOf as sumsOf, taxesOf } from '#rule/document-totals'

/** What of a line counts. */
type Counted = { kind: 'sales' | 'text'; quantity: string; price: string; taxRate: number }

/** Millionth parts of one. */
const MICRO = 1_000_000n

const DECIMAL = /^(-?)(\d*)\.?(\d{0,6})$/

/** `7.5` as millionth parts; null when it is no number. */
const microOf = (text: string): bigint | null => {
  const [, sign, whole = '', part = ''] = DECIMAL.exec(text) ?? []
  if (sign === undefined || whole + part === '') return null
  const size = BigInt(whole || '0') * MICRO + BigInt(part.padEnd(6, '0'))
  return sign === '-' ? -size : size
}

/** What a line comes to without tax, in öre; null for a text, and while something is missing. */
export const lineNet = ({ kind, quantity, price }: Counted): bigint | null => {
  if (kind === 'text') return null
  const many = microOf(quantity === '' ? '1' : quantity)
  const each = microOf(price)
  return many === null || each === null ? null : netOf(many, each)
}

type Rate = { taxRate: number; net: bigint; tax: bigint }

export type Totals = { rates: readonly Rate[]; net: bigint; tax: bigint; rounding: bigint; total: bigint }

/** The totals of the lines that are complete, in öre. */
export const totalsOf = (lines: readonly Counted[], { rounds }: { rounds: boolean }): Totals => {
  const counted = lines.flatMap((line) => {
    const netOre = lineNet(line)
    return netOre === null ? [] : [{ netOre, taxRate: line.taxRate }]
  })
  const { netOre: net, taxOre: tax, roundingOre: rounding, totalOre: total } = sumsOf(counted, { rounds })
  const rates = taxesOf(counted).map(({ taxRate, netOre, taxOre }) => ({ taxRate, net: netOre, tax: taxOre }))
  return { rates, net, tax, rounding, total }
}

/** An amount in another currency in öre of the books, by the rate that is typed; the same until one is. */
export const inBooks = (ore: bigint, rate: string): bigint => (ore * (microOf(rate) || MICRO)) / MICRO
