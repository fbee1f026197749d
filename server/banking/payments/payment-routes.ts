// The endpoints of bank payments.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  readOnly,
  row,
  type Static,
  SumOfAmounts,
  Type,
} from '#http'
import { dayOf, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { ofStorage } from '#storage'
import {
  MAX_NAME_LENGTH,
  type PaymentBody,
  paymentCurrencies,
  paymentStatuses,
  recipientKinds,
  statusAt,
} from './payment.rules.ts'
import {
  createPayment,
  createPayments,
  examinePayment,
  examinePayments,
  listOwnPayments,
  type PaymentRecord,
  readOwnPayment,
} from './payment.ts'
import { acknowledgePayment } from './payment-answers.ts'
import {
  createPaymentFile,
  fetchPaymentFile,
  PAYMENT_FILE_TYPE,
  type PaymentFileRecord,
  pageOfPaymentFiles,
  readPaymentFile,
  whoseOf,
} from './payment-file.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import { downloadReport, MAX_LISTED_REPORTS, reportsOn } from './payment-report.ts'
import {
  BankAnswer,
  KeptStatusReport,
  PaymentReason,
  shownAnswer,
  shownKeptReport,
  shownReason,
} from './status-report-parts.ts'

/** Maximum number of characters in a text, before it is checked against the bank's limits. */
const MAX_TEXT_LENGTH = 200
const MAX_NUMBER_LENGTH = 50
const MAX_NOTE_LENGTH = 500
/** Maximum number of payments created together. */
const MAX_BULK = 100

const optional = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Optional(nullable(Type.String({ maxLength, ...options })))

/** A recipient in requests: one schema for all kinds, so that errors refer to the kind given. */
const RecipientWrite = named(
  'BankPaymentRecipientWrite',
  object(
    {
      kind: Type.Enum([...recipientKinds]),
      recipientName: Type.String({
        maxLength: MAX_TEXT_LENGTH,
        examples: ['Papper AB'],
        description: `At most ${MAX_NAME_LENGTH} characters in the form that banks use`,
      }),
      recipientCity: optional(MAX_TEXT_LENGTH, {
        examples: ['Umeå'],
        description: 'Together with recipientCountry; otherwise that of the supplier with this number',
      }),
      recipientCountry: optional(MAX_NUMBER_LENGTH, { examples: ['SE'], description: 'ISO 3166-1 alpha-2' }),
      bankgiroNumber: optional(MAX_NUMBER_LENGTH, { examples: ['5050-1055'] }),
      plusgiroNumber: optional(MAX_NUMBER_LENGTH, { examples: ['28 65 43-4'] }),
      ocr: optional(MAX_NUMBER_LENGTH, { examples: ['1002377'], description: '2 to 25 digits with a check digit' }),
      message: optional(MAX_TEXT_LENGTH, { description: 'At most 140 characters in the form that banks use' }),
      recipientReference: optional(MAX_TEXT_LENGTH, {
        description: 'At most 140 characters; some banks show their customer no more than the first 12',
      }),
      clearingNumber: optional(MAX_NUMBER_LENGTH, { examples: ['6000'] }),
      accountNumber: optional(MAX_NUMBER_LENGTH, { examples: ['123456789'] }),
      iban: optional(MAX_NUMBER_LENGTH, { examples: ['DE89370400440532013000'] }),
      bic: optional(MAX_NUMBER_LENGTH, { examples: ['COBADEFFXXX'] }),
      currency: Type.Optional(
        nullable(Type.Enum([...paymentCurrencies], { description: 'The currency of the amount; SEK when left out' })),
      ),
    },
    {
      description:
        'A bankgiro has bankgiroNumber and a plusgiro has plusgiroNumber, each with exactly one of ocr and message; a transfer has clearingNumber, accountNumber and optionally recipientReference; an internationalPayment has iban and optionally bic, currency and recipientReference.',
    },
  ),
)

const BankPaymentWrite = named(
  'BankPaymentWrite',
  object({
    id: readOnly(Id),
    status: readOnly(Type.Enum([...paymentStatuses])),
    createdDateTime: readOnly(DateTime),
    modifiedDateTime: readOnly(DateTime),
    amount: {
      ...Amount,
      description: "Above 0, with at most two decimals: kronor, or the recipient's currency",
    },
    paymentDate: { ...DateOnly, examples: ['2099-06-30'], description: 'Today or later' },
    ownNote: optional(MAX_NOTE_LENGTH, { description: 'For the payer; it is not sent to the bank' }),
    recipientRef: RecipientWrite,
    signedBy: readOnly(Type.Array(Type.String())),
    paymentFileRef: readOnly(object({ id: Id })),
    bankAnswer: readOnly(BankAnswer),
    reason: readOnly(PaymentReason),
    needsAttention: readOnly(Type.Boolean()),
  }),
)

const place = { recipientCity: Type.Optional(Type.String()), recipientCountry: Type.Optional(Type.String()) }

const BankgiroRecipient = named(
  'BankgiroRecipient',
  object({
    kind: Type.Literal('bankgiro'),
    recipientName: Type.String(),
    ...place,
    bankgiroNumber: Type.String(),
    ocr: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
  }),
)
const PlusgiroRecipient = named(
  'PlusgiroRecipient',
  object({
    kind: Type.Literal('plusgiro'),
    recipientName: Type.String(),
    ...place,
    plusgiroNumber: Type.String(),
    ocr: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
  }),
)
const InternationalRecipient = named(
  'InternationalRecipient',
  object({
    kind: Type.Literal('internationalPayment'),
    recipientName: Type.String(),
    ...place,
    recipientReference: Type.Optional(Type.String()),
    iban: Type.String(),
    bic: Type.Optional(Type.String()),
    currency: Type.Enum([...paymentCurrencies]),
  }),
)
const TransferRecipient = named(
  'TransferRecipient',
  object({
    kind: Type.Literal('transfer'),
    recipientName: Type.String(),
    ...place,
    recipientReference: Type.Optional(Type.String()),
    clearingNumber: Type.String(),
    accountNumber: Type.String(),
  }),
)

const BankPayment = named(
  'BankPayment',
  object({
    id: Id,
    status: {
      ...Type.Enum([...paymentStatuses]),
      description: 'A signed payment is scheduled until its day comes, and then onTheWay until it is paid',
    },
    createdDateTime: DateTime,
    modifiedDateTime: { ...DateTime, description: 'The coming of its day changes the status, and nothing else' },
    amount: Amount,
    paymentDate: DateOnly,
    ownNote: Type.Optional(Type.String()),
    recipientRef: Type.Union([BankgiroRecipient, PlusgiroRecipient, TransferRecipient, InternationalRecipient]),
    signedBy: Type.Array(Type.String({ examples: ['Karin Ek'] }), {
      description:
        'Who has signed it; where this is not empty and the status is `readyToSign`, it waits for one more signatory',
    }),
    paymentFileRef: Type.Optional(object({ id: Id }, { description: 'The file for the bank that it is in' })),
    bankAnswer: Type.Optional(BankAnswer),
    reason: Type.Optional(PaymentReason),
    needsAttention: Type.Boolean({
      description: 'The bank has refused it, or says something else of it than what is known: a person has to look',
    }),
  }),
)

const PaymentFile = named(
  'PaymentFile',
  object({
    id: Id,
    createdDateTime: DateTime,
    createdBy: Type.String({ description: 'The integration, private token or person', examples: ['Karin Ek'] }),
    numberOfPayments: Type.Integer({ minimum: 1 }),
    currency: Type.Enum([...paymentCurrencies]),
    totalAmount: SumOfAmounts,
    timesFetched: Type.Integer({
      minimum: 0,
      description: 'A file that reaches the bank twice may be paid twice: one that was fetched may be there already',
    }),
    lastFetchedDateTime: Type.Optional(DateTime),
    lastFetchedBy: Type.Optional(Type.String({ examples: ['Karin Ek'] })),
    modifiedDateTime: { ...DateTime, description: 'It changes by being fetched, and in no other way' },
  }),
)

const payments = '/companies/{companyId}/bank-payments'
const tag = 'Bank payments'

const example = {
  amount: 1250.5,
  paymentDate: '2099-06-30',
  ownNote: 'Kontorsmaterial',
  recipientRef: { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' },
}
const otherExample = {
  amount: 400,
  paymentDate: '2099-06-30',
  recipientRef: {
    kind: 'transfer',
    recipientName: 'Karin Ek',
    recipientReference: 'Utlägg juni',
    clearingNumber: '6000',
    accountNumber: '123456789',
  },
}

const makingRows: readonly Row[] = [
  row({
    method: 'POST',
    path: payments,
    operationId: 'createBankPayment',
    tag,
    summary: 'Make a bank payment',
    description:
      'It waits until a signatory of the company signs it. Numbers are checked by their check digits. Names and messages are kept as they are; in the file for the bank they are written with the characters that banks accept. That an equal payment waits already, or is paid and not booked yet, is told as a warning.',
    scope: 'bank-payments:write',
    body: BankPaymentWrite,
    answer: { json: BankPayment },
    tagged: true,
    events: ['bank-payment.created'],
    refusals: [],
    example: { body: example },
    examine: async (call, body) => examinePayment(call, body),
    run: async (call, { body }) => shownTo(call)(await createPayment(call, body as PaymentBody)),
  }),
  row({
    method: 'POST',
    path: `${payments}/bulk`,
    operationId: 'createBankPayments',
    tag,
    summary: 'Make several bank payments',
    description: 'From 1 to 100, all or none of them, answered in the order in which they were given.',
    scope: 'bank-payments:write',
    body: object({ payments: Type.Array(BankPaymentWrite, { minItems: 1, maxItems: MAX_BULK }) }),
    answer: { json: Type.Array(BankPayment) },
    events: ['bank-payment.created'],
    refusals: [],
    example: { body: { payments: [example, otherExample] } },
    examine: async (call, body) => examinePayments(call, body),
    run: async (call, { body }) => (await createPayments(call, body.payments as PaymentBody[])).map(shownTo(call)),
  }),
]

const readingRows: readonly Row[] = [
  row({
    method: 'GET',
    path: payments,
    operationId: 'listBankPayments',
    tag,
    summary: 'List bank payments',
    description:
      'Those that the integration made, newest first. `query` filters on amount, status, isBooked, needsAttention, paymentDate, paymentFileRef.id, createdDateTime and modifiedDateTime. `isBooked==false` finds, of those that are paid, the ones whose transaction is not matched yet; on an account in another currency, those that are not booked on the invoice that they name.',
    scope: 'bank-payments:read-limited',
    query: pageQuery('status==readyToSign&&amount>=1000'),
    answer: { json: pageOf(BankPayment) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listOwnPayments(call, query)
      return { ...page, items: page.items.map(shownTo(call)) }
    },
  }),
  row({
    method: 'GET',
    path: `${payments}/{bankPaymentId}`,
    operationId: 'getBankPayment',
    tag,
    summary: 'Read a bank payment',
    description: 'One that the integration made; others are not found.',
    scope: 'bank-payments:read-limited',
    answer: { json: BankPayment },
    tagged: true,
    refusals: [refusals.paymentNotFound],
    run: async (call, { params }) => shownTo(call)(await readOwnPayment(call, params.bankPaymentId ?? '')),
  }),
  row({
    method: 'POST',
    path: `${payments}/acknowledgements/{bankPaymentId}`,
    operationId: 'acknowledgeBankPayment',
    tag,
    summary: 'Acknowledge what the bank answered',
    description:
      'A payment that the bank has refused, or of which it says something else than what is known, `needsAttention` until then, and stands in the queue. Nothing else changes; of another payment nothing at all.',
    scope: 'bank-payments:write',
    answer: { json: BankPayment },
    tagged: true,
    events: ['bank-payment.acknowledged'],
    refusals: [refusals.paymentNotFound],
    run: async (call, { params }) => shownTo(call)(await acknowledgePayment(call, params.bankPaymentId ?? '')),
  }),
]

const fileRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${payments}/files`,
    operationId: 'createPaymentFile',
    tag,
    summary: 'Make a file for the bank',
    description:
      "Puts the integration's signed payments that are not in a file yet into a new one (ISO 20022 pain.001.001.03), to be uploaded to the bank. A payment is only ever in one file.",
    scope: 'bank-payments:write',
    answer: { json: PaymentFile },
    events: ['payment-file.created', 'bank-payment.sent', 'storage.nearly-full'],
    refusals: [refusals.nothingToSend, refusals.noBankAccount, ...ofStorage],
    run: async (call) => shownFile(await createPaymentFile(call, whoseOf(call))),
  }),
  row({
    method: 'GET',
    path: `${payments}/files`,
    operationId: 'listPaymentFiles',
    tag,
    summary: 'List the files for the bank',
    description:
      'Those that the integration made, newest first. `query` filters on totalAmount, createdDateTime and modifiedDateTime.',
    scope: 'bank-payments:read-limited',
    query: pageQuery('totalAmount>=1000'),
    answer: { json: pageOf(PaymentFile) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await pageOfPaymentFiles(call, query)
      return { ...page, items: page.items.map(shownFile) }
    },
  }),
  row({
    method: 'GET',
    path: `${payments}/files/{paymentFileId}`,
    operationId: 'getPaymentFile',
    tag,
    summary: 'Read what is known of a file for the bank',
    description: 'One that the integration made, with how often it was fetched.',
    scope: 'bank-payments:read-limited',
    answer: { json: PaymentFile },
    tagged: true,
    refusals: [refusals.paymentFileNotFound],
    run: async (call, { params }) => shownFile(await readPaymentFile(call, params.paymentFileId ?? '', whoseOf(call))),
  }),
  row({
    method: 'GET',
    path: `${payments}/files/{paymentFileId}/download`,
    operationId: 'downloadPaymentFile',
    tag,
    summary: 'Download a file for the bank',
    description:
      'A file that the integration made, the same bytes each time. Who has fetched it is noted: look at `timesFetched` before it is sent to the bank again.',
    scope: 'bank-payments:read-limited',
    answer: { file: PAYMENT_FILE_TYPE },
    leavesTrace: true,
    events: ['payment-file.fetched'],
    refusals: [refusals.paymentFileNotFound],
    run: (call, { params }) => fetchPaymentFile(call, params.paymentFileId ?? '', whoseOf(call)),
  }),
  row({
    method: 'GET',
    path: `${payments}/files/{paymentFileId}/status-reports`,
    operationId: 'getPaymentStatusReports',
    tag,
    summary: 'Read which status reports there are on a file for the bank',
    description: `What the bank answered to a file that the integration made, those last that the bank made last, at most ${MAX_LISTED_REPORTS}.`,
    scope: 'bank-payments:read-limited',
    answer: { json: Type.Array(KeptStatusReport, { maxItems: MAX_LISTED_REPORTS }) },
    refusals: [refusals.paymentFileNotFound],
    snapshot: true,
    run: async (call, { params }) => (await reportsOn(call, params.paymentFileId ?? '')).map(shownKeptReport),
  }),
  row({
    method: 'GET',
    path: `${payments}/files/{paymentFileId}/status-reports/{statusReportId}/download`,
    operationId: 'downloadPaymentStatusReport',
    tag,
    summary: 'Download a status report on a file for the bank',
    description: 'The exact bytes that were imported.',
    scope: 'bank-payments:read-limited',
    answer: { file: PAYMENT_FILE_TYPE },
    refusals: [refusals.paymentFileNotFound, refusals.paymentReportNotFound],
    run: (call, { params }) => downloadReport(call, params.paymentFileId ?? '', params.statusReportId ?? ''),
  }),
]

export const bankPaymentRows: readonly Row[] = [...makingRows, ...readingRows, ...fileRows]

/** A payment as the API shows it. */
const shownTo =
  ({ now }: { now: Date }) =>
  ({
    id,
    state,
    createdAt,
    modifiedAt,
    amountOre,
    paymentDate,
    ownNote,
    recipient,
    signers,
    paymentFileId,
    needsAttention,
    ...answer
  }: PaymentRecord): Static<typeof BankPayment> => ({
    id,
    status: statusAt(state, paymentDate, dayOf(now)),
    createdDateTime: momentText(createdAt),
    modifiedDateTime: momentText(modifiedAt),
    amount: numberFromOre(amountOre),
    paymentDate,
    ...(ownNote === null ? {} : { ownNote }),
    recipientRef: recipient,
    signedBy: [...signers],
    ...(paymentFileId === null ? {} : { paymentFileRef: { id: paymentFileId } }),
    ...shownAnswer(answer),
    ...shownReason({ code: answer.reasonCode, words: answer.reason }),
    needsAttention,
  })

const shownFile = (file: PaymentFileRecord): Static<typeof PaymentFile> => ({
  id: file.id,
  createdDateTime: momentText(file.createdAt),
  createdBy: file.createdByName,
  numberOfPayments: file.payments,
  currency: file.currency,
  totalAmount: numberFromOre(file.totalOre),
  timesFetched: file.timesFetched,
  ...(file.lastFetchedAt && { lastFetchedDateTime: momentText(file.lastFetchedAt) }),
  ...(file.lastFetchedByName !== null && { lastFetchedBy: file.lastFetchedByName }),
  modifiedDateTime: momentText(file.lastFetchedAt ?? file.createdAt),
})
