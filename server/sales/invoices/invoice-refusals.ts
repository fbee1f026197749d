// Refusals of invoices, and of invoices and credit notes in common: whole requests, and single fields.
import { fault, noDay, phrase, refusal } from '#platform/refusal'

export const invoiceRefusals = {
  invoiceNotFound: refusal(
    'not-found',
    'invoice.not-found',
    'There is no invoice {id} in this company',
    'Det finns ingen faktura {id} i företaget',
  ),
  creditNoteNotFound: refusal(
    'not-found',
    'invoice.credit-note-not-found',
    'There is no credit note {id} in this company',
    'Det finns ingen kreditfaktura {id} i företaget',
  ),
  notDraft: refusal(
    'operation-not-allowed',
    'invoice.not-draft',
    'The document {id} is published as number {number} and can no longer be changed: credit it instead',
    'Dokumentet {id} har fått nummer {number} och kan inte längre ändras: kreditera det i stället',
  ),
  publishedAlready: refusal(
    'operation-not-allowed',
    'invoice.published-already',
    'The document {id} is already published, as number {number}',
    'Dokumentet {id} är redan skapat, med nummer {number}',
  ),
  notPublishable: refusal(
    'operation-not-allowed',
    'invoice.not-publishable',
    'The document cannot be published: {reason}',
    'Dokumentet går inte att publicera: {reason}',
  ),
  tooManyLines: refusal(
    'limit-exceeded',
    'invoice.too-many-lines',
    'A document can have at most {limit} lines',
    'Ett dokument får ha högst {limit} rader',
  ),
}

export const invoiceFaults = {
  required: fault('invoice.required', 'is required', 'krävs'),
  unknownRate: fault(
    'invoice.unknown-rate',
    'the rate of {kind} is not known for {day}: give a taxRate instead',
    'momssatsen för {kind} är inte känd för {day}: ange taxRate i stället',
  ),
  unionCountry: fault(
    'invoice.union-country',
    'must be another member state of the European Union, such as DE',
    'ska vara ett annat EU-land, till exempel DE',
  ),
  unionRate: fault(
    'invoice.union-rate',
    'must be above zero and at most 50, with at most two decimals',
    'ska vara över noll och högst 50, med högst två decimaler',
  ),
  unionRateUnknown: fault(
    'invoice.union-rate-unknown',
    'is needed: the standard rate of {country} is not known for {day}',
    'behövs: den normala momssatsen i {country} är inte känd för {day}',
  ),
  unionBeside: fault(
    'invoice.union-beside',
    'cannot stand beside unionVat: the line has the VAT of that country in place of Swedish VAT',
    'kan inte anges tillsammans med unionVat: raden har det landets moms i stället för svensk',
  ),
  unionOfWork: fault(
    'invoice.union-of-work',
    'a line with the VAT of another country gives no tax reduction in Sweden',
    'en rad med ett annat lands moms ger ingen skattereduktion i Sverige',
  ),
  unionOfAdvance: fault(
    'invoice.union-of-advance',
    'an advance invoice cannot have the VAT of another country: send an invoice',
    'en förskottsfaktura kan inte ha ett annat lands moms: skicka en faktura',
  ),
  unionMixed: fault(
    'invoice.union-mixed',
    'a document has the VAT of one country, and this one has that of {country} already: make another invoice',
    'ett dokument har ett enda lands moms, och det här har redan moms i {country}: gör en faktura till',
  ),
  notOfText: fault(
    'invoice.not-of-text',
    'is for lines of itemType salesItem only',
    'är bara för rader med itemType salesItem',
  ),
  decimals: fault(
    'invoice.decimals',
    'must be a number with at most six decimals, above -{limit} and below {limit}',
    'ska vara ett tal med högst sex decimaler, över -{limit} och under {limit}',
  ),
  unknownItem: fault('invoice.unknown-item', 'there is no item {id}', 'det finns ingen artikel {id}'),
  unknownLine: fault('invoice.unknown-line', 'there is no line {id} on this document', 'dokumentet har ingen rad {id}'),
  repeatedLine: fault('invoice.repeated-line', 'line {id} is given twice', 'rad {id} är angiven två gånger'),
  unknownCustomer: fault('invoice.unknown-customer', 'there is no customer {id}', 'det finns ingen kund {id}'),
  unknownContact: fault(
    'invoice.unknown-contact',
    'the customer has no contact detail {id}',
    'kunden har ingen kontaktuppgift {id}',
  ),
  contactWithoutCustomer: fault(
    'invoice.contact-without-customer',
    'needs the customer that it belongs to',
    'behöver kunden som den hör till',
  ),
  unknownAccount: fault(
    'invoice.unknown-account',
    'account {account} is not in the chart of accounts',
    'konto {account} finns inte i kontoplanen',
  ),
  inactiveAccount: fault(
    'invoice.inactive-account',
    'account {account} is not active',
    'konto {account} är inte aktivt',
  ),
  notForSales: fault(
    'invoice.not-for-sales',
    'account {account} is for money, receivables or payables: sales cannot be booked on it',
    'konto {account} är för pengar, kundfordringar eller leverantörsskulder: försäljning kan inte bokföras på det',
  ),
  notIncome: fault(
    'invoice.not-income',
    'account {account} is for value added tax, equity or the result of the year: sales cannot be booked on it. Give an income account, or leave it out',
    'konto {account} är för moms, eget kapital eller årets resultat: försäljning kan inte bokföras på det. Ange ett intäktskonto, eller utelämna det',
  ),
  currency: fault(
    'invoice.currency',
    'must be a currency code of ISO 4217 in use, such as SEK or EUR',
    'ska vara en valutakod i bruk enligt ISO 4217, till exempel SEK eller EUR',
  ),
  rateMissing: fault(
    'invoice.rate-missing',
    'is required when the currency is {currency}: give the price of one {currency} in the accounting currency on the day of the invoice',
    'krävs när valutan är {currency}: ange priset i redovisningsvalutan för en {currency} på fakturadagen',
  ),
  rateOfOwn: fault(
    'invoice.rate-of-own-currency',
    'must be 1 when the currency is {currency}, the accounting currency',
    'ska vara 1 när valutan är {currency}, redovisningsvalutan',
  ),
  rateOfOne: fault(
    'invoice.rate-of-one',
    'cannot be 1: give the price of one {currency} in {own}, the accounting currency',
    'kan inte vara 1: ange priset för en {currency} i {own}, redovisningsvalutan',
  ),
  rate: fault(
    'invoice.rate',
    'must be above zero, with at most six decimals, below {limit}',
    'ska vara över noll, med högst sex decimaler, under {limit}',
  ),
  badDate: noDay,
  reductionOfAdvance: fault(
    'invoice.reduction-of-advance',
    'an advance has no tax reduction: ask for it on the invoice for the work itself',
    'ett förskott har ingen skattereduktion: begär den på fakturan för själva arbetet',
  ),
  unbookableDay: fault(
    'invoice.unbookable-day',
    '{reason}: the document could not be booked. Give it another date, {first} at the earliest',
    '{reason}: dokumentet skulle inte kunna bokföras. Ge det en annan dag, tidigast {first}',
  ),
  noOpenDay: fault(
    'invoice.no-open-day',
    '{reason}: the document could not be booked. Open a fiscal year for it first',
    '{reason}: dokumentet skulle inte kunna bokföras. Öppna ett räkenskapsår för det först',
  ),
  dueBeforeDate: fault('invoice.due-before-date', 'must not be before {date}', 'får inte vara före {date}'),
  badCountry: fault(
    'invoice.bad-country',
    'must be a country code of ISO 3166-1 alpha-2, such as SE',
    'ska vara en landskod enligt ISO 3166-1 alpha-2, till exempel SE',
  ),
  metadataKey: fault(
    'invoice.metadata-key',
    'a key has at most {limit} letters, digits and _, and does not begin with a digit',
    'en nyckel har högst {limit} bokstäver, siffror och _, och börjar inte med en siffra',
  ),
  metadataValue: fault(
    'invoice.metadata-value',
    'must be a text of at most {limit} characters',
    'ska vara en text med högst {limit} tecken',
  ),
  metadataCount: fault('invoice.metadata-count', 'must have at most {limit} keys', 'får ha högst {limit} nycklar'),
  negative: fault(
    'invoice.negative',
    'the lines come to {total}: use a credit note for a negative amount',
    'raderna blir {total}: använd en kreditfaktura för ett negativt belopp',
  ),
  tooMuch: fault(
    'invoice.too-much',
    'the total must be at most {limit} in the accounting currency',
    'summan får vara högst {limit} i redovisningsvalutan',
  ),
  tooLong: fault(
    'invoice.too-long',
    'a document has at most {limit} characters of text in all, and this one has {count}',
    'ett dokument rymmer högst {limit} tecken sammanlagt, och det här har {count}',
  ),
  tooLongInOtherScripts: fault(
    'invoice.too-long-in-other-scripts',
    'a document has at most {limit} characters in texts with letters that are neither Latin, Greek nor Cyrillic, and this one has {count}',
    'ett dokument rymmer högst {limit} tecken i texter med andra bokstäver än latinska, grekiska och kyrilliska, och det här har {count}',
  ),
  tooLarge: fault(
    'invoice.too-large',
    'must be at most {limit} in the accounting currency, counted without signs: the document could not be booked',
    'får vara högst {limit} i redovisningsvalutan, räknat utan tecken: dokumentet skulle inte gå att bokföra',
  ),
}

/** Why a document cannot be published. */
export const publicationHindrances = {
  noCustomer: phrase('unpublishable.no-customer', 'it has no customer', 'kunden saknas'),
  nothingSold: phrase(
    'unpublishable.nothing-sold',
    'it has no line that sells anything',
    'det finns ingen rad som säljer något',
  ),
  attachments: phrase(
    'unpublishable.attachments',
    'its attachments do not fit in one PDF',
    'bilagorna får inte plats i en PDF',
  ),
  texts: phrase('unpublishable.texts', 'its texts are too long for one PDF', 'texterna är för långa för en PDF'),
  signs: phrase(
    'unpublishable.signs',
    'it contains characters that its PDF could not show',
    'det innehåller tecken som inte kan visas i en PDF',
  ),
}
