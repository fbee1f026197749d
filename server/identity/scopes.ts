// What a token may be allowed to do. A scope is `{resource}:{action}`.

/** Every scope of the Company API, with what it grants in words. */
export const scopeWords: Readonly<Record<string, string>> = {
  'company-information:read': 'Read the name, number and address of the company',
  'chart-of-accounts:read': 'Read the chart of accounts and balances',
  'fiscal-years:read': 'Read the fiscal years',
  'journal-entries:read': 'Read journal entries and their comments',
  'journal-entries:write': 'Book and reverse journal entries, and comment on them',
  'sie:read': 'Download the books as SIE files',
  'sie:write': 'Import SIE files into the books',
  'customers:read': 'Read customers',
  'customers:write': 'Add, change and remove customers',
  'items:read': 'Read items',
  'items:write': 'Add, change and remove items',
  'invoices:read': 'Read invoices with their payments and attachments',
  'invoices:write': 'Make, publish and book invoices, and record payments',
  'credit-notes:read': 'Read credit notes',
  'credit-notes:write': 'Change, publish and book credit notes',
  'suppliers:read': 'Read suppliers',
  'suppliers:write': 'Add, change and remove suppliers',
  'supplier-invoices:read': 'Read supplier invoices',
  'supplier-invoices:write': 'Add, change and remove supplier invoices',
  'uploads:read': 'Read and download uploaded files',
  'uploads:write': 'Upload files',
  'tags:read': 'Read tag groups and tags',
  'tags:write': 'Add, change and remove tag groups and tags',
  'bank-payments:read-limited': 'Read the bank payments that the integration made',
  'bank-payments:write': 'Make bank payments for somebody to sign',
}

/** The names of all scopes. */
export const allScopes: readonly string[] = Object.keys(scopeWords)
