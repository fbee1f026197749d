// The console address of each kind of thing in a company, for links from anywhere.

type Place = { path: string; search: Record<string, string> }

/** Below the company; null for a kind that no page shows. */
const paths: Readonly<Record<string, (id: string) => Place>> = {
  customer: (id) => ({ path: '/customers', search: { open: id } }),
  invoice: (id) => ({ path: '/invoices', search: { open: id } }),
  creditNote: (id) => ({ path: '/credit-notes', search: { open: id } }),
  recurringInvoice: (id) => ({ path: '/recurring-invoices', search: { open: id } }),
  item: (id) => ({ path: '/items', search: { open: id } }),
  supplier: (id) => ({ path: '/suppliers', search: { open: id } }),
  supplierInvoice: (id) => ({ path: '/supplier-invoices', search: { open: id } }),
  account: (id) => ({ path: '/accounts', search: { open: id } }),
  journalEntry: (id) => ({ path: '/journal', search: { open: id } }),
  entryTemplate: (id) => ({ path: '/journal/new', search: { template: id } }),
  upload: (id) => ({ path: '/documents', search: { open: id } }),
  bankPayment: (id) => ({ path: '/payments', search: { show: 'all', open: id } }),
  transaction: (id) => ({ path: '/bank', search: { open: id } }),
  /** By its first day. */
  vatPeriod: (id) => ({ path: '/vat', search: { open: id } }),
  fiscalYear: (id) => ({ path: '/year-end', search: { year: id } }),
  taxReturn: (id) => ({ path: '/tax-return', search: { year: id } }),
  proposal: () => ({ path: '/proposals', search: {} }),
  storage: () => ({ path: '/settings/storage', search: {} }),
  annualReport: (id) => ({ path: '/annual-report', search: { year: id } }),
}

/** Where a thing is shown. */
export const placeOf = (kind: string, id: string): Place | null => paths[kind]?.(id) ?? null

/** What stands at an address of the API, by the part of it before the id. */
const resources: Readonly<Record<string, string>> = {
  invoices: 'invoice',
  'credit-notes': 'creditNote',
  'supplier-invoices': 'supplierInvoice',
  uploads: 'upload',
  'journal-entries': 'journalEntry',
  transactions: 'transaction',
}

/** Where the thing at an address of the API is shown: `/companies/…/invoices/…`. */
export const placeAt = (address: string): Place | null => {
  const [id = '', resource = ''] = address.split('/').reverse()
  return placeOf(resources[resource] ?? '', id)
}
