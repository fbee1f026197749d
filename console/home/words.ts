// What the start page says.
import { dictionary } from '#words'

export const words = dictionary(
  {
    title: (name: string) => `God dag, ${name}`,
    cash: 'Kassa och bank',
    result: 'Resultat hittills i år',
    unpaid: 'Obetalt från kunder',
    overdue: (count: number, amount: string) => `varav ${count} förfallna, ${amount}`,
    toPay: 'Att betala till leverantörer',
    months: 'Resultat per månad',
    thisYear: 'I år',
    before: 'Året före',
  },
  {
    title: (name: string) => `Hello, ${name}`,
    cash: 'Cash and bank',
    result: 'Result so far this year',
    unpaid: 'Unpaid by customers',
    overdue: (count: number, amount: string) => `of which ${count} overdue, ${amount}`,
    toPay: 'To pay suppliers',
    months: 'Result by month',
    thisYear: 'This year',
    before: 'The year before',
  },
)
