// Where the things of a company are shown: one address for each kind, whoever leads there.

/** Below the company; null for a kind that no page shows. */
const paths: Readonly<Record<string, (id: string) => { path: string; search: Record<string, string> }>> = {
  customer: (id) => ({ path: '/customers', search: { open: id } }),
  invoice: (id) => ({ path: '/invoices', search: { open: id } }),
  creditNote: (id) => ({ path: '/credit-notes', search: { open: id } }),
  item: (id) => ({ path: '/items', search: { open: id } }),
  supplier: (id) => ({ path: '/suppliers', search: { open: id } }),
  supplierInvoice: (id) => ({ path: `/supplier-invoices/${id}`, search: {} }),
  account: (id) => ({ path: '/accounts', search: { open: id } }),
  journalEntry: (id) => ({ path: '/journal', search: { open: id } }),
  upload: (id) => ({ path: '/documents', search: { open: id } }),
  bankPayment: () => ({ path: '/payments', search: {} }),
  transaction: () => ({ path: '/bank', search: {} }),
  vatPeriod: () => ({ path: '/vat', search: {} }),
  fiscalYear: () => ({ path: '/year-end', search: {} }),
  taxReturn: (id) => ({ path: '/tax-return', search: { year: id } }),
  annualReport: (id) => ({ path: '/annual-report', search: { year: id } }),
}

/** Where a thing is shown. */
export const placeOf = (kind: string, id: string): { path: string; search: Record<string, string> } | null =>
  paths[kind]?.(id) ?? null
