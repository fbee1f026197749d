// Verification of payment files: each has the payments that it was made of, and its bytes are what they were.
import { isLeftOf } from '#banking/statements/statement-verify'
import { type CompanyTerm, companiesWith } from '#integrity/comparison'
import { companiesWithoutFile } from '#integrity/set-of-companies'
import type { CompanyCall, SetCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { type Sql, sql } from '#platform/sql'
import { paymentFileFolder } from './payment-file.ts'

/** All faults, as text. The call's database must be one snapshot. */
export const verifyPaymentFiles = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const files = await call.db.rows<FileRow>(sql`
      select f.* from (${filesWithPayments(call.companyId)}) f
      where f.id > ${after}::uuid order by f.id limit ${BATCH}`)
    for (const { id, digest, payments, total, count, sum, agrees } of files) {
      if (!agrees) {
        faults.push(`payment file ${id} was made with ${payments} payments of ${total} öre, and has ${count} of ${sum}`)
      }
      const found = await digestOfKept(call.files, paymentFileFolder(call.companyId), digest)
      if (found === null) faults.push(`the bytes of payment file ${id} are missing`)
      else if (!found.equals(digest)) faults.push(`the bytes of payment file ${id} are not those that were made`)
      after = id
    }
    if (files.length < BATCH) return [...faults, ...(await wrongReports(call))]
  }
}

/** The status reports whose bytes are missing or others. */
const wrongReports = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const reports = await call.db.rows<{ id: string; digest: Buffer }>(sql`
      select id, digest from banking.payment_report
      where company_id = ${call.companyId} and id > ${after}::uuid order by id limit ${BATCH}`)
    for (const { id, digest } of reports) {
      const found = await digestOfKept(call.files, paymentFileFolder(call.companyId), digest)
      if (found === null) faults.push(`the bytes of status report ${id} are missing`)
      else if (!found.equals(digest)) faults.push(`the bytes of status report ${id} are not those that were imported`)
      after = id
    }
    if (reports.length < BATCH) return faults
  }
}

/** The companies of a set that have any fault. */
export const companiesWrongInPaymentFiles = async (call: SetCall): Promise<string[]> => [
  ...(await companiesWith(
    call.db,
    call.companyIds,
    (company) => sql`select from (${filesWithPayments(company)}) f where not f.agrees`,
  )),
  ...(await companiesWithoutFile(
    call,
    sql`select company_id, id, digest from banking.payment_file
      union all select company_id, id, digest from banking.payment_report`,
    paymentFileFolder,
  )),
]

/** The files of a company, what each was made with and what it has; payments of a removed year may have gone. */
const filesWithPayments = (companyId: CompanyTerm): Sql => sql`
  select f.id, f.digest, f.payments, f.total_ore as total, p.count, p.sum,
    p.count = f.payments and p.sum = f.total_ore
      or p.count < f.payments and ${isLeftOf(companyId, sql`f.created_at::date`)} as agrees
  from banking.payment_file f
  cross join lateral (
    select count(*)::integer as count, coalesce(sum(p.amount_ore), 0)::bigint as sum from banking.payment p
    where p.company_id = f.company_id and p.payment_file_id = f.id
  ) p
  where f.company_id = ${companyId}`

type FileRow = {
  id: string
  digest: Buffer
  payments: number
  total: bigint
  count: number
  sum: bigint
  agrees: boolean
}

/** How many files are read per statement. */
const BATCH = 500
