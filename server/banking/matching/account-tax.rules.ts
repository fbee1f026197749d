// A transaction booked directly on an account, with the VAT included in its amount or due by reverse charge. Pure.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import type { BasePair, DocumentItem } from '#ledger'
import { type Ore, rounded } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { isReversed, purchaseBookingFaults, taxOn, usualRateOf, type VatTreatment } from '#purchasing'
import { isWithin, mainAccount, netSales } from '#rule/account-ranges'
import type { VatKind } from '#rule/vat-kind'

/** The VAT treatment and rate of a transaction. */
export type Taxing = { vatTreatment: VatTreatment; taxRate: number }

/** The VAT in a body; exempt by default. */
export const taxingOf = ({
  vatTreatment = 'exempt',
  taxRate,
}: {
  vatTreatment?: VatTreatment | undefined
  taxRate?: number | undefined
}): Taxing => ({ vatTreatment, taxRate: taxRate ?? usualRateOf(vatTreatment) })

/** The VAT of a rule. One with a kind is stored with the usual rate, which nothing is calculated with. */
export const ruleTaxingOf = ({
  vatKind = null,
  ...given
}: Parameters<typeof taxingOf>[0] & { vatKind?: VatKind | null | undefined }): Taxing & { vatKind: VatKind | null } => {
  const { vatTreatment, taxRate } = taxingOf(given)
  return { vatTreatment, taxRate: vatKind === null ? taxRate : usualRateOf(vatTreatment), vatKind }
}

/** Net sales (30-37 in the BAS chart): VAT on these accounts is output VAT. */
export const isSalesAccount = (account: number): boolean => isWithin(mainAccount(account), netSales)

/** Errors in the VAT of an account, in an arbitrary body. */
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

/** Errors in the VAT of a rule, in an arbitrary body: a kind wins over the rate. */
export const wrongInRuleTaxing = (body: unknown): FieldError[] => {
  const { vatKind = null, taxRate, vatTreatment = 'exempt', ...rest } = Object(body) as Record<string, unknown>
  if (vatKind === null) return wrongInTaxing(body, '#')
  const wrong = vatTreatment === 'exempt' ? [purchaseBookingFaults.exemptRate('#/vatKind')] : []
  return [...wrong, ...wrongInTaxing({ ...rest, vatTreatment }, '#')]
}

/**
 * The VAT accounts: one for VAT included in the amount, or two for reverse charge, in debit and credit. `base` is where
 * the VAT base is declared, if not on the account itself.
 */
export type TaxAccounts =
  | (({ included: number } | { input: number; output: number }) & { base?: BasePair | null })
  | null

/**
 * The items of an entry for a bank transaction; a positive amount was received. The amount includes VAT charged by the
 * seller; reverse-charge VAT is computed on the whole amount.
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
