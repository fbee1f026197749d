// The endpoints of proposals. They run the endpoints of other rooms, which they are given.
import {
  Answered,
  type CompanyRowCall,
  DateOnly,
  DateTime,
  Effects,
  Id,
  type InnerWrites,
  innerRefusals,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  reasonProperties,
  resourceRows,
  row,
  Type,
} from '#http'
import { MAX_AMOUNT } from '#platform/money'
import { limitsOf, putLimits, shownLimits } from './limits.ts'
import { getProposal, type KeptProposal, listProposals, proposalStates } from './proposal.ts'
import { stagedRefusals as refusals } from './refusals.ts'
import { returnProposal, stagingOf, withdrawProposal } from './staging.ts'

const path = '/companies/{companyId}/proposals'
const one = `${path}/{proposalId}`
const limits = '/companies/{companyId}/proposal-limits'
const tag = 'Proposals'

/** Most properties in the body of a proposed write: no endpoint accepts as many. */
const MAX_PROPERTIES = 200
const MAX_WORDS = 1000
const MAX_REVISION = 1_000_000
const MAX_ACCOUNTS = 100

const By = object({
  kind: Type.Enum(['token', 'integration', 'user', 'operator']),
  id: Id,
  name: Type.String({ examples: ['Kvittohjälpen'] }),
})

const Body = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: MAX_PROPERTIES,
  description: 'The body as the endpoint takes it',
})

const method = Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE'])
const pathBelow = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^/[^\\s{}]+$',
  examples: ['/journal-entries'],
  description: 'The path below the company, as in a bulk',
})
const purpose = Type.String({
  minLength: 1,
  maxLength: MAX_WORDS,
  examples: ['Kvitto på bensin, betalat med företagets kort'],
  description: 'Why it should be done, for the person who decides',
})
const reference = Type.String({
  minLength: 1,
  maxLength: 100,
  examples: ['kvitto-118'],
  description: 'What tells it from a proposal that is otherwise equal',
})

const Ref = object({ id: Id }, { description: 'The document that it rests on' })

/** What the service says of a proposal. */
const told = {
  state: Type.Enum([...proposalStates], {
    description:
      'waiting: for a person; approved: it was done; returned: sent back with `words`; withdrawn: by its proposer or a person; outdated: it can no longer be done, and `reason` says why',
  }),
  revision: Type.Integer({ examples: [1], description: 'Which trial it shows; an approval names it' }),
  operation: Type.String({ examples: ['createJournalEntry'], description: 'The name of the operation' }),
  effects: nullable(Effects),
  warnings: Type.Array(Type.String(), { description: 'What is doubtful about it, as the endpoint would warn' }),
  vatPeriods: Type.Array(object({ startDate: DateOnly, endDate: DateOnly, dueDate: nullable(DateOnly) }), {
    description: 'The VAT periods of its entries, and when their returns are due, where any box changes',
  }),
  ...reasonProperties('proposals.books-moved', {
    description: 'Why it waits anew, or is outdated',
    examples: ['The books have moved on: what it would do now is not what was shown'],
  }),
  words: nullable(Type.String({ examples: ['Kvittot är privat'], description: 'Why it was sent back' })),
  resultId: nullable(Type.String({ description: 'The id of what was made or changed' })),
  isLetThrough: Type.Boolean({ description: 'Whether the limits of the company let it through without a person' }),
  proposedBy: By,
  decidedBy: nullable(By),
  decidedDateTime: nullable(DateTime),
  createdDateTime: DateTime,
}

/** Requests may repeat it. */
const repeated = Object.fromEntries(Object.entries(told).map(([name, schema]) => [name, readOnly(schema)]))

const ProposalWrite = named(
  'ProposalWrite',
  object({
    id: readOnly(Id),
    method,
    path: pathBelow,
    body: Type.Optional(nullable(Body)),
    purpose,
    reference: Type.Optional(nullable(reference)),
    uploadRef: Type.Optional(nullable(Ref)),
    ...(repeated as object),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const Proposal = named(
  'Proposal',
  object({
    id: Id,
    method,
    path: pathBelow,
    body: nullable(Body),
    purpose,
    reference: nullable(reference),
    uploadRef: nullable(Ref),
    ...told,
    modifiedDateTime: DateTime,
  }),
)

const Amount = (description: string) =>
  nullable(Type.Number({ minimum: 0.01, maximum: MAX_AMOUNT, multipleOf: 0.01, examples: [1000], description }))

const Limits = named(
  'ProposalLimits',
  object({
    drafts: Type.Boolean({
      description: 'Whether drafts of invoices and credit notes are made and changed at once',
    }),
    entryAmount: Amount('Kronor: the most that an entry may have in debit to be booked at once; null: none is'),
    dayAmount: Amount('Kronor: the most that all entries booked at once during a day may have in debit'),
    accounts: Type.Array(Type.Integer({ minimum: 1000, maximum: 99_999_999, examples: [5410] }), {
      maxItems: MAX_ACCOUNTS,
      description: 'The only accounts that an entry booked at once may have',
    }),
  }),
)

const shown = ({ etag: _etag, ownerId: _ownerId, isErased: _isErased, ...answer }: KeptProposal) => answer

const Revision = named(
  'ProposalApproval',
  object({
    revision: Type.Integer({
      minimum: 1,
      maximum: MAX_REVISION,
      examples: [1],
      description: 'The revision that was looked at',
    }),
  }),
)
const Words = named(
  'ProposalReturn',
  object({ words: Type.String({ minLength: 1, maxLength: MAX_WORDS, examples: ['Kvittot är privat'] }) }),
)

const idOf = ({ proposalId = '' }: Readonly<Record<string, string>>): string => proposalId

/** What every row about one proposal has. */
const ofOne = { tag, answer: { json: Proposal }, tagged: true } as const
const changing = [refusals.noProposal, refusals.notWaiting] as const
const trying = [...innerRefusals, refusals.triedAmongOthers, refusals.contentErased] as const

/** The endpoints of proposals of these writes. */
export const proposalRows = (writes: InnerWrites): readonly Row[] => {
  const staging = stagingOf(writes)
  const { list, read } = resourceRows({
    tag,
    scope: 'proposals',
    path,
    idName: 'proposalId',
    answer: Proposal,
    shown,
    notFound: refusals.noProposal,
  })
  return [
    row({
      ...ofOne,
      method: 'POST',
      path,
      operationId: 'proposeWrite',
      scope: 'proposals:write',
      summary: 'Propose a write',
      description:
        'Any write of the company that can be tried, except file uploads; many at once as an `atomic` bulk (`/bulk`) of at most 100 operations, which is approved whole or not at all. It is tried and undone, and kept with what it did until a person approves it. A write that is refused is not kept: the answer is its refusal. It needs the scope to read what is changed, not to write it. An equal proposal that was not withdrawn is answered instead of a new one, with 200. What the limits of the company let through is done at once.',
      body: ProposalWrite,
      answer: { json: Proposal, makes: true },
      events: ['proposal.created', 'proposal.let-through', 'journal-entry.booked'],
      refusals: [...innerRefusals, refusals.triedAmongOthers, refusals.tooManyWaiting],
      example: {
        body: {
          method: 'POST',
          path: '/journal-entries',
          body: {
            title: 'Bensin',
            date: '2026-03-31',
            items: [
              { account: 5611, debit: 400 },
              { account: 2641, debit: 100 },
              { account: 1930, credit: 500 },
            ],
          },
          purpose: 'Kvitto på bensin, betalat med företagets kort',
          reference: 'kvitto-118',
        },
      },
      run: async (call, { body, language }) => {
        const { body: given, reference: own, uploadRef, ...asked } = body
        const more = { body: given ?? undefined, reference: own ?? undefined, uploadRef: uploadRef ?? undefined }
        const { kept, isNew } = await staging.propose(call, { ...asked, ...more }, language)
        return new Answered(shown(kept), { status: isNew ? 201 : 200 })
      },
    }),
    list({
      operationId: 'listProposals',
      summary: 'List proposals',
      description:
        'Newest first. Programs see their own, people all. `query` filters on state, operation, uploadId, proposedById and modifiedDateTime.',
      query: pageQuery('state==waiting'),
      run: listProposals,
    }),
    read({
      operationId: 'getProposal',
      summary: 'Read a proposal',
      description: 'With what it would do, in kronor. A program reads its own only.',
      run: getProposal,
    }),
    row({
      ...ofOne,
      method: 'POST',
      path: `${one}/approve`,
      operationId: 'approveProposal',
      by: 'people',
      scope: 'proposals:decide',
      summary: 'Approve a proposal',
      description:
        'Only people approve, with the rights that the write itself needs. It is done as that person, if it does exactly what was shown at this revision: the answer has the state `approved`. If it would do something else by now, nothing is done: it has the state `waiting`, its next revision, what it would do now, and `reason`. If it is refused, it is `outdated`. To approve many, send each as an operation of an independent bulk.',
      body: Revision,
      events: ['proposal.approved', 'proposal.changed', 'proposal.outdated', 'journal-entry.booked'],
      refusals: [...changing, ...trying, refusals.otherRevision],
      example: { body: { revision: 1 } },
      run: (call, { params, body, language }) =>
        staging.approve(call, idOf(params), body.revision, language).then(shown),
    }),
    row({
      ...ofOne,
      method: 'POST',
      path: `${one}/try`,
      operationId: 'tryProposal',
      scope: 'proposals:write',
      summary: 'Try a proposal again',
      description:
        'Of one that waits or is outdated. If it would do something else than what was shown, it has its next revision.',
      events: ['proposal.changed', 'proposal.outdated'],
      refusals: [...changing, ...trying],
      run: (call, { params, language }) => staging.tryAgain(call, idOf(params), language).then(shown),
    }),
    row({
      ...ofOne,
      method: 'POST',
      path: `${one}/return`,
      operationId: 'returnProposal',
      by: 'people',
      scope: 'proposals:decide',
      summary: 'Send a proposal back',
      description: 'With words, which its proposer reads. A proposal that is equal is not taken again.',
      body: Words,
      events: ['proposal.returned'],
      refusals: changing,
      example: { body: { words: 'Kvittot är privat' } },
      run: (call, { params, body }) => returnProposal(call, idOf(params), body.words).then(shown),
    }),
    row({
      ...ofOne,
      method: 'POST',
      path: `${one}/withdraw`,
      operationId: 'withdrawProposal',
      scope: 'proposals:write',
      summary: 'Withdraw a proposal',
      description: 'The same may be proposed again. A program withdraws its own only.',
      events: ['proposal.withdrawn'],
      refusals: changing,
      run: (call, { params }) => withdrawProposal(call, idOf(params)).then(shown),
    }),
    ...limitRows,
  ]
}

const readLimits = async (call: CompanyRowCall) => shownLimits(await limitsOf(call))

const limitRows: readonly Row[] = [
  row({
    method: 'GET',
    path: limits,
    operationId: 'getProposalLimits',
    tag,
    summary: 'Read the limits of proposals',
    description: 'What programs may do without asking a person first. Nothing, unless the company has said so.',
    scope: 'proposals:read',
    answer: { json: Limits },
    tagged: true,
    refusals: [],
    run: readLimits,
  }),
  row({
    method: 'PUT',
    path: limits,
    operationId: 'putProposalLimits',
    tag,
    summary: 'Set the limits of proposals',
    description:
      'Lets small things through: drafts, and entries on these accounts up to these amounts, which do nothing else. Both amounts and at least one account are given together, or none of them.',
    by: 'people',
    scope: 'proposal-limits:write',
    body: Limits,
    answer: { json: Limits },
    tagged: true,
    current: readLimits,
    events: ['proposal-limits.changed'],
    refusals: [],
    example: { body: { drafts: true, entryAmount: 500, dayAmount: 2000, accounts: [1930, 2641, 5611] } },
    run: (call, { body }) => putLimits(call, body),
  }),
]
