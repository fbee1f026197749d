// Verification of papers: the kept file of every published document is there, byte for byte as it was sent.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** How many papers are read from the database at once. */
const BATCH = 500

/** The first fault in words; null when all papers are as they were kept. */
export const verifyPapers = async (call: CompanyCall): Promise<string | null> => {
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
      const found = await digestOf(call.files.pathOf(call.companyId, digest))
      if (found === null) return `the file of document ${number} is missing`
      if (!found.equals(digest)) return `the file of document ${number} is not what was sent`
      after = number
    }
    if (papers.length < BATCH) return null
  }
}

/** The digest of a file; null when it is not there. */
export const digestOf = async (path: string): Promise<Buffer | null> => {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw cause
  }
  return hash.digest()
}
