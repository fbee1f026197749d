// The keys of sealed PDFs: sealed anew when the installation has a new key. The files stay as they are.
import type { Call } from '#platform/call'
import { keyIdOf, sealBytes, unsealBytes } from '#platform/seal'
import { sql } from '#platform/sql'
import { PAPER_SEAL } from './paper.ts'

/** Seals keys anew that an earlier key has sealed, at most `limit`; returns how many. */
export const resealPapers = async ({ db, keysFor }: Call, limit: number): Promise<number> => {
  const keys = keysFor(PAPER_SEAL)
  const rows = await db.rows<{ companyId: string; id: string; sealed: Buffer }>(sql`
    select company_id as "companyId", invoice_id as id, pdf_key as sealed from sales.paper
    where substr(pdf_key, 1, 4) <> ${keyIdOf(keys[0])} order by company_id, invoice_id limit ${limit} for update`)
  for (const { companyId, id, sealed } of rows) {
    const key = sealBytes(keys, unsealBytes(keys, sealed, id), id)
    await db.rows(sql`update sales.paper set pdf_key = ${key} where company_id = ${companyId} and invoice_id = ${id}`)
  }
  return rows.length
}
