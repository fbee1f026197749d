// What the page of limits says.
import { dictionary } from '#words'

export const limitWords = dictionary(
  {
    title: 'Gränser för förslag',
    lead: 'Program lämnar förslag, och en människa godkänner dem. Här säger du vad som får göras direkt. Allt annat väntar under Förslag.',
    drafts: 'Utkast till fakturor och kreditfakturor görs direkt',
    draftsHint: 'Ett utkast bokför inget och skickas inte till någon.',
    entry: 'Högst per verifikation',
    entryHint: 'I debet, med moms. Lämna tomt om inget ska bokföras direkt.',
    day: 'Högst per dag',
    dayHint: 'Allt som bokförs direkt under en dag, tillsammans.',
    accounts: 'Konton',
    accountsHint: 'De enda konton som får stå på en sådan verifikation, även kontot för betalningen: 1930 2641 5611',
    saved: 'Gränserna är sparade',
  },
  {
    title: 'Limits of proposals',
    lead: 'Programs make proposals, and a person approves them. Here you say what may be done at once. All else waits under Proposals.',
    drafts: 'Drafts of invoices and credit notes are made at once',
    draftsHint: 'A draft books nothing and is sent to no one.',
    entry: 'Most per entry',
    entryHint: 'In debit, with VAT. Leave it empty if nothing is to be booked at once.',
    day: 'Most per day',
    dayHint: 'All that is booked at once during a day, together.',
    accounts: 'Accounts',
    accountsHint: 'The only accounts that such an entry may have, also that of the payment: 1930 2641 5611',
    saved: 'The limits are saved',
  },
)
