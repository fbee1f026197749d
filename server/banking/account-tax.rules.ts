// A transaction that is booked on an account, with the tax that is in its amount or that the buyer owes on it. Pure.
import type { BasePair, DocumentItem } from '#ledger'
import { type Ore, rounded } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { isReversed, purchaseBookingFaults, taxOn, usualRateOf, type VatTreatment } from '#purchasing'
import { statementFaults as faults } from './statement-refusals.ts'

/** How the tax of what a transaction was for is dealt with. */
export type Taxing = { vatTreatment: VatTreatment; taxRate: number }

export const UNTAXED: Taxing = { vatTreatment: 'exempt', taxRate: 0 }

/** What a body says of it; nothing is exempt. */
export const taxingOf = ({
  vatTreatment = 'exempt',
  taxRate,
}: {
  vatTreatment?: VatTreatment | undefined
  taxRate?: number | undefined
}): Taxing => ({ vatTreatment, taxRate: taxRate ?? usualRateOf(vatTreatment) })

/** Net sales (30-37 in the BAS plan): tax on these accounts is output tax. */
export const isSalesAccount = (account: number): boolean => account >= 3000 && account < 3800

/** What is wrong with the tax of an account, in a body that may be anything. */
export const wrongInTaxing = (body: unknown, at: string): FieldError[] => {
  const { account, vatTreatment = 'exempt', taxRate } = Object(body) as Record<string, unknown>
  const treatment = vatTreatment as VatTreatment
  const rate = taxRate ?? usualRateOf(treatment)
  const isOwed = isReversed(treatment)
  return [
    ...(treatment === 'exempt' && Number(rate) > 0 ? [purchaseBookingFaults.exemptRate(`${at}/taxRate`)] : []),
    ...(isOwed && rate === 0 ? [purchaseBookingFaults.reversedRate(`${at}/taxRate`)] : []),
    ...(isOwed && isSalesAccount(Number(account)) ? [faults.salesTreatment(`${at}/vatTreatment`)] : []),
  ]
}

/**
 * Where the tax stands: what is in the amount on one account, what the buyer owes in debit and in credit; and `base` is
 * where its base is declared from, if that is not the account of the money.
 */
export type TaxAccounts =
  | (({ included: number } | { input: number; output: number }) & { base?: BasePair | null })
  | null

/**
 * The items of an entry for money on a bank account, above zero where it came in. The amount includes the tax that the
 * seller charges; what the buyer owes is calculated on all of it.
 */
export const taxedItems = (
  { bankAccount, account, ore, taxRate }: { bankAccount: number; account: number; ore: Ore; taxRate: number },
  tax: TaxAccounts,
): DocumentItem[] => {
  const bank: DocumentItem = { account: bankAccount, debit: ore }
  if (tax === null) return [bank, { account, credit: ore }]
  if ('included' in tax) {
    const included = rounded(ore * BigInt(taxRate), BigInt(100 + taxRate))
    const net = ore - included
    return [bank, { account, credit: net }, { account: tax.included, credit: included }, ...baseItems(tax.base, -net)]
  }
  const owed = taxOn(-ore, taxRate)
  const [input, output] = [
    { account: tax.input, debit: owed },
    { account: tax.output, credit: owed },
  ]
  return [bank, { account, credit: ore }, input, output, ...baseItems(tax.base, -ore)]
}

const baseItems = (base: BasePair | null | undefined, debit: Ore): DocumentItem[] =>
  base
    ? [
        { account: base.account, debit },
        { account: base.against, credit: debit },
      ]
    : []
