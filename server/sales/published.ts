// Published documents of some days with what was sent of them, one after the other.
import { lacksPdf, makePdf } from '#archive'
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

/** How many documents are looked up at once, and how many of them ask for their PDF. */
const BATCH = 50
const AT_ONCE = 4

/** Makes the PDFs of documents of these days that nobody has asked for so far: what reads a snapshot keeps none. */
export const makePdfsBetween = async (
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
    // They take the next one from each other.
    const left = lacking.values()
    await Promise.all(Array.from({ length: AT_ONCE }, () => makeAll(left)))
    if (lacking.length < BATCH) return
  }
}

/** What was sent of one: the PDF, or the e-invoice; refused where the network would not take it. */
export const downloadOfSale = (
  call: CompanyCall,
  { id, kind }: PublishedSale,
  format: 'pdf' | 'ubl',
): Promise<FileAnswer> => (format === 'pdf' ? downloadPaper(call, id, kind) : downloadElectronic(call, id, kind))
