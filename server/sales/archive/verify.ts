// Verification of papers: the kept file of every published document exists, byte for byte as it was sent. Where the
// PDF has not been requested yet, the logo that it is to show exists.
import { companiesWithoutFile } from '#integrity/set-of-companies'
import type { CompanyCall, SetCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { sql } from '#platform/sql'

/** How many documents are read per statement. */
const BATCH = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/** All faults, as text; empty if all documents are unchanged. */
export const verifyPapers = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  let after = FIRST
  for (;;) {
    const papers = await call.db.rows<{ id: string; number: string; digest: Buffer | null; logo: Buffer | null }>(
      sql`
        select invoice_id as id, content ->> 'number' as number, pdf_digest as digest, logo_digest as logo
        from sales.paper where company_id = ${call.companyId} and invoice_id > ${after}
        order by invoice_id limit ${BATCH}`,
      'verify-papers',
    )
    for (const { id, number, digest, logo } of papers) {
      after = id
      const [what, expected] = digest ? ['file', digest] : ['logo', logo]
      if (!expected) continue
      const found = await digestOfKept(call.files, call.companyId, expected)
      if (found === null) faults.push(`the ${what} of document ${number} is missing`)
      else if (!found.equals(expected)) faults.push(`the ${what} of document ${number} is not what was sent`)
    }
    if (papers.length < BATCH) return faults
  }
}

/** The companies of a set that have any fault. */
export const companiesWrongInPapers = (call: SetCall): Promise<string[]> =>
  companiesWithoutFile(
    call,
    sql`select company_id, invoice_id as id, coalesce(pdf_digest, logo_digest) as digest from sales.paper`,
  )
