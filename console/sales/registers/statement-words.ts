// What is said of statements of account.
import { dictionary } from '#words'

const settlementsSv: Readonly<Record<string, string>> = {
  currency: 'Kursdifferens på faktura',
  bankFee: 'Bankavgift på faktura',
  badDebt: 'Avskrivet av faktura',
  balanceAdjustment: 'Utjämning av faktura',
  paymentServiceFee: 'Avgift till betaltjänst, faktura',
  cashDiscount: 'Kassarabatt på faktura',
  reminderFee: 'Påminnelseavgift på faktura',
  lateInterest: 'Dröjsmålsränta på faktura',
}
const settlementsEn: Readonly<Record<string, string>> = {
  currency: 'Exchange difference of invoice',
  bankFee: 'Bank fee of invoice',
  badDebt: 'Written off of invoice',
  balanceAdjustment: 'Balance adjustment of invoice',
  paymentServiceFee: 'Payment service fee of invoice',
  cashDiscount: 'Cash discount on invoice',
  reminderFee: 'Reminder fee on invoice',
  lateInterest: 'Late interest on invoice',
}

export const statementWords = dictionary(
  {
    title: 'Reskontrautdrag',
    hide: 'Dölj reskontrautdraget',
    send: 'Skicka',
    sendSeveral: 'Skicka reskontrautdrag',
    sendNow: 'Skicka',
    cancel: 'Avbryt',
    selectNone: 'Avmarkera alla',
    chosen: (count: number) => (count === 1 ? '1 kund vald' : `${count} kunder valda`),
    progress: (done: number, all: number) => `${done} av ${all} är skickade`,
    without: (count: number) =>
      count === 1 ? '1 av dem har ingen e-postadress.' : `${count} av dem har ingen e-postadress.`,
    severalHow: (count: number) =>
      count === 1
        ? 'Kunden får sitt reskontrautdrag från årets början till i dag med e-post.'
        : `${count} kunder får var sitt reskontrautdrag från årets början till i dag med e-post.`,
    notSent: 'Skickades inte',
    saidSeveral: (count: number) =>
      count === 1 ? '1 reskontrautdrag är på väg.' : `${count} reskontrautdrag är på väg.`,
    from: 'Från och med',
    to: 'Till och med',
    in: (currency: string) => `I ${currency}`,
    date: 'Datum',
    event: 'Händelse',
    amount: 'Belopp',
    balance: 'Saldo',
    opening: 'Ingående saldo',
    closing: 'Utgående saldo',
    overdue: 'Varav förfallet:',
    nothing: 'Inget har hänt under perioden, och inget är obetalt.',
    more: (count: number) => `${count} rader till finns i filen.`,
    kinds: {
      invoice: 'Faktura',
      creditNote: 'Kreditfaktura',
      payment: 'Betalning av faktura',
      settlement: 'Reglering av faktura',
      taxReductionRefused: 'Nekad skattereduktion, faktura',
    },
    settlements: settlementsSv,
  },
  {
    title: 'Statement of account',
    hide: 'Hide the statement',
    send: 'Send',
    sendSeveral: 'Send statements of account',
    sendNow: 'Send',
    cancel: 'Cancel',
    selectNone: 'Clear the selection',
    chosen: (count: number) => (count === 1 ? '1 customer selected' : `${count} customers selected`),
    progress: (done: number, all: number) => `${done} of ${all} are sent`,
    without: (count: number) =>
      count === 1 ? '1 of them has no e-mail address.' : `${count} of them have no e-mail address.`,
    severalHow: (count: number) =>
      count === 1
        ? 'The customer gets a statement from the beginning of the year until today by mail.'
        : `${count} customers each get a statement from the beginning of the year until today by mail.`,
    notSent: 'Not sent',
    saidSeveral: (count: number) =>
      count === 1 ? '1 statement is on its way.' : `${count} statements are on their way.`,
    from: 'From',
    to: 'To',
    in: (currency: string) => `In ${currency}`,
    date: 'Date',
    event: 'Event',
    amount: 'Amount',
    balance: 'Balance',
    opening: 'Balance brought forward',
    closing: 'Closing balance',
    overdue: 'Of which overdue:',
    nothing: 'Nothing has happened in the period, and nothing is unpaid.',
    more: (count: number) => `${count} more lines are in the file.`,
    kinds: {
      invoice: 'Invoice',
      creditNote: 'Credit note',
      payment: 'Payment of invoice',
      settlement: 'Settlement of invoice',
      taxReductionRefused: 'Tax reduction refused, invoice',
    },
    settlements: settlementsEn,
  },
)
