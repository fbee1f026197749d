// Kinds of findings about accounts, objects and balances.
import { finding } from './findings.ts'
import { compare, correctAndExport, leftOut, mapIt, nothing } from './remedies.ts'

export const balanceKinds = {
  accountOdd: finding(
    'error',
    'accounts',
    {
      sv: 'Kontot "{account}" i #{label} är inget kontonummer: de går från 1 till {highest} och börjar inte med 0',
      en: 'The account "{account}" of #{label} is not an account number: those go from 1 to {highest} and do not begin with 0',
    },
    mapIt,
  ),
  accountOddLeft: finding(
    'note',
    'accounts',
    {
      sv: 'Kontot "{account}" i #{label} är inget kontonummer; raderna utelämnas',
      en: 'The account "{account}" of #{label} is not an account number; its lines are left out',
    },
    mapIt,
  ),
  accountTwice: finding(
    'note',
    'accounts',
    {
      sv: 'Konto {account} finns två gånger med olika namn; det sista gäller',
      en: 'Account {account} is declared twice with different names; the last one applies',
    },
    nothing,
  ),
  accountUndeclared: finding(
    'note',
    'accounts',
    { sv: 'Konto {account} används men har ingen #KONTO', en: 'Account {account} is used but has no #KONTO' },
    {
      sv: 'Det får namnet Konto {account}; byt namn på det i kontoplanen.',
      en: 'It is called Konto {account}; rename it in the chart of accounts.',
    },
  ),
  typeOdd: finding(
    'note',
    'accounts',
    {
      sv: '#KTYP för konto {account} är "{value}", men ska vara T, S, K eller I',
      en: '#KTYP of account {account} is "{value}", but must be T, S, K or I',
    },
    leftOut,
  ),
  dimensionUndeclared: finding(
    'note',
    'form',
    { sv: 'Dimension {dimension} används men har ingen #DIM', en: 'Dimension {dimension} is used but has no #DIM' },
    nothing,
  ),
  objectUndeclared: finding(
    'note',
    'form',
    {
      sv: 'Objekt {code} i dimension {dimension} används men har ingen #OBJEKT',
      en: 'Object {code} of dimension {dimension} is used but has no #OBJEKT',
    },
    nothing,
  ),
  dimensionOdd: finding(
    'note',
    'form',
    {
      sv: 'Ett dimensionsnummer i #{label} är inget heltal',
      en: 'A dimension number of #{label} is not a whole number',
    },
    leftOut,
  ),
  objectOdd: finding(
    'note',
    'form',
    {
      sv: '#OBJEKT måste ha ett dimensionsnummer och en objektkod på högst {limit} tecken',
      en: '#OBJEKT needs a dimension number and an object code of at most {limit} characters',
    },
    leftOut,
  ),
  indexOdd: finding(
    'error',
    'opening',
    { sv: '#{label} har inget giltigt årsnummer', en: '#{label} has no valid year number' },
    correctAndExport,
  ),
  indexOddLeft: finding(
    'note',
    'form',
    { sv: '#{label} har inget giltigt årsnummer', en: '#{label} has no valid year number' },
    leftOut,
  ),
  periodOdd: finding(
    'note',
    'form',
    { sv: '#{label} har ingen giltig period', en: '#{label} has no valid period' },
    leftOut,
  ),
  amountOdd: finding(
    'error',
    'form',
    {
      sv: 'Beloppet "{value}" i #{label} måste vara siffror med högst två decimaler efter en punkt och högst ett minus före',
      en: 'The amount "{value}" of #{label} must be digits with at most two decimals after a point, and at most a minus before',
    },
    correctAndExport,
  ),
  amountOddLeft: finding(
    'note',
    'form',
    {
      sv: 'Beloppet "{value}" i #{label} måste vara siffror med högst två decimaler efter en punkt och högst ett minus före',
      en: 'The amount "{value}" of #{label} must be digits with at most two decimals after a point, and at most a minus before',
    },
    leftOut,
  ),
  listMissing: finding(
    'error',
    'form',
    { sv: '#{label} har ingen objektlista inom klamrar', en: '#{label} has no object list in braces' },
    correctAndExport,
  ),
  listMissingLeft: finding(
    'note',
    'form',
    { sv: '#{label} har ingen objektlista inom klamrar', en: '#{label} has no object list in braces' },
    leftOut,
  ),
  listOdd: finding(
    'error',
    'form',
    {
      sv: 'Objektlistan i #{label} måste vara par av dimensionsnummer och objektkod',
      en: 'The object list of #{label} must be pairs of a dimension number and an object code',
    },
    correctAndExport,
  ),
  listOddLeft: finding(
    'note',
    'form',
    {
      sv: 'Objektlistan i #{label} måste vara par av dimensionsnummer och objektkod',
      en: 'The object list of #{label} must be pairs of a dimension number and an object code',
    },
    leftOut,
  ),
  quantityOdd: finding(
    'note',
    'form',
    {
      sv: 'Kvantiteten "{value}" i #{label} är inget tal och utelämnas',
      en: 'The quantity "{value}" of #{label} is not a number and is left out',
    },
    nothing,
  ),
  openingTwice: finding(
    'error',
    'opening',
    {
      sv: '#IB för konto {account} finns mer än en gång',
      en: '#IB of account {account} in year 0 is given more than once',
    },
    correctAndExport,
  ),
  balanceTwice: finding(
    'note',
    'form',
    {
      sv: '#{label} för konto {account} i år {year} finns mer än en gång; den första gäller',
      en: '#{label} of account {account} in year {year} is given more than once; the first one applies',
    },
    nothing,
  ),
  openingFromLast: finding(
    'decision',
    'opening',
    {
      sv: 'Filen saknar #IB för år 0; föregående års utgående balanser (#UB -1) läses som årets ingående',
      en: "The file has no #IB of year 0: last year's closing balances (#UB -1) are read as the opening balances",
    },
    {
      sv: 'Jämför årets ingående balanser med det gamla programmet.',
      en: 'Compare the opening balances of the year with the old program.',
    },
  ),
  openingUnbalanced: finding(
    'forcible',
    'opening',
    {
      sv: 'Årets ingående balanser summerar till {sum} och inte till 0.00',
      en: 'The opening balances of the year sum to {sum} and not to 0.00',
    },
    {
      sv: 'Bokför föregående års resultat i det gamla programmet och exportera på nytt, eller läs in dem som de är med force=true.',
      en: "Book last year's result in the old program and export again, or import them as they are with force=true.",
    },
  ),
  openingLacksResult: finding(
    'forcible',
    'opening',
    {
      sv: 'Årets ingående balanser summerar till {sum} och inte till 0.00: föregående års resultat, {result}, är inte bokfört',
      en: "The opening balances of the year sum to {sum} and not to 0.00: last year's result, {result}, was not booked",
    },
    {
      sv: 'Läs in filen med openingDifference=resultOfYearBefore, som lägger resultatet på kontot för årets resultat i eget kapital, eller bokför det i det gamla programmet och exportera på nytt.',
      en: 'Import it with openingDifference=resultOfYearBefore, which puts the result on its account in equity, or book it in the old program and export again.',
    },
  ),
  openingResultAdded: finding(
    'decision',
    'opening',
    {
      sv: 'Årets ingående balanser saknar föregående års resultat: {result} läggs på konto {account}',
      en: "The opening balances lack last year's result: {result} is put on account {account}",
    },
    {
      sv: 'Jämför årets ingående balanser med det gamla programmet.',
      en: 'Compare the opening balances of the year with the old program.',
    },
  ),
  yearUnbalanced: finding(
    'decision',
    'opening',
    {
      sv: 'Årets utgående balanser och resultat summerar till {closing}, men de ingående balanserna till {opening}',
      en: 'The closing balances and results of the year sum to {closing}, but the opening balances sum to {opening}',
    },
    compare,
  ),
  openingAndVouchersNotClosing: finding(
    'decision',
    'opening',
    {
      sv: 'Ingående balans och verifikationer ger inte utgående balans på kontona {accounts}',
      en: 'Opening balance and vouchers differ from the closing balance of accounts: {accounts}',
    },
    compare,
  ),
  vouchersNotResult: finding(
    'decision',
    'opening',
    {
      sv: 'Verifikationerna ger inte resultatet på kontona {accounts}',
      en: 'The vouchers differ from the result of accounts: {accounts}',
    },
    compare,
  ),
  openingAndPeriodsNotClosing: finding(
    'note',
    'opening',
    {
      sv: 'Ingående balans och månadernas förändringar ger inte utgående balans på kontona {accounts}',
      en: 'Opening balance and monthly changes differ from the closing balance of accounts: {accounts}',
    },
    nothing,
  ),
  periodsNotResult: finding(
    'note',
    'opening',
    {
      sv: 'Månadernas förändringar ger inte resultatet på kontona {accounts}',
      en: 'The monthly changes differ from the result of accounts: {accounts}',
    },
    nothing,
  ),
  lastClosingNotOpening: finding(
    'decision',
    'opening',
    {
      sv: 'Föregående års utgående balans är inte årets ingående på kontona {accounts}',
      en: "Last year's closing balance differs from the opening balance of accounts: {accounts}",
    },
    {
      sv: 'Vanligt när föregående års resultat bokfördes efter exporten; jämför med det gamla programmet.',
      en: "Usual when last year's result was booked after the export; compare with the old program.",
    },
  ),
  openingOnResultAccounts: finding(
    'decision',
    'opening',
    {
      sv: 'Det finns ingående balanser på resultatkontona {accounts}',
      en: 'There are opening balances on income statement accounts: {accounts}',
    },
    compare,
  ),
  closingOnResultAccounts: finding(
    'note',
    'opening',
    {
      sv: 'Det finns utgående balanser på resultatkontona {accounts}',
      en: 'There are closing balances on income statement accounts: {accounts}',
    },
    nothing,
  ),
  resultOnBalanceAccounts: finding(
    'note',
    'opening',
    {
      sv: 'Det finns resultat på balanskontona {accounts}',
      en: 'There are results on balance sheet accounts: {accounts}',
    },
    nothing,
  ),
}
