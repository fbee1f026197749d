// Refusals of e-invoices, and warnings about accepted ones.
import { fault, phrase, refusal } from '#platform/refusal'
import { xmlProblems } from '#text/xml-problems'

export const eInvoiceRefusals = {
  noElectronicInvoice: refusal(
    'not-found',
    'e-invoice.no-electronic-invoice',
    'Supplier invoice {id} was not received as an e-invoice',
    'Leverantörsfaktura {id} kom inte som e-faktura',
  ),
  alreadyReceived: refusal(
    'conflict',
    'e-invoice.already-received',
    'This e-invoice has been received before: it is supplier invoice {id}',
    'E-fakturan har redan tagits emot: den är leverantörsfaktura {id}',
  ),
  numberReceived: refusal(
    'conflict',
    'e-invoice.number-received',
    'An e-invoice {number} from {seller} has been received before: it is supplier invoice {id}',
    'E-faktura {number} från {seller} har redan tagits emot: den är leverantörsfaktura {id}',
  ),
  addressedToAnother: refusal(
    'operation-not-allowed',
    'e-invoice.addressed-to-another',
    'The e-invoice is addressed to {buyer}, not to {company}: send it to that company, or ask the supplier for a new one',
    'E-fakturan är ställd till {buyer}, inte till {company}: skicka den till det företaget eller be leverantören om en ny',
  ),
  supplierMissing: refusal(
    'operation-not-allowed',
    'e-invoice.supplier-missing',
    'There is no supplier {seller} here: add the supplier first, or use a token with the scope suppliers:write',
    'Det finns ingen leverantör {seller} här: lägg till leverantören först eller använd en nyckel med behörigheten suppliers:write',
  ),
}

/** Why a file cannot be read as an e-invoice. */
export const eInvoiceProblems = {
  ...xmlProblems,
  notXml: fault(
    'e-invoice.not-xml',
    'it is not an XML file: ask the supplier for the invoice as Peppol BIS Billing 3',
    'den är ingen XML-fil: be leverantören om fakturan som Peppol BIS Billing 3',
  ),
  malformed: fault(
    'e-invoice.malformed',
    'its XML is broken at line {line}: ask the supplier to send it again',
    'filens XML är trasig på rad {line}: be leverantören skicka den igen',
  ),
  unreadable: fault(
    'e-invoice.unreadable',
    'its XML is broken off or cannot be read: ask the supplier to send it again',
    'filens XML är avbruten eller går inte att läsa: be leverantören skicka den igen',
  ),
  tooLarge: fault(
    'e-invoice.too-large',
    'without its attachments it is more than {limit} bytes',
    'utan bilagor är den större än {limit} byte',
  ),
  otherRoot: fault(
    'e-invoice.other-root',
    'it is neither an invoice nor a credit note in UBL, its root is {root}',
    'den är varken en faktura eller en kreditfaktura i UBL, dess rot är {root}',
  ),
  otherForm: fault(
    'e-invoice.other-form',
    'it does not follow the European standard EN 16931: ask the supplier for Peppol BIS Billing 3',
    'den följer inte den europeiska standarden EN 16931: be leverantören om Peppol BIS Billing 3',
  ),
  missing: fault('e-invoice.missing', '{rule}: {name} is missing', '{rule}: {name} saknas'),
  tooLong: fault(
    'e-invoice.too-long',
    '{rule}: {name} has more than {limit} characters',
    '{rule}: {name} har fler än {limit} tecken',
  ),
  badAmount: fault(
    'e-invoice.bad-amount',
    '{name} is {amount}, which is not an amount with at most two decimals',
    '{name} är {amount}, vilket inte är ett belopp med högst två decimaler',
  ),
  otherCurrency: fault(
    'e-invoice.other-currency',
    '{rule}: {name} is in {found}, and the invoice in {currency}',
    '{rule}: {name} är i {found} och fakturan i {currency}',
  ),
  badDay: fault(
    'e-invoice.bad-day',
    '{name} is {found}, which is not a date',
    '{name} är {found}, vilket inte är ett datum',
  ),
  tooMany: fault('e-invoice.too-many', 'it has more than {limit} lines', 'den har fler än {limit} rader'),
  tooManyAttachments: fault(
    'e-invoice.too-many-attachments',
    'it has more than {limit} attachments',
    'den har fler än {limit} bilagor',
  ),
  tooMuch: fault(
    'e-invoice.too-much',
    'it takes too much time or memory to read: ask the supplier for a smaller one',
    'den tar för mycket tid eller minne att läsa: be leverantören om en mindre',
  ),
  sum: fault(
    'e-invoice.sum',
    '{rule}: {name} should be {made}, but is {said}',
    '{rule}: {name} borde vara {made} men är {said}',
  ),
}

/** Warnings to check before an e-invoice is booked and paid. */
export const eInvoiceWarnings = {
  sum: eInvoiceProblems.sum,
  knownByAccount: phrase(
    'e-invoice.known-by-account',
    'it says that it is from {seller}, but the supplier {supplier} was found by the payment account, which several companies may share',
    'den säger sig vara från {seller}, men leverantören {supplier} hittades på betalkontot, som flera företag kan dela på',
  ),
  knownByVatNumber: phrase(
    'e-invoice.known-by-vat-number',
    'it says that it is from {seller}, but the supplier {supplier} was found by the VAT number, which several companies may share',
    'den säger sig vara från {seller}, men leverantören {supplier} hittades på momsregistreringsnumret, som flera företag kan dela på',
  ),
  otherAccount: phrase(
    'e-invoice.other-account',
    'it asks to be paid to {account}, which is not the account of the supplier here',
    'den ska betalas till {account}, och det är inte det konto som leverantören har här',
  ),
  prepaid: phrase(
    'e-invoice.prepaid',
    '{amount} of it is already paid: {left} is left to pay',
    '{amount} är redan betalt: {left} återstår att betala',
  ),
  noDueDate: phrase('e-invoice.no-due-date', 'it does not say when it is due', 'förfallodag saknas'),
  dueBeforeDate: phrase(
    'e-invoice.due-before-date',
    'its due date, {due}, is before its invoice date',
    'förfallodagen, {due}, är före fakturadagen',
  ),
  debtOfCredit: phrase(
    'e-invoice.debt-of-credit',
    'it is a credit note for a negative amount, {amount}, so {owed} is owed for it: ask the supplier whether it is a credit or a charge',
    'den är en kreditfaktura på ett negativt belopp, {amount}, så {owed} ska betalas för den: fråga leverantören om den krediterar eller kräver betalt',
  ),
  creditOfInvoice: phrase(
    'e-invoice.credit-of-invoice',
    'it is an invoice for a negative amount, {amount}, so it credits {credited}: ask the supplier whether it is a credit or a charge',
    'den är en faktura på ett negativt belopp, {amount}, så den krediterar {credited}: fråga leverantören om den krediterar eller kräver betalt',
  ),
  foreignTax: phrase(
    'e-invoice.foreign-tax',
    'it charges tax that is not Swedish, which is booked as a cost',
    'momsen på den är inte svensk, och bokförs som kostnad',
  ),
  attachment: phrase(
    'e-invoice.attachment',
    'the attachment {name} was not stored separately: {reason}',
    'bilagan {name} sparades inte separat: {reason}',
  ),
  tooManyAttachments: phrase(
    'e-invoice.too-many-attachments-note',
    'it has more than {limit} attachments: those after that are in the XML file only',
    'den har fler än {limit} bilagor: de som kommer efter finns bara i XML-filen',
  ),
  unreadableAttachment: phrase('e-invoice.unreadable-attachment', 'it is not readable', 'den går inte att läsa'),
}
