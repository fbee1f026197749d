// Storage of document PDFs: the company's own folder. They are removed with the documents of a fiscal year.
import type { FileNamespace, FileOwners } from '#documents'
import { sql } from '#platform/sql'

export const paperFiles: FileNamespace = {
  name: '',
  kind: 'document',
  thing: 'paper',
  table: sql`(select company_id, invoice_id as id, pdf_digest as digest from sales.paper) paper`,
  has: sql`digest is not null`,
  dropped: sql`sales.dropped_paper`,
}

/** The logos of documents whose PDF has not been made yet. */
export const paperLogos: FileOwners = {
  name: '',
  thing: 'logo of document',
  table: sql`(
    select company_id, invoice_id as id, logo_digest as digest from sales.paper where pdf_digest is null) paper_logo`,
  has: sql`true`,
}
