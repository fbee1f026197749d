// The queue of a company: everything that is to be done, worked out from the books, with what is proposed for it. Each
// context says what of its own waits, as for the to-dos of agencies.
import { bankingContribution, bestProposals, type ShownProposal } from '#banking'
import { documentsContribution } from '#documents'
import type { CompanyRowCall } from '#http'
import { accountingCurrencyIn, accountingCurrencyOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import { listFaults, markOf } from '#platform/list'
import { numberFromOre, type Ore } from '#platform/money'
import { decodeCursor, encodeCursor } from '#platform/page'
import { invalidWith } from '#platform/refusal'
import { join, sql } from '#platform/sql'
import { proposalsContribution } from '#proposals'
import { purchasingContribution } from '#purchasing'
import { recurringContribution } from '#recurring'
import { remindersContribution } from '#reminders'
import { unsettledVat } from '#rule/account-ranges'
import { salesContribution } from '#sales'
import { storageQueue } from '#storage'
import { type QueueKind, type QueueOf, todosIn } from '#todo/todo'
import { dueDatesOf, vatContribution } from '#vat'
import { openDeadlinesOf } from '#year-end'
import { countsOf, type DocumentType, type Place, pageAfter, placeOf, type Waiting } from './queue.rules.ts'

/** Every kind, with the scope required to read it. */
export const queueKinds = {
  'bankTransaction.unmatched': 'bank-statements:read',
  'receipt.unrecorded': 'uploads:read',
  'supplierInvoice.unapproved': 'supplier-invoices:read',
  'supplierInvoice.unpaid': 'supplier-invoices:read',
  'invoice.unpaid': 'invoices:read',
  'invoice.unrecorded': 'invoices:read',
  'invoicePayment.unrecorded': 'invoices:read',
  'invoice.draft': 'invoices:read',
  'invoice.vatRate': 'invoices:read',
  'recurringInvoice.failed': 'invoices:read',
  'sending.failed': 'invoices:read',
  'reminder.failed': 'invoices:read',
  'statement.failed': 'customers:read',
  'payment.unsigned': 'bank-payments:read-limited',
  'payment.refused': 'bank-payments:read-limited',
  'payment.contradicted': 'bank-payments:read-limited',
  'vat.unreported': 'reports:read',
  'fiscalYear.unclosed': 'fiscal-years:read',
  'incomeTaxReturn.due': 'reports:read',
  'annualReport.due': 'reports:read',
  'storage.nearlyFull': 'company-information:read',
  'proposal.waiting': 'proposals:read',
} as const satisfies Record<QueueKind, string>

/** Maximum number of items read, and thus counted, per part. */
export const MOST_OF_KIND = 1_000
export const DEFAULT_QUEUE_SIZE = 50
export const MAX_QUEUE_SIZE = 100

type QueueItem = {
  kind: QueueKind
  id: string
  name: string
  number?: string
  documentType?: DocumentType
  statementId?: string
  amount?: number
  currency: string
  date: Day
  from?: Day
  to?: Day
  isOverdue: boolean
  /** Of an unpaid invoice: whether the service reminds of it. */
  isRemindable?: boolean
  proposal?: ShownProposal
}

type Queue = { items: QueueItem[]; counts: { kind: QueueKind; count: number }[]; nextCursor?: string }

/** Fiscal years that have ended and are not closed. */
const queueOfYears: QueueOf = ({ company, today }) => [
  {
    kind: 'fiscalYear.unclosed',
    id: sql`y.id`,
    date: sql`y.end_date`,
    from: sql`y.start_date`,
    order: sql`y.end_date`,
    rows: sql`ledger.fiscal_year_view y
      where y.company_id = ${company} and y.closed_at is null and y.end_date < ${today}::date`,
  },
]

const contexts: readonly QueueOf[] = [
  bankingContribution.queueOfTransactions,
  documentsContribution.todosOfUploads,
  purchasingContribution.todosOfSupplierInvoices,
  salesContribution.todosOfInvoices,
  salesContribution.queueOfDrafts,
  salesContribution.queueOfRates,
  recurringContribution.queue,
  salesContribution.queueOfSendings,
  remindersContribution.queue,
  bankingContribution.todosOfPayments,
  bankingContribution.queueOfPayments,
  vatContribution.todos,
  proposalsContribution.queue,
  queueOfYears,
]

type QueueRequest = { kind?: QueueKind; cursor?: string; pageSize?: number }

/** A page of the items that the caller may read, earliest day first. */
export const readQueue = async (
  call: CompanyRowCall,
  { kind, cursor = '', pageSize = DEFAULT_QUEUE_SIZE }: QueueRequest,
): Promise<Queue> => {
  const mark = markOf(call.companyId, 'queue', kind)
  const after = cursor === '' ? null : placeIn(call, cursor, mark)
  const waiting = (await withoutPaid(call, await waitingIn(call))).filter((one) =>
    call.scopes.has(queueKinds[one.kind]),
  )
  const asked = waiting.filter((one) => kind === undefined || one.kind === kind)
  const { items, more } = pageAfter(asked, { after, limit: pageSize })
  const last = items.at(-1)
  return {
    items: await withProposals(call, items),
    counts: countsOf(waiting),
    ...(more && last ? { nextCursor: encodeCursor([mark, ...placeOf(last)], call.cursorKey) } : {}),
  }
}

const placeIn = (call: CompanyRowCall, cursor: string, mark: string): Place => {
  const [given, date, kind, id] = decodeCursor(cursor, call.cursorKey) ?? []
  if (given !== mark || id === undefined) throw invalidWith([listFaults.badCursor('cursor')])
  return [String(date), String(kind), String(id)]
}

/** All items of a company, without regard to the caller's rights, unordered. */
export const waitingIn = async (call: CompanyCall): Promise<Waiting[]> => {
  const { db, companyId, now } = call
  const asked = { company: sql`asked.company_id`, today: dayOf(now), limit: MOST_OF_KIND }
  const storage = storageQueue({ perCompany: call.storage?.perCompany ?? 0 })
  const parts = [...contexts, storage].flatMap((queueOf) => queueOf(asked))
  const rows = await db.rows<Waiting>(sql`
    select kind, id, name, number, document_type as "documentType", ore,
      coalesce(currency, ${accountingCurrencyIn(sql`asked.company_id`)}) as currency, date, from_date as "from",
      case when from_date is not null then date end as "to"
    from (select ${companyId}::uuid as company_id) asked
    cross join lateral (${todosIn(parts, MOST_OF_KIND)}) waiting`)
  return [...(await withVat(call, await withRemindable(call, rows))), ...(await deadlinesWaiting(call))]
}

/**
 * Of unpaid invoices those that can be reminded of now, and those in other currencies, which the service does not
 * remind of: there is nothing to do for the others but to wait.
 */
const withRemindable = async (call: CompanyCall, rows: readonly Waiting[]): Promise<Waiting[]> => {
  if (!rows.some(({ kind }) => kind === 'invoice.unpaid')) return [...rows]
  const remindable = new Set(await remindersContribution.remindableInvoices(call, MOST_OF_KIND))
  const others = new Set(await remindersContribution.overdueInCurrency(call, MOST_OF_KIND))
  return rows
    .filter(({ kind, id }) => kind !== 'invoice.unpaid' || remindable.has(id) || others.has(id))
    .map((row) => (row.kind === 'invoice.unpaid' ? { ...row, isRemindable: remindable.has(row.id) } : row))
}

/** So many payments in are judged for the invoices that they pay, the oldest first. */
const MOST_JUDGED = 100

/** Without the invoices whose payment lies among the bank transactions: it is booked there. */
const withoutPaid = async (call: CompanyCall, rows: readonly Waiting[]): Promise<Waiting[]> => {
  if (!rows.some(({ kind }) => kind === 'invoice.unpaid')) return [...rows]
  const payments = rows.filter(({ kind, ore }) => kind === 'bankTransaction.unmatched' && ore !== null && ore > 0n)
  const proposals = await bestProposals(
    call,
    payments.slice(0, MOST_JUDGED).map(({ id }) => id),
  )
  const paid = new Set(
    [...proposals.values()].flatMap(({ kind, id, parts = [] }) =>
      [{ kind, id }, ...parts].flatMap((one) => (one.kind === 'invoice' ? [one.id] : [])),
    ),
  )
  return rows.filter(({ kind, id }) => kind !== 'invoice.unpaid' || !paid.has(id))
}

/** How many days before its deadline a yearly return or report enters the queue. */
const DAYS_BEFORE = 90

/** The books do not show whether a return was filed: it stays in the queue until that is recorded. */
const deadlinesWaiting = async (call: CompanyCall): Promise<Waiting[]> => {
  const last = addDays(dayOf(call.now), DAYS_BEFORE)
  const deadlines = (await openDeadlinesOf(call)).filter(({ dueDate }) => dueDate <= last)
  const currency = await accountingCurrencyOf(call)
  return deadlines.map(({ kind, fiscalYearId, from, to, dueDate }) => ({
    ...({ kind: `${kind}.due`, id: fiscalYearId, name: `${from} – ${to}`, number: null } as const),
    documentType: null,
    ore: null,
    currency,
    date: dueDate,
    from,
    to,
  }))
}

const isUnsettledVat = join(
  unsettledVat.map(([first, last]) => sql`b.account between ${first} and ${last}`),
  ' or ',
)

/** VAT is due on the day of its return; the amount is the balance of output and input VAT. */
const withVat = async (call: CompanyCall, rows: readonly Waiting[]): Promise<Waiting[]> => {
  const { db, companyId } = call
  const periods = rows
    .filter(({ kind }) => kind === 'vat.unreported')
    .map(({ id, from, date }) => ({ companyId, id, start: from ?? date, end: date }))
  if (periods.length === 0) return [...rows]
  const due = await dueDatesOf(db, periods)
  const sums = await db.rows<{ start: Day; ore: Ore }>(sql`
    select p.start_date as start, coalesce(sum(b.credit - b.debit), 0)::bigint as ore
    from unnest(${periods.map(({ start }) => start)}::date[], ${periods.map(({ end }) => end)}::date[])
      as p (start_date, end_date)
    left join ledger.month_balance_view b on b.company_id = ${companyId} and ${isUnsettledVat}
      and b.month between p.start_date and p.end_date
    group by p.start_date`)
  const told = new Map(
    periods.map(({ id, start, end }, place) => {
      const ore = sums.find((sum) => sum.start === start)?.ore ?? null
      return [id, { ore, date: due[place] ?? end }]
    }),
  )
  return rows.map((row) => (row.kind === 'vat.unreported' ? { ...row, ...told.get(row.id) } : row))
}

const withProposals = async (call: CompanyRowCall, items: readonly Waiting[]): Promise<QueueItem[]> => {
  const lines = items.filter(({ kind }) => kind === 'bankTransaction.unmatched').map(({ id }) => id)
  const proposals = await bestProposals(call, lines)
  const today = dayOf(call.now)
  return items.map((item) => shown(item, proposals.get(item.id), today))
}

const shown = (
  { kind, id, name, number, documentType, ore, currency, date, from, to, isRemindable }: Waiting,
  proposal: ShownProposal | undefined,
  today: Day,
): QueueItem => {
  const amount = ore === null ? undefined : numberFromOre(ore)
  const isLine = kind === 'bankTransaction.unmatched'
  return {
    kind,
    id,
    name,
    currency,
    date,
    isOverdue: date < today,
    ...(number === null ? {} : isLine ? { statementId: number } : { number }),
    ...(documentType === null ? {} : { documentType }),
    ...(amount === undefined ? {} : { amount }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(isRemindable === undefined ? {} : { isRemindable }),
    ...(proposal ? { proposal } : {}),
  }
}
