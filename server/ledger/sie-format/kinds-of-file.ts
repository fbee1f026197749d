// Kinds of findings about the file as a whole and its identification items.
import { finding } from './findings.ts'
import { correctAndExport, exportAgain, exportSie4, leftOut, nothing } from './remedies.ts'

export const fileKinds = {
  noItems: finding('error', 'form', { sv: 'Filen har inga SIE-poster', en: 'The file has no SIE items' }, exportSie4),
  nulByte: finding(
    'error',
    'form',
    {
      sv: 'Filen är inte text: den innehåller ett nolltecken (NUL)',
      en: 'The file is not text: it contains a NUL byte',
    },
    exportSie4,
  ),
  utf16: finding(
    'error',
    'form',
    { sv: 'Filen är i UTF-16', en: 'The file is in UTF-16' },
    {
      sv: 'Exportera den på nytt, eller spara om den i en textredigerare, i PC8 (kodsida 437), Latin-1 eller UTF-8.',
      en: 'Export it again, or save it anew in a text editor, in PC8 (code page 437), Latin-1 or UTF-8.',
    },
  ),
  longLine: finding(
    'error',
    'form',
    { sv: 'En rad är längre än {limit} byte', en: 'A line is longer than {limit} bytes' },
    exportSie4,
  ),
  webPage: finding(
    'error',
    'form',
    { sv: 'Filen är en webbsida och ingen SIE-fil', en: 'The file is a web page and not a SIE file' },
    exportSie4,
  ),
  pdf: finding(
    'error',
    'form',
    { sv: 'Filen är en PDF och ingen SIE-fil', en: 'The file is a PDF and not a SIE file' },
    exportSie4,
  ),
  archive: finding(
    'error',
    'form',
    {
      sv: 'Filen är en ZIP-fil eller ett kalkylblad och ingen SIE-fil',
      en: 'The file is a ZIP archive or a spreadsheet and not a SIE file',
    },
    exportSie4,
  ),
  otherXml: finding(
    'error',
    'form',
    { sv: 'Filen är XML men ingen SIE 5', en: 'The file is XML and not SIE 5' },
    exportSie4,
  ),
  badXml: finding(
    'error',
    'form',
    { sv: 'XML-filen kan inte läsas: {problem}', en: 'The XML cannot be read: {problem}' },
    exportSie4,
  ),
  noStart: finding(
    'error',
    'form',
    { sv: 'Filen börjar inte med SIE-poster', en: 'The file does not start with SIE items' },
    exportSie4,
  ),
  tooMany: finding(
    'error',
    'form',
    { sv: 'Filen har fler än {limit} {what}', en: 'The file has more than {limit} {what}' },
    { sv: 'Dela upp den, ett räkenskapsår i varje fil.', en: 'Split it, one fiscal year in each file.' },
  ),
  typeUnknown: finding(
    'error',
    'form',
    {
      sv: '#SIETYP är "{value}", men måste vara 1, 2, 3 eller 4',
      en: '#SIETYP is "{value}", but must be 1, 2, 3 or 4',
    },
    exportSie4,
  ),
  currencyBare: finding(
    'note',
    'form',
    { sv: '#VALUTA anger ingen valuta; filen läses i SEK', en: '#VALUTA names no currency: the file is read in SEK' },
    nothing,
  ),
  strayLine: finding(
    'note',
    'form',
    { sv: 'Raden är ingen post och utelämnas', en: 'The line is not an item and is left out' },
    nothing,
  ),
  unknownLabel: finding(
    'note',
    'form',
    {
      sv: '#{label} är ingen etikett i formatet; dess rader utelämnas',
      en: '#{label} is not a label of the format; its lines are left out',
    },
    nothing,
  ),
  encodingMixed: finding(
    'error',
    'form',
    {
      sv: 'Filen har tecken i UTF-8 och andra i en annan teckenuppsättning: alla texter kan inte läsas rätt',
      en: 'The file has characters in UTF-8 and others in another character set: not all texts can be read correctly',
    },
    {
      sv: 'Exportera filen på nytt i en enda teckenuppsättning, helst PC8, och redigera den inte efteråt.',
      en: 'Export the file again in one character set, preferably PC8, and do not edit it afterwards.',
    },
  ),
  encodingUnsure: finding(
    'note',
    'form',
    {
      sv: 'Filens tecken säger inte vilken teckenuppsättning de är i; de läses som {encoding}',
      en: 'The characters of the file do not tell which character set they are in; they are read as {encoding}',
    },
    { sv: 'Kontrollera texterna i förhandsgranskningen.', en: 'Check the texts in the preview.' },
  ),
  smallLabels: finding(
    'note',
    'form',
    {
      sv: '#{label} är skriven med små bokstäver; sådana etiketter läses som om de vore versala',
      en: '#{label} is written in small letters; such labels are read as capitals',
    },
    nothing,
  ),
  amountsSplit: finding(
    'error',
    'form',
    {
      sv: 'Beloppet "{value}" i #{label} har mellanslag eller tabb som tusentalsavgränsare, vilket formatet inte har',
      en: 'The amount "{value}" of #{label} has a space or tab as thousands separator, which the format does not have',
    },
    {
      sv: 'Exportera filen utan tusentalsavgränsare: 2500.00.',
      en: 'Export the file without thousands separators: 2500.00.',
    },
  ),
  amountsUnsure: finding(
    'forcible',
    'form',
    {
      sv: 'I #{label} kan "{value}" vara ett belopp med tusentalsavgränsare, eller ett belopp och en kvantitet',
      en: 'In #{label} "{value}" may be an amount with a thousands separator, or an amount and a quantity',
    },
    {
      sv: 'Exportera filen utan tusentalsavgränsare. Är det ett belopp och en kvantitet, läs in den med force=true.',
      en: 'Export the file without thousands separators. If it is an amount and a quantity, import it with force=true.',
    },
  ),
  damagedText: finding(
    'note',
    'form',
    {
      sv: 'Tecken gick förlorade innan filen kom hit; det här är den första raden med sådana',
      en: 'Characters were lost before the file came here; this is the first line with any',
    },
    { sv: 'Exportera filen på nytt om texterna är viktiga.', en: 'Export the file again if its texts matter.' },
  ),
  unseenCharacters: finding(
    'note',
    'form',
    {
      sv: 'Osynliga tecken, och sådana som vänder skrivriktningen, utelämnas; det här är den första raden med sådana',
      en: 'Invisible characters, and those that reverse the writing direction, are left out; this is the first line with any',
    },
    nothing,
  ),
  quoteOpen: finding(
    'note',
    'form',
    {
      sv: 'Ett citattecken i #{label} avslutas aldrig; texten slutar med raden',
      en: 'A quote in #{label} is never closed; it ends with the line',
    },
    nothing,
  ),
  quoteInside: finding(
    'note',
    'form',
    {
      sv: 'I #{label} står ett citattecken inne i en text: det läses som textens slut, och resten som nästa fält',
      en: 'In #{label} a quote stands inside a text: it is read as the end of the text, and the rest as the next field',
    },
    {
      sv: 'Jämför texten med det gamla programmet. Citattecken inne i en text skrivs \\".',
      en: 'Compare the text with the old program. A quote inside a text is written \\".',
    },
  ),
  braceOpen: finding(
    'error',
    'form',
    { sv: 'En klammer i #{label} avslutas aldrig', en: 'A brace in #{label} is never closed' },
    correctAndExport,
  ),
  braceOpenLeft: finding(
    'note',
    'form',
    { sv: 'En klammer i #{label} avslutas aldrig', en: 'A brace in #{label} is never closed' },
    leftOut,
  ),
  sumWrong: finding(
    'forcible',
    'form',
    {
      sv: 'Kontrollsumman stämmer inte: filen säger {declared} och innehållet ger {computed}, så filen har ändrats eller skadats',
      en: 'The checksum is wrong: the file says {declared} but its content gives {computed}, so the file was changed or damaged',
    },
    {
      sv: 'Exportera filen på nytt, eller läs in den som den är med force=true.',
      en: 'Export the file again, or import it as it is with force=true.',
    },
  ),
  sumOdd: finding(
    'forcible',
    'form',
    { sv: 'Värdet i #KSUMMA är ingen kontrollsumma', en: 'The value of #KSUMMA is not a checksum' },
    {
      sv: 'Exportera filen på nytt, eller läs in den som den är med force=true.',
      en: 'Export the file again, or import it as it is with force=true.',
    },
  ),
  sumUnopened: finding(
    'note',
    'form',
    { sv: '#KSUMMA har ett värde men öppnades aldrig', en: '#KSUMMA has a value but was never opened' },
    nothing,
  ),
  sumTwice: finding(
    'note',
    'form',
    { sv: '#KSUMMA öppnar en kontrollsumma som redan är öppen', en: '#KSUMMA opens a checksum that is already open' },
    nothing,
  ),
  sumOpen: finding(
    'error',
    'form',
    {
      sv: '#KSUMMA öppnas men avslutas aldrig: slutet av filen saknas',
      en: '#KSUMMA is opened and never closed: the end of the file is missing',
    },
    exportAgain,
  ),
  flagLate: finding(
    'note',
    'form',
    { sv: '#FLAGGA är inte den första posten', en: '#FLAGGA is not the first item' },
    nothing,
  ),
  flagMissing: finding('note', 'form', { sv: '#FLAGGA saknas', en: '#FLAGGA is missing' }, nothing),
  flagRead: finding(
    'forcible in 4I',
    'form',
    {
      sv: '#FLAGGA är 1: filen är märkt som redan inläst av ett program',
      en: '#FLAGGA is 1: the file is marked as already read by a program',
    },
    {
      sv: 'Kontrollera att verifikationerna inte redan är bokförda; med force=true läses filen in ändå.',
      en: 'Make sure that its vouchers are not booked yet; force=true imports it anyway.',
    },
  ),
  flagOdd: finding(
    'note',
    'form',
    { sv: '#FLAGGA är "{value}", men ska vara 0 eller 1', en: '#FLAGGA is "{value}", but must be 0 or 1' },
    nothing,
  ),
  typeMissing: finding(
    'note',
    'form',
    { sv: '#SIETYP saknas; filen läses som typ {type}', en: '#SIETYP is missing; the file is read as type {type}' },
    nothing,
  ),
  labelMissing: finding('note', 'form', { sv: '#{label} saknas', en: '#{label} is missing' }, nothing),
  formatOdd: finding(
    'note',
    'form',
    {
      sv: '#FORMAT är "{value}", men formatet känner bara PC8',
      en: '#FORMAT is "{value}", but the format knows only PC8',
    },
    nothing,
  ),
  madeOdd: finding('note', 'form', { sv: '#GEN har inget giltigt datum', en: '#GEN has no valid date' }, nothing),
  taxYearOdd: finding(
    'note',
    'form',
    { sv: '#TAXAR är "{value}", men ska vara ett årtal', en: '#TAXAR is "{value}", but must be a year' },
    nothing,
  ),
  upToOdd: finding(
    'note',
    'form',
    { sv: '#OMFATTN har inget giltigt datum', en: '#OMFATTN has no valid date' },
    nothing,
  ),
  yearBare: finding('error in 4E', 'year', { sv: '#RAR har inga datum', en: '#RAR has no dates' }, correctAndExport),
  yearOdd: finding(
    'error',
    'year',
    {
      sv: '#RAR måste ha ett årsnummer, en första dag och en sista dag som inte ligger före den första',
      en: '#RAR needs a year number, a first day and a last day not before it',
    },
    correctAndExport,
  ),
  otherYearOdd: finding(
    'note',
    'year',
    { sv: '#RAR för år {year} har inga giltiga dagar', en: '#RAR of year {year} has no valid days' },
    leftOut,
  ),
  yearTwice: finding(
    'error',
    'year',
    {
      sv: '#RAR för år {year} finns två gånger, med olika dagar',
      en: '#RAR of year {year} is given twice, with different days',
    },
    correctAndExport,
  ),
  yearUntold: finding(
    'note',
    'year',
    { sv: 'Det finns saldon för år {year} men ingen #RAR', en: 'There are balances of year {year} but no #RAR' },
    nothing,
  ),
}
