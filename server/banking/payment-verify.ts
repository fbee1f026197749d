// Verification of payment files: each has the payments that it was made of, and its bytes are what they were.
import type { CompanyCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { sql } from '#platform/sql'
import { cornerOf } from './payment-file.ts'
import { isLeftOf } from './statement-verify.ts'

/** Every fault, in words. The call's database must be one snapshot. */
export const verifyPaymentFiles = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const files = await call.db.rows<FileRow>(sql`
      select f.id, f.digest, f.payments, f.total_ore as total, p.count, p.sum,
        ${isLeftOf(call.companyId, sql`f.created_at::date`)} as "isLeft" from banking.payment_file f
      cross join lateral (
        select count(*)::integer as count, coalesce(sum(p.amount_ore), 0)::bigint as sum from banking.payment p
        where p.company_id = f.company_id and p.payment_file_id = f.id
      ) p
      where f.company_id = ${call.companyId} and f.id > ${after}::uuid order by f.id limit ${BATCH}`)
    for (const { id, digest, payments, total, count, sum, isLeft } of files) {
      if ((count !== payments || sum !== total) && !(isLeft && count < payments)) {
        faults.push(`payment file ${id} was made with ${payments} payments of ${total} öre, and has ${count} of ${sum}`)
      }
      const found = await digestOfKept(call.files, cornerOf(call.companyId), digest)
      if (found === null) faults.push(`the bytes of payment file ${id} are missing`)
      else if (!found.equals(digest)) faults.push(`the bytes of payment file ${id} are not those that were made`)
      after = id
    }
    if (files.length < BATCH) return faults
  }
}

type FileRow = {
  id: string
  digest: Buffer
  payments: number
  total: bigint
  count: number
  sum: bigint
  isLeft: boolean
}

/** How many files are read from the database at once. */
const BATCH = 500
