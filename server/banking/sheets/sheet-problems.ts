// What may be wrong with a table of transactions, a CSV or XLSX file of a bank. The place is a row, as programs for
// tables number it.
import { phrase } from '#platform/refusal'

export const sheetPlaces = {
  row: phrase('sheet-place.row', 'row {number}', 'rad {number}'),
  column: phrase('sheet-place.column', 'column {title}', 'kolumnen {title}'),
}

export const sheetProblems = {
  oldWorkbook: phrase(
    'sheet.old-workbook',
    'it is a workbook of the old kind (XLS): save it as XLSX or CSV',
    'den är en arbetsbok av det gamla slaget (XLS): spara den som XLSX eller CSV',
  ),
  brokenWorkbook: phrase(
    'sheet.broken-workbook',
    'it is not a workbook that can be read: get it from the bank again, or save it as CSV',
    'den är ingen arbetsbok som går att läsa: hämta den från banken igen, eller spara den som CSV',
  ),
  largeWorkbook: phrase(
    'sheet.large-workbook',
    'it holds more than is read of a workbook: get a shorter period from the bank, or CSV',
    'den innehåller mer än vad som läses av en arbetsbok: hämta en kortare period från banken, eller CSV',
  ),
  openQuote: phrase(
    'sheet.open-quote',
    'a quotation mark is not closed: get the file from the bank again',
    'ett citattecken avslutas inte: hämta filen från banken igen',
  ),
  tooManyRows: phrase('sheet.too-many-rows', 'it has more than {limit} rows', 'den har fler än {limit} rader'),
  tooManyColumns: phrase(
    'sheet.too-many-columns',
    'it has more than {limit} columns',
    'den har fler än {limit} kolumner',
  ),
  noRows: phrase('sheet.no-rows', 'there are no transactions in it', 'det finns inga transaktioner i den'),
  notADay: phrase('sheet.not-a-day', '{text} is not a day', '{text} är ingen dag'),
  dayOrder: phrase(
    'sheet.day-order',
    'it does not follow from {text} which is the day and which is the month: say it with the columns (dayOrder)',
    'det framgår inte av {text} vad som är dag och vad som är månad: ange det för kolumnerna (dayOrder)',
  ),
  mixedDays: phrase(
    'sheet.mixed-days',
    'the days are written in different ways, with the day first in some and the month first in others, such as {text}',
    'dagarna är skrivna på olika sätt, med dagen först i några och månaden först i andra, till exempel {text}',
  ),
  notAnAmount: phrase(
    'sheet.not-an-amount',
    '{text} is not an amount with at most two decimals',
    '{text} är inget belopp med högst två decimaler',
  ),
  noAmount: phrase('sheet.no-amount', 'it has no amount', 'belopp saknas'),
  bothWays: phrase('sheet.both-ways', 'it has both money in and money out', 'den har både pengar in och pengar ut'),
  decimalMark: phrase(
    'sheet.decimal-mark',
    'it does not follow from {text} whether its mark is before decimals or between thousands: say it with the columns (decimalMark)',
    'det framgår inte av {text} om tecknet står före decimaler eller mellan tusental: ange det för kolumnerna (decimalMark)',
  ),
  mixedMarks: phrase(
    'sheet.mixed-marks',
    'some amounts have a comma before the decimals and others a point, such as {text}',
    'en del belopp har komma före decimalerna och andra punkt, till exempel {text}',
  ),
  currency: phrase('sheet.currency', '{text} is not a currency', '{text} är ingen valuta'),
  currencies: phrase(
    'sheet.currencies',
    'it is in {currency}, and rows before it are in {expected}',
    'den är i {currency}, och rader före den är i {expected}',
  ),
  balance: phrase(
    'sheet.balance',
    'the balance before it is {before} and its amount {amount}, but its balance is {balance}: a row is missing or out of order. Get the whole period from the bank, or ignore the column of balances',
    'saldot före den är {before} och beloppet {amount}, men dess saldo är {balance}: en rad saknas eller står i fel ordning. Hämta hela perioden från banken, eller hoppa över kolumnen med saldon',
  ),
}
