// Kinds of findings about vouchers, and about the caller's options.
import { finding } from './findings.ts'
import { correctAndExport, exportAgain, nothing } from './remedies.ts'

export const voucherKinds = {
  voucherUnbalanced: finding(
    'error',
    'unbalanced',
    { sv: '{voucher} balanserar inte: skillnaden är {difference}', en: '{voucher} is out of balance by {difference}' },
    {
      sv: 'Rätta det i programmet som skrev filen och exportera på nytt, eller läs in filen med voucherDifference=3740, som bokför skillnaden på det kontot.',
      en: 'Correct it in the program that wrote the file and export it again, or import it with voucherDifference=3740, which books the difference on that account.',
    },
  ),
  voucherEvened: finding(
    'decision',
    'unbalanced',
    {
      sv: '{voucher} balanserar inte: skillnaden {difference} bokförs på konto {account}',
      en: '{voucher} is out of balance by {difference}, which is booked on account {account}',
    },
    {
      sv: 'Jämför verifikationen med det gamla programmet.',
      en: 'Compare the voucher with the old program.',
    },
  ),
  voucherEmpty: finding('note in 4E', 'form', { sv: '{voucher} har inga rader', en: '{voucher} has no rows' }, nothing),
  voucherWithoutRows: finding(
    'error in 4I only',
    'form',
    { sv: '{voucher} har inga rader', en: '{voucher} has no rows' },
    {
      sv: 'Ta bort den, eller ge den rader, i programmet som skrev filen, och exportera på nytt.',
      en: 'Remove it, or give it rows, in the program that wrote the file, and export again.',
    },
  ),
  voucherLong: finding(
    'error',
    'form',
    { sv: '{voucher} har fler än {limit} rader', en: '{voucher} has more than {limit} rows' },
    { sv: 'Dela upp den i flera.', en: 'Split it into several.' },
  ),
  voucherOpen: finding(
    'error',
    'form',
    {
      sv: 'Verifikationens klamrar avslutas inte före {where}',
      en: 'The braces of the voucher are not closed before {where}',
    },
    exportAgain,
  ),
  rowOutside: finding(
    'error',
    'form',
    { sv: '#{label} står utanför en verifikations klamrar', en: '#{label} stands outside the braces of a voucher' },
    correctAndExport,
  ),
  strayOpening: finding(
    'error',
    'form',
    { sv: 'En inledande klammer hör inte till någon verifikation', en: 'An opening brace belongs to no voucher' },
    correctAndExport,
  ),
  strayClosing: finding(
    'error',
    'form',
    { sv: 'En avslutande klammer hör inte till någon verifikation', en: 'A closing brace belongs to no voucher' },
    correctAndExport,
  ),
  seriesLong: finding(
    'error',
    'numbers',
    {
      sv: 'En verifikationsserie får ha högst {limit} tecken',
      en: 'The series of a voucher must be at most {limit} characters',
    },
    correctAndExport,
  ),
  numberOdd: finding(
    'error',
    'numbers',
    {
      sv: 'Verifikationsnumret "{value}" kan inte läsas: det måste vara ett heltal',
      en: 'The voucher number "{value}" cannot be read: voucher numbers must be whole numbers',
    },
    correctAndExport,
  ),
  numberLong: finding(
    'error',
    'numbers',
    { sv: 'Verifikationsnumret får ha högst {limit} siffror', en: 'The voucher number must be at most {limit} digits' },
    correctAndExport,
  ),
  dateOdd: finding(
    'error',
    'days',
    {
      sv: 'Verifikationsdatumet "{value}" saknas, finns inte eller är inte skrivet ÅÅÅÅMMDD',
      en: 'The voucher date "{value}" is missing, does not exist or is not written YYYYMMDD',
    },
    correctAndExport,
  ),
  registeredOdd: finding(
    'note',
    'days',
    {
      sv: 'Registreringsdatumet "{value}" finns inte och utelämnas',
      en: 'The registration date "{value}" does not exist and is left out',
    },
    nothing,
  ),
  rowDateOdd: finding(
    'note',
    'days',
    {
      sv: 'Datumet "{value}" i #{label} finns inte; verifikationens dag gäller',
      en: 'The date "{value}" of #{label} does not exist; the day of the voucher applies',
    },
    nothing,
  ),
  outsideYear: finding(
    'error in 4E only',
    'days',
    {
      sv: '{which} {date}, utanför räkenskapsåret {start} till {end}',
      en: '{which} dated {date}, outside the fiscal year {start} to {end}',
    },
    { sv: 'Exportera verifikationerna i filen för deras eget år.', en: 'Export them in the file of their own year.' },
  ),
  notAscending: finding(
    'note in 4E',
    'numbers',
    { sv: '{voucher} kommer efter ett högre nummer', en: '{voucher} comes after a higher number' },
    nothing,
  ),
  numberGaps: finding(
    'note in 4E',
    'numbers',
    {
      sv: '{series} har {gaps} i nummerföljden, den första efter {after}',
      en: '{series} has {gaps} in its numbers, the first after {after}',
    },
    {
      sv: 'Luckorna antecknas, så att kontrollen av böckerna godtar dem.',
      en: 'The gaps are noted, so that verification allows them.',
    },
  ),
  renumbered: finding(
    'note',
    'numbers',
    {
      sv: '{voucher} finns mer än en gång: den här får numret {number}',
      en: '{voucher} is there more than once: this one is renumbered to {number}',
    },
    nothing,
  ),
  renumberedSeries: finding(
    'decision',
    'numbers',
    {
      sv: '{series}: {count} verifikationer har nummer som redan användes i filen och får nya, från {first}',
      en: '{series}: {count} vouchers have numbers that were already used in the file and get new ones, from {first}',
    },
    {
      sv: 'Anteckna de nya numren på underlagen om det behövs.',
      en: 'Note the new numbers on the supporting documents if needed.',
    },
  ),
  unnumbered: finding(
    'note in 4E',
    'numbers',
    { sv: '{voucher} har inget nummer och blir {number}', en: '{voucher} has no number and becomes {number}' },
    nothing,
  ),
  mapped: finding(
    'decision',
    'accounts',
    {
      sv: 'Kontot {account} i filen läses som konto {number}',
      en: 'Account {account} of the file is read as account {number}',
    },
    { sv: 'Som du angav med map.', en: 'As you asked for with map.' },
  ),
  mapUnused: finding(
    'note',
    'accounts',
    { sv: 'Kontot {account} i map finns inte i filen', en: 'Account {account} of map is not in the file' },
    nothing,
  ),
  notIn4: finding(
    'note',
    'form',
    { sv: '{what} i SIE 5 läses inte', en: '{what} of SIE 5 is not read' },
    {
      sv: 'Verifikationer, konton och saldon läses in; exportera SIE 4E om du behöver mer.',
      en: 'Vouchers, accounts and balances are imported; export SIE 4E if you need more.',
    },
  ),
}
