// Refusals of tax reductions: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const taxReductionRefusals = {
  none: refusal(
    'not-found',
    'tax-reduction.none',
    'The invoice {id} has no tax reduction',
    'Fakturan {id} har ingen skattereduktion',
  ),
  nothingToSubmit: refusal(
    'not-found',
    'tax-reduction.nothing-to-submit',
    'No invoice with {type} that its customer paid from {from} to {to} is waiting to be submitted',
    'Ingen faktura med {type} som kunden betalade från {from} till {to} väntar på att begäras',
  ),
  tooManyCases: refusal(
    'limit-exceeded',
    'tax-reduction.too-many-cases',
    'There are {count} cases, and a file has room for {limit}: ask for parts 1 to {parts}, one file each',
    'Det finns {count} ärenden, och en fil rymmer {limit}: hämta del 1 till {parts}, en fil var',
  ),
  tooManyInvoices: refusal(
    'limit-exceeded',
    'tax-reduction.too-many-invoices',
    'More than {limit} invoices that wait to be submitted were paid from {from} to {to}: choose fewer days',
    'Fler än {limit} fakturor som väntar på att begäras betalades från {from} till {to}: välj färre dagar',
  ),
  notReady: refusal(
    'operation-not-allowed',
    'tax-reduction.not-ready',
    'The tax reduction of invoice {id} is {status}: it can be submitted once, after the customer has paid',
    'Skattereduktionen på faktura {id} är {status}: den kan begäras en gång, när kunden har betalat',
  ),
  partOfIt: refusal(
    'operation-not-allowed',
    'tax-reduction.part-of-it',
    'The file asks for {asked} kronor for invoice {number}, and {most} can be asked for, as it was paid on {days}: send what is left too, then note the invoice by itself. Until then it is in every file of those days',
    'Filen begär {asked} kronor för faktura {number}, och {most} kan begäras, eftersom den betalades {days}: skicka det som är kvar också, och markera sedan fakturan för sig. Till dess kommer den med i varje fil för de dagarna',
  ),
  moreThanAll: refusal(
    'operation-not-allowed',
    'tax-reduction.more-than-all',
    'The file asks for {asked} kronor for invoice {number}, and no more than {most} can be asked for: the invoice has changed since the file was made. Get the file again if it is not sent yet. Otherwise correct the request at the tax authority, then note the invoice by itself',
    'Filen begär {asked} kronor för faktura {number}, och högst {most} kan begäras: fakturan har ändrats sedan filen gjordes. Hämta filen på nytt om den inte är skickad. Rätta annars begäran hos Skatteverket, och markera sedan fakturan för sig',
  ),
  notSubmitted: refusal(
    'operation-not-allowed',
    'tax-reduction.not-submitted',
    'The tax reduction of invoice {id} is {status}: only one that was submitted can be paid or refused',
    'Skattereduktionen på faktura {id} är {status}: bara en som är begärd kan betalas ut eller nekas',
  ),
  unreadableNumbers: refusal(
    'operation-not-allowed',
    'tax-reduction.unreadable-numbers',
    'The secret key that sealed the personal number of person {people} of invoice {number} is not here. Bring the key back, or credit the invoice and publish a new one with the number entered again',
    'Nyckeln som förseglade personnumret för person {people} på faktura {number} finns inte här. Hämta tillbaka nyckeln, eller kreditera fakturan och skapa en ny där numret skrivs in igen',
  ),
  notRecorded: refusal(
    'operation-not-allowed',
    'tax-reduction.not-recorded',
    'The invoice {id} is not recorded yet: record the invoice first',
    'Fakturan {id} är inte bokförd än: bokför fakturan först',
  ),
}

export const taxReductionFaults = {
  lineWithoutReduction: fault(
    'tax-reduction.line-without-reduction',
    'needs a tax reduction on the invoice',
    'kräver en skattereduktion på fakturan',
  ),
  lineOfOtherType: fault(
    'tax-reduction.line-of-other-type',
    'must be {type}, as the tax reduction of the invoice is',
    'ska vara {type}, som fakturans skattereduktion',
  ),
  jobOfOtherType: fault(
    'tax-reduction.job-of-other-type',
    'is not work of type {type}',
    'är inte arbete av typen {type}',
  ),
  lineNotWork: fault(
    'tax-reduction.line-not-work',
    'is for lines of services whose unitType is hour or unspecified',
    'är för rader med tjänster vars unitType är hour eller unspecified',
  ),
  noHours: fault(
    'tax-reduction.no-hours',
    'needs a line of services in hours for each kind of installation: the tax authority asks for the hours',
    'kräver en rad med tjänster i timmar för varje slag av installation: Skatteverket frågar efter timmarna',
  ),
  noWork: fault(
    'tax-reduction.no-work',
    'needs a line of work with a tax reduction',
    'kräver en rad med arbete som ger skattereduktion',
  ),
  tooManyHours: fault(
    'tax-reduction.too-many-hours',
    'is more than {limit} hours of one kind of work, which the tax authority does not accept',
    'är mer än {limit} timmar av ett slags arbete, och det tar Skatteverket inte emot',
  ),
  privateOnly: fault(
    'tax-reduction.private-only',
    'is for customers of type private',
    'är för kunder av typen private',
  ),
  sekOnly: fault(
    'tax-reduction.sek-only',
    'is for invoices in SEK of companies with SEK as their accounting currency: invoice the whole price and let the customer ask for the reduction',
    'är för fakturor i SEK i företag med SEK som redovisningsvaluta: fakturera hela priset och låt kunden begära avdraget',
  ),
  descriptionMissing: fault('tax-reduction.description-missing', 'must not be empty', 'får inte vara tomt'),
  propertyMissing: fault(
    'tax-reduction.property-missing',
    'must be realEstate or housingDesignation: rot and green technology need to know where the work was done',
    'välj fastighet eller bostadsrätt: rot och grön teknik behöver veta var arbetet utfördes',
  ),
  propertyOfRut: fault(
    'tax-reduction.property-of-rut',
    'is for rot and green technology only',
    'är bara för rot och grön teknik',
  ),
  realEstateNumber: fault(
    'tax-reduction.real-estate-number',
    'must name the property where the work was done, such as Berga 1:23',
    'skriv fastigheten där arbetet utfördes, till exempel Berga 1:23',
  ),
  tenantOrgNumberMissing: fault(
    'tax-reduction.tenant-org-number-missing',
    "must be the housing association's organization number, such as 769600-1231",
    'skriv bostadsrättsföreningens organisationsnummer, till exempel 769600-1231',
  ),
  apartmentNumber: fault(
    'tax-reduction.apartment-number',
    'must be the number of the apartment, such as 1203',
    'skriv lägenhetens nummer, till exempel 1203',
  ),
  propertyPartOfOther: fault(
    'tax-reduction.property-part-of-other',
    'belongs to the other kind of home',
    'hör till det andra slaget av bostad',
  ),
  tenantOrgNumber: fault(
    'tax-reduction.tenant-org-number',
    'must be an organization number with its check digit',
    'ska vara ett organisationsnummer med sin kontrollsiffra',
  ),
  personalNumber: fault(
    'tax-reduction.personal-number',
    'must be a personal number with its check digit, YYYYMMDD-NNNN',
    'skriv personnumret med tolv siffror, ÅÅÅÅMMDD-NNNN; den sista är en kontrollsiffra',
  ),
  unreadableNumber: fault(
    'tax-reduction.unreadable-number',
    'was sealed with a secret key that is not here: enter the personal number again',
    'är förseglat med en nyckel som inte finns här: skriv in personnumret igen',
  ),
  personTwice: fault('tax-reduction.person-twice', 'is given twice', 'är angivet två gånger'),
  tooYoung: fault(
    'tax-reduction.too-young',
    'must belong to a person who is at least 18 at the end of {year}',
    'ska tillhöra någon som är minst 18 år vid slutet av {year}',
  ),
  wholeKronor: fault('tax-reduction.whole-kronor', 'must be whole kronor', 'ska vara hela kronor'),
  nothingAsked: fault('tax-reduction.nothing-asked', 'must ask for more than zero', 'ska begära mer än noll'),
  noRate: fault(
    'tax-reduction.no-rate',
    'has no rate for payments from {from} to {to}',
    'har ingen nivå för betalningar från {from} till {to}',
  ),
  aboveShare: fault(
    'tax-reduction.above-share',
    'asks for {asked} kronor: for work that costs {labour} kronor with tax, at most {most} may be asked for',
    'begär {asked} kronor: för arbete som kostar {labour} kronor med moms får högst {most} begäras',
  ),
  aboveTotal: fault(
    'tax-reduction.above-total',
    "asks for {asked} kronor, which is more than the invoice's total",
    'begär {asked} kronor, och det är mer än fakturans summa',
  ),
  aboveCap: fault(
    'tax-reduction.above-cap',
    'is more than the person can still get in {year}: {left} kronor',
    'är mer än personen kan få under {year}: {left} kronor återstår',
  ),
  typeMissing: fault(
    'tax-reduction.type-missing',
    'must be rot, rut or green: several are waiting to be submitted, and a file has one type',
    'ska vara rot, rut eller green: flera väntar på att begäras, och en fil har ett slag',
  ),
  twoYears: fault(
    'tax-reduction.two-years',
    'must be in the same year as from: a file covers one year',
    'ska vara i samma år som från: en fil gäller ett år',
  ),
  backwards: fault('tax-reduction.backwards', 'must not be before from', 'får inte vara före från'),
  noSuchPart: fault('tax-reduction.no-such-part', 'there are {parts} parts', 'det finns {parts} delar'),
  amount: fault(
    'tax-reduction.amount',
    'must be above zero and at most {most} kronor, which the tax authority has not answered yet',
    'ska vara över noll och högst {most} kronor, som Skatteverket inte har svarat om än',
  ),
}
