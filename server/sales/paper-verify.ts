// Verification of papers: the kept file of every published document is there, byte for byte as it was sent.
import type { CompanyCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { sql } from '#platform/sql'

/** How many papers are read from the database at once. */
const BATCH = 500

/** Every fault, in words; none when all papers are as they were kept. */
export const verifyPapers = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  let after = 0n
  for (;;) {
    const papers = await call.db.rows<{ number: bigint; digest: Buffer }>(
      sql`
        select i.number, p.pdf_digest as digest
        from sales.paper p join sales.invoice i on i.company_id = p.company_id and i.id = p.invoice_id
        where p.company_id = ${call.companyId} and i.number > ${after} order by i.number limit ${BATCH}`,
      'verify-papers',
    )
    for (const { number, digest } of papers) {
      const found = await digestOfKept(call.files, call.companyId, digest)
      if (found === null) faults.push(`the file of document ${number} is missing`)
      else if (!found.equals(digest)) faults.push(`the file of document ${number} is not what was sent`)
      after = number
    }
    if (papers.length < BATCH) return faults
  }
}
