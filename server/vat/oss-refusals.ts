// Refusals of the union scheme: its accounts, and its returns.
import { fault, phrase, refusal } from '#platform/refusal'

export const ossRefusals = {
  inKronor: refusal(
    'operation-not-allowed',
    'oss.in-kronor',
    'OSS returns are made of books in SEK, and these are in EUR: declare the quarter in the e-service of the tax authority, from the general ledger of the accounts of the scheme',
    'OSS-deklarationer görs av bokföring i SEK, och den här är i EUR: deklarera kvartalet i Skatteverkets e-tjänst, utifrån huvudboken för ordningens konton',
  ),
  notFound: refusal(
    'not-found',
    'oss.not-found',
    'There is no OSS return {id} in this company',
    'Det finns ingen OSS-deklaration {id} i företaget',
  ),
  noAccounts: refusal(
    'operation-not-allowed',
    'oss.no-accounts',
    'No invoice has the VAT of another country, and no account has sales of the union scheme: say which have, with PUT /oss-accounts',
    'Ingen faktura har ett annat lands moms, och inget konto har försäljning i unionsordningen: ange vilka som har det först',
  ),
  notOver: refusal(
    'operation-not-allowed',
    'oss.not-over',
    'The quarter ends on {end}: its return is made after that day',
    'Kvartalet slutar {end}: deklarationen görs efter den dagen',
  ),
  reportedAlready: refusal(
    'operation-not-allowed',
    'oss.reported-already',
    'The quarter is reported already, by the return {id}: what has changed since then is a correction in the next return',
    'Kvartalet är redan deklarerat, i deklarationen {id}: det som har ändrats sedan dess blir en rättelse i nästa deklaration',
  ),
  laterReported: refusal(
    'operation-not-allowed',
    'oss.later-reported',
    'A later quarter is reported already: returns are made in the order of the quarters',
    'Ett senare kvartal är redan deklarerat: deklarationer görs i kvartalens ordning',
  ),
  negative: refusal(
    'operation-not-allowed',
    'oss.negative',
    'The sales to {country} at {rate} % come to less than zero, which a return cannot say: date what takes earlier sales back in the quarter of those sales',
    'Försäljningen till {country} med {rate} % blir mindre än noll, och det kan en deklaration inte säga: datera det som minskar tidigare försäljning i kvartalet för den försäljningen',
  ),
}

export const ossFaults = {
  unknownAccount: fault(
    'oss.unknown-account',
    'is not an active income account (class 3) of the chart',
    'är inget aktivt intäktskonto (kontoklass 3) i kontoplanen',
  ),
  accountInBox: fault(
    'oss.account-in-box',
    'counts towards box {box} of the VAT return, which sales of the union scheme are not in: take its VAT code away first',
    'räknas till ruta {box} i momsdeklarationen, där försäljning i unionsordningen inte är med: ta bort kontots momskod först',
  ),
  ofInvoices: fault(
    'oss.account-of-invoices',
    'has what invoices sell with the VAT of other countries, which is in the return by itself',
    'har det som fakturor säljer med andra länders moms, som kommer med i deklarationen av sig självt',
  ),
  country: fault(
    'oss.country',
    'must be another member state of the European Union, such as DE',
    'ska vara ett annat EU-land, till exempel DE',
  ),
  rate: fault(
    'oss.rate',
    'must be above zero and at most 50, with at most two decimals',
    'ska vara över noll och högst 50, med högst två decimaler',
  ),
  repeated: fault('oss.repeated', 'the account has this day twice', 'kontot har den här dagen två gånger'),
  rateMissing: fault(
    'oss.currency-rate-missing',
    'is needed: the service has no euro rate of {end} or the days after it',
    'behövs: tjänsten har ingen eurokurs för {end} eller dagarna efter',
  ),
  currencyRate: fault(
    'oss.currency-rate',
    'must be above zero, with at most six decimals',
    'ska vara över noll, med högst sex decimaler',
  ),
}

export const ossWarnings = {
  taxDiffers: phrase(
    'oss.tax-differs',
    'The tax on the sales that were entered is {tax} kr, and {booked} kr are entered on account {account} in the quarter: check the entries',
    'Momsen på försäljningen som är bokförd för hand är {tax} kr, och {booked} kr är bokfört på konto {account} i kvartalet: kontrollera verifikationerna',
  ),
}
