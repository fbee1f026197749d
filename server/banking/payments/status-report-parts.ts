// How a status report on payments is shown: what the bank answered, and what came of it.
import { Amount, DateTime, Id, named, object, type Static, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { currencyOf, paymentCurrencies } from './payment.rules.ts'
import type { PaymentRecord } from './payment.ts'
import type { ReportTakenIn } from './payment-answers.ts'
import type { PaymentReportRecord } from './payment-report.ts'
import { outcomeOf, statusEffects, statusOutcomes } from './payment-status.rules.ts'
import { reasonWords } from './status-reasons.ts'

/** The scope with which a caller reads single payments. */
const READ_PAYMENTS = 'bank-payments:read-limited'
/** Maximum number of names that are told of what is not in the file. */
const MAX_UNKNOWN = 100

const Outcome = Type.Enum([...statusOutcomes], {
  description:
    'accepted: the bank makes it, or has made it; waiting: received and not judged yet; refused: no money moves; unclear: the status is not known, and changes nothing',
})

const Status = Type.String({ examples: ['RJCT'], description: 'ISO 20022 payment status, as the bank says it' })

export const PaymentReason = object({
  code: Type.Optional(Type.String({ examples: ['AC04'], description: 'ISO 20022, or a code of the bank' })),
  swedish: Type.Optional(Type.String({ examples: ['Kontot är avslutat'], description: 'Of a code that is known' })),
  english: Type.Optional(Type.String({ examples: ['The account is closed'] })),
  words: Type.Optional(
    Type.String({ examples: ['Mottagarkontot finns inte'], description: 'Those of the bank, or of who noted it' }),
  ),
})

export const BankAnswer = object(
  {
    status: Status,
    outcome: Outcome,
    dateTime: { ...DateTime, description: 'When the bank said so' },
    statusReportRef: Type.Optional(
      object({ id: Id }, { description: 'The report in which it said so, among those on the file of the payment' }),
    ),
  },
  { description: 'What the newest status report says of it' },
)

export const PaymentStatusReport = object(
  {
    reference: Type.String({ description: "The bank's own reference for the report", examples: ['PSR-2026-0610'] }),
    reportDateTime: { ...DateTime, description: 'When the bank made the report' },
    statusReportRef: object({ id: Id }, { description: 'The report as it is kept, among those on that file' }),
    paymentFileRef: object({ id: Id }, { description: 'The file of payments that it is about' }),
    accepted: Type.Integer({ minimum: 0, description: 'How many payments it says are accepted' }),
    waiting: Type.Integer({ minimum: 0 }),
    refused: Type.Integer({ minimum: 0 }),
    unclear: Type.Integer({ minimum: 0 }),
    contradictory: Type.Integer({
      minimum: 0,
      description: 'Of all these, how many it says something else of than what is known here: a person has to look',
    }),
    unknown: Type.Integer({
      minimum: 0,
      description: 'How many payments or batches it names that are not in the file',
    }),
    payments: Type.Array(
      object({
        bankPaymentRef: object({ id: Id }),
        recipientName: Type.String({ examples: ['Papper AB'] }),
        amount: Amount,
        currency: Type.Enum([...paymentCurrencies]),
        status: Status,
        outcome: Outcome,
        reason: Type.Optional(PaymentReason),
        effect: Type.Enum([...statusEffects], {
          description:
            'rejected: it is taken back; contradicts: a person has to look; noted: kept beside it; known: said before; earlier: older than what is known, and without effect',
        }),
      }),
      { description: 'What it says of each, of the payments that the caller may read' },
    ),
    unknownPayments: Type.Array(object({ name: Type.String(), status: Type.Optional(Status) }), {
      description: 'As the report names them, at most 100',
    }),
  },
  { description: 'What a status report (pain.002) says of the payments in a file for the bank' },
)

type Reasoned = { code: string | null; words: string | null }

/** Nothing where no reason is given. */
export const shownReason = ({ code, words }: Reasoned): { reason?: Static<typeof PaymentReason> } => {
  if (code === null && words === null) return {}
  const known = reasonWords(code)
  return {
    reason: {
      ...(code === null ? {} : { code }),
      ...(known ? { swedish: known.sv, english: known.en } : {}),
      ...(words === null ? {} : { words }),
    },
  }
}

export const shownAnswer = ({
  bankStatus: status,
  bankStatusAt: at,
  bankReportId,
}: Pick<PaymentRecord, 'bankStatus' | 'bankStatusAt' | 'bankReportId'>): { bankAnswer?: Static<typeof BankAnswer> } => {
  if (status === null || at === null) return {}
  const report = bankReportId === null ? {} : { statusReportRef: { id: bankReportId } }
  return { bankAnswer: { status, outcome: outcomeOf(status), dateTime: momentText(at), ...report } }
}

export const KeptStatusReport = named(
  'KeptStatusReport',
  object(
    {
      id: Id,
      reference: Type.String({ description: "The bank's own reference for the report", examples: ['PSR-2026-0610'] }),
      reportDateTime: { ...DateTime, description: 'When the bank made the report' },
      fileName: Type.String({ examples: ['aterrapport.xml'] }),
      importedDateTime: DateTime,
    },
    { description: 'A status report (pain.002) that was imported, and is kept as it came' },
  ),
)

export const shownKeptReport = (report: PaymentReportRecord): Static<typeof KeptStatusReport> => ({
  id: report.id,
  reference: report.reference,
  reportDateTime: momentText(report.madeAt),
  fileName: report.fileName,
  importedDateTime: momentText(report.importedAt),
})

export const shownReport = (
  { scopes }: CompanyCall & { scopes: ReadonlySet<string> },
  { report, reportId, paymentFileId, answered, of, unknown }: ReportTakenIn,
): Static<typeof PaymentStatusReport> => ({
  reference: report.reference,
  reportDateTime: momentText(report.madeAt),
  statusReportRef: { id: reportId },
  paymentFileRef: { id: paymentFileId },
  accepted: of({ outcome: 'accepted' }),
  waiting: of({ outcome: 'waiting' }),
  refused: of({ outcome: 'refused' }),
  unclear: of({ outcome: 'unclear' }),
  contradictory: of({ effect: 'contradicts' }),
  unknown: unknown.length,
  payments: (scopes.has(READ_PAYMENTS) ? answered : []).map(({ payment, status, outcome, effect, ...reason }) => ({
    bankPaymentRef: { id: payment.id },
    recipientName: payment.recipient.recipientName,
    amount: numberFromOre(payment.amountOre),
    currency: currencyOf(payment.recipient),
    status,
    outcome,
    ...shownReason(reason),
    effect,
  })),
  unknownPayments: unknown.slice(0, MAX_UNKNOWN).map(({ name, status }) => ({
    name,
    ...(status === null ? {} : { status }),
  })),
})
