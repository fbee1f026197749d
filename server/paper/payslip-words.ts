// What stands on a payslip, in each language.
import type { Language } from '#rule/language'

type Words = Readonly<
  Record<
    | 'locale'
    | 'title'
    | 'draft'
    | 'employer'
    | 'employee'
    | 'personalNumber'
    | 'organizationNumber'
    | 'payDate'
    | 'period'
    | 'tax'
    | 'account'
    | 'noAccount'
    | 'text'
    | 'quantity'
    | 'rate'
    | 'amount'
    | 'gross'
    | 'benefits'
    | 'withheld'
    | 'net'
    | 'thisTime'
    | 'yearToDate'
    | 'contributions'
    | 'holiday'
    | 'paidDays'
    | 'savedDays'
    | 'unpaidDays'
    | 'note',
    string
  >
>

export const payslipWords: Readonly<Record<Language, Words>> = {
  sv: {
    locale: 'sv-SE',
    title: 'Lönebesked',
    draft: 'Utkast',
    employer: 'Arbetsgivare',
    employee: 'Anställd',
    personalNumber: 'Personnummer',
    organizationNumber: 'Organisationsnummer',
    payDate: 'Utbetalningsdag',
    period: 'Löneperiod',
    tax: 'Skatt',
    account: 'Till konto',
    noAccount: 'inget konto angivet',
    text: 'Löneart',
    quantity: 'Antal',
    rate: 'À',
    amount: 'Belopp',
    gross: 'Bruttolön',
    benefits: 'Förmåner',
    withheld: 'Preliminär skatt',
    net: 'Att utbetala',
    thisTime: 'Denna gång',
    yearToDate: 'Hittills i år',
    contributions: 'Arbetsgivaravgifter',
    holiday: 'Semesterdagar kvar',
    paidDays: 'betalda',
    savedDays: 'sparade',
    unpaidDays: 'obetalda',
    note: 'Skatten är i hela kronor enligt tabellens belopp; i deklarationen till Skatteverket stryks ören i varje belopp.',
  },
  en: {
    locale: 'en-GB',
    title: 'Payslip',
    draft: 'Draft',
    employer: 'Employer',
    employee: 'Employee',
    personalNumber: 'Personal number',
    organizationNumber: 'Organization number',
    payDate: 'Day of payment',
    period: 'Pay period',
    tax: 'Tax',
    account: 'To account',
    noAccount: 'no account given',
    text: 'Pay type',
    quantity: 'Quantity',
    rate: 'Rate',
    amount: 'Amount',
    gross: 'Gross pay',
    benefits: 'Benefits',
    withheld: 'Tax withheld',
    net: 'Net pay',
    thisTime: 'This time',
    yearToDate: 'Year to date',
    contributions: 'Employer contributions',
    holiday: 'Holiday left',
    paidDays: 'paid',
    savedDays: 'saved',
    unpaidDays: 'unpaid',
    note: 'Tax is in whole kronor by the amount of its table; in the return to the tax authority, the öre of each amount are dropped.',
  },
}
