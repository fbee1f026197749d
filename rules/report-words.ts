// What the rows and columns of reports are called: in answers, in files, and on pages.

type Words = { sv: string; en: string }
const words = (sv: string, en: string): Words => ({ sv, en })

/** Each word of a table in one language. */
export const inLanguage = <Name extends string>(
  table: Readonly<Record<Name, Words>>,
  language: 'sv' | 'en',
): Record<Name, string> => {
  const all = Object.entries<Words>(table).map(([name, one]) => [name, one[language]])
  return Object.fromEntries(all) as Record<Name, string> // The names are those of the table.
}

/** Amounts of an account or a line. */
export const amountWords = {
  reported: words('Deklareras', 'In the return'),
  amount: words('Belopp', 'Amount'),
  opening: words('Ingående balans', 'Opening balance'),
  debit: words('Debet', 'Debit'),
  credit: words('Kredit', 'Credit'),
  change: words('Förändring', 'Change'),
  closing: words('Utgående balans', 'Closing balance'),
}

/** Columns that are no periods. */
export const columnWords = {
  untagged: words('Utan tagg', 'Without a tag'),
  budget: words('Budget', 'Budget'),
  deviation: words('Avvikelse', 'Deviation'),
}

/** Parts of a line in the books. */
export const lineWords = {
  account: words('Konto', 'Account'),
  date: words('Datum', 'Date'),
  entry: words('Verifikation', 'Entry'),
  text: words('Text', 'Text'),
  balance: words('Saldo', 'Balance'),
}

/** Parts of an open item. */
export const itemWords = {
  customer: words('Kund', 'Customer'),
  supplier: words('Leverantör', 'Supplier'),
  invoice: words('Faktura', 'Invoice'),
  due: words('Förfaller', 'Due'),
  paid: words('Betalt', 'Paid'),
  credited: words('Krediterat', 'Credited'),
  settled: words('Reglerat', 'Settled'),
  rest: words('Kvar', 'Left'),
  advance: words('Förskott', 'Advance'),
  total: words('Summa', 'Total'),
}

/** What happens to an open item. */
export const itemEventWords = {
  creditNote: words('Kreditfaktura', 'Credit note'),
  payment: words('Betalning', 'Payment'),
  settlement: words('Reglering', 'Settlement'),
}

/** Settlements by their types. */
export const settlementWords = {
  currency: words('Kursdifferens', 'Exchange difference'),
  bankFee: words('Bankavgift', 'Bank fee'),
  badDebt: words('Kundförlust', 'Bad debt'),
  balanceAdjustment: words('Utjämning', 'Balance adjustment'),
  paymentServiceFee: words('Avgift till betaltjänst', 'Payment service fee'),
  cashDiscount: words('Kassarabatt', 'Cash discount'),
  reminderFee: words('Påminnelseavgift', 'Reminder fee'),
  lateInterest: words('Dröjsmålsränta', 'Late interest'),
}

/** Open items by how late they are. */
export const ageWords = {
  notDue: words('Ej förfallet', 'Not due'),
  days1To30: words('1–30 dagar', '1–30 days'),
  days31To60: words('31–60 dagar', '31–60 days'),
  days61To90: words('61–90 dagar', '61–90 days'),
  over90Days: words('Över 90 dagar', 'Over 90 days'),
}

/** Open items held against the books. */
export const comparedWords = {
  reconciliation: words('Avstämning mot bokföringen', 'Reconciliation with the books'),
  openItems: words('Obetalda poster', 'Open items'),
  notBooked: words('Ej bokfört', 'Not booked'),
  books: words('Bokfört saldo', 'Balance in the books'),
  difference: words('Skillnad', 'Difference'),
}

/** Columns of the EU sales list. */
export const euWords = {
  vatNumber: words('Momsregistreringsnummer', 'VAT number'),
  buyer: words('Köpare', 'Buyer'),
  goods: words('Varor', 'Goods'),
  triangular: words('Trepartshandel', 'Triangular trade'),
  services: words('Tjänster', 'Services'),
}

/** What is due, in the key figures and in the list of an agency's clients. */
export const deadlineWords = {
  vatReturn: words('Momsdeklaration', 'VAT return'),
  euSalesList: words('Periodisk sammanställning', 'EU sales list'),
  ossReturn: words('OSS-deklaration', 'OSS return'),
  incomeTaxReturn: words('Inkomstdeklaration', 'Income tax return'),
  annualReport: words('Årsredovisning till Bolagsverket', 'Annual report to Bolagsverket'),
}
