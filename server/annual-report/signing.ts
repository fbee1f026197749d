// Signing, adoption and filing of a final annual report.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { getFiscalYear, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { port } from '#platform/port'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { emptySigning, type Signing } from './content.ts'
import { annualReportFaults as faults, annualReportRefusals as refusals } from './refusals.ts'
import { type Filing, filingsOf, signingOf, standingVersion, type Version } from './version.ts'

/** The days of a year's final report; empty while it is not final. */
export const readSigning = async (call: CompanyCall, id: string): Promise<Signing> => {
  await getFiscalYear(call, id)
  const version = await standingVersion(call, id)
  return version ? signingOf(call, version.id) : emptySigning
}

const finalOf = async (call: CompanyCall, id: string): Promise<Version> => {
  const version = await standingVersion(call, id)
  if (!version) throw refusals.notFinal()
  return version
}

/** Notes the days of the report, its signatures and its adoption, until it is filed. */
export const putSigning = async (
  call: CompanyCall,
  { id, signing }: { id: string; signing: Signing },
): Promise<Signing> => {
  await lockBooks(call)
  await getFiscalYear(call, id)
  const version = await finalOf(call, id)
  const filed = (await filingsOf(call, id)).find(({ versionId }) => versionId === version.id)
  if (filed) throw refusals.alreadyFiled({ date: filed.filedOn })
  refuseIfAny(wrongIn(signing, version, dayOf(call.now)))
  const content = { ...emptySigning, ...signing }
  await call.db.rows(sql`
    insert into annual_report.signing (company_id, version_id, content, modified_at, modified_by)
    values (${call.companyId}, ${version.id}, ${JSON.stringify(content)}::jsonb, ${call.now}, ${call.actor.name})
    on conflict (company_id, version_id) do update
      set content = excluded.content, modified_at = excluded.modified_at, modified_by = excluded.modified_by`)
  recordEvent(call, content.adoption ? 'annual-report.adopted' : 'annual-report.signed', { id }, { id })
  return content
}

/** The order of the law: the year ends, the report is dated, signed, adopted by the meeting, and that is certified. */
const wrongIn = (
  { reportDate, signatureDates = [], adoption }: Signing,
  { snapshot: { period, signatories } }: Version,
  today: Day,
): FieldError[] => {
  const days: [field: string, day: string | null | undefined][] = [
    ['#/reportDate', reportDate],
    ...signatureDates.map((day, at): [string, string] => [`#/signatureDates/${at}`, day]),
    ['#/adoption/meetingDate', adoption?.meetingDate],
    ['#/adoption/signedDate', adoption?.signedDate],
  ]
  const last = [...signatureDates].sort().at(-1)
  return [
    ...days.flatMap(([field, day]) => {
      if (!day) return []
      if (day > today) return [faults.toCome(field)]
      return day <= period.to ? [faults.beforeYearEnd(field, { date: period.to })] : []
    }),
    ...(signatureDates.length === 0 || signatureDates.length === signatories.length
      ? []
      : [faults.signatories('#/signatureDates', { count: signatories.length })]),
    ...signatureDates.flatMap((day, at) =>
      reportDate && day < reportDate ? [faults.beforeReport(`#/signatureDates/${at}`, { date: reportDate })] : [],
    ),
    ...(adoption && last && adoption.meetingDate < last
      ? [faults.beforeSignatures('#/adoption/meetingDate', { date: last })]
      : []),
    ...(adoption && adoption.signedDate < adoption.meetingDate
      ? [faults.beforeMeeting('#/adoption/signedDate', { date: adoption.meetingDate })]
      : []),
  ]
}

/** What follows the filing of a year's report: its deadline is met. */
export const filedPort = port<(call: CompanyCall, fiscalYearId: string) => Promise<void>>('what follows a filed report')

/** Maximum number of filings of a year: a supplement is another one. */
const MAX_FILINGS = 20

type Receipt = { name: string; contentType: string; content: string }
type NewFiling = {
  filedOn: string
  channel: Filing['channel']
  reference?: string | null | undefined
  receipt?: Receipt | null | undefined
}

/** Notes that the final report was filed, with its receipt; it then stays as it is. */
export const noteFiling = async (
  call: CompanyCall,
  { id, filing }: { id: string; filing: NewFiling },
): Promise<Filing[]> => {
  await lockBooks(call)
  await getFiscalYear(call, id)
  const version = await finalOf(call, id)
  const signing = await signingOf(call, version.id)
  if (!signing.reportDate || (signing.signatureDates ?? []).length === 0) throw refusals.notSigned()
  if (!signing.adoption) throw refusals.notAdopted()
  if ((await filingsOf(call, id)).length >= MAX_FILINGS) throw refusals.tooManyFilings({ limit: MAX_FILINGS })
  const { filedOn, channel, reference = null, receipt = null } = filing
  const { signedDate } = signing.adoption
  const bytes = receipt && Buffer.from(receipt.content, 'base64')
  refuseIfAny([
    ...(filedOn > dayOf(call.now) ? [faults.toCome('#/filedOn')] : []),
    ...(filedOn < signedDate ? [faults.beforeMeeting('#/filedOn', { date: signedDate })] : []),
    ...(bytes && bytes.length === 0 ? [faults.receipt('#/receipt/content')] : []),
  ])
  const filingId = newId()
  await call.db.rows(sql`
    insert into annual_report.filing (company_id, id, version_id, filed_on, channel, reference, receipt, receipt_name,
      receipt_type, signing, noted_at, noted_by)
    values (${call.companyId}, ${filingId}, ${version.id}, ${filedOn}::date, ${channel}, ${reference}::text,
      ${bytes}::bytea, ${receipt?.name ?? null}::text, ${receipt?.contentType ?? null}::text,
      ${JSON.stringify(signing)}::jsonb, ${call.now}, ${call.actor.name})`)
  const digest = bytes && createHash('sha256').update(bytes).digest('hex')
  recordEvent(call, 'annual-report.filed', { id }, { id, filingId, filedOn, channel, reference, receipt: digest })
  await filedPort.get()(call, id)
  return filingsOf(call, id)
}

/** The receipt of a filing, as it was received. */
export const receiptOf = async (
  call: CompanyCall,
  { id, filingId }: { id: string; filingId: string },
): Promise<FileAnswer> => {
  await getFiscalYear(call, id)
  const found = await call.db.maybe<{ receipt: Buffer | null; name: string; contentType: string }>(sql`
    select f.receipt, f.receipt_name as name, f.receipt_type as "contentType"
    from annual_report.filing f
    join annual_report.version v on v.company_id = ${call.companyId} and v.id = f.version_id
    where f.company_id = ${call.companyId} and f.id = ${filingId} and v.fiscal_year_id = ${id}`)
  if (!found?.receipt) throw refusals.noReceipt({ id: filingId })
  const path = call.files.newWorkFile()
  await writeFile(path, found.receipt, { mode: 0o600 })
  return { path, name: found.name, size: found.receipt.length, contentType: found.contentType }
}
