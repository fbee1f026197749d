// The texts of printed reminders, in Swedish and in English.

const sv = {
  title: (number: number) => (number === 1 ? 'Påminnelse' : `Påminnelse ${number}`),
  date: 'Datum',
  ofInvoice: 'Avser faktura',
  invoiceDate: 'Fakturadatum',
  wasDue: 'Förföll till betalning',
  newDueDate: 'Betalas senast',
  claims: 'Specifikation',
  amount: 'Belopp',
  unpaid: (number: string) => `Obetalt på faktura ${number}`,
  fees: 'Påminnelseavgift',
  compensation: 'Förseningsersättning',
  interest: 'Dröjsmålsränta',
  spanOf: (from: string, to: string, days: number, unpaid: string, rate: string) =>
    `${from} – ${to}: ${days} ${days === 1 ? 'dag' : 'dagar'} på ${unpaid}, ${rate}`,
  total: 'Att betala',
  runsOn: 'Betalas inte beloppet i tid tar vi ut dröjsmålsränta tills det är betalt.',
}

type ReminderWords = typeof sv

const en: ReminderWords = {
  title: (number) => (number === 1 ? 'Reminder' : `Reminder ${number}`),
  date: 'Date',
  ofInvoice: 'Of invoice',
  invoiceDate: 'Invoice date',
  wasDue: 'Was due on',
  newDueDate: 'To be paid by',
  claims: 'Specification',
  amount: 'Amount',
  unpaid: (number) => `Unpaid of invoice ${number}`,
  fees: 'Reminder fee',
  compensation: 'Compensation for late payment',
  interest: 'Late payment interest',
  spanOf: (from, to, days, unpaid, rate) =>
    `${from} – ${to}: ${days} ${days === 1 ? 'day' : 'days'} on ${unpaid}, ${rate}`,
  total: 'Amount due',
  runsOn: 'If the amount is not paid in time, we charge interest until it is.',
}

export const reminderWords: Record<'sv' | 'en', ReminderWords> = { sv, en }
