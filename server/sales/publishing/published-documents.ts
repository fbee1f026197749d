// The published documents of a period with their PDFs or e-invoices, one at a time.
import type { FileAnswer } from '#http'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { lacksPdf, makePdf } from '#sales/archive/paper'
import type { DocumentKind } from '#sales/invoices/invoice'
import { downloadElectronic, downloadPaper } from './paper.ts'

export type PublishedDocument = { id: string; kind: DocumentKind; number: string; date: Day }

/** The documents of a period after a given one, by day and id. */
export const listPublishedDocuments = (
  { db, companyId }: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
  after: PublishedDocument | null,
  limit: number,
): Promise<PublishedDocument[]> =>
  db.rows<PublishedDocument>(sql`
    select id, kind, number::text as number, date from sales.invoice
    where company_id = ${companyId} and published_at is not null
      and date between ${startDate}::date and ${endDate}::date
      and (${after === null} or (date, id) > (${after?.date ?? startDate}::date, ${after?.id ?? null}::uuid))
    order by date, id limit ${limit}`)

/** How many documents are read per statement, and how many PDFs are made at a time. */
const BATCH = 50
const AT_ONCE = 4

/** Makes the missing PDFs of a period: code that reads from a snapshot cannot store them. */
export const makeMissingPdfs = async (
  call: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
): Promise<void> => {
  for (;;) {
    call.goOn?.()
    const lacking = await call.db.rows<{ id: string }>(sql`
      select i.id from sales.invoice i
      where i.company_id = ${call.companyId} and i.published_at is not null
        and i.date between ${startDate}::date and ${endDate}::date
        and ${lacksPdf(sql`i.company_id`, sql`i.id`)} limit ${BATCH}`)
    const makeAll = async (ids: Iterable<{ id: string }>) => {
      for (const { id } of ids) await makePdf(call, id)
    }
    // The workers take items from a shared iterator.
    const left = lacking.values()
    await Promise.all(Array.from({ length: AT_ONCE }, () => makeAll(left)))
    if (lacking.length < BATCH) return
  }
}

/** The PDF or the e-invoice of a document as sent; refused if the network would reject it. */
export const downloadPublishedDocument = (
  call: CompanyCall,
  { id, kind }: PublishedDocument,
  format: 'pdf' | 'ubl',
): Promise<FileAnswer> => (format === 'pdf' ? downloadPaper(call, id, kind) : downloadElectronic(call, id, kind))
