// Published documents of some days with what was sent of them, one after the other.
import type { FileAnswer } from '#http'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import type { DocumentKind } from './invoice.ts'
import { downloadElectronic, downloadPaper } from './paper.ts'

export type PublishedSale = { id: string; kind: DocumentKind; number: string; date: Day }

/** The documents of these days behind one of them, by day and id. */
export const publishedBetween = (
  { db, companyId }: CompanyCall,
  { startDate, endDate }: { startDate: Day; endDate: Day },
  after: PublishedSale | null,
  limit: number,
): Promise<PublishedSale[]> =>
  db.rows<PublishedSale>(sql`
    select id, kind, number::text as number, date from sales.invoice
    where company_id = ${companyId} and published_at is not null
      and date between ${startDate}::date and ${endDate}::date
      and (${after === null} or (date, id) > (${after?.date ?? startDate}::date, ${after?.id ?? null}::uuid))
    order by date, id limit ${limit}`)

/** What was sent of one: the PDF, or the e-invoice; refused where the network would not take it. */
export const downloadOfSale = (
  call: CompanyCall,
  { id, kind }: PublishedSale,
  format: 'pdf' | 'ubl',
): Promise<FileAnswer> => (format === 'pdf' ? downloadPaper(call, id, kind) : downloadElectronic(call, id, kind))
