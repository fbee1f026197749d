// What becomes of mails of companies, told to the contexts that sent them.
import type { MailCallbacks } from '#mail/mail-sender'
import { remindersService } from '#reminders'
import { salesService } from '#sales'

/** The contexts that add attachments to mails of companies, and handle their outcome. */
export const mailCallbacks: Readonly<Record<string, MailCallbacks>> = {
  [salesService.SENDING_MAIL_ORIGIN]: salesService.sendingMailCallbacks,
  [salesService.STATEMENT_MAIL_ORIGIN]: salesService.statementMailCallbacks,
  [remindersService.REMINDER_MAIL_ORIGIN]: remindersService.mailCallbacks,
}
