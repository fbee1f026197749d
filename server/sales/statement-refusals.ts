// Why there is no statement of account as it was asked for.
import { fault } from '#platform/refusal'

export const accountStatementFaults = {
  backwards: fault('must not be after {to}, the last day'),
  tooLong: fault('has more than {limit} events behind it: ask for a shorter period'),
}
