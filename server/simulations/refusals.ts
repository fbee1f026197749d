// Why something cannot be simulated.
import { fault, refusal } from '#platform/refusal'

export const simulationRefusals = {
  realCompany: refusal(
    'operation-not-allowed',
    'simulations.real-company',
    'This is a real company: only in a test company can the bank, customers and authorities be simulated',
    'Det här är ett riktigt företag: bank, kunder och myndigheter kan bara simuleras i ett testföretag',
  ),
  noBankAccount: refusal(
    'operation-not-allowed',
    'simulations.no-bank-account',
    'The company has no bank account in SEK: add one, so that its bank can send statements',
    'Företaget har inget bankkonto i SEK: lägg till ett, så att banken kan skicka kontoutdrag',
  ),
  notPayable: refusal(
    'operation-not-allowed',
    'simulations.not-payable',
    'A customer can pay an invoice that is published, in SEK, and not paid yet; this one is not',
    'En kund kan betala en faktura som är publicerad, i SEK och inte betald än; det är inte den här',
  ),
  nothingHappened: refusal(
    'operation-not-allowed',
    'simulations.nothing-happened',
    'Nothing has happened on the account: no payment is on its way, and no transaction was given',
    'Inget har hänt på kontot: ingen betalning är på väg, och ingen transaktion angavs',
  ),
  notAtBank: refusal(
    'operation-not-allowed',
    'simulations.not-at-bank',
    'The payment {id} is in no file for the bank, so the bank cannot answer it: create a payment file first',
    'Betalningen {id} är inte med i någon fil till banken, så banken kan inte svara på den: skapa en betalfil först',
  ),
  notMailed: refusal(
    'operation-not-allowed',
    'simulations.not-mailed',
    'The invoice was not sent by mail, so no mail can come back: send it first',
    'Fakturan har inte mejlats, så inget mejl kan studsa: skicka den först',
  ),
  heardAlready: refusal(
    'operation-not-allowed',
    'simulations.heard-already',
    'It is known already what became of the last mail with the invoice',
    'Det är redan känt vad som hände med det senaste mejlet med fakturan',
  ),
}

/** Of amounts, and of `Prefer: fault=…`, which any request of a test company may have. */
export const simulationFaults = {
  amount: fault('simulations.amount', 'must have at most two decimals', 'får ha högst två decimaler'),
  unknownFault: fault(
    'simulations.unknown-fault',
    'the faults that can be asked for are {faults}',
    'de fel som går att be om är {faults}',
  ),
  duplicateOfJson: fault(
    'simulations.duplicate-of-json',
    'a request with a file cannot arrive twice: send it twice yourself',
    'en begäran med en fil kan inte komma fram två gånger: skicka den två gånger själv',
  ),
  faultInRealCompany: fault(
    'simulations.fault-in-real-company',
    'faults can be asked for in a test company only',
    'fel går bara att be om i ett testföretag',
  ),
}
