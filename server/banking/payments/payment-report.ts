// The status reports of a bank as files: each is kept as it came, with the file of payments that it is about.
import { paymentFiles } from '#banking/statements/files'
import { lockFile } from '#documents'
import type { FileAnswer, ReceivedFile } from '#http'
import type { CompanyCall } from '#platform/call'
import { fetchKept } from '#platform/files'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { lockStored, reserveAndStore } from '#storage'
import { paymentFileFolder, readPaymentFile, whoseOf } from './payment-file.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import type { StatusReport } from './status-report.rules.ts'

export type PaymentReportRecord = {
  id: string
  /** The bank's own word for it, and when the bank made it. */
  reference: string
  madeAt: Date
  fileName: string
  importedAt: Date
}

/** Maximum number of reports on a file that are listed. */
export const MAX_LISTED_REPORTS = 1000

/** Keeps a report with its file of payments; the same bytes once. Its id. Comes last: the file is stored here. */
export const keepReport = async (
  call: CompanyCall,
  { fileId, reference, madeAt }: Pick<StatusReport, 'reference' | 'madeAt'> & { fileId: string },
  { name, size, digest, path }: ReceivedFile,
): Promise<string> => {
  const { db, companyId, actor, now } = call
  const known = await keptReport(call, fileId, digest)
  if (known !== null) return known
  await lockStored(db, { companyId, namespace: paymentFiles.name, digest })
  await lockFile(call, paymentFiles, digest)
  // Another import of the same file may have come first.
  const meanwhile = await keptReport(call, fileId, digest)
  if (meanwhile !== null) return meanwhile
  const id = newId()
  await db.rows(sql`
    insert into banking.payment_report (company_id, id, payment_file_id, reference, made_at, file_name, size, digest,
      imported_by_kind, imported_by_id, imported_by_name, imported_at)
    values (${companyId}, ${id}, ${fileId}, ${reference}, ${madeAt}, ${name}, ${size}, ${digest}, ${actor.kind},
      ${actor.id}, ${actor.name}, ${now})`)
  await reserveAndStore(call, { namespace: paymentFiles.name, kind: paymentFiles.kind, digest, path })
  return id
}

const keptReport = async ({ db, companyId }: CompanyCall, fileId: string, digest: Buffer): Promise<string | null> =>
  (
    await db.maybe<{ id: string }>(sql`
      select id from banking.payment_report
      where company_id = ${companyId} and payment_file_id = ${fileId} and digest = ${digest}`)
  )?.id ?? null

/** The reports on a file that the caller may see, those last that the bank made last. */
export const reportsOn = async (call: CompanyCall, fileId: string): Promise<PaymentReportRecord[]> => {
  await readPaymentFile(call, fileId, whoseOf(call))
  return call.db.rows<PaymentReportRecord>(sql`
    select id, reference, made_at as "madeAt", file_name as "fileName", imported_at as "importedAt"
    from banking.payment_report
    where company_id = ${call.companyId} and payment_file_id = ${fileId}
    order by made_at, id limit ${MAX_LISTED_REPORTS}`)
}

/** The imported file, unchanged. */
export const downloadReport = async (call: CompanyCall, fileId: string, id: string): Promise<FileAnswer> => {
  await readPaymentFile(call, fileId, whoseOf(call))
  const report = await call.db.maybe<{ name: string; size: number; digest: Buffer }>(sql`
    select file_name as name, size, digest from banking.payment_report
    where company_id = ${call.companyId} and payment_file_id = ${fileId} and id = ${id}`)
  if (!report) throw refusals.paymentReportNotFound({ id })
  const { name, size, digest } = report
  const kept = await fetchKept(call.files, paymentFileFolder(call.companyId), digest)
  return { ...kept, name, size, contentType: 'application/xml' }
}
