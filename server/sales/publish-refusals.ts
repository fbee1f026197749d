// Requirements for publication; each error names the field to correct.
import { fault } from '#platform/refusal'

export const publishFaults = {
  notRegistered: fault(
    'the company is not registered for VAT, by its own setting, and charges none: take the tax away, or change the setting with PATCH /vat-setting',
  ),
  numberOfUnregistered: fault(
    'the company is not registered for VAT, by its own setting, but a sale like this has to state its VAT number: choose an account for exempt sales, or change the setting with PATCH /vat-setting',
  ),
  reverseChargeOfPerson: fault(
    'reverse charge is for businesses, but the customer is a private person: charge tax, or choose another account',
  ),
  reverseChargeWithoutNumber: fault(
    'under reverse charge the invoice has to state the VAT number of the customer: add it to the customer',
  ),
  triangularWithoutNumber: fault(
    'in a triangular trade the invoice has to state the VAT number of the customer in another EU country: add it to the customer, or choose another account',
  ),
  unnamedMarginScheme: fault(
    'under a margin scheme the invoice has to name it: state vatExemptionReason, such as "Vinstmarginalbeskattning för begagnade varor"',
  ),
  reverseChargeWithTax: fault(
    'account {account} is for sales under reverse charge, on which no tax is charged: take the tax away, or choose another account',
  ),
  untaxedInUnion: fault(
    'a sale without tax to {country} needs the VAT number of the customer, or vatExemptionReason: why no tax is charged',
  ),
  untaxedAtHome: fault(
    'goods that are delivered in Sweden are sold with tax: charge it, take the delivery address away, or state vatExemptionReason',
  ),
  sellerAddress: fault('the address of the company is missing: set it with the command company update'),
  buyerAddress: fault('the address of the customer is missing: add it to the customer'),
  paymentAccount: fault(
    'there is no account to pay to: set bankgiro, plusgiro or IBAN with the command sales-settings set',
  ),
}

/** Warnings that do not prevent publication. */
export const publishDoubts = {
  untaxedByAddress: fault(
    'no tax is charged, and the sale counts by the address of the customer, {country}, though the VAT number {number} is of {other}: mend the address or the number of the customer, or charge tax',
  ),
}
