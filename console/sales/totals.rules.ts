// What a document comes to while it is typed: exactly as the service counts it, in whole numbers alone.

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

/** A quotient; half goes away from zero. */
const rounded = (dividend: bigint, divisor: bigint): bigint => {
  const half = dividend < 0n ? -divisor : divisor
  return (dividend * 2n + half) / (divisor * 2n)
}

/** What a line comes to without tax, in öre; null for a text, and while something is missing. */
export const lineNet = ({ kind, quantity, price }: Counted): bigint | null => {
  if (kind === 'text') return null
  const [many, each] = [microOf(quantity === '' ? '1' : quantity), microOf(price)]
  return many === null || each === null ? null : rounded(many * each * 100n, MICRO * MICRO)
}

export type Rate = { taxRate: number; net: bigint; tax: bigint }

export type Totals = { rates: readonly Rate[]; net: bigint; tax: bigint; rounding: bigint; total: bigint }

/** Tax is on the sum of the lines of each rate. With `rounds`, what is to pay is in whole kronor. */
export const totalsOf = (lines: readonly Counted[], { rounds }: { rounds: boolean }): Totals => {
  const nets = new Map<number, bigint>()
  for (const line of lines) {
    const net = lineNet(line)
    if (net !== null) nets.set(line.taxRate, (nets.get(line.taxRate) ?? 0n) + net)
  }
  const rates = [...nets]
    .sort(([left], [right]) => right - left)
    .map(([taxRate, net]) => ({ taxRate, net, tax: rounded(net * BigInt(taxRate), 100n) }))
  const net = rates.reduce((sum, rate) => sum + rate.net, 0n)
  const tax = rates.reduce((sum, rate) => sum + rate.tax, 0n)
  const total = rounds ? rounded(net + tax, 100n) * 100n : net + tax
  return { rates, net, tax, rounding: total - net - tax, total }
}
