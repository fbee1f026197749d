// Refusals of booking purchases: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const purchaseBookingRefusals = {
  supplierInvoiceNotRecorded: refusal(
    'operation-not-allowed',
    'supplier-invoice-booking.supplier-invoice-not-recorded',
    'Supplier invoice {id} is not recorded yet: record it before it is paid',
    'Leverantörsfakturan {id} är inte bokförd än: bokför den innan den betalas',
  ),
  supplierInvoiceNotApproved: refusal(
    'operation-not-allowed',
    'supplier-invoice-booking.supplier-invoice-not-approved',
    'Supplier invoice {id} is waiting for approval and cannot be paid until it is approved',
    'Leverantörsfakturan {id} väntar på attest och kan inte betalas förrän den är attesterad',
  ),
  beyondRemaining: refusal(
    'operation-not-allowed',
    'supplier-invoice-booking.beyond-remaining',
    '{amount} cannot be paid on supplier invoice {id}: {paid} of {total} {currency} is paid, and {remaining} remains',
    '{amount} kan inte betalas på leverantörsfakturan {id}: {paid} av {total} {currency} är betalt, och {remaining} återstår',
  ),
  discountBeyond: refusal(
    'operation-not-allowed',
    'supplier-invoice-booking.discount-beyond',
    'A cash discount of {amount} {currency} cannot be booked on supplier invoice {id}: it already has discounts of {given}, and its total is {total}',
    'En kassarabatt på {amount} {currency} kan inte bokföras på leverantörsfakturan {id}: den har redan rabatter på {given}, och dess summa är {total}',
  ),
  supplierPaymentNotFound: refusal(
    'not-found',
    'supplier-invoice-booking.supplier-payment-not-found',
    'There is no payment {id} on this supplier invoice',
    'Det finns ingen betalning {id} på leverantörsfakturan',
  ),
  setOffTakenBack: refusal(
    'operation-not-allowed',
    'supplier-invoice-booking.set-off-taken-back',
    'The set-off {id} has already been taken back',
    'Kvittningen {id} är redan återtagen',
  ),
  setOffNotFound: refusal(
    'not-found',
    'supplier-invoice-booking.set-off-not-found',
    'There is no set-off {id} on this supplier invoice',
    'Leverantörsfakturan har ingen kvittning {id}',
  ),
  tooManySupplierPayments: refusal(
    'limit-exceeded',
    'supplier-invoice-booking.too-many-supplier-payments',
    'A supplier invoice can have at most {limit} payments',
    'En leverantörsfaktura får ha högst {limit} betalningar',
  ),
  accrualYear: refusal(
    'operation-not-allowed',
    'supplier-invoice-booking.accrual-year',
    'The fiscal year {id} uses the accrual method: its invoices are booked when they are recorded',
    'Räkenskapsåret {id} följer faktureringsmetoden: dess fakturor bokförs när de registreras',
  ),
}

export const purchaseBookingFaults = {
  setOffItself: fault(
    'supplier-invoice-booking.set-off-itself',
    'must be another supplier invoice',
    'måste vara en annan leverantörsfaktura',
  ),
  setOffUnknown: fault(
    'supplier-invoice-booking.set-off-unknown',
    'there is no supplier invoice {id}',
    'det finns ingen leverantörsfaktura {id}',
  ),
  setOffOtherParty: fault(
    'supplier-invoice-booking.set-off-other-party',
    'must be of the same supplier',
    'måste vara från samma leverantör',
  ),
  setOffNothing: fault(
    'supplier-invoice-booking.set-off-nothing',
    'one of the two must be a credit note and the other one an invoice, neither of them settled: {remaining} {currency} remains of this one, {other} of the other',
    'den ena måste vara en kreditfaktura och den andra en faktura, båda med något kvar: {remaining} {currency} återstår av den här och {other} av den andra',
  ),
  setOffBeyond: fault(
    'supplier-invoice-booking.set-off-beyond',
    'must be above zero and at most {most}, which remains of both',
    'måste vara över noll och högst {most}, som återstår av båda',
  ),
  notPurchased: fault(
    'supplier-invoice-booking.not-purchased',
    'account {account} is for money, receivables or payables: purchases cannot be booked on it',
    'konto {account} är för pengar, kundfordringar eller leverantörsskulder: inköp kan inte bokföras på det',
  ),
  lineAccount: fault(
    'supplier-invoice-booking.line-account',
    'account {account} is not in the chart of accounts, or not active',
    'konto {account} finns inte i kontoplanen, eller är inte aktivt',
  ),
  lineAmount: fault(
    'supplier-invoice-booking.line-amount',
    'must be an amount with at most two decimals, and not 0',
    'ska vara ett belopp med högst två decimaler, och inte 0',
  ),
  exemptRate: fault(
    'supplier-invoice-booking.exempt-rate',
    'must be 0 where the purchase is exempt',
    'ska vara 0 när inköpet är undantaget från moms',
  ),
  reversedRate: fault(
    'supplier-invoice-booking.reversed-rate',
    'must be 25, 12 or 6 where the buyer owes the tax',
    'ska vara 25, 12 eller 6 när köparen betalar momsen',
  ),
  taxNotCharged: fault(
    'supplier-invoice-booking.tax-not-charged',
    'is for domestic purchases only: where the buyer owes the tax it is calculated, and otherwise there is none',
    'är bara för inköp inom landet: när köparen betalar momsen räknas den ut, och annars finns ingen',
  ),
  taxAmount: fault(
    'supplier-invoice-booking.tax-amount',
    'must be from 0 to {most}, the tax of {rate} % on the net amount',
    'ska vara från 0 till {most}, momsen på {rate} % av nettobeloppet',
  ),
  linesDiffer: fault(
    'supplier-invoice-booking.lines-differ',
    'add up to {sum} with tax, but the invoice is for {total}',
    'blir {sum} med moms, men fakturan är på {total}',
  ),
  nothingBooked: fault(
    'supplier-invoice-booking.nothing-booked',
    'cancel each other out: there is nothing to book',
    'tar ut varandra: det finns inget att bokföra',
  ),
  rateOfSek: fault(
    'supplier-invoice-booking.rate-of-sek',
    'is for other currencies than the accounting currency',
    'är för andra valutor än redovisningsvalutan',
  ),
  paymentAccount: fault(
    'supplier-invoice-booking.payment-account',
    'account {account} is not an active payment account: 19xx, 1580, 1630, 1686, 2018 or 2893',
    'konto {account} är inget aktivt betalkonto: 19xx, 1580, 1630, 1686, 2018 eller 2893',
  ),
  paymentAmount: fault(
    'supplier-invoice-booking.payment-amount',
    'must be an amount with at most two decimals, and not 0',
    'ska vara ett belopp med högst två decimaler, och inte 0',
  ),
  discountSide: fault(
    'supplier-invoice-booking.discount-side',
    'must have the same sign as the amount',
    'ska ha samma tecken som beloppet',
  ),
  discountOfNothing: fault(
    'supplier-invoice-booking.discount-of-nothing',
    'is worth less than half an öre at the rate of the invoice: there is nothing to book',
    'är värd mindre än ett halvt öre till fakturans kurs: det finns inget att bokföra',
  ),
  termsOfNothing: fault(
    'supplier-invoice-booking.terms-of-nothing',
    'belongs to a cash discount: give cashDiscount too, or leave it out',
    'hör till en kassarabatt: ange cashDiscount också, eller utelämna det',
  ),
  baseMissing: fault(
    'supplier-invoice-booking.base-missing',
    'is required when the invoice is in {currency}',
    'krävs när fakturan är i {currency}',
  ),
  baseOfSek: fault(
    'supplier-invoice-booking.base-of-sek',
    'must be the amount itself when the invoice is in the accounting currency',
    'ska vara själva beloppet när fakturan är i redovisningsvalutan',
  ),
  baseSide: fault(
    'supplier-invoice-booking.base-side',
    'must have the same sign as the amount',
    'ska ha samma tecken som beloppet',
  ),
}
