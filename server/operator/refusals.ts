// Refusals for operators.
import { fault, refusal } from '#platform/refusal'

export const operatorRefusals = {
  noJob: refusal(
    'not-found',
    'operator.no-job',
    'No job {id} is waiting or has failed: it may be done by now',
    'Inget jobb {id} väntar eller har misslyckats: det kan vara gjort nu',
  ),
  noMail: refusal(
    'not-found',
    'operator.no-mail',
    'No mail {id} is waiting to be sent: it has been sent, or is too old',
    'Inget mejl {id} väntar på att skickas: det är skickat, eller för gammalt',
  ),
  noVerification: refusal(
    'not-found',
    'operator.no-verification',
    'There is no verification {id}',
    'Det finns ingen kontroll {id}',
  ),
  tooManyEditions: refusal(
    'limit-exceeded',
    'operator.too-many-editions',
    'At most {limit} editions of the law can be imported: a newer release has them',
    'Högst {limit} utgåvor av lagens värden kan läsas in: en nyare version av programmet har dem',
  ),
  underWay: refusal(
    'conflict',
    'operator.under-way',
    'A verification is under way: wait until it is done',
    'En kontroll pågår redan: vänta tills den är klar',
  ),
}

export const operatorFaults = {
  lawEdition: fault('operator.law-edition', '{fault}', '{fault}'),
  noAccount: fault(
    'operator.no-account',
    'must be the address of a person with an account: create the account first',
    'ska vara adressen till någon som har ett konto: skapa ett åt personen först',
  ),
  halfYear: fault(
    'operator.half-year',
    'must be the first day of January or July',
    'ska vara den första januari eller den första juli',
  ),
  halves: fault(
    'operator.halves',
    'must be a multiple of 0.5: the central bank rounds it up to a half (räntelagen 9 §)',
    'ska vara i hela eller halva procent: Riksbanken avrundar den uppåt till en halv (9 § räntelagen)',
  ),
  elevated: fault(
    'operator.elevated',
    'must name an elevated scope, one of {known}',
    'ska vara en utökad rättighet, någon av {known}',
  ),
}
