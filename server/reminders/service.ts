// What the programs of the service call in reminders, and no other context.
import { chargesOfReminders, claimsOfReminders } from './claim.ts'
import { findReminders } from './jobs.ts'
import { REMINDER_MAIL_ORIGIN, reminderMailCallbacks } from './mailing.ts'

export const remindersService = {
  REMINDER_MAIL_ORIGIN,
  charges: chargesOfReminders,
  claims: claimsOfReminders,
  findReminders,
  mailCallbacks: reminderMailCallbacks,
}
