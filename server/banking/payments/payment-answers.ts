// What banks answer to the files of payments: status reports (pain.002), which take back what the bank refuses, and
// what a person notes instead. No answer books or reverses anything: the books follow the statements.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import type { ReceivedFile } from '#http'
import { isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { dayOf, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { invalidWith } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import type { PaymentState } from './payment.rules.ts'
import {
  aboutOf,
  endToEndIdOf,
  holdPayment,
  idOfEndToEndId,
  type PaymentRecord,
  paymentsBy,
  readOwnPayment,
} from './payment.ts'
import { batchNamed } from './payment-file.rules.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import { keepReport } from './payment-report.ts'
import {
  effectOn,
  needsAttentionAfter,
  outcomeOf,
  type ReportedFile,
  type ReportedStatus,
  reportedStatusesOf,
  type StatusEffect,
  type StatusOutcome,
} from './payment-status.rules.ts'
import type { StatusReport } from './status-report.rules.ts'

/** What a report said of one payment, and what followed. */
type Answered = ReportedStatus & { payment: PaymentRecord; outcome: StatusOutcome; effect: StatusEffect }

export type ReportTakenIn = {
  report: StatusReport
  /** The file of the report, as it is kept. */
  reportId: string
  paymentFileId: string
  /** Of the payments that the caller may see; all of them are counted by `of`. */
  answered: Answered[]
  of: (what: { outcome?: StatusOutcome; effect?: StatusEffect }) => number
  /** What the report names, and is not in the file. */
  unknown: { name: string; status: string | null }[]
}

/** How far ahead of us the clock of a bank may be, in milliseconds (a day). */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000

/** Takes in a report on a file of this company. The same again, and an older one, changes nothing. */
export const takeInReport = async (
  call: CompanyCall,
  report: StatusReport,
  received: ReceivedFile,
): Promise<ReportTakenIn> => {
  const { reference, madeAt, messageId, messageKind } = report
  const { name, digest } = received
  if (madeAt.getTime() > call.now.getTime() + MAX_AHEAD_MS) {
    throw invalidWith([faults.reportOfTomorrow('#/file', { moment: momentText(madeAt) })])
  }
  const file = await fileMeant(call, report)
  if (!file) {
    const kind = messageKind ?? 'pain.001'
    throw invalidWith([faults.unknownPaymentFile('#/file', { message: messageId, kind })])
  }
  const ids = await paymentIdsOf(call, file.id)
  const payments = await paymentsBy(call, ids, { hold: true })
  const { said, unknown, findings } = reportedStatusesOf(report, reportedFile(file, payments))
  if (findings.length > 0) {
    throw invalidWith(
      findings.slice(0, MAX_FINDINGS).map(({ place, problem }) => faults.camtFile('#/file', { place, problem })),
    )
  }
  const answered = payments.flatMap((payment): Answered[] => {
    const one = said.get(endToEndIdOf(payment.id))
    return one ? [{ ...one, payment, outcome: outcomeOf(one.status), effect: effectOn(payment, one, madeAt) }] : []
  })
  const news = answered.filter(({ effect }) => effect !== 'known' && effect !== 'earlier')
  await keepAnswers(
    call,
    news.map(
      ({ payment, effect, status, code, words }): Kept => ({
        id: payment.id,
        state: effect === 'rejected' ? 'rejected' : payment.state,
        bankStatus: status,
        bankStatusAt: madeAt,
        reasonCode: code,
        // What a person has noted stays where the bank says nothing in words.
        reason: words ?? (payment.bankStatus === null ? payment.reason : null),
        needsAttention: needsAttentionAfter(payment, effect, { status }),
      }),
    ),
  )
  tell(call, { report, fileId: file.id, ownerId: file.ownerId, fileName: name, digest }, news)
  const reportId = await keepReport(call, { fileId: file.id, reference, madeAt }, received)
  const isSeen = ({ payment }: Answered) => !isOfApi(call.actor.kind) || payment.createdById === call.actor.id
  return {
    report,
    reportId,
    paymentFileId: file.id,
    unknown,
    answered: answered.filter(isSeen),
    of: (what) =>
      answered.filter(
        ({ outcome, effect }) => outcome === (what.outcome ?? outcome) && effect === (what.effect ?? effect),
      ).length,
  }
}

/** Maximum number of contradictions of a report that are told. */
const MAX_FINDINGS = 100

type Told = { report: StatusReport; fileId: string; ownerId: string | null; fileName: string; digest: Buffer }

const kinds = { rejected: 'rejected', contradicts: 'contradicted', noted: 'answered' } as const

/** The history has what each report said of each payment, in the order in which they came. */
const tell = (
  call: CompanyCall,
  { report, fileId, ownerId, fileName, digest }: Told,
  news: readonly Answered[],
): void => {
  if (news.length === 0) return
  const { reference, madeAt } = report
  const from = { report: reference, madeAt: momentText(madeAt) }
  const detail = { ...from, id: fileId, status: report.file.status, fileName, digest: digest.toString('hex') }
  recordEvent(call, 'payment-file.answered', { id: fileId, ownerId }, { ...detail, payments: news.length })
  for (const { payment, effect, status, code, words } of news) {
    if (effect === 'known' || effect === 'earlier') continue
    const { id, state: before } = payment
    recordEvent(call, `bank-payment.${kinds[effect]}`, aboutOf(payment), {
      id,
      ...from,
      status,
      code,
      reason: words,
      before,
    })
  }
}

type FileMeant = {
  id: string
  createdAt: Date
  bankgiro: string | null
  payments: number
  ownerId: string | null
}

/**
 * The file of this company that a report is about: by its MsgId; where a bank has put another one there, by its batches
 * and payments, as long as these are of one file.
 */
const fileMeant = async (call: CompanyCall, report: StatusReport): Promise<FileMeant | null> => {
  const named = idOfEndToEndId(batchNamed(report.messageId)?.messageId ?? report.messageId)
  const own = named === null ? [] : await filesWhere(call, sql`f.id = ${named}`)
  if (own[0]) return own[0]
  const batches = report.batches.flatMap(({ name }) => idOfEndToEndId(batchNamed(name)?.messageId ?? '') ?? [])
  const payments = report.batches.flatMap((batch) =>
    batch.payments.flatMap(({ names }) => names.flatMap((name) => idOfEndToEndId(name) ?? [])),
  )
  const found = await filesWhere(
    call,
    sql`(f.id = any(${batches}::uuid[]) or f.id in (
      select p.payment_file_id from banking.payment p
      where p.company_id = ${call.companyId} and p.id = any(${payments}::uuid[])))`,
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Reads at most two: more than one means that the name is ambiguous. */
const filesWhere = ({ db, companyId }: CompanyCall, is: Sql): Promise<FileMeant[]> =>
  db.rows<FileMeant>(sql`
    select f.id, f.created_at as "createdAt", nullif(coalesce(f.bankgiro, a.bankgiro), '') as bankgiro, f.payments,
      case when f.own then f.created_by_id end as "ownerId"
    from banking.payment_file f
    join banking.account a on a.company_id = f.company_id and a.id = f.bank_account_id
    where f.company_id = ${companyId} and ${is} limit 2`)

const paymentIdsOf = async ({ db, companyId }: CompanyCall, fileId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id from banking.payment where company_id = ${companyId} and payment_file_id = ${fileId}`)
  ).map(({ id }) => id)

const reportedFile = (file: FileMeant, payments: readonly PaymentRecord[]): ReportedFile => ({
  messageId: endToEndIdOf(file.id),
  isWhole: payments.length === file.payments,
  today: dayOf(file.createdAt),
  account: { bankgiro: file.bankgiro },
  payments: payments.map((payment) => ({ ...payment, endToEndId: endToEndIdOf(payment.id) })),
})

/** What becomes of a payment by an answer. */
type Kept = Pick<PaymentRecord, 'id' | 'bankStatus' | 'bankStatusAt' | 'reasonCode' | 'reason' | 'needsAttention'> & {
  state: PaymentState
}

const keptOf = ({ id, state, bankStatus, bankStatusAt, reasonCode, reason }: PaymentRecord) => ({
  id,
  state,
  bankStatus,
  bankStatusAt,
  reasonCode,
  reason,
})

/** The payments are held. */
const keepAnswers = async ({ db, companyId, now }: CompanyCall, kept: readonly Kept[]): Promise<void> => {
  if (kept.length === 0) return
  await db.rows(sql`
    update banking.payment p set state = k.state, bank_status = k."bankStatus", bank_status_at = k."bankStatusAt",
      reason_code = k."reasonCode", reason = k.reason, needs_attention = k."needsAttention", modified_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k (id uuid, state text, "bankStatus" text,
      "bankStatusAt" timestamptz, "reasonCode" text, reason text, "needsAttention" boolean)
    where p.company_id = ${companyId} and p.id = k.id`)
}

/** Notes that the bank has refused a signed payment, or that it failed there, as a person knows it. */
export const rejectPayment = async (
  call: CompanyCall,
  { id, reason, failed }: { id: string; reason: string; failed: boolean },
): Promise<void> => {
  const payment = await holdPayment(call, id)
  if (payment.state !== 'signed') throw refusals.notAtBank({ id, state: payment.state })
  const state: PaymentState = failed ? 'error' : 'rejected'
  await keepAnswers(call, [{ ...keptOf(payment), state, reason, needsAttention: true }])
  recordEvent(call, `bank-payment.${failed ? 'failed' : 'rejected'}`, aboutOf(payment), { id, reason })
}

/** Says that a person has seen to what the bank said of a payment; once more changes nothing. */
export const acknowledgePayment = async (call: CompanyCall, id: string): Promise<PaymentRecord> => {
  await readOwnPayment(call, id)
  const payment = await holdPayment(call, id)
  if (!payment.needsAttention) return payment
  await keepAnswers(call, [{ ...keptOf(payment), needsAttention: false }])
  recordEvent(call, 'bank-payment.acknowledged', aboutOf(payment), { id, state: payment.state })
  return readOwnPayment(call, id)
}
