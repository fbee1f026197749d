// What the pages of the books say.
import { dictionary } from '#words'

export const words = dictionary(
  {
    journal: 'Verifikationer',
    number: 'Nummer',
    date: 'Datum',
    text: 'Text',
    amount: 'Belopp',
    account: 'Konto',
    debit: 'Debet',
    credit: 'Kredit',
    none: 'Här är inget bokfört än. Tryck n för att göra den första verifikationen.',
    by: 'Registrerad av',
    registered: 'Registrerad',
    search: 'Sök i texten',
  },
  {
    journal: 'Journal',
    number: 'Number',
    date: 'Date',
    text: 'Text',
    amount: 'Amount',
    account: 'Account',
    debit: 'Debit',
    credit: 'Credit',
    none: 'Nothing is booked here yet. Press n to make the first entry.',
    by: 'Registered by',
    registered: 'Registered',
    search: 'Search the text',
  },
)
