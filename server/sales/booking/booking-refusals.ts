// Why booking of sales refuses: whole requests, and single fields.
import { fault, phrase, refusal } from '#platform/refusal'

export const bookingRefusals = {
  recordedAlready: refusal(
    'operation-not-allowed',
    'booking.recorded-already',
    'The document {id} is already recorded',
    'Dokumentet {id} är redan bokfört',
  ),
  recordedDraft: refusal(
    'operation-not-allowed',
    'booking.recorded-draft',
    'The document {id} is a draft: publish it before you record it',
    'Dokumentet {id} är ett utkast: skapa det på riktigt innan du bokför det',
  ),
  noMoneyOnDraft: refusal(
    'operation-not-allowed',
    'booking.no-money-on-draft',
    'The invoice {id} is a draft: payments and settlements are for published invoices',
    'Fakturan {id} är ett utkast: betalningar och avräkningar görs på färdiga fakturor',
  ),
  invoiceNotRecorded: refusal(
    'operation-not-allowed',
    'booking.invoice-not-recorded',
    'The invoice {invoiceId} of {id} is not recorded yet: record the invoice first',
    'Fakturan {invoiceId}, som {id} gäller, är inte bokförd än: bokför fakturan först',
  ),
  creditedNotRecorded: refusal(
    'operation-not-allowed',
    'booking.credited-not-recorded',
    'The invoice {invoiceId}, which {id} credits, is not recorded yet: record the invoice first',
    'Fakturan {invoiceId}, som {id} krediterar, är inte bokförd än: bokför fakturan först',
  ),
  unrecordedDocuments: refusal(
    'operation-not-allowed',
    'booking.unrecorded-documents',
    'Not in the books yet: {documents}. Record them first (unpaid ones of a year under the cash method with POST …/unpaid-items or "fiscal-year book-unpaid"), or use force: documents can then be recorded on the first open day',
    'Inte bokfört än: {documents}. Bokför dem först (ett års obetalda fakturor enligt kontantmetoden i bokslutet), eller tvinga fram det: då kan fakturorna bokföras på första öppna dagen',
  ),
  resultNotBooked: refusal(
    'operation-not-allowed',
    'booking.result-not-booked',
    'The result of the year, {amount}, is not booked to equity: close the year with POST …/closing, which books it, or use force if it is booked elsewhere',
    'Årets resultat, {amount}, är inte bokfört mot eget kapital: stäng året i bokslutet, som bokför det, eller tvinga fram det om det är bokfört någon annanstans',
  ),
  nextBeginsOtherwise: refusal(
    'operation-not-allowed',
    'booking.next-begins-otherwise',
    'The opening balances of the next fiscal year, {next}, differ from the closing balances of this one on {accounts}: close the year with POST …/closing, which corrects them, or use force if they are right',
    'De ingående balanserna i nästa räkenskapsår, {next}, skiljer sig från det här årets utgående på {accounts}: stäng året i bokslutet, som rättar dem, eller tvinga fram det om de stämmer',
  ),
  paymentNotFound: refusal(
    'not-found',
    'booking.payment-not-found',
    'There is no payment {id} on this invoice',
    'Det finns ingen betalning {id} på fakturan',
  ),
  settlementNotFound: refusal(
    'not-found',
    'booking.settlement-not-found',
    'There is no settlement {id} on this invoice',
    'Det finns ingen avräkning {id} på fakturan',
  ),
  paymentRecorded: refusal(
    'operation-not-allowed',
    'booking.payment-recorded',
    'The payment {id} is already recorded',
    'Betalningen {id} är redan bokförd',
  ),
  settlementRecorded: refusal(
    'operation-not-allowed',
    'booking.settlement-recorded',
    'The settlement {id} is already recorded',
    'Avräkningen {id} är redan bokförd',
  ),
  recordedPaymentStays: refusal(
    'operation-not-allowed',
    'booking.recorded-payment-stays',
    'The payment {id} is recorded and cannot be removed',
    'Betalningen {id} är bokförd och kan inte tas bort',
  ),
  recordedSettlementStays: refusal(
    'operation-not-allowed',
    'booking.recorded-settlement-stays',
    'The settlement {id} is recorded and cannot be removed',
    'Avräkningen {id} är bokförd och kan inte tas bort',
  ),
  settlementTakenBack: refusal(
    'operation-not-allowed',
    'booking.settlement-taken-back',
    'Another settlement takes back the settlement {id}, and would take back too much without it: record it, or remove the other one first',
    'En annan avräkning tar tillbaka avräkningen {id} och skulle ta tillbaka för mycket utan den: bokför den, eller ta bort den andra först',
  ),
  settlementOfPayment: refusal(
    'operation-not-allowed',
    'booking.settlement-of-payment',
    'The settlement {id} is the exchange difference of a payment: it is removed with the payment',
    'Avräkningen {id} är kursdifferensen på en betalning: den tas bort med betalningen',
  ),
  settlementNeeded: refusal(
    'operation-not-allowed',
    'booking.settlement-needed',
    'Without the settlement {id}, credits, discounts and losses would exceed the total of the invoice: record it and take back the excess, or remove a discount first',
    'Utan avräkningen {id} skulle krediteringar, rabatter och förluster överstiga fakturans belopp: bokför den och ta tillbaka det som blev för mycket, eller ta bort en rabatt först',
  ),
  notCashYear: refusal(
    'operation-not-allowed',
    'booking.not-cash-year',
    'The fiscal year {id} uses the accrual method: its invoices are booked when they are recorded',
    'Räkenskapsåret {id} följer faktureringsmetoden: dess fakturor bokförs när de registreras',
  ),
  nothingToSettle: refusal(
    'operation-not-allowed',
    'booking.nothing-to-settle',
    'Nothing is outstanding on the invoice {id}',
    'Fakturan {id} har inget kvar att betala',
  ),
  lossBeyondClaim: refusal(
    'operation-not-allowed',
    'booking.loss-beyond-claim',
    'A loss on the invoice {id} must be above zero and at most what is outstanding: {outstanding}',
    'En förlust på fakturan {id} ska vara över noll och högst det som återstår: {outstanding}',
  ),
  lossOfAdvance: refusal(
    'operation-not-allowed',
    'booking.loss-of-advance',
    'The invoice {id} is for an advance, so what is unpaid on it is not a loss: credit it',
    'Fakturan {id} gäller ett förskott, så det obetalda är ingen förlust: kreditera den',
  ),
  setOffTakenBack: refusal(
    'operation-not-allowed',
    'booking.set-off-taken-back',
    'The set-off {id} has already been taken back',
    'Kvittningen {id} är redan återtagen',
  ),
  setOffNotFound: refusal(
    'not-found',
    'booking.set-off-not-found',
    'There is no set-off {id} on this invoice',
    'Fakturan har ingen kvittning {id}',
  ),
  tooMany: refusal(
    'limit-exceeded',
    'booking.too-many',
    'An invoice can have at most {limit} payments and {limit} settlements',
    'En faktura får ha högst {limit} betalningar och {limit} avräkningar',
  ),
}

/** Warnings about accepted payments. */
export const bookingWarnings = {
  countedAtRate: phrase(
    'booking.counted-at-rate',
    'the invoice is in {currency}: {sum} counts as {amount} {currency}, at the rate of the invoice; where another amount was paid, give amount, and the exchange difference is booked with the payment',
    'fakturan är i {currency}: {sum} räknas som {amount} {currency}, till fakturans kurs; ange beloppet i {currency} om ett annat betalades, så bokförs kursdifferensen med betalningen',
  ),
  beyondAtRate: phrase(
    'booking.beyond-at-rate',
    'the invoice is in {currency}: {amount} is paid beyond what it is worth at its rate, and stays on the receivable until a settlement of type currency of -{amount} clears it or the money is paid back',
    'fakturan är i {currency}: {amount} är betalt utöver vad den är värd till sin kurs, och står kvar på kundfordringarna tills en valutakursdifferens på -{amount} bokförs eller pengarna betalas tillbaka',
  ),
  leftAtRate: phrase(
    'booking.left-at-rate',
    'the invoice is in {currency}: {amount} is left of it at its rate, and stays on the receivable; where all of it is paid, a settlement of type currency of {amount} clears it',
    'fakturan är i {currency}: {amount} återstår av den till dess kurs och står kvar på kundfordringarna; om hela fakturan är betald, bokför en valutakursdifferens på {amount}',
  ),
}

export const bookingFaults = {
  amountOfSek: fault(
    'booking.amount-of-sek',
    'is for an invoice in another currency than the accounting currency: leave it out',
    'är för en faktura i annan valuta än redovisningsvalutan: utelämna det',
  ),
  amountSide: fault(
    'booking.amount-side',
    'must be on the same side of zero as sumBaseCurrency',
    'måste vara på samma sida om noll som sumBaseCurrency',
  ),
  setOffAmountAndSum: fault(
    'booking.set-off-amount-and-sum',
    'give either amount or sumBaseCurrency',
    'ange antingen amount eller sumBaseCurrency',
  ),
  setOffAmountBeyond: fault(
    'booking.set-off-amount-beyond',
    'must be above zero and at most {most} {currency}, which both have',
    'måste vara över noll och högst {most} {currency}, som båda har',
  ),
  setOffItself: fault('booking.set-off-itself', 'must be another invoice', 'måste vara en annan faktura'),
  setOffUnknown: fault(
    'booking.set-off-unknown',
    'there is no published invoice {id}',
    'det finns ingen utfärdad faktura {id}',
  ),
  setOffOtherParty: fault(
    'booking.set-off-other-party',
    'must be an invoice of the same customer',
    'måste vara en faktura till samma kund',
  ),
  setOffOtherCurrency: fault(
    'booking.set-off-other-currency',
    'must be in the currency of the other one, {currency}',
    'måste vara i den andras valuta, {currency}',
  ),
  setOffNothing: fault(
    'booking.set-off-nothing',
    'one of the two must be overpaid or credited beyond what is owed, and the other one unpaid: {outstanding} is outstanding on this one, {other} on the other',
    'den ena måste vara betald för mycket eller krediterad efter betalning och den andra obetald: {outstanding} är obetalt på den här och {other} på den andra',
  ),
  setOffBeyond: fault(
    'booking.set-off-beyond',
    'must be above zero and at most {most}, which both have',
    'måste vara över noll och högst {most}, som båda har',
  ),
  setOffUnrecorded: fault(
    'booking.set-off-unrecorded',
    'record the payments of invoice {number} first',
    'bokför först betalningarna av faktura {number}',
  ),
  notPaymentAccount: fault(
    'booking.not-payment-account',
    'account {account} is not an active payment account: 19xx, 1580, 1630, 1686, 2018 or 2893',
    'konto {account} är inget aktivt betalkonto: 19xx, 1580, 1630, 1686, 2018 eller 2893',
  ),
  zeroSum: fault(
    'booking.zero-sum',
    'must be an amount with at most two decimals, and not zero',
    'ska vara ett belopp med högst två decimaler, och inte noll',
  ),
  notAboveZero: fault('booking.not-above-zero', 'must be above zero', 'ska vara över noll'),
  currencyOfSek: fault(
    'booking.currency-of-sek',
    'the invoice is in the accounting currency, so there is no currency difference: use bankFee or paymentServiceFee for what was withheld',
    'fakturan är i redovisningsvalutan, så det finns ingen kursdifferens: använd bankFee eller paymentServiceFee för det som drogs av',
  ),
  chargeAboveZero: fault(
    'booking.charge-above-zero',
    'a charge increases what is outstanding, so it is negative, such as -60; a positive amount takes back what was charged, which is {made}',
    'en avgift höjer det som återstår, så den är negativ, till exempel -60; ett positivt belopp tar tillbaka det som lades på, {made}',
  ),
  discountBeyond: fault(
    'booking.discount-beyond',
    'must be at most what is outstanding, {outstanding}; a negative amount takes back what was given, which is {made}',
    'får vara högst det som återstår, {outstanding}; ett negativt belopp tar tillbaka det som gavs, {made}',
  ),
  settlementBeyond: fault(
    'booking.settlement-beyond',
    'must be from {least} to {most}: a positive amount settles what is outstanding or takes back earlier settlements; a negative one takes back settlements or overpayments, or adds to the debt by at most the total of the invoice',
    'måste vara från {least} till {most}: ett positivt belopp reglerar det obetalda eller tar tillbaka tidigare avräkningar; ett negativt tar tillbaka avräkningar eller det som är betalt för mycket, eller höjer skulden med högst fakturans belopp',
  ),
  noTerms: fault(
    'booking.no-terms',
    'is for settlements of type cashDiscount only',
    'är bara för avräkningar av typen cashDiscount',
  ),
  noVatScheme: fault(
    'booking.no-vat-scheme',
    'is for settlements of type paymentServiceFee only',
    'är bara för avräkningar av typen paymentServiceFee',
  ),
  vatSchemeMissing: fault(
    'booking.vat-scheme-missing',
    'must be one of domestic, eu, nonEu, vatExempt',
    'ska vara något av domestic, eu, nonEu, vatExempt',
  ),
}
