// The endpoints of pay runs and payslips, and of the settings of payroll.
import {
  type CompanyRowCall,
  DateTime,
  named,
  nullable,
  object,
  pageQuery,
  partRows,
  type Row,
  readOnly,
  resourceRows,
  row,
  Type,
} from '#http'
import { ledgerContribution } from '#ledger'
import { momentText } from '#platform/day'
import type { RefusalKind } from '#platform/refusal'
import { type PayAccountKey, payAccountKeys, payAccountNames } from '#rule/payroll/pay-types'
import { listPayslips, readPayslip } from './payslip.ts'
import { downloadPayslip } from './payslip-paper.ts'
import {
  createRun,
  deleteRun,
  holdRun,
  listRuns,
  type RunRecord,
  readRun,
  recomputeRun,
  updateRun,
  wrongInRun,
} from './run.ts'
import { payRun, payWays } from './run-payment.ts'
import { runRefusals as refusals } from './run-refusals.ts'
import { PayRun, PayRunWrite, Payslip, shownPayslip, shownRun } from './run-shapes.ts'
import { approveRun, bookRun, reviewRun, takeBackRun } from './run-steps.ts'
import { type PayrollSettings, putSettings, readSettings, wrongInSettings } from './settings.ts'

const tag = 'Payroll'
const path = '/companies/{companyId}/pay-runs'
const example = { name: 'Maj 2026', payDate: '2026-05-25', from: '2026-05-01', to: '2026-05-31' }
const computes = [refusals.noTables, refusals.unreadableNumber]

const { create, list, read, replace, remove } = resourceRows({
  tag,
  scope: 'payroll',
  path,
  idName: 'payRunId',
  answer: PayRun,
  shown: shownRun,
  notFound: refusals.runNotFound,
})

type Step = {
  word: string
  operationId: string
  summary: string
  description: string
  events: NonNullable<Row['events']>
  refusals: readonly RefusalKind[]
  run: (call: CompanyRowCall, id: string) => Promise<RunRecord>
}

/** A `POST` to the run and a word, without a body. */
const step = ({ word, run, ...told }: Step): Row =>
  row({
    ...told,
    method: 'POST',
    path: `${path}/{payRunId}/${word}`,
    tag,
    scope: 'payroll:write',
    answer: { json: PayRun },
    tagged: true,
    refusals: [refusals.runNotFound, refusals.wrongState, ...told.refusals],
    run: (call, { params }) => run(call, params.payRunId ?? '').then(shownRun),
  })

const payslips = partRows({
  tag,
  path: `${path}/{payRunId}/payslips`,
  ids: ['payRunId', 'payslipId'],
  notFound: [refusals.runNotFound, refusals.payslipNotFound],
  scope: 'payroll',
  answer: Payslip,
})

const Accounts = object(
  Object.fromEntries(
    payAccountKeys.map((key) => [
      key,
      Type.Optional(Type.Integer({ minimum: 1000, maximum: 99_999_999, description: payAccountNames[key].en })),
    ]),
  ) as Record<PayAccountKey, ReturnType<typeof Type.Optional<ReturnType<typeof Type.Integer>>>>,
)
const Settings = named(
  'PayrollSettings',
  object({
    needsTwo: Type.Boolean({ description: 'Whether a run is approved by another person than the one who reviewed it' }),
    accounts: Type.Optional({ ...Accounts, description: 'The usual ones are those of BAS 2026' }),
    modifiedDateTime: readOnly(nullable(DateTime)),
  }),
)
const settingsPath = '/companies/{companyId}/payroll-settings'

const shownSettings = ({ needsTwo, accounts, modifiedAt }: PayrollSettings) => ({
  needsTwo,
  accounts,
  modifiedDateTime: modifiedAt && momentText(modifiedAt),
})

const settingsRows: readonly Row[] = [
  row({
    method: 'GET',
    path: settingsPath,
    operationId: 'getPayrollSettings',
    tag,
    summary: 'Read the settings of payroll',
    description: 'The accounts that pay is booked on, and whether two people approve a run.',
    scope: 'payroll:read',
    answer: { json: Settings },
    tagged: true,
    refusals: [],
    run: (call) => readSettings(call).then(shownSettings),
  }),
  row({
    method: 'PUT',
    path: settingsPath,
    operationId: 'putPayrollSettings',
    tag,
    summary: 'Change the settings of payroll',
    description:
      'Accounts that are left out are the usual ones. An account that the chart lacks is added when it is used.',
    scope: 'payroll:write',
    body: Settings,
    answer: { json: Settings },
    tagged: true,
    current: (call) => readSettings(call).then(shownSettings),
    events: ['payroll-settings.changed'],
    refusals: [],
    example: { body: { needsTwo: true, accounts: { netPay: 2821 } } },
    examine: wrongInSettings,
    run: (call, { body }) => putSettings(call, body).then(shownSettings),
  }),
]

export const payRunRows: readonly Row[] = [
  ...settingsRows,
  create({
    operationId: 'createPayRun',
    summary: 'Add a pay run',
    description:
      'A draft for a day of payment: fixed pay of the period, or the share of it that each employment has and no other run has paid, and all pay items up to its end. It is computed at once.',
    body: PayRunWrite,
    events: ['pay-run.created'],
    refusals: computes,
    example: { body: example },
    examine: wrongInRun,
    run: createRun,
  }),
  list({
    operationId: 'listPayRuns',
    summary: 'List pay runs',
    description: 'Newest first, with their sums. `query` filters on payDate, state and modifiedDateTime.',
    query: pageQuery('payDate>=2026-01-01'),
    run: listRuns,
  }),
  read({
    operationId: 'getPayRun',
    summary: 'Read a pay run',
    description: 'Its state and sums. What each person gets is on the payslips.',
    run: readRun,
  }),
  replace({
    operationId: 'updatePayRun',
    summary: 'Change a pay run',
    description: 'Only a draft, which is computed again.',
    body: PayRunWrite,
    example: { body: { ...example, payDate: '2026-05-22' } },
    examine: wrongInRun,
    events: ['pay-run.changed'],
    refusals: [refusals.wrongState, ...computes],
    hold: holdRun,
    run: updateRun,
  }),
  remove({
    operationId: 'deletePayRun',
    summary: 'Remove a pay run',
    description: 'Only a draft. Its items go to the next run.',
    events: ['pay-run.deleted'],
    refusals: [refusals.wrongState],
    hold: holdRun,
    run: deleteRun,
  }),
  step({
    word: 'compute',
    operationId: 'computePayRun',
    summary: 'Compute a draft again',
    description: 'After a change of employees, employments, items or other runs of the month.',
    events: ['pay-run.changed'],
    refusals: computes,
    run: recomputeRun,
  }),
  step({
    word: 'review',
    operationId: 'reviewPayRun',
    summary: 'Review a pay run',
    description: 'Computes a draft a last time and says that it is right.',
    events: ['pay-run.reviewed'],
    refusals: [refusals.empty, refusals.belowZero, ...computes],
    run: reviewRun,
  }),
  step({
    word: 'approve',
    operationId: 'approvePayRun',
    summary: 'Approve a pay run',
    description:
      'A reviewed run, which must still come out as it was reviewed. By another person than the one who reviewed it where the settings say so.',
    events: ['pay-run.approved'],
    refusals: [refusals.onlyPeople, refusals.samePerson, refusals.outdated, ...computes],
    run: approveRun,
  }),
  step({
    word: 'book',
    operationId: 'bookPayRun',
    summary: 'Book a pay run',
    description:
      'One entry on the day of payment, by the accounts of the settings and with the tags of the employments.',
    events: ['pay-run.booked', 'journal-entry.booked', 'account.created'],
    refusals: [refusals.notInKronor, ledgerContribution.refusals.documentNotBookable],
    run: bookRun,
  }),
  row({
    method: 'POST',
    path: `${path}/{payRunId}/pay`,
    operationId: 'payPayRun',
    tag,
    summary: 'Pay a pay run',
    description:
      'With `bankPayments` each person gets a payment, which people sign and send to the bank as salaries; `outside` notes that it was paid in another way. A paid run is corrected by items of the next one.',
    scope: 'payroll:write',
    body: object({ way: Type.Enum([...payWays]) }),
    answer: { json: PayRun },
    tagged: true,
    events: ['pay-run.paid', 'bank-payment.created'],
    refusals: [refusals.runNotFound, refusals.wrongState, refusals.withoutAccount],
    example: { body: { way: 'bankPayments' } },
    run: (call, { params, body }) => payRun(call, params.payRunId ?? '', body.way).then(shownRun),
  }),
  step({
    word: 'take-back',
    operationId: 'takeBackPayRun',
    summary: 'Take a pay run back',
    description: 'Makes a draft of it again, until it is paid. The entry of a booked run is reversed.',
    events: ['pay-run.taken-back', 'journal-entry.reversed', 'journal-entry.booked'],
    refusals: [
      ledgerContribution.refusals.reversedInConsole,
      ledgerContribution.refusals.reversedInClosedYear,
      ledgerContribution.refusals.reversedLocked,
    ],
    run: takeBackRun,
  }),
  payslips.list({
    operationId: 'listPayslips',
    summary: 'List the payslips of a pay run',
    description: 'Newest first. `query` filters on employeeRef.id and net.',
    query: pageQuery('net>=0'),
    run: async (call, runId, request) => {
      const page = await listPayslips(call, runId, request)
      return { ...page, items: page.items.map(shownPayslip) }
    },
  }),
  payslips.read({
    operationId: 'getPayslip',
    summary: 'Read a payslip',
    description:
      'What a person gets in a run: each line, how the tax came about, what changed since the payslip before, and the sums of the year.',
    run: (call, runId, id) => readPayslip(call, runId, id).then(shownPayslip),
  }),
  row({
    method: 'GET',
    path: `${path}/{payRunId}/payslips/{payslipId}/pdf`,
    operationId: 'downloadPayslip',
    tag,
    summary: 'Download a payslip',
    description:
      'The PDF that the employee gets, in the language of `Accept-Language`. One of a run that is not approved is marked as a draft.',
    scope: 'payroll:read',
    answer: { file: 'application/pdf' },
    refusals: [refusals.runNotFound, refusals.payslipNotFound],
    run: (call, { params, language }) =>
      downloadPayslip(call, { runId: params.payRunId ?? '', id: params.payslipId ?? '', language }),
  }),
]
