// Advances to suppliers (förskott till leverantörer): pure rules. Money paid before anything is delivered is an asset,
// on the account of the role `supplierAdvance`. It is no claim on money, so it keeps the rate of the day on which it
// was paid and is not revalued on a balance sheet day (årsredovisningslagen 4 kap. 13 § concerns claims and debts).
import { type AccountMap, type DocumentItem, inBaseCurrency, proportion, type Rate } from '#ledger'
import type { Ore } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { type BookedLine, type BookedPurchase, type Part, partsOf, shareOf } from '#purchasing/invoices/booking.rules'
import { isOwedAtOnce } from '#purchasing/invoices/vat.rules'
import { advanceFaults as faults } from './advance-refusals.ts'

/** An advance as its uses see it: öre of its currency, and of the accounting currency as it was booked. */
type Counted = { ore: Ore; baseOre: Ore; usedOre: Ore; usedBaseOre: Ore }

/** What a use takes of the booked value; the last one leaves nothing. Below zero where it is taken back. */
export const baseOf = ({ ore, baseOre, usedOre, usedBaseOre }: Counted, use: Ore): Ore =>
  proportion(baseOre, usedOre + use, ore) - usedBaseOre

/** Whether an invoice is for an advance: all of its lines are on that account, above zero together. */
export const isForAdvance = (
  lines: readonly Pick<BookedLine, 'account'>[],
  { totalOre }: { totalOre: Ore },
  account: number,
): boolean => totalOre > 0n && lines.length > 0 && lines.every((line) => line.account === account)

/** Errors in lines on the account of advances. */
export const wrongInAdvance = (
  lines: readonly BookedLine[],
  invoice: { totalOre: Ore },
  account: number,
): FieldError[] => {
  const isWhole = isForAdvance(lines, invoice, account)
  return lines.flatMap((line, index): FieldError[] => {
    if (line.account !== account) return []
    const isPaidAhead = invoice.totalOre > 0n && line.netOre > 0n
    if (isPaidAhead && !isWhole) return [faults.mixedLines(`#/lines/${index}/account`, { account })]
    return isOwedAtOnce(line.vatTreatment) ? [faults.untaxedAdvance(`#/lines/${index}/vatTreatment`)] : []
  })
}

/** What an invoice or a credit note deducts of advances: tax included and without it, above zero, in its currency. */
export const deductedBy = (lines: readonly BookedLine[], account: number): { gross: Ore; net: Ore } => {
  const own = lines.filter((line) => line.account === account)
  const gross = own.reduce((sum, { netOre, taxOre }) => sum + netOre + taxOre, 0n)
  const net = own.reduce((sum, { netOre }) => sum + netOre, 0n)
  return gross < 0n ? { gross: -gross, net: -net } : { gross: 0n, net: 0n }
}

/**
 * The parts of an invoice for an advance as a debt: the right to deduct its tax, and the duty to declare tax that the
 * buyer owes, arise when the advance is paid (mervärdesskattelagen 2023:200, 7 kap.). Until then tax that
 * is charged is deferred, and tax that the buyer owes is not booked.
 */
export const deferredParts = (parts: readonly Part[], { restingInputVat }: AccountMap): Part[] =>
  parts.flatMap((part): Part[] => {
    if (part.kind === 'reversed') return []
    return [part.kind === 'tax' ? { ...part, account: restingInputVat } : part]
  })

/** What a payment of such a debt books beside it: the tax of its share is deducted, and declared where it is owed. */
export const paidTaxOf = (share: readonly Part[], { restingInputVat }: AccountMap): DocumentItem[] =>
  share.flatMap((part): DocumentItem[] => {
    if (part.kind === 'cost' || part.kind === 'rounding' || part.ore === 0n) return []
    const against = part.kind === 'reversed' ? part.against : restingInputVat
    return [
      { account: part.account, debit: part.ore },
      { account: against, credit: part.ore },
    ]
  })

/** The share of an invoice for an advance that a use takes back. */
export const usedShareOf = (purchase: BookedPurchase, { usedOre }: Counted, use: Ore, accounts: AccountMap): Part[] =>
  shareOf(partsOf(purchase, accounts), purchase, { before: usedOre, ore: use })

/** The same as the credit of a set-off: the advance itself, and the tax that was deducted or declared on it. */
export const creditOf = (share: readonly Part[]): DocumentItem[] =>
  share.flatMap((part): DocumentItem[] => {
    const credit = { account: part.account, credit: part.ore }
    return part.kind === 'reversed' ? [credit, { account: part.against, debit: part.ore }] : [credit]
  })

/**
 * The items that leave nothing of a deducted advance on its account: an invoice in another currency deducts it at its
 * own rate, and the advance was booked at that of its day. `net` is in the currency, `netBase` as it was booked.
 */
export const rateDifference = (
  { net, netBase, rate, account }: { net: Ore; netBase: Ore; rate: Rate; account: number },
  { currencyGain, currencyLoss }: AccountMap,
): DocumentItem[] => {
  const difference = netBase - inBaseCurrency(net, rate)
  if (difference === 0n) return []
  return [
    { account: difference > 0n ? currencyLoss : currencyGain, debit: difference },
    { account, credit: difference },
  ]
}

/** A repayment by the supplier: the money, what it takes of the advance, and the difference between the rates. */
export const repaidItems = (
  { money, base, account, paymentAccount }: { money: Ore; base: Ore; account: number; paymentAccount: number },
  { currencyGain, currencyLoss }: AccountMap,
): DocumentItem[] => {
  const difference = money - base
  return [
    { account: paymentAccount, debit: money },
    { account, credit: base },
    ...(difference === 0n ? [] : [{ account: difference > 0n ? currencyGain : currencyLoss, credit: difference }]),
  ]
}
