// Refusals of closing a fiscal year, and errors in its request.
import { fault, phrase, refusal } from '#platform/refusal'

export const yearEndRefusals = {
  formsInKronor: refusal(
    'operation-not-allowed',
    'year-end.forms-in-kronor',
    'The tax forms are in SEK and the books in EUR: convert the income statement at the mean rate of the year and the balance sheet at the rate of its last day (lag 2000:46, 5–6 §§), from the trial balance, and fill the forms in at the tax authority',
    'Inkomstdeklarationens blanketter är i SEK och bokföringen i EUR: räkna om resultaträkningen till årets medelkurs och balansräkningen till kursen på årets sista dag (lag 2000:46, 5–6 §§), från saldobalansen, och fyll i blanketterna hos Skatteverket',
  ),
  notReady: refusal(
    'operation-not-allowed',
    'year-end.not-ready',
    'The fiscal year {year} cannot be closed yet: {count} must be settled first',
    'Räkenskapsåret {year} kan inte stängas än: {count} ska klaras av först',
  ),
  accrualYear: refusal(
    'operation-not-allowed',
    'year-end.accrual-year',
    'The fiscal year {year} follows the accrual method: what is unpaid is in the books already',
    'Räkenskapsåret {year} följer faktureringsmetoden: det obetalda är redan bokfört',
  ),
  noSruFile: refusal(
    'not-found',
    'year-end.no-sru-file',
    'There is no file {file}: the files are {known}',
    'Det finns ingen fil {file}: filerna är {known}',
  ),
  noPostalAddress: refusal(
    'operation-not-allowed',
    'year-end.no-postal-address',
    'The file must say the postal code and town of the company: set them in the company information first',
    'Filen ska ange företagets postnummer och ort: fyll i dem i inställningarna först',
  ),
  noDeadline: refusal(
    'not-found',
    'year-end.no-deadline',
    'The fiscal year {year} has no {kind} to hand in: it has not ended, or the form of the company has none',
    'Räkenskapsåret {year} har ingen {kind} att lämna: det har inte tagit slut, eller så har företagsformen ingen sådan',
  ),
  noSuchCheck: refusal(
    'not-found',
    'year-end.no-such-check',
    'No check of a closing is called {check}, or it has no list; the lists are {known}',
    'Ingen kontroll i bokslutet heter {check}, eller så har den ingen lista; listorna är {known}',
  ),
}

/** The reasons that prevent closing: reported together, by the keys of their checks. */
export const hindrances = {
  notOver: fault(
    'year-end-hindrance.not-over',
    'the fiscal year has not ended: close it after {end}',
    'räkenskapsåret är inte slut: stäng det efter {end}',
  ),
  earlierYearsOpen: fault(
    'year-end-hindrance.earlier-years-open',
    'an earlier fiscal year is open: close it first',
    'ett tidigare räkenskapsår är öppet: stäng det först',
  ),
  unrecordedInvoices: fault(
    'year-end-hindrance.unrecorded-invoices',
    'published invoices or credit notes, or payments of them, are not in the books ({count}): record them',
    'färdiga fakturor eller kreditfakturor, eller betalningar av dem, är inte bokförda ({count}): bokför dem',
  ),
  unrecordedSupplierInvoices: fault(
    'year-end-hindrance.unrecorded-supplier-invoices',
    'supplier invoices are not recorded ({count}): record or delete them',
    'leverantörsfakturor är inte bokförda ({count}): bokför eller ta bort dem',
  ),
  vatOpen: fault(
    'year-end-hindrance.vat-open',
    'VAT periods are not reported ({count}): report them, or empty the accounts 2600 to 2649',
    'momsperioder är inte redovisade ({count}): redovisa dem, eller töm kontona 2600 till 2649',
  ),
  unbalanced: fault(
    'year-end-hindrance.unbalanced',
    'the balance sheet is out of balance by {amount}: correct the opening balances, or open the earlier year whose result was never booked, and close it with POST …/closing',
    'balansräkningen är ur balans med {amount}: rätta de ingående balanserna, eller öppna det tidigare år vars resultat aldrig bokfördes och stäng det i bokslutet',
  ),
  nextYearClosed: fault(
    'year-end-hindrance.next-year-closed',
    'the fiscal year {after} is closed and would begin with other balances: open it again first',
    'räkenskapsåret {after} är stängt och skulle börja med andra balanser: öppna det först',
  ),
}

export const yearEndFaults = {
  sharesNotAllowed: fault(
    'year-end.shares-not-allowed',
    'is only for partnerships: leave it out',
    'är bara för handelsbolag: utelämna det',
  ),
  shareAccount: fault(
    'year-end.share-account',
    'must be one of the accounts {accounts}, each once',
    'ska vara något av kontona {accounts}, vart och ett en gång',
  ),
  sharesSum: fault(
    'year-end.shares-sum',
    'must sum to the result that is not booked yet, {amount}',
    'ska bli det resultat som inte är bokfört än, {amount}',
  ),
}

/** Warnings of a tax return or a closing. */
export const yearEndWarnings = {
  unmapped: phrase(
    'year-end-doubt.unmapped',
    'account {account} {name} has {amount} and belongs to no field: give it an SRU code',
    'konto {account} {name} har {amount} och hör till ingen ruta: ge det en SRU-kod',
  ),
  difference: phrase(
    'year-end-doubt.difference',
    'the balance sheet differs by {amount}, which no field has',
    'balansräkningen skiljer sig med {amount}, som ingen ruta har',
  ),
  openYear: phrase(
    'year-end-doubt.open-year',
    'the fiscal year is open: its figures may change',
    'räkenskapsåret är öppet: siffrorna kan ändras',
  ),
  noShares: phrase(
    'year-end-doubt.no-shares',
    'the whole result was booked to account {account}, since no shares were given',
    'hela resultatet är bokfört på konto {account}, eftersom inga andelar angavs',
  ),
  invoicesInCurrency: phrase(
    'year-end-doubt.invoices-in-currency',
    'unpaid invoices in other currencies ({count}, {amount}) stand at old rates: {documents}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)',
    'obetalda kundfakturor i annan valuta ({count} st, {amount}) står kvar till gamla kurser: {documents}; lagen kräver balansdagens kurs (årsredovisningslagen 4 kap. 13 §)',
  ),
  supplierInvoicesInCurrency: phrase(
    'year-end-doubt.supplier-invoices-in-currency',
    'unpaid supplier invoices in other currencies ({count}, {amount}) stand at old rates: {documents}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)',
    'obetalda leverantörsfakturor i annan valuta ({count} st, {amount}) står kvar till gamla kurser: {documents}; lagen kräver balansdagens kurs (årsredovisningslagen 4 kap. 13 §)',
  ),
  accountsInCurrency: phrase(
    'year-end-doubt.accounts-in-currency',
    'bank accounts in other currencies stand at what was booked on them: {accounts}; the law wants the rate of the last day of the year (årsredovisningslagen 4 kap. 13 §)',
    'bankkonton i annan valuta står till det som är bokfört på dem: {accounts}; lagen kräver balansdagens kurs (årsredovisningslagen 4 kap. 13 §)',
  ),
  keepsOwn: phrase(
    'year-end-doubt.keeps-own',
    'the fiscal year {next} keeps its own opening balances, which differ from what this one ends with on {accounts}',
    'räkenskapsåret {next} behåller sina egna ingående balanser, som skiljer sig från årets utgående på {accounts}',
  ),
}
