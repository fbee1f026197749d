// What the form of set-offs says.
import { dictionary } from '#words'

export const setOffWords = dictionary(
  {
    setOff: 'Kvitta',
    lead: 'En kreditfaktura från leverantören, eller ett förskott till den, betalar en av dess fakturor. Inga pengar flyttas.',
    advance: 'Förskott',
    none: 'Leverantören har inget annat i samma valuta att kvitta mot.',
    against: 'Mot',
    amount: 'Belopp',
    date: 'Datum',
    all: 'Allt som båda har',
    said: 'Fakturorna är kvittade och bokförda.',
    made: 'Kvittningar',
    takeBack: 'Ta tillbaka',
    saidBack: 'Kvittningen är återtagen.',
    cancel: 'Avbryt',
  },
  {
    setOff: 'Set off',
    lead: 'A credit note of the supplier, or an advance to it, pays one of its invoices. No money moves.',
    advance: 'Advance',
    none: 'The supplier has nothing else in the same currency to set off against.',
    against: 'Against',
    amount: 'Amount',
    date: 'Date',
    all: 'All that both have',
    said: 'The invoices are set off and booked.',
    made: 'Set-offs',
    takeBack: 'Take back',
    saidBack: 'The set-off is taken back.',
    cancel: 'Cancel',
  },
)
