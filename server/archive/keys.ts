// The keys of sealed PDFs: sealed anew when the installation has a new key. The files stay as they are.
import type { SealedColumn } from '#platform/sealed'
import { PAPER_SEAL } from './paper.ts'

export const sealedPaperKeys: SealedColumn = {
  what: 'papers',
  purpose: PAPER_SEAL,
  table: 'sales.paper',
  column: 'pdf_key',
  key: ['company_id', 'invoice_id'],
  placeOf: ([, invoiceId = '']) => invoiceId,
}
