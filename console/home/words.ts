// What the start page says.
import { dictionary } from '#words'

export const words = dictionary(
  {
    title: (name: string) => `God dag, ${name}`,
    imported: (entries: number) => `${entries} verifikationer lästes in från filen.`,
    notImported: 'Filen kunde inte läsas in. Försök igen på sidan SIE, som visar vad som är fel.',
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
    imported: (entries: number) => `${entries} entries were imported from the file.`,
    notImported: 'The file could not be imported. Try again on the SIE page, which shows what is wrong.',
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
