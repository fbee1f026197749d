// Refusals of statements of account.
import { fault, refusal } from '#platform/refusal'

export const accountStatementRefusals = {
  emptyStatement: refusal(
    'operation-not-allowed',
    'customer-statement.empty-statement',
    'The statement of customer {number} from {from} to {to} is empty: choose another period',
    'Reskontrautdraget för kund {number} från {from} till {to} är tomt: välj en annan period',
  ),
  statementTooLong: refusal(
    'limit-exceeded',
    'customer-statement.statement-too-long',
    'The statement has {rows} rows, and a PDF takes {limit}: send it for a shorter period',
    'Reskontrautdraget har {rows} rader och en PDF rymmer {limit}: skicka det för en kortare period',
  ),
}

export const accountStatementFaults = {
  backwards: fault(
    'customer-statement.backwards',
    'must not be after {to}, the last day',
    'får inte vara efter {to}, den sista dagen',
  ),
  removedYear: fault(
    'customer-statement.removed-year',
    'is in a fiscal year that was removed: choose a day after {end}',
    'ligger i ett räkenskapsår som är borttaget: välj en dag efter {end}',
  ),
  tooLong: fault(
    'customer-statement.too-long',
    'covers more than {limit} events: choose a shorter period',
    'omfattar fler än {limit} händelser: välj en kortare period',
  ),
}
