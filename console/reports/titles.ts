// What the reports are called, by their addresses.
import type { Dictionary } from '#words'

export const titles = {
  'income-statement': { sv: 'Resultaträkning', en: 'Income statement' },
  'balance-sheet': { sv: 'Balansräkning', en: 'Balance sheet' },
  'trial-balance': { sv: 'Saldobalans', en: 'Trial balance' },
  'general-ledger': { sv: 'Huvudbok', en: 'General ledger' },
  journal: { sv: 'Grundbok', en: 'Journal as a report' },
  'customer-ledger': { sv: 'Kundreskontra', en: 'Customer ledger' },
  'supplier-ledger': { sv: 'Leverantörsreskontra', en: 'Supplier ledger' },
  'aged-receivables': { sv: 'Åldersanalys kunder', en: 'Receivables by age' },
  'aged-payables': { sv: 'Åldersanalys leverantörer', en: 'Payables by age' },
  'eu-sales-list': { sv: 'Periodisk sammanställning', en: 'EU sales list' },
} as const satisfies Record<string, Dictionary<string>>

export type ReportName = keyof typeof titles
