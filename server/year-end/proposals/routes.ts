// The endpoints of the proposals of a year-end.
import { type Row, row } from '#http'
import { ledgerContribution } from '#ledger'
import type { Inputs } from './inputs.rules.ts'
import { changeInputs, inputsOf } from './inputs.ts'
import { proposalOf, proposalsOf, reverseProposal, takeProposal, taxComputationOf } from './proposal.ts'
import { proposalRefusals as refusals } from './refusals.ts'
import {
  ProposalInputs,
  ProposalInputsChange,
  ProposalList,
  ProposalShape,
  shownInputs,
  shownProposal,
  shownTax,
  TaxComputationShape,
} from './shapes.ts'

const year = '/companies/{companyId}/fiscal-years/{fiscalYearId}'
const all = `${year}/proposals`
const one = `${all}/{proposal}`
const tag = 'Year-end'
const { fiscalYearNotFound, documentNotBookable, reversedInClosedYear, reversedInConsole, reversedLocked } =
  ledgerContribution.refusals

const askedIn = ({ fiscalYearId = '', proposal: kind = '' }: Readonly<Record<string, string>>) => ({
  fiscalYearId,
  kind,
})

export const proposalRows: readonly Row[] = [
  row({
    method: 'GET',
    path: all,
    tag,
    operationId: 'getYearEndProposals',
    summary: 'Read the proposals of a year-end',
    description:
      'What is booked at the end of the year besides its events: stock, doubtful claims, holiday debt, special payroll tax, depreciation beyond plan, tax allocation reserve and tax, and after it the meeting’s decision on the result; in the order in which they are taken. Each has its working, with the act that each row follows, and the entry that the books lack. Books nothing.',
    scope: 'reports:read',
    answer: { json: ProposalList },
    snapshot: true,
    refusals: [refusals.inKronor, fiscalYearNotFound],
    run: async (call, { params, language }) => {
      const found = await proposalsOf(call, params.fiscalYearId ?? '')
      return { items: found.map((proposal) => shownProposal(proposal, language)) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    tag,
    operationId: 'getYearEndProposal',
    summary: 'Read a proposal of a year-end',
    description: 'One of them, by its kind.',
    scope: 'reports:read',
    answer: { json: ProposalShape },
    snapshot: true,
    refusals: [refusals.inKronor, fiscalYearNotFound, refusals.noSuchProposal],
    run: async (call, { params, language }) => shownProposal(await proposalOf(call, askedIn(params)), language),
  }),
  row({
    method: 'POST',
    path: `${one}/take`,
    tag,
    operationId: 'takeYearEndProposal',
    summary: 'Take a proposal of a year-end',
    description:
      'Books what it comes to on its day; if it was taken before and the books have moved since, the difference. Accounts that the chart lacks are added. Refused, with nothing booked, while others that it depends on are proposed (`waitsFor`), where something is missing, and where the books have it already.',
    scope: 'journal-entries:write',
    answer: { json: ProposalShape },
    events: ['year-end-proposal.taken', 'journal-entry.booked', 'account.created'],
    refusals: [
      refusals.inKronor,
      fiscalYearNotFound,
      documentNotBookable,
      refusals.noSuchProposal,
      refusals.proposalNotApplicable,
      refusals.proposalDeclined,
      refusals.proposalNothing,
      refusals.proposalWaits,
    ],
    run: async (call, { params, language }) => shownProposal(await takeProposal(call, askedIn(params)), language),
  }),
  row({
    method: 'POST',
    path: `${one}/reverse`,
    tag,
    operationId: 'reverseYearEndProposal',
    summary: 'Reverse what was taken of a proposal',
    description:
      'Reverses all entries of it that stand, so that it is proposed again. Programs cannot reverse what people have taken.',
    scope: 'journal-entries:write',
    answer: { json: ProposalShape },
    events: ['year-end-proposal.reversed', 'journal-entry.booked', 'journal-entry.reversed'],
    refusals: [
      refusals.inKronor,
      fiscalYearNotFound,
      documentNotBookable,
      reversedInClosedYear,
      reversedInConsole,
      reversedLocked,
      refusals.noSuchProposal,
      refusals.proposalNotTaken,
    ],
    run: async (call, { params, language }) => shownProposal(await reverseProposal(call, askedIn(params)), language),
  }),
  row({
    method: 'GET',
    path: `${year}/proposal-inputs`,
    tag,
    operationId: 'getYearEndProposalInputs',
    summary: 'Read what is given for the proposals of a year-end',
    description: 'Lists, amounts and choices that the books do not tell. They belong to the fiscal year.',
    scope: 'journal-entries:read',
    answer: { json: ProposalInputs },
    tagged: true,
    refusals: [fiscalYearNotFound],
    run: async (call, { params }) => shownInputs(await inputsOf(call, params.fiscalYearId ?? '')),
  }),
  row({
    method: 'PATCH',
    path: `${year}/proposal-inputs`,
    tag,
    operationId: 'changeYearEndProposalInputs',
    summary: 'Change what is given for the proposals of a year-end',
    description:
      'A section that is given replaces that section, null removes it, and one that is left out stays. What was taken does not change: its proposal shows the difference.',
    scope: 'journal-entries:write',
    body: ProposalInputsChange,
    answer: { json: ProposalInputs },
    tagged: true,
    events: ['year-end-proposal.changed'],
    refusals: [fiscalYearNotFound],
    current: async (call, { params }) => shownInputs(await inputsOf(call, params.fiscalYearId ?? '', { lock: true })),
    example: {
      body: {
        stock: { valuation: 'blanket', items: [{ name: 'Stol, ek', account: 1460, quantity: 12, cost: 450 }] },
        reserve: { allocation: 20000, reversals: [] },
      },
    },
    run: async (call, { params, body }) => {
      // The schema has validated the sections.
      const changes = body as Inputs
      return shownInputs(await changeInputs(call, { fiscalYearId: params.fiscalYearId ?? '', changes }))
    },
  }),
  row({
    method: 'GET',
    path: `${year}/tax-computation`,
    tag,
    operationId: 'getTaxComputation',
    summary: 'Read the tax computation of a fiscal year',
    description:
      'From the result before tax to the taxable result and the tax, by the lines of the tax return (INK2S), as the books stand. Limited companies and cooperatives have one.',
    scope: 'reports:read',
    answer: { json: TaxComputationShape },
    snapshot: true,
    refusals: [refusals.inKronor, fiscalYearNotFound, refusals.noTaxComputation],
    sheet: async (call, { params, language }) => {
      const { period, steps } = await taxComputationOf(call, params.fiscalYearId ?? '')
      const isSwedish = language === 'sv'
      return {
        title: isSwedish ? 'Skatteberäkning' : 'Tax computation',
        period,
        knownAt: null,
        columns: [
          { key: 'label', title: isSwedish ? 'Rad' : 'Row', holds: 'text' },
          { key: 'amount', title: isSwedish ? 'Belopp' : 'Amount', holds: 'amount' },
          { key: 'source', title: isSwedish ? 'Lagrum' : 'Act', holds: 'text' },
        ],
        rows: steps.map(({ label, ore, percent, source, isSum }) => ({
          kind: isSum ? 'total' : 'line',
          cells: [percent === null ? label[language] : `${label[language]} (${percent} %)`, ore, source],
        })),
      }
    },
    run: async (call, { params, language }) =>
      shownTax(await taxComputationOf(call, params.fiscalYearId ?? ''), language),
  }),
]
