// What the reports are called, by their addresses: on pages, and in files.

type Words = { sv: string; en: string }
const words = (sv: string, en: string): Words => ({ sv, en })

export const reportTitles = {
  'income-statement': words('Resultaträkning', 'Income statement'),
  'balance-sheet': words('Balansräkning', 'Balance sheet'),
  'trial-balance': words('Saldobalans', 'Trial balance'),
  'general-ledger': words('Huvudbok', 'General ledger'),
  journal: words('Grundbok', 'Journal'),
  'customer-ledger': words('Kundreskontra', 'Customer ledger'),
  'supplier-ledger': words('Leverantörsreskontra', 'Supplier ledger'),
  'aged-receivables': words('Åldersanalys kunder', 'Receivables by age'),
  'aged-payables': words('Åldersanalys leverantörer', 'Payables by age'),
  'eu-sales-list': words('Periodisk sammanställning', 'EU sales list'),
}
