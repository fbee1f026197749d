// Refusals of VAT returns.
import { fault, phrase, refusal } from '#platform/refusal'

export const vatRefusals = {
  returnNotFound: refusal(
    'not-found',
    'vat.return-not-found',
    'There is no VAT return {id} in this company',
    'Det finns ingen momsdeklaration {id} i företaget',
  ),
  noSetting: refusal(
    'operation-not-allowed',
    'vat.no-setting',
    "The company's VAT period is not set: set it first, with PATCH /vat-setting",
    'Ingen har sagt hur ofta företaget redovisar moms: ange det först, i inställningarna',
  ),
  notRegistered: refusal(
    'operation-not-allowed',
    'vat.not-registered',
    'The company is not registered for VAT, by its own setting: change that first, with PATCH /vat-setting',
    'Företaget är inte momsregistrerat, enligt sin egen inställning: ändra den först, i inställningarna',
  ),
  alreadyReported: refusal(
    'operation-not-allowed',
    'vat.already-reported',
    'Days of {start} to {end} have already been reported, by the return {id}: correct it with a return that names it in corrects',
    'Dagar från {start} till {end} är redan redovisade, i deklarationen {id}: rätta den med en deklaration som anger den i corrects',
  ),
  settledBefore: refusal(
    'operation-not-allowed',
    'vat.settled-before',
    'The tax of {start} to {end} is settled already, by the imported entry {number} of {date}: make the return with reportedElsewhere, which books nothing',
    'Momsen för {start} till {end} är redan omförd, i den importerade verifikationen {number} den {date}: ange att den är redovisad på annat sätt, så bokförs ingenting',
  ),
  basesDiffer: refusal(
    'operation-not-allowed',
    'vat.bases-differ',
    'The base and the tax do not belong together, in boxes {boxes}: correct the entries, or send acceptDifferences if it is intended',
    'Underlag och moms hör inte ihop, i ruta {boxes}: rätta verifikationerna, eller ange att skillnaden är avsedd',
  ),
  correctedAlready: refusal(
    'operation-not-allowed',
    'vat.corrected-already',
    'The return has already been corrected, by {id}: correct that one',
    'Deklarationen är redan rättad, av {id}: rätta den',
  ),
  noFigures: refusal(
    'operation-not-allowed',
    'vat.no-figures',
    'The return was made elsewhere, and its figures are not known here: the file is where it was made',
    'Deklarationen gjordes någon annanstans, och dess siffror är inte kända här: filen finns där den gjordes',
  ),
}

export const vatFaults = {
  rateOfKronor: fault(
    'vat.rate-of-kronor',
    'is for books in EUR: these are in SEK, and so is the return',
    'är för bokföring i EUR: den här är i SEK, och det är deklarationen också',
  ),
  rate: fault(
    'vat.rate-of-euro',
    'must be above 0, below {limit}, with at most eight decimals',
    'ska vara över 0, under {limit}, med högst åtta decimaler',
  ),
  daysMissing: fault(
    'vat.days-missing',
    'must be given, unless corrects says which return it is about',
    'måste anges, om inte corrects säger vilken deklaration det gäller',
  ),
  order: fault('vat.order', 'must not be before the start date', 'får inte vara före startdagen'),
  notOver: fault(
    'vat.not-over',
    '{end} has not passed yet: a period is reported when it is over',
    '{end} har inte passerat än: en period redovisas när den är slut',
  ),
  notPeriod: fault(
    'vat.not-period',
    'is not a VAT period of the company: around this day it is {start} to {end}',
    'är ingen momsperiod i företaget: kring den dagen är den {start} till {end}',
  ),
  noYear: fault('vat.no-year', '{day} is in no fiscal year', '{day} är inte i något räkenskapsår'),
  elsewhereToo: fault(
    'vat.elsewhere-too',
    'must be true, as it is of the return that is corrected: what was booked for it is not known here, so book the difference by hand',
    'ska vara true, som i deklarationen som rättas: vad som bokfördes för den är inte känt här, så bokför skillnaden för hand',
  ),
  otherDays: fault(
    'vat.other-days',
    'the return that is corrected is about {start} to {end}: leave the days out',
    'deklarationen som rättas gäller {start} till {end}: utelämna dagarna',
  ),
}

/** Warnings about an accepted return. */
export const vatWarnings = {
  largeBase: phrase(
    'vat.large-base',
    'The taxable base of the last twelve months is {base} kr. Above {most} kr VAT is reported each month (skatteförfarandelagen 26 kap. 11 §): tell the tax authority',
    'Beskattningsunderlaget de senaste tolv månaderna är {base} kr. Över {most} kr redovisas momsen varje månad (26 kap. 11 § skatteförfarandelagen): anmäl det till Skatteverket',
  ),
  cashTurnover: phrase(
    'vat.cash-turnover',
    'Net sales of the year are {turnover} {currency}. The cash method is for companies whose net sales are usually at most {most} {currency} a year (bokföringslagen 5 kap. 2 §): use the accrual method from the next year if this is not for one year only',
    'Årets nettoomsättning är {turnover} {currency}. Kontantmetoden är för företag vars nettoomsättning normalt är högst {most} {currency} om året (5 kap. 2 § bokföringslagen): använd faktureringsmetoden från nästa år, om det inte bara gäller ett enstaka år',
  ),
  dated: phrase(
    'vat.dated',
    'Days up to and including {lockDate} are locked: the entry is dated {date}',
    'dagarna till och med {lockDate} är låsta: verifikationen är daterad {date}',
  ),
  notInBooks: phrase(
    'vat.not-in-books',
    'Documents of the period are not in the books: {names}',
    'dokument i perioden är inte bokförda: {names}',
  ),
  earlier: phrase(
    'vat.earlier',
    'Earlier periods are not reported: {names}',
    'Tidigare perioder är inte redovisade: {names}',
  ),
  differs: phrase(
    'vat.differs',
    'The base in boxes {bases} differs by {sum} from the base that the VAT in boxes {taxes} is computed on: check {entries}',
    'Underlaget i ruta {bases} avviker med {sum} från det som momsen i ruta {taxes} är beräknad på: se {entries}',
  ),
  locked: phrase(
    'vat.locked',
    'Days up to and including {end} are locked now for what would change the return',
    'dagarna till och med {end} är låsta nu för det som skulle ändra deklarationen',
  ),
}
