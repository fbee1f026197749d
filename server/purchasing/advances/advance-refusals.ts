// Refusals of advances to suppliers: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const advanceRefusals = {
  advanceNotFound: refusal(
    'not-found',
    'supplier-advance.not-found',
    'There is no advance {id} to a supplier in this company',
    'Det finns inget leverantörsförskott {id} i företaget',
  ),
  useNotFound: refusal(
    'not-found',
    'supplier-advance.use-not-found',
    'The advance has no use {id}',
    'Förskottet har ingen användning {id}',
  ),
  useTakenBack: refusal(
    'operation-not-allowed',
    'supplier-advance.use-taken-back',
    'The use {id} of the advance has already been taken back',
    'Användningen {id} av förskottet är redan återtagen',
  ),
  useOfRecord: refusal(
    'operation-not-allowed',
    'supplier-advance.use-of-record',
    'The use {id} is a line of the recorded supplier invoice {supplierInvoiceId}: the supplier credits it, or an entry corrects it',
    'Användningen {id} är en rad på den bokförda leverantörsfakturan {supplierInvoiceId}: leverantören krediterar den, eller så rättas den med en verifikation',
  ),
  repaidByCreditNote: refusal(
    'operation-not-allowed',
    'supplier-advance.repaid-by-credit-note',
    'The supplier invoiced the advance: add its credit note for the advance (supplier invoice {supplierInvoiceId}), recorded on account {account}, and the refund as a payment of that',
    'Leverantören har fakturerat förskottet: lägg in kreditfakturan för förskottet (leverantörsfaktura {supplierInvoiceId}), bokförd på konto {account}, och återbetalningen som en betalning av den',
  ),
  paymentNeeded: refusal(
    'operation-not-allowed',
    'supplier-advance.payment-needed',
    '{used} {currency} of the advance of supplier invoice {id} is used: only what is above that can be paid back',
    '{used} {currency} av förskottet på leverantörsfakturan {id} är använt: bara det som är över det kan betalas tillbaka',
  ),
  discountOfAdvance: refusal(
    'operation-not-allowed',
    'supplier-advance.discount-of-advance',
    'Supplier invoice {id} is for an advance, which has no cash discount: deduct it on the invoice for the purchase',
    'Leverantörsfakturan {id} gäller ett förskott, som inte har någon kassarabatt: dra av den på fakturan för köpet',
  ),
  tooManyUses: refusal(
    'limit-exceeded',
    'supplier-advance.too-many-uses',
    'An advance can have at most {limit} uses',
    'Ett förskott får ha högst {limit} användningar',
  ),
}

export const advanceFaults = {
  amount: fault(
    'supplier-advance.amount',
    'must be an amount above 0 with at most two decimals',
    'måste vara ett belopp över 0 med högst två decimaler',
  ),
  unknownSupplier: fault(
    'supplier-advance.unknown-supplier',
    'there is no supplier {id}',
    'det finns ingen leverantör {id}',
  ),
  unknownInvoice: fault(
    'supplier-advance.unknown-invoice',
    'there is no supplier invoice {id}',
    'det finns ingen leverantörsfaktura {id}',
  ),
  otherSupplier: fault(
    'supplier-advance.other-supplier',
    'must be of the supplier of the advance',
    'måste vara från samma leverantör som förskottet',
  ),
  nothingOwed: fault(
    'supplier-advance.nothing-owed',
    'must be an invoice with something left to pay, and not the one for the advance itself',
    'måste vara en faktura med något kvar att betala, och inte fakturan på själva förskottet',
  ),
  beyond: fault(
    'supplier-advance.beyond',
    'must be above 0 and at most {most}, which is left of the advance and of the invoice',
    'måste vara över 0 och högst {most}, som är kvar av förskottet och av fakturan',
  ),
  baseMissing: fault(
    'supplier-advance.base-missing',
    'is required when the supplier has another currency: {currency}',
    'krävs när leverantören har en annan valuta: {currency}',
  ),
  baseOfOwn: fault(
    'supplier-advance.base-of-own',
    'must be the amount itself when the supplier has the accounting currency',
    'ska vara själva beloppet när leverantören har redovisningsvalutan',
  ),
  moneyOfSetOff: fault(
    'supplier-advance.money-of-set-off',
    'belongs to a repayment: a set-off against an invoice moves no money',
    'hör till en återbetalning: en kvittning mot en faktura flyttar inga pengar',
  ),
  mixedLines: fault(
    'supplier-advance.mixed-lines',
    'an advance on account {account} is recorded alone: on an invoice for a purchase, only a deduction below zero may be on it',
    'ett förskott på konto {account} bokförs för sig: på en faktura för ett köp får bara ett avdrag under noll stå där',
  ),
  untaxedAdvance: fault(
    'supplier-advance.untaxed-advance',
    'no tax is due on an advance for goods from another member state or for an import: use exempt',
    'ingen moms ska redovisas på förskott för varor från ett annat EU-land eller för import: använd exempt',
  ),
}
