// What a supplier invoice is booked as: lines of account and amount without tax, of which one may be the rest.
import type { Schema } from '#client'
import { type Tax, taxingOf, usualTaxOf } from '#console/accounts'
import { USUAL_RATE, type VatRate, vatRates } from '#rule/vat-rates'
import { kronorOf, type Ore, oreOf } from '#ui'

/**
 * A line of the form; without an amount it takes the rest. `charged` is the tax that its e-invoice says, which may be
 * less than the rate makes, or rounded otherwise.
 */
export type Line = { account: number | null; net: Ore | null; tax: Tax; charged?: Ore }

/** A company that is not registered for VAT deducts none: it is part of the cost. */
export const newLine = (isVatRegistered: boolean): Line => ({
  account: null,
  net: null,
  tax: isVatRegistered ? 'domestic25' : 'exempt',
})

/** A changed line: the charged VAT belongs to its original amount and rate, and changes with them. */
export const edited = (line: Line, change: Partial<Omit<Line, 'charged'>>): Line => {
  const { charged, ...next } = { ...line, ...change }
  const isSame = next.net === line.net && next.tax === line.tax
  return isSame && charged !== undefined ? { ...next, charged } : next
}

/** What the supplier charges on a line, unless it says so itself: nothing where the buyer owes the tax. */
const chargedOn = ({ tax, charged }: Line, net: Ore): Ore => {
  if (charged !== undefined) return charged
  const { taxRate, vatTreatment } = taxingOf(tax)
  return vatTreatment === 'domestic' ? Math.sign(net) * Math.round((Math.abs(net) * taxRate) / 100) : 0
}

type Worked = { net: Ore; charged: Ore; isRest: boolean }

/** The amounts of all lines: the last one without an amount takes what the others leave of the total. */
export const worked = (lines: readonly Line[], total: Ore | null): { lines: Worked[]; difference: Ore } => {
  const restAt = lines.findLastIndex(({ net }) => net === null)
  const others = lines.reduce((sum, line) => sum + (line.net === null ? 0 : line.net + chargedOn(line, line.net)), 0)
  const left = (total ?? 0) - others
  const all = lines.map((line, place): Worked => {
    const { net, tax } = line
    if (net !== null) return { net, charged: chargedOn(line, net), isRest: false }
    if (place !== restAt) return { net: 0, charged: 0, isRest: false }
    const { taxRate, vatTreatment } = taxingOf(tax)
    const own = vatTreatment === 'domestic' ? Math.round((left * 100) / (100 + taxRate)) : left
    return { net: own, charged: left - own, isRest: true }
  })
  return { lines: all, difference: restAt === -1 ? left : 0 }
}

/** The lines as the API takes them; those without account and amount are left out. */
export const recordedLines = (lines: readonly Line[], total: Ore | null): Schema<'SupplierInvoiceLine'>[] => {
  const { lines: amounts } = worked(lines, total)
  return lines.flatMap(({ account, net, tax, charged: said }, place) => {
    const { net: own, charged, isRest } = amounts[place] ?? { net: 0, charged: 0, isRest: false }
    const isTold = (isRest || said !== undefined) && taxingOf(tax).vatTreatment === 'domestic'
    if (account === null && net === null && lines.length > 1) return []
    return {
      account: account ?? 0,
      netAmount: kronorOf(own),
      ...taxingOf(tax),
      // The rest has the tax that the invoice is left with, and a line of an e-invoice what it says, to the öre.
      ...(isTold ? { taxAmount: kronorOf(charged) } : {}),
    }
  })
}

type Item = Schema<'BookedJournalEntry'>['items'][number]

/** Debts to suppliers, tax, and rounding: what an entry has beside what was bought. */
const isBeside = (account: number): boolean =>
  (account >= 2440 && account < 2450) || (account >= 2600 && account < 2700) || account === 3740

const sumOf = (items: readonly Item[]): Ore =>
  items.reduce((sum, { debit = 0, credit = 0 }) => sum + oreOf(debit ?? 0) - oreOf(credit ?? 0), 0)

/** What only declares the base of a tax takes itself back: these accounts, and as much on an account against them. */
const isContra = (account: number): boolean => account === 4598 || account === 4549

/**
 * The items without the pairs of accounts that declare the base of what was bought on another one, and how that is
 * taxed; null where there are none.
 */
const withoutBases = (items: readonly Item[]): { others: Item[]; declared: Tax | null } => {
  const contra = -sumOf(items.filter(({ account }) => isContra(account)))
  const others = items.filter(({ account }) => !isContra(account))
  const declaring = others.filter(({ account }) => usualTaxOf(account) !== null)
  const [first] = declaring
  if (contra === 0 || !first || sumOf(declaring) !== contra) return { others, declared: null }
  return { others: others.filter((item) => !declaring.includes(item)), declared: usualTaxOf(first.account) }
}

/** The rate that a share of tax, in percent, is nearest to; null for none. */
const rateNear = (share: number): VatRate | null =>
  vatRates.find((rate, index) => share > (rate + (vatRates[index + 1] ?? 0)) / 2) ?? null

/** Lines as an earlier entry had them: its accounts and tax, with the last amount left to be the rest. */
export const linesLike = (items: readonly Item[], isVatRegistered: boolean): Line[] => {
  const { others, declared } = withoutBases(items)
  const bought = others.filter(({ account }) => !isBeside(account))
  const input = sumOf(items.filter(({ account }) => account >= 2640 && account < 2650))
  const isReversed = items.some(({ account }) => account === 2645 || account === 2647)
  const rate = sumOf(bought) === 0 ? 0 : (input / sumOf(bought)) * 100
  const near = rateNear(rate)
  const domestic: Tax = near === null || !isVatRegistered ? 'exempt' : `domestic${near}`
  const isDomestic = items.some(({ account }) => account === 2647)
  const reversed: Tax = `${isDomestic ? 'domesticServicesReverseCharge' : 'euServices'}${near ?? USUAL_RATE}`
  const lines = bought.map(
    (item, place): Line => ({
      account: item.account,
      net: place === bought.length - 1 ? null : sumOf([item]),
      tax: usualTaxOf(item.account) ?? declared ?? (isReversed ? reversed : domestic),
    }),
  )
  // Several amounts of last time say nothing of this time: the first account takes it all.
  return lines.length > 1 ? lines.slice(0, 1).map((line) => ({ ...line, net: null })) : lines
}
