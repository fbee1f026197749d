// What a status report means for the payments of a file: which of them it speaks of, what it says of each, and what
// follows from that. Nothing is taken for accepted that a bank does not call so. Pure.
import { camtPlaces, camtProblems as problems } from '#banking/statements/camt-problems'
import type { PaymentState } from './payment.rules.ts'
import { batchNamed, type Grouped, paymentsOfBatch } from './payment-file.rules.ts'
import type { StatusReport, ToldPayment, ToldStatus } from './status-report.rules.ts'

/** What a status comes to: `unclear` are those that say neither, and those that are not known. */
export const statusOutcomes = ['accepted', 'waiting', 'refused', 'unclear'] as const
export type StatusOutcome = (typeof statusOutcomes)[number]

/** ISO 20022, ExternalPaymentTransactionStatus1Code and its like of batches and files. */
const outcomes: Readonly<Record<string, StatusOutcome>> = {
  ACCP: 'accepted',
  ACWC: 'accepted',
  ACSP: 'accepted',
  ACSC: 'accepted',
  ACCC: 'accepted',
  ACFC: 'accepted',
  ACWP: 'accepted',
  ACIS: 'accepted',
  RCVD: 'waiting',
  ACTC: 'waiting',
  PATC: 'waiting',
  PDNG: 'waiting',
  RJCT: 'refused',
  CANC: 'refused',
}

export const outcomeOf = (status: string): StatusOutcome =>
  Object.hasOwn(outcomes, status) ? (outcomes[status] ?? 'unclear') : 'unclear'

/** Statuses of payments that the bank makes, or means to make. */
export const STATUSES_IN_PROGRESS: readonly string[] = Object.keys(outcomes).filter(
  (status) => outcomes[status] !== 'refused',
)

/**
 * Reasons for which a bank refuses a duplicate: a company that sends a file twice gets them for the second one, with
 * the names of the first, which is executed.
 */
const DUPLICATES = new Set(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'DUPL'])

/** Whether no money moves: the bank refuses the payment, and not only what it takes for the same once more. */
export const isTakenBack = (status: string, code: string | null): boolean =>
  outcomeOf(status) === 'refused' && !(code !== null && DUPLICATES.has(code))

/** Some of it is accepted and some is not: what of it, its parts tell. */
const PARTLY = 'PART'

/** A file of payments, with those that are still here of it. */
export type ReportedFile = Grouped & {
  /** As the file says it (MsgId). */
  messageId: string
  /** Whether all its payments are here: otherwise it is unknown which were in which batch. */
  isWhole: boolean
}

/** What is said of one payment. */
export type ReportedStatus = ToldStatus & { status: string }

type ReportedStatuses = {
  /** By the EndToEndId of the payment. */
  said: Map<string, ReportedStatus>
  /** What the report names, and is not in the file. */
  unknown: { name: string; status: string | null }[]
  /** What the report contradicts itself in. */
  findings: { place: string; problem: string }[]
}

/** What a report says of the payments of a file: of each what is said of it alone, of its batch, or of the file. */
export const reportedStatusesOf = (report: StatusReport, file: ReportedFile): ReportedStatuses => {
  const told: ReportedStatuses = { said: new Map(), unknown: [], findings: [] }
  const whole = statusAlone(report.file)
  if (whole) for (const { endToEndId } of file.payments) told.said.set(endToEndId, whole)
  const batches = report.batches.map((batch) => ({ ...batch, own: within(statusAlone(batch), report.file) }))
  const batchOnce = new Map<string, ReportedStatus>()
  for (const [index, { name, own }] of batches.entries()) {
    if (own === null) continue
    const problem = tellBatch(name, own, { whole, file, told, once: batchOnce })
    if (problem !== null) told.findings.push({ place: camtPlaces.batch({ number: index + 1 }), problem })
  }
  const inFile = new Set(file.payments.map(({ endToEndId }) => endToEndId))
  const once = new Map<string, ReportedStatus>()
  for (const [index, { own, payments }] of batches.entries()) {
    for (const [at, payment] of payments.entries()) {
      const problem = tellPayment(payment, { own: own ?? whole, inFile, told, once })
      const place = camtPlaces.paymentOf({ number: index + 1, payment: at + 1 })
      if (problem !== null) told.findings.push({ place, problem })
    }
  }
  return told
}

type AroundBatch = {
  whole: ReportedStatus | null
  file: ReportedFile
  told: ReportedStatuses
  /** What was said of batches before, by their names. */
  once: Map<string, ReportedStatus>
}

/** Notes what is said of all payments of a batch; answers what is not clear about it. */
const tellBatch = (name: string, own: ReportedStatus, { whole, file, told, once }: AroundBatch): string | null => {
  const { status } = own
  if (isAgainst(whole, own)) return problems.againstWhole({ status })
  const key = name.toLowerCase()
  const before = once.get(key)
  if (before) return before.status === status ? null : problems.toldTwice({ status, before: before.status })
  once.set(key, own)
  const meant = paymentsMeant(name, file)
  if (meant === null) told.unknown.push({ name, status })
  else for (const { endToEndId } of meant) told.said.set(endToEndId, own)
  return null
}

type Around = {
  own: ReportedStatus | null
  inFile: ReadonlySet<string>
  told: ReportedStatuses
  /** What was said of payments before, by their EndToEndId. */
  once: Map<string, ReportedStatus>
}

/** Notes what is said of one payment; answers what is not clear about it. */
const tellPayment = (payment: ToldPayment, { own, inFile, told, once }: Around): string | null => {
  const endToEndId = payment.names.map(endToEndIdIn).find((name) => inFile.has(name))
  const status = payment.status ?? own?.status ?? null
  if (status === null) return problems.noPaymentStatus()
  if (endToEndId === undefined) {
    told.unknown.push({ name: payment.names[0] ?? '', status })
    return null
  }
  const said = within({ ...payment, status }, own) ?? { ...payment, status }
  if (isAgainst(own, said)) return problems.againstWhole({ status })
  const before = once.get(endToEndId)
  if (before && before.status !== status) return problems.toldTwice({ status, before: before.status })
  once.set(endToEndId, said)
  told.said.set(endToEndId, { status: said.status, code: said.code, words: said.words })
  return null
}

/** The EndToEndId of a payment with hyphens or without, in letters of either size. */
const endToEndIdIn = (name: string): string => name.replaceAll('-', '').toLowerCase()

/** A status that is of all that it is said of. */
const statusAlone = (told: ToldStatus): ReportedStatus | null => {
  const { status, code, words } = told
  return status === null || status === PARTLY ? null : { status, code, words }
}

/** What is refused without a reason of its own is refused for that of what it is in. */
const within = (own: ReportedStatus | null, around: ToldStatus | null): ReportedStatus | null => {
  if (own === null || around === null || own.code !== null || own.words !== null) return own
  return outcomeOf(own.status) === 'refused' ? { ...own, code: around.code, words: around.words } : own
}

const isAgainst = (whole: ReportedStatus | null, part: ReportedStatus): boolean =>
  whole !== null && outcomeOf(whole.status) === 'refused' && outcomeOf(part.status) !== 'refused'

/** The payments of a batch by its name; null where the file has no such batch, or its contents are no longer known. */
const paymentsMeant = (name: string, file: ReportedFile): Grouped['payments'] | null => {
  const batch = batchNamed(name)
  if (batch?.messageId.toLowerCase() !== file.messageId) return null
  if (batch.place !== null && !file.isWhole) return null
  const payments = paymentsOfBatch(file, batch)
  return payments.length === 0 ? null : payments
}

/** What is known of a payment before a report. */
export type KnownStatus = {
  state: PaymentState
  bankStatus: string | null
  bankStatusAt: Date | null
  needsAttention: boolean
  modifiedAt: Date
}

/**
 * What a report does to a payment: `rejected` takes it back, `contradicts` is for a person to look at, `noted` is kept
 * beside it, `known` was said before, and `earlier` is older than what is known.
 */
export const statusEffects = ['rejected', 'contradicts', 'noted', 'known', 'earlier'] as const
export type StatusEffect = (typeof statusEffects)[number]

export const effectOn = (
  standing: KnownStatus,
  { status, code }: Pick<ReportedStatus, 'status' | 'code'>,
  madeAt: Date,
): StatusEffect => {
  const { state, bankStatus, bankStatusAt, modifiedAt } = standing
  if (bankStatus !== null && bankStatusAt !== null) {
    if (madeAt < bankStatusAt) return 'earlier'
    // Of two reports of one moment a refusal counts, in whichever order they come.
    if (madeAt.getTime() === bankStatusAt.getTime()) {
      if (status === bankStatus) return 'known'
      if (outcomeOf(bankStatus) === 'refused') return 'earlier'
    }
  }
  const outcome = outcomeOf(status)
  if (outcome === 'unclear') return 'noted'
  if (outcome === 'refused') {
    const isBack = isTakenBack(status, code)
    if (state === 'signed') return isBack ? 'rejected' : 'contradicts'
    return state === 'paid' && isBack ? 'contradicts' : 'noted'
  }
  if (state === 'signed' || state === 'paid') return 'noted'
  // A person has noted since the report was made what became of it.
  return bankStatusAt === null && madeAt < modifiedAt ? 'earlier' : 'contradicts'
}

/** Whether a person has to look at it after that. */
export const needsAttentionAfter = (
  { state, needsAttention }: KnownStatus,
  effect: StatusEffect,
  { status }: { status: string },
): boolean => {
  if (effect === 'rejected' || effect === 'contradicts') return true
  // What is known here and what the bank says is the same again.
  const isOne = (state === 'signed' || state === 'paid') && outcomeOf(status) !== 'unclear'
  return effect === 'noted' && isOne ? false : needsAttention
}
