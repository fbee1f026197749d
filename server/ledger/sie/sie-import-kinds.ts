// Findings from comparing a SIE file with the books. Their names must not change: stored reports contain them.
import { Findings, finding } from '#ledger/sie-format/findings'
import { correctAndExport, insist, nothing } from '#ledger/sie-format/remedies'

export const importKinds = {
  otherCompany: finding(
    'forcible',
    'company',
    {
      sv: 'Filen är för organisationsnummer {told}, böckerna för {own}',
      en: 'The file is for {told}, these books are for {own}',
    },
    insist,
  ),
  yearMissing: finding(
    'error',
    'year',
    {
      sv: '#RAR för år 0 saknas: det går inte att veta vilket år saldona gäller',
      en: '#RAR of year 0 is missing: there is no telling which year the balances belong to',
    },
    correctAndExport,
  ),
  otherCurrency: finding(
    'error',
    'company',
    {
      sv: 'Filen är i {value}, och företagets redovisningsvaluta är {own}',
      en: 'The file is in {value}, and the accounting currency of the company is {own}',
    },
    {
      sv: 'Läs in den i ett företag med den valutan som redovisningsvaluta (en fil utan #VALUTA är i SEK).',
      en: 'Import it into a company with that accounting currency (a file without #VALUTA is in SEK).',
    },
  ),
  yearClosed: finding(
    'error',
    'year',
    { sv: 'Räkenskapsåret {year} är stängt', en: 'The fiscal year {year} is closed' },
    {
      sv: 'Ett stängt år kan inte ändras; läs in filen för ett öppet år.',
      en: 'A closed year cannot be changed; import the file of an open one.',
    },
  ),
  yearClosedAfter: finding(
    'error',
    'year',
    {
      sv: 'Räkenskapsåret {after} är stängt och bygger vidare på det här, som därför inte kan ändras',
      en: 'The fiscal year {after} is closed and carries on from this one, which therefore cannot be changed',
    },
    { sv: 'Läs in äldre år innan senare stängs.', en: 'Import earlier years before later ones are closed.' },
  ),
  yearOverlaps: finding(
    'error',
    'year',
    {
      sv: 'Filens räkenskapsår {year} överlappar böckernas {other}',
      en: "The file's fiscal year {year} overlaps {other} of the books",
    },
    {
      sv: 'Jämför räkenskapsåren; filens #RAR eller böckernas år är fel.',
      en: 'Compare the years: either #RAR of the file or the year of the books is wrong.',
    },
  ),
  yearOneDay: finding(
    'error',
    'year',
    { sv: 'Filens räkenskapsår {year} är en enda dag', en: "The file's fiscal year {year} is a single day" },
    correctAndExport,
  ),
  yearOutside: finding(
    'error',
    'year',
    {
      sv: 'Filens räkenskapsår {year} ligger inte inom {first}–{last}',
      en: "The file's fiscal year {year} does not lie within {first} and {last}",
    },
    correctAndExport,
  ),
  yearLong: finding(
    'error',
    'year',
    {
      sv: 'Filens räkenskapsår {year} är längre än {months} månader',
      en: "The file's fiscal year {year} is longer than {months} months",
    },
    correctAndExport,
  ),
  openingLocked: finding(
    'error',
    'opening',
    {
      sv: 'Böckerna är låsta till och med {lockDate}: ingående balanser kan inte sättas i den låsta tiden',
      en: 'The books are locked up to and including {lockDate}: opening balances cannot be set in the locked period',
    },
    { sv: 'Flytta tillbaka låsdatumet först.', en: 'Move the lock date back first.' },
  ),
  openingTaken: finding(
    'decision',
    'opening',
    {
      sv: 'Ingående balanser skiljer sig från böckernas på {accounts}; filens gäller',
      en: "Opening balances differ from the books on {accounts}: the file's apply",
    },
    {
      sv: 'Jämför med föregående års utgående balanser.',
      en: 'Compare with the closing balances of the previous year.',
    },
  ),
  openingReplaced: finding(
    'decision',
    'opening',
    {
      sv: 'Ingående balanser skiljer sig från böckernas på {accounts}; året saknar verifikationer, så filens gäller och de tidigare finns kvar',
      en: "Opening balances differ from the books on {accounts}: the year has no entries, so the file's apply, and the earlier ones are kept",
    },
    nothing,
  ),
  openingKept: finding(
    'decision',
    'opening',
    {
      sv: 'Ingående balanser skiljer sig från böckernas på {accounts}; böckernas gäller',
      en: 'Opening balances differ from the books on {accounts}: those of the books apply',
    },
    { sv: 'Rätta {what} om filens är de rätta.', en: 'Correct {what} if those of the file are right.' },
  ),
  nextYearDiffers: finding(
    'decision',
    'opening',
    {
      sv: 'Böckernas år {next} börjar inte som det här slutar, på {accounts}',
      en: 'The year {next} of the books does not begin as this one ends, on {accounts}',
    },
    {
      sv: 'Rätta det år som är fel; bokslutet för det här för över dess utgående balanser.',
      en: 'Correct the year that is wrong: the closing of this one carries its closing balances on.',
    },
  ),
  balancesOnly: finding(
    'decision',
    'opening',
    {
      sv: 'Filen har inga verifikationer: dess ingående balanser gäller, men årets förändringar bokfördes inte',
      en: "The file has no vouchers: its opening balances apply, but the year's changes were not booked",
    },
    {
      sv: 'Exportera SIE typ 4 (4E) om verifikationerna ska med.',
      en: 'Export SIE type 4 (4E) to bring the vouchers along.',
    },
  ),
  amountBeyond: finding(
    'error',
    'form',
    { sv: 'Beloppet är större än {limit} kronor', en: 'The amount is larger than {limit} kronor' },
    correctAndExport,
  ),
  turnoverBeyond: finding(
    'error',
    'form',
    {
      sv: 'Filens belopp är tillsammans större än {limit} kronor',
      en: "The file's amounts add up to more than {limit} kronor",
    },
    { sv: 'Dela upp den i flera filer.', en: 'Split it into several files.' },
  ),
  dayAhead: finding(
    'error',
    'days',
    { sv: '{date} ligger mer än två bankdagar fram i tiden', en: '{date} is more than two business days ahead' },
    { sv: 'Läs in filen när dagen har kommit.', en: 'Import the file when that day has come.' },
  ),
  dayLocked: finding(
    'error',
    'days',
    { sv: 'Böckerna är låsta till och med {lockDate}', en: 'The books are locked up to and including {lockDate}' },
    {
      sv: 'Flytta tillbaka låsdatumet, eller utelämna verifikationen.',
      en: 'Move the lock date back, or leave the voucher out.',
    },
  ),
  dayVatLocked: finding(
    'error',
    'days',
    {
      sv: 'Momsen är deklarerad till och med {lockDate}, och verifikationen skulle ändra den',
      en: 'VAT is reported up to and including {lockDate}, and the voucher would change it',
    },
    {
      sv: 'Utelämna verifikationen, eller flytta tillbaka låsdatumet för moms och rätta deklarationen.',
      en: 'Leave the voucher out, or move the lock date of VAT back and correct the return.',
    },
  ),
  dayWithoutYear: finding(
    'error',
    'days',
    { sv: '{date} ligger inte i något räkenskapsår', en: '{date} is in no fiscal year' },
    {
      sv: 'Lägg upp räkenskapsåret {year} först, eller skicka en fil med ingående balanser.',
      en: 'Add the fiscal year {year} first, or send a file with opening balances.',
    },
  ),
  dayClosed: finding(
    'error',
    'days',
    { sv: '{date} ligger i ett stängt räkenskapsår', en: '{date} is in a closed fiscal year' },
    {
      sv: 'Ett stängt år kan inte ändras; utelämna verifikationen.',
      en: 'A closed year cannot be changed; leave the voucher out.',
    },
  ),
  dayClosedAfter: finding(
    'error',
    'days',
    {
      sv: '{date} ligger i ett räkenskapsår som det stängda {after} bygger vidare på',
      en: '{date} is in a fiscal year that the closed {after} carries on from',
    },
    {
      sv: 'Öppna det senare året igen först, eller utelämna verifikationen.',
      en: 'Open the later year again first, or leave the voucher out.',
    },
  ),
  numberTaken: finding(
    'error',
    'numbers',
    {
      sv: 'Böckerna har en annan verifikation med numret {number}',
      en: 'The books have another entry with the number {number}',
    },
    {
      sv: 'Jämför de två; ge den ena ett annat nummer i det gamla programmet.',
      en: 'Compare the two; give one of them another number in the old program.',
    },
  ),
  rowDays: finding(
    'note',
    'days',
    {
      sv: '{which} en annan dag än verifikationen, vars dag gäller',
      en: '{which} a different day than the voucher, whose day applies',
    },
    nothing,
  ),
  objectsOfOne: finding(
    'note',
    'form',
    {
      sv: 'Raden anger flera objekt i dimension {dimension}; det första gäller',
      en: 'The row names several objects of dimension {dimension}; the first applies',
    },
    nothing,
  ),
  notKept: finding(
    'note',
    'form',
    { sv: '{labels} lästes men sparas inte', en: '{labels} were read but are not kept' },
    nothing,
  ),
  openingOfObjectsOnly: finding(
    'decision',
    'opening',
    {
      sv: 'Filen har ingående balanser för objekt (#OIB) men inga för konton (#IB): inga ingående balanser läses in',
      en: 'The file has opening balances of objects (#OIB) and none of accounts (#IB): no opening balances are imported',
    },
    {
      sv: 'Exportera filen med #IB, eller sätt årets ingående balanser efter inläsningen.',
      en: 'Export the file with #IB, or set the opening balances of the year after the import.',
    },
  ),
  budgetsTooMany: finding(
    'note',
    'form',
    {
      sv: 'Fler än {limit} budgetrader; resten sparas inte',
      en: 'More than {limit} budget rows: the rest is not kept',
    },
    nothing,
  ),
  budgetsWithoutYear: finding(
    'note',
    'form',
    {
      sv: 'Budgeten sparas inte: filen har inget räkenskapsår',
      en: 'The budget is not kept: the file has no fiscal year',
    },
    nothing,
  ),
  accountNameKept: finding(
    'decision',
    'accounts',
    {
      sv: 'Konto {account} heter "{books}" i böckerna och "{file}" i filen; det har verifikationer, så böckernas namn gäller',
      en: 'Account {account} is named "{books}" in the books and "{file}" in the file: it has entries, so the name in the books applies',
    },
    {
      sv: 'Byt namn på kontot i kontoplanen om filens namn är det rätta.',
      en: 'Rename the account in the chart of accounts if the name in the file is right.',
    },
  ),
  accountTypeKept: finding(
    'decision',
    'accounts',
    {
      sv: 'Konto {account} är {books} i böckerna och {file} i filen; det har verifikationer eller ingående balans, så böckernas typ gäller',
      en: 'Account {account} is {books} in the books and {file} in the file: it has entries or an opening balance, so the type in the books applies',
    },
    { sv: 'Jämför kontot med det gamla programmet.', en: 'Compare the account with the old program.' },
  ),
  accountTypeOdd: finding(
    'note',
    'accounts',
    {
      sv: 'Konto {account} är {file} enligt #KTYP, men filens saldon säger något annat; typen följer av numret',
      en: "Account {account} is {file} according to #KTYP, but the file's balances say otherwise: its type follows from its number",
    },
    nothing,
  ),
  accountRenamed: finding(
    'note',
    'accounts',
    {
      sv: 'Konto {account} heter nu "{file}" som i filen; det hette "{books}"',
      en: 'Account {account} is now named "{file}" as in the file; its name was "{books}"',
    },
    nothing,
  ),
  accountTypeTaken: finding(
    'note',
    'accounts',
    {
      sv: 'Konto {account} är nu {file} som i filen; det var {books}',
      en: 'Account {account} is now {file} as in the file; it was {books}',
    },
    nothing,
  ),
  accountSruTaken: finding(
    'note',
    'accounts',
    {
      sv: 'Konto {account} har nu SRU {file} som i filen; det hade {books}',
      en: 'Account {account} now has SRU {file} as in the file; it had {books}',
    },
    nothing,
  ),
}

/** The findings of an import so far. */
export class ImportFindings extends Findings<typeof importKinds> {
  constructor(force: boolean) {
    super(importKinds, force)
  }
}
