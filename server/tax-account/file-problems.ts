// What may be wrong with a file of the tax account, in both languages.
import { phrase } from '#platform/refusal'

export const fileProblems = {
  notText: phrase('tax-account.not-text', 'this is not a text file', 'det här är ingen textfil'),
  noSeparator: phrase(
    'tax-account.no-separator',
    'no rows with a day, a text and an amount, separated by semicolons, tabs or commas, were found',
    'inga rader med dag, text och belopp, skilda åt av semikolon, tabbar eller kommatecken, hittades',
  ),
  noRows: phrase('tax-account.no-rows', 'the statement has no transactions', 'kontoutdraget har inga transaktioner'),
  tooMany: phrase('tax-account.too-many-rows', 'more than {limit} rows', 'fler än {limit} rader'),
  notUnderstood: phrase(
    'tax-account.row-not-understood',
    'neither a transaction that begins with its day nor a balance',
    'varken en transaktion som börjar med sin dag eller ett saldo',
  ),
  noText: phrase('tax-account.row-without-text', 'the transaction has no text', 'transaktionen saknar text'),
  longText: phrase(
    'tax-account.row-text-too-long',
    'the text has more than {limit} characters',
    'texten har fler än {limit} tecken',
  ),
  noAmount: phrase(
    'tax-account.row-without-amount',
    '"{amount}" is no amount in kronor',
    '”{amount}” är inget belopp i kronor',
  ),
  noBalance: phrase('tax-account.balance-without-amount', 'the balance has no amount', 'saldot saknar belopp'),
  sumDiffers: phrase(
    'tax-account.sum-differs',
    'the opening balance and the rows make {sum} kronor, but the closing balance is {closing}',
    'ingående saldo och raderna blir {sum} kronor, men utgående saldo är {closing}',
  ),
  balanceBreaks: phrase(
    'tax-account.balance-breaks',
    'the balance does not follow from the balance of the row before it and the amount',
    'saldot följer inte av saldot på raden före och beloppet',
  ),
  outside: phrase(
    'tax-account.row-outside',
    'its day is not between those of the balances, {from} and {to}',
    'dagen är inte mellan saldonas dagar, {from} och {to}',
  ),
}
