// Reminders of overdue invoices, with fees and late interest where these are owed.

export { remindersContribution } from './contribution.ts'
export { halfYearOf } from './interest.rules.ts'
export { remindIn } from './jobs.ts'
export { lastReferenceRate, referenceRates, setReferenceRate } from './reference-rate.ts'
export { filesOfReminders } from './reminder.ts'
export { reminderRows } from './routes.ts'
export { remindersService } from './service.ts'
export { changeReminderSettings, reminderSettings, wrongInTexts as wrongInReminderTexts } from './settings.ts'
export { textFields as reminderTextFields } from './settings-routes.ts'
