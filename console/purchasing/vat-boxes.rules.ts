// The boxes of the VAT return that the lines of a supplier invoice land in. Pure: what the page shows while they are
// typed is what the service books.
import { INPUT_TAX_BOX, reverseCharge } from '#rule/reverse-charge'

/** A line without tax, what its supplier charges of tax, and how it is taxed; amounts in öre. */
export type Taxed = { net: number; charged: number; vatTreatment: string; taxRate: number }

/** A box, with what the lines put into it, in öre. */
type Boxed = { box: string; ore: number }

/** Boxes by treatment and rate, as the rows of the lines name them. */
const reversed: Readonly<Record<string, { base: string; tax: Readonly<Record<number, string>> }>> = reverseCharge

/** All boxes of the lines, in the order of the return. Tax that the buyer owes is counted on the sum of each kind. */
export const boxesOfLines = (lines: readonly Taxed[]): Boxed[] => {
  const boxes = new Map<string, number>()
  const add = (box: string, ore: number) => boxes.set(box, (boxes.get(box) ?? 0) + ore)
  const kinds = new Map<string, Taxed>()
  for (const line of lines) {
    if (line.vatTreatment === 'domestic') add(INPUT_TAX_BOX, line.charged)
    if (!(line.vatTreatment in reversed)) continue
    const key = `${line.vatTreatment} ${line.taxRate}`
    kinds.set(key, { ...line, net: (kinds.get(key)?.net ?? 0) + line.net })
  }
  for (const { net, vatTreatment, taxRate } of kinds.values()) {
    const { base, tax } = reversed[vatTreatment] ?? { base: '', tax: {} }
    const owed = Math.sign(net) * Math.round((Math.abs(net) * taxRate) / 100)
    add(base, net)
    add(tax[taxRate] ?? '', owed)
    add(INPUT_TAX_BOX, owed)
  }
  return [...boxes]
    .map(([box, ore]) => ({ box, ore }))
    .filter(({ box, ore }) => box !== '' && ore !== 0)
    .toSorted((one, two) => Number(one.box) - Number(two.box))
}
