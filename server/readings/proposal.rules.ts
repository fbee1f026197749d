// Proposes how to book a document: on the previous accounts with the new amounts. Unknown values are left for the user.

import { numberFromOre, type Ore } from '#platform/money'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import type { FoundVat } from './sums.rules.ts'

/** A line of the previous entry, and its side. */
type Item = { account: number; isDebit: boolean }

export type Before = {
  /** The lines of the entry for the seller's latest document. */
  entry: readonly Item[] | null
  /** The accounts of the supplier's latest invoice. */
  lines: readonly { account: number }[]
}

export type Chart = {
  /** The accounting currency: what a document in another one says is not proposed for an entry. */
  currency: string
  inputVat: number
  payable: number
  /** Whether the company deducts VAT; otherwise VAT is part of the cost. */
  deducts: boolean
  isVat: (account: number) => boolean
  isActive: (account: number) => boolean
}

export const entryRoles = ['cost', 'vat', 'payment'] as const

/** A line of the entry in the accounting currency; unknown amounts and accounts are null. */
export type ProposedItem = {
  role: (typeof entryRoles)[number]
  account: number | null
  debit: number | null
  credit: number | null
}

/** A line of a supplier invoice in the form of recording; kronor. */
export type ProposedLine = { account: number | null; netAmount: number | null; taxRate: number | null }

type Sums = { total: Ore | null; vat: readonly FoundVat[]; currency: string | null }

/** The lines of an entry; null if nothing is known, or the currency is another. */
export const entryOf = ({ total, vat, currency }: Sums, before: Before, chart: Chart): ProposedItem[] | null => {
  const cost = costOf(before, chart)
  if ((total === null && cost === null) || (currency !== null && currency !== chart.currency)) return null
  // If the previous document had no input VAT, none is deducted now.
  const isDeducted = chart.deducts && (before.entry?.some(({ account }) => chart.isVat(account)) ?? true)
  const tax = isDeducted && total !== null && chart.isActive(chart.inputVat) ? taxOf(vat, total) : 0n
  const isKnown = total !== null && (tax !== 0n || !isDeducted)
  return [
    side('cost', cost, isKnown ? total - tax : null),
    ...(tax === 0n ? [] : [side('vat', chart.inputVat, tax)]),
    side('payment', paymentOf(before, chart), total === null ? null : -total),
  ]
}

/** The lines of a supplier invoice: one for each VAT rate, if these add up to the total; without VAT, the total. */
export const linesOf = ({ total, vat }: Sums, before: Before, chart: Chart): ProposedLine[] => {
  const account = costOf(before, chart)
  if (!chart.deducts && total !== null) return [{ account, netAmount: numberFromOre(total), taxRate: 0 }]
  const lines = vat.flatMap(({ rate, net }) =>
    rate === null || net === null ? [] : [{ account, netAmount: Number(net), taxRate: rate }],
  )
  const gross = vat.reduce((sum, { net, tax }) => sum + oreOf(net ?? '0.00') + oreOf(tax), 0n)
  const isWhole = lines.length === vat.length && total !== null && size(total - gross) <= ROUNDING
  if (isWhole && lines.length > 0) return lines
  return account === null ? [] : [{ account, netAmount: null, taxRate: null }]
}

/** Amounts are rounded to whole kronor; in öre. */
const ROUNDING = 50n
const size = (ore: Ore): Ore => (ore < 0n ? -ore : ore)
const oreOf = (kronor: string): Ore => BigInt(kronor.replace('.', ''))

const taxOf = (vat: readonly FoundVat[], total: Ore): Ore => {
  const tax = vat.reduce((sum, one) => sum + oreOf(one.tax), 0n)
  return total < 0n && tax > 0n ? -tax : tax
}

const side = (role: ProposedItem['role'], account: number | null, ore: Ore | null): ProposedItem => ({
  role,
  account,
  debit: ore !== null && ore > 0n ? numberFromOre(ore) : null,
  credit: ore !== null && ore < 0n ? numberFromOre(-ore) : null,
})

/** The previous cost account, if there was exactly one. */
const costOf = ({ entry, lines }: Before, { isVat, isActive, payable }: Chart): number | null => {
  const costs = (entry ?? []).filter(({ account, isDebit }) => isDebit && !isVat(account) && account !== payable)
  const booked = costs.length > 0 ? costs : lines
  const [account, ...others] = new Set(booked.map((one) => one.account))
  return account !== undefined && others.length === 0 && isActive(account) ? account : null
}

/** The previous payment account; otherwise the bank. A debt to suppliers is not a payment. */
const paymentOf = ({ entry }: Before, { isVat, isActive, payable }: Chart): number | null => {
  const paid = (entry ?? []).filter(({ account, isDebit }) => !isDebit && !isVat(account) && account !== payable)
  const [account = USUAL_PAYMENT_ACCOUNT, ...others] = new Set(paid.map((one) => one.account))
  return others.length === 0 && isActive(account) ? account : null
}
