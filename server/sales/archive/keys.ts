// The keys of encrypted PDFs: re-encrypted when the installation gets a new key. The files are unchanged.
import type { SealedColumn } from '#secrets/sealed'
import { PAPER_SEAL } from './paper.ts'

export const sealedPaperKeys: SealedColumn = {
  what: 'papers',
  purpose: PAPER_SEAL,
  table: 'sales.paper',
  column: 'pdf_key',
  key: ['company_id', 'invoice_id'],
  placeOf: ([, invoiceId = '']) => invoiceId,
}
