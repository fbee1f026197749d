// The proposals of a fiscal year: what each comes to now, what was taken of it, and what the books lack since. Each is
// worked out as the difference between where the books should be and where they are, so nothing is booked twice.
import { accountNames, bookDocument, bookOf, createAccount, lockBooks, nameInPlan, reverseJournalEntry } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { PlannedItem } from '#year-end/plan.rules'
import { afterYear, booksOf, workLeft } from './books.ts'
import { LawGap, type Step } from './draft.rules.ts'
import { inputsOf } from './inputs.ts'
import { kinds, type ProposalKind, proposalKinds, proposed, type WorkBefore } from './kinds.rules.ts'
import { proposalRefusals as refusals } from './refusals.ts'
import { computeTax, type TaxComputation, taxSteps } from './tax-computation.rules.ts'

export const proposalStates = [
  'notApplicable',
  'inTaxReturn',
  'declined',
  'lacksInputs',
  'nothing',
  'proposed',
  'taken',
  'moved',
] as const
type ProposalState = (typeof proposalStates)[number]

/** An entry that was taken of a proposal and stands. */
type Taken = {
  id: string
  kind: string
  entryId: string
  takenAt: Date
  takenBy: string
  working: { items: readonly { account: number; debit: string }[] }
}

/** A proposal: `items` are what the books lack, debit positive; `waitsFor` what is to be taken or booked before it. */
export type Proposal = {
  kind: ProposalKind
  state: ProposalState
  date: Day
  steps: readonly Step[]
  items: readonly (PlannedItem & { name: string })[]
  missing: readonly FieldError[]
  waitsFor: readonly (ProposalKind | WorkBefore)[]
  taken: readonly { entryId: string; takenAt: Date; takenBy: string; items: readonly PlannedItem[] }[]
}

const DIVIDENDS = 2898

/** All proposals of a year, in the order in which they are taken; reads one snapshot. */
export const proposalsOf = async (call: CompanyCall, fiscalYearId: string): Promise<Proposal[]> => {
  const books = await booksOf(call, fiscalYearId)
  const { inputs } = await inputsOf(call, fiscalYearId)
  const taken = await takenOf(call, fiscalYearId)
  const dividends = taken
    .filter(({ kind }) => kind === 'resultDecision')
    .flatMap(({ items }) => items)
    .reduce((sum, { account, debit }) => (account === DIVIDENDS ? sum - debit : sum), 0n)
  const after = await afterYear(call, books, inputs, dividends)
  const declined = new Set(inputs.declined ?? [])
  const drafts = proposalKinds.map((kind) => {
    const found = proposed(kind, books, inputs, after)
    const own = taken.filter((one) => one.kind === kind)
    const placed = kinds[kind].in(books.companyType)
    const state = stateOf({ placed, isDeclined: declined.has(kind), isTaken: own.length > 0, found })
    const date = kind === 'resultDecision' ? ((inputs.resultDecision?.date ?? books.endDate) as Day) : books.endDate
    return { kind, state, date, found, own }
  })
  const left = new Set<ProposalKind | WorkBefore>([
    ...(await workLeft(call, books)),
    ...drafts.filter(({ state }) => state === 'proposed' || state === 'moved').map(({ kind }) => kind),
  ])
  const nameOf = await namesFor(call, [
    ...new Set(drafts.flatMap(({ found }) => (found?.items ?? []).map(({ account }) => account))),
  ])
  return drafts.map(({ kind, state, date, found, own }) => ({
    kind,
    state,
    date,
    steps: found?.steps ?? [],
    items: (found?.items ?? []).map((item) => ({ ...item, name: nameOf(item.account) })),
    missing: found?.missing ?? [],
    waitsFor: kinds[kind].waitsFor.filter((one) => left.has(one)),
    taken: own,
  }))
}

/** States of a proposal that is neither taken nor declined, and that the books or its inputs may still lack. */
const OPEN: ReadonlySet<ProposalState> = new Set(['proposed', 'moved', 'lacksInputs'])

/** The kinds of a year's proposals to be taken or declined before the year is closed: the meeting decides after it. */
export const openProposals = async (call: CompanyCall, fiscalYearId: string): Promise<ProposalKind[]> =>
  (await proposalsOf(call, fiscalYearId))
    .filter(({ kind, state }) => kind !== 'resultDecision' && OPEN.has(state))
    .map(({ kind }) => kind)

type Facts = {
  placed: 'books' | 'return' | null
  isDeclined: boolean
  isTaken: boolean
  found: ReturnType<typeof proposed>
}

const stateOf = ({ placed, isDeclined, isTaken, found }: Facts): ProposalState => {
  if (placed === null) return 'notApplicable'
  if (placed === 'return') return 'inTaxReturn'
  if (isDeclined) return 'declined'
  if (found && found.missing.length > 0) return 'lacksInputs'
  const isLeft = found !== null && found.items.length > 0
  if (isTaken) return isLeft ? 'moved' : 'taken'
  return isLeft ? 'proposed' : 'nothing'
}

/** What was taken and stands, in the order of its entries. */
const takenOf = async ({ db, companyId }: CompanyCall, fiscalYearId: string) => {
  const rows = await db.rows<Taken>(
    sql`
    select t.id, t.kind, t.entry_id as "entryId", t.taken_at as "takenAt", t.taken_by as "takenBy", t.working
    from year_end.taken_proposal t
    where t.company_id = ${companyId} and t.fiscal_year_id = ${fiscalYearId} and not exists (
      select from ledger.journal_entry_view e
      where e.company_id = t.company_id and e.reverses_id = t.entry_id)
    order by t.id limit ${MAX_TAKEN}`,
    'taken-proposals',
  )
  return rows.map(({ working, ...row }) => ({
    ...row,
    items: working.items.map(({ account, debit }): PlannedItem => ({ account, debit: BigInt(debit) })),
  }))
}

/** Most entries of a year's proposals that stand. */
const MAX_TAKEN = 1000

/** The names of accounts, also of those that the chart has not yet. */
const namesFor = async (call: CompanyCall, accounts: readonly number[]): Promise<(account: number) => string> => {
  const known = accounts.length === 0 ? new Map<number, string>() : await accountNames(call, accounts)
  return (account) => known.get(account) ?? nameOfNew(account)
}

/** The plan has all accounts of proposals but funds of years that it does not name yet. */
const nameOfNew = (account: number): string => nameInPlan(account) ?? `Periodiseringsfond (${account})`

/** One proposal; refused as not found where there is no such kind. */
export const proposalOf = async (
  call: CompanyCall,
  { fiscalYearId, kind }: { fiscalYearId: string; kind: string },
): Promise<Proposal> => {
  const found = (await proposalsOf(call, fiscalYearId)).find((one) => one.kind === kind)
  if (!found) throw refusals.noSuchProposal({ kind, known: proposalKinds.join(', ') })
  return found
}

type Asked = { fiscalYearId: string; kind: string }

/**
 * Books what a proposal comes to, or the difference if the books have moved since it was taken. Refused, with nothing
 * booked, where it lacks inputs or a value of the law, waits for others, is declined, or comes to nothing.
 */
export const takeProposal = async (call: CompanyCall, asked: Asked): Promise<Proposal> => {
  await lockBooks(call)
  const { kind, state, date, steps, items, missing, waitsFor } = await proposalOf(call, asked)
  if (state === 'notApplicable' || state === 'inTaxReturn') throw refusals.proposalNotApplicable({ kind })
  if (state === 'declined') throw refusals.proposalDeclined({ kind })
  refuseIfAny(missing)
  if (waitsFor.length > 0) throw refusals.proposalWaits({ kind, others: waitsFor.join(', ') })
  if (items.length === 0) throw refusals.proposalNothing({ kind })
  const entryId = await bookItems(call, { title: `${kinds[kind].title} ${date.slice(0, 4)}`, date, items })
  const { inputs } = await inputsOf(call, asked.fiscalYearId)
  const working = {
    inputs,
    steps: steps.map(({ ore, ...step }) => ({ ...step, ore: ore === null ? null : String(ore) })),
    items: items.map(({ account, debit }) => ({ account, debit: String(debit) })),
  }
  await call.db.rows(sql`
    insert into year_end.taken_proposal (company_id, id, fiscal_year_id, kind, entry_id, working, taken_at, taken_by)
    values (${call.companyId}, ${newId()}, ${asked.fiscalYearId}, ${kind}, ${entryId},
      ${JSON.stringify(working)}::jsonb, ${call.now}, ${call.actor.name})`)
  const amount = numberFromOre(sumOfDebits(items))
  const detail = { id: asked.fiscalYearId, kind, amount, journalEntryId: entryId }
  recordEvent(call, 'year-end-proposal.taken', { id: asked.fiscalYearId }, detail)
  return proposalOf(call, asked)
}

const sumOfDebits = (items: readonly PlannedItem[]): Ore =>
  items.reduce((sum, { debit }) => (debit > 0n ? sum + debit : sum), 0n)

/** Books an entry that the ledger may reverse; accounts that the chart lacks are added. */
const bookItems = async (
  call: CompanyCall,
  { title, date, items }: { title: string; date: Day; items: readonly PlannedItem[] },
): Promise<string> => {
  const { accounts } = await bookOf(call, true)
  for (const { account } of items) {
    if (!accounts.has(account)) await createAccount(call, { number: account, name: nameOfNew(account) })
  }
  return (await bookDocument(call, { title, date, items, isReversible: true })).id
}

/** Reverses all that stands of a proposal, so that it is proposed again. */
export const reverseProposal = async (call: CompanyCall, asked: Asked): Promise<Proposal> => {
  await lockBooks(call)
  const { kind, taken } = await proposalOf(call, asked)
  if (taken.length === 0) throw refusals.proposalNotTaken({ kind })
  for (const { entryId } of taken) await reverseJournalEntry(call, entryId)
  const detail = { id: asked.fiscalYearId, kind, entries: taken.length }
  recordEvent(call, 'year-end-proposal.reversed', { id: asked.fiscalYearId }, detail)
  return proposalOf(call, asked)
}

type Computed = { computation: TaxComputation; steps: readonly Step[]; period: { from: Day; to: Day } }

/** The tax computation of a year as the books stand, with its steps; refused for forms whose owners pay the tax. */
export const taxComputationOf = async (call: CompanyCall, fiscalYearId: string): Promise<Computed> => {
  const books = await booksOf(call, fiscalYearId)
  if (kinds.tax.in(books.companyType) === null) throw refusals.noTaxComputation()
  const { inputs } = await inputsOf(call, fiscalYearId)
  try {
    const computation = computeTax(books, inputs)
    return { computation, steps: taxSteps(computation), period: { from: books.startDate, to: books.endDate } }
  } catch (error) {
    if (error instanceof LawGap) refuseIfAny([error.fault])
    throw error
  }
}
