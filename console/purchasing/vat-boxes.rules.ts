// The boxes of the VAT return that the lines of a supplier invoice land in. Pure: what the page shows while they are
// typed is what the service books.

/** A line without tax, what its supplier charges of tax, and how it is taxed; amounts in öre. */
export type Taxed = { net: number; charged: number; vatTreatment: string; taxRate: number }

/** A box, with what the lines put into it, in öre. */
export type Boxed = { box: string; ore: number }

/** Where what the buyer owes the tax of is declared: its value, and the tax of each rate. */
const PURCHASES = { 25: '30', 12: '31', 6: '32' } as const
const IMPORTS = { 25: '60', 12: '61', 6: '62' } as const
const reversed: Readonly<Record<string, { value: string; tax: Readonly<Record<number, string>> }>> = {
  euGoods: { value: '20', tax: PURCHASES },
  euServices: { value: '21', tax: PURCHASES },
  nonEuServices: { value: '22', tax: PURCHASES },
  domesticGoodsReverseCharge: { value: '23', tax: PURCHASES },
  domesticServicesReverseCharge: { value: '24', tax: PURCHASES },
  import: { value: '50', tax: IMPORTS },
}

/** Input tax. */
const INPUT = '48'

/** All boxes of the lines, in the order of the return. Tax that the buyer owes is counted on the sum of each kind. */
export const boxesOfLines = (lines: readonly Taxed[]): Boxed[] => {
  const boxes = new Map<string, number>()
  const add = (box: string, ore: number) => boxes.set(box, (boxes.get(box) ?? 0) + ore)
  const kinds = new Map<string, Taxed>()
  for (const line of lines) {
    if (line.vatTreatment === 'domestic') add(INPUT, line.charged)
    if (!(line.vatTreatment in reversed)) continue
    const key = `${line.vatTreatment} ${line.taxRate}`
    kinds.set(key, { ...line, net: (kinds.get(key)?.net ?? 0) + line.net })
  }
  for (const { net, vatTreatment, taxRate } of kinds.values()) {
    const { value, tax } = reversed[vatTreatment] ?? { value: '', tax: {} }
    const owed = Math.sign(net) * Math.round((Math.abs(net) * taxRate) / 100)
    add(value, net)
    add(tax[taxRate] ?? '', owed)
    add(INPUT, owed)
  }
  return [...boxes]
    .map(([box, ore]) => ({ box, ore }))
    .filter(({ box, ore }) => box !== '' && ore !== 0)
    .toSorted((one, two) => Number(one.box) - Number(two.box))
}
