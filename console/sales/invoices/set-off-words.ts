// What the form of set-offs says.
import { ownCurrency, ownName } from '#ui'
import { dictionary } from '#words'

export const setOffWords = dictionary(
  {
    setOff: 'Kvitta',
    menu: 'Kvitta mot en annan faktura',
    lead: 'Det som är betalt för mycket, eller krediterat efter betalning, på den ena fakturan betalar den andra. Inga pengar flyttas.',
    none: 'Kunden har ingen annan faktura i samma valuta att kvitta mot.',
    against: 'Mot faktura',
    get amount() {
      return `Belopp i ${ownName()}`
    },
    all: 'Allt som båda har',
    said: 'Fakturorna är kvittade och bokförda.',
    made: 'Gjorda kvittningar',
    takeBack: 'Ta tillbaka',
    saidBack: 'Kvittningen är återtagen.',
  },
  {
    setOff: 'Set off',
    menu: 'Set off against another invoice',
    lead: 'What was paid too much on one invoice, or credited after it was paid, pays the other one. No money moves.',
    none: 'The customer has no other invoice in the same currency to set off against.',
    against: 'Against invoice',
    get amount() {
      return `Amount in ${ownCurrency()}`
    },
    all: 'All that both have',
    said: 'The invoices are set off and booked.',
    made: 'Set-offs so far',
    takeBack: 'Take back',
    saidBack: 'The set-off is taken back.',
  },
)
