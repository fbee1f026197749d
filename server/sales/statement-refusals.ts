// Refusals of statements of account.
import { fault, refusal } from '#platform/refusal'

export const accountStatementRefusals = {
  emptyStatement: refusal(
    'operation-not-allowed',
    'There is nothing on the statement of customer {number} from {from} to {to}: ask for another period',
  ),
  statementTooLong: refusal(
    'limit-exceeded',
    'The statement has {rows} rows, and a PDF takes {limit}: send it for a shorter period',
  ),
}

export const accountStatementFaults = {
  backwards: fault('must not be after {to}, the last day'),
  removedYear: fault('is in a fiscal year that was removed: choose a day after {end}'),
  tooLong: fault('has more than {limit} events behind it: ask for a shorter period'),
}
