// Refusals of the margin scheme: its accounts, and the margins of periods.
import { fault, phrase, refusal } from '#platform/refusal'

export const marginRefusals = {
  notFound: refusal(
    'not-found',
    'margin.not-found',
    'There is no margin calculation {id} in this company',
    'Det finns ingen uträkning av vinstmarginal {id} i företaget',
  ),
  noAccounts: refusal(
    'operation-not-allowed',
    'margin.no-accounts',
    'No account is under the margin scheme: say which are, with PUT /margin-accounts',
    'Inget konto har vinstmarginalbeskattning: ange vilka som har det först',
  ),
  nothingToDo: refusal(
    'operation-not-allowed',
    'margin.nothing-to-do',
    'The margin of {start} to {end} is worked out already, or nothing was sold or bought under the scheme',
    'Vinstmarginalen för {start} till {end} är redan uträknad, eller så har inget sålts eller köpts in med vinstmarginalbeskattning',
  ),
  notWorkedOut: refusal(
    'operation-not-allowed',
    'margin.not-worked-out',
    'The margin under the margin scheme is not worked out for {start} to {end}, or the books have changed since: work it out with POST /margins, then report',
    'Vinstmarginalen för {start} till {end} är inte uträknad, eller så har bokföringen ändrats sedan dess: räkna ut den först, och deklarera sedan',
  ),
}

export const marginFaults = {
  unknownAccount: fault(
    'margin.unknown-account',
    'is not an active account of class {digit} of the chart',
    'är inget aktivt konto i kontoklass {digit} i kontoplanen',
  ),
  salesBox: fault(
    'margin.sales-box',
    'must count towards box 07 of the VAT return, which invoices and returns go by: give it the VAT code 07 first',
    'ska räknas till ruta 07 i momsdeklarationen, som fakturor och deklarationer går efter: ge kontot momskod 07 först',
  ),
  purchaseBox: fault(
    'margin.purchase-box',
    'counts towards box {box} of the VAT return, which purchases under the margin scheme are not in: take its VAT code away first',
    'räknas till ruta {box} i momsdeklarationen, där inköp med vinstmarginalbeskattning inte är med: ta bort kontots momskod först',
  ),
  lossPerPeriod: fault(
    'margin.loss-per-period',
    'must be perItem: when the margin is worked out per period, a loss counts with the other sales',
    'ska vara perItem: när marginalen räknas ut per period räknas en förlust med den övriga försäljningen',
  ),
  repeated: fault('margin.repeated', 'the account has this day twice', 'kontot har den här dagen två gånger'),
  repeatedRate: fault('margin.repeated-rate', 'the rate is given twice', 'skattesatsen är angiven två gånger'),
  amount: fault(
    'margin.amount',
    'must be above zero, with at most two decimals',
    'ska vara över noll, med högst två decimaler',
  ),
}

export const marginWarnings = {
  earlier: phrase(
    'margin.earlier',
    'The margins of earlier periods are not worked out: {names}. What they carry forward is not counted',
    'Vinstmarginalen i tidigare perioder är inte uträknad: {names}. Det som skulle föras vidare därifrån är inte med',
  ),
  later: phrase(
    'margin.later',
    'What is carried forward has changed: work out the margin of later periods again, from {start}',
    'Det som förs vidare har ändrats: räkna ut vinstmarginalen igen för senare perioder, från {start}',
  ),
  belowZero: phrase(
    'margin.below-zero',
    'The items sold at {rate} % come to a loss of {amount} kr: book items that are sold at a loss on accounts of their own, since a loss is not set off against other items',
    'Det som sålts vara för vara med {rate} % ger en förlust på {amount} kr: bokför varor som säljs med förlust på egna konton, eftersom en förlust inte räknas av mot andra varor',
  ),
  inputTax: phrase(
    'margin.input-tax',
    'Entries that buy under the margin scheme deduct input VAT too, which such purchases do not give: check {entries}',
    'Verifikationer med inköp under vinstmarginalbeskattning drar också av ingående moms, vilket sådana inköp inte ger rätt till: kontrollera {entries}',
  ),
}
