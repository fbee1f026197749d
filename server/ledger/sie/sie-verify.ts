// Verification of imported SIE files: they are accounting information in the form it was received, kept byte for byte.
import { companiesWithoutFile } from '#integrity/set-of-companies'
import type { CompanyCall, SetCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { sql } from '#platform/sql'

/** How many imports are read per statement. */
const BATCH = 500

/** All faults, as text; empty if all files are unchanged. */
export const verifySieFiles = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const imports = await call.db.rows<{ id: string; digest: Buffer }>(sql`
      select id, file_digest as digest from ledger.sie_import
      where company_id = ${call.companyId} and id > ${after}::uuid order by id limit ${BATCH}`)
    for (const { id, digest } of imports) {
      const found = await digestOfKept(call.files, call.companyId, digest)
      if (found === null) faults.push(`the file of SIE import ${id} is missing`)
      else if (!found.equals(digest)) faults.push(`the file of SIE import ${id} is not what was received`)
      after = id
    }
    if (imports.length < BATCH) return faults
  }
}

/** The companies of a set that have any fault. */
export const companiesWrongInSieFiles = (call: SetCall): Promise<string[]> =>
  companiesWithoutFile(call, sql`select company_id, id, file_digest as digest from ledger.sie_import`)
