// What the programs of the service call in sales, and no other context.
import { STATEMENT_MAIL_ORIGIN, statementMailCallbacks } from '#sales/customers/statement-sending'
import { SENDING_MAIL_ORIGIN, sendingMailCallbacks } from '#sales/sending/sending'

export const salesService = {
  SENDING_MAIL_ORIGIN,
  STATEMENT_MAIL_ORIGIN,
  sendingMailCallbacks,
  statementMailCallbacks,
}
