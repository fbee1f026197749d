// Sets of companies that are verified at once: whose rows are whose, and of which companies a file is missing, or is
// not what was kept.
import type { SetCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { type Sql, sql } from '#platform/sql'

/** How many files are read from the database at once. */
const BATCH = 500
const NONE = '00000000-0000-0000-0000-000000000000'

type KeptFile = { companyId: string; id: string; digest: Buffer | null }

/**
 * The companies of which a kept file is missing or is another one. `rows` are those with `company_id`, an `id` each and
 * the `digest` that they are kept under; `folderOf` says where those of a company are.
 */
export const companiesWithoutFile = async (
  { db, files, companyIds }: SetCall,
  rows: Sql,
  folderOf: (companyId: string) => string = (companyId) => companyId,
): Promise<string[]> => {
  const without = new Set<string>()
  let companyId = NONE
  let id = NONE
  let seen = new Set<string>()
  for (;;) {
    const batch = await db.rows<KeptFile>(sql`
      select f.company_id as "companyId", f.id, f.digest from (${rows}) f
      where f.company_id = any (${companyIds}::uuid[]) and (f.company_id, f.id) > (${companyId}::uuid, ${id}::uuid)
      order by f.company_id, f.id limit ${BATCH}`)
    for (const { digest, ...file } of batch) {
      if (file.companyId !== companyId) seen = new Set()
      ;({ companyId, id } = file)
      const name = digest?.toString('hex') ?? ''
      if (!digest || seen.has(name) || without.has(companyId)) continue
      seen.add(name)
      const found = await digestOfKept(files, folderOf(companyId), digest)
      if (!found?.equals(digest)) without.add(companyId)
    }
    if (batch.length < BATCH) return [...without]
  }
}

/** Rows by the company that they are of, in their order. */
export const byCompany = <One extends { companyId: string }>(rows: readonly One[]): Map<string, One[]> => {
  const found = new Map<string, One[]>()
  for (const row of rows) {
    const own = found.get(row.companyId)
    if (own) own.push(row)
    else found.set(row.companyId, [row])
  }
  return found
}
