// Open items (reskontra): claims on customers and debts to suppliers, on any day and by the state of knowledge at any
// time, and their reconciliation with the books. Only open or changed items are read, among any number of invoices.
import { type AccountRole, bookOf, removedUntil } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf } from '#platform/day'
import { decodeCursor, encodeCursor } from '#platform/page'
import { invalidWith, refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { debtsOn } from '#purchasing'
import { outsideOf } from '#reports/asked.rules'
import { figuresOf, type Known, knownAt } from '#reports/figures'
import { reportFaults } from '#reports/refusals'
import { type AskedOpen, claimsOn } from '#sales'
import { type ItemEvent, type Moment, type Side, withEvents } from './item-events.ts'
import { type Compared, compareWithBooks, type ItemSums } from './reconciliation.rules.ts'

/** An invoice with a remainder. Amounts are in öre; those in {@link currency} are named so. */
export type OpenItem = {
  id: string
  partyId: string
  partyNumber: string | null
  partyName: string
  number: string | null
  type: string
  date: Day
  dueDate: Day
  currency: string
  totalOre: bigint
  restCurrencyOre: bigint
  amountOre: bigint
  reductionOre: bigint
  creditedOre: bigint
  paidOre: bigint
  settledOre: bigint
  restOre: bigint
  advanceOre: bigint
  /** Its events, if requested. */
  events?: readonly ItemEvent[]
}

/** `partyId` is one customer or supplier; all by default. */
export type AskedItems = {
  on?: string | undefined
  knownAt?: string | undefined
  partyId?: string | undefined
  /** Whether to include the events of each item. */
  details?: boolean | undefined
  cursor?: string | undefined
  pageSize?: number | undefined
}

type SideOf = { source: (call: CompanyCall, asked: AskedOpen) => Sql; columns: Sql; roles: readonly AccountRole[] }

const common = sql`i.id, i.party_id as "partyId", i.party_name as "partyName", i.number, i.date,
  i.due_date as "dueDate", i.currency, i.total_ore as "totalOre", i.rest_currency_ore as "restCurrencyOre",
  i.amount_ore as "amountOre", i.paid_ore as "paidOre", i.rest_ore as "restOre"`

const sides: Readonly<Record<Side, SideOf>> = {
  customer: {
    source: claimsOn,
    columns: sql`${common}, i.party_number as "partyNumber", i.type, i.reduction_ore as "reductionOre",
      i.credited_ore as "creditedOre", i.settled_ore as "settledOre", i.advance_ore as "advanceOre"`,
    roles: ['receivable', 'taxReductionReceivable'],
  },
  supplier: {
    source: debtsOn,
    columns: sql`${common}, null as "partyNumber",
      case when i.is_advance then 'advance' when i.total_ore < 0 then 'creditNote' else 'invoice' end as type,
      0::bigint as "reductionOre", 0::bigint as "creditedOre", 0::bigint as "settledOre",
      i.advance_ore as "advanceOre"`,
    roles: ['payable'],
  },
}

/** A remainder, or an overpayment that belongs to the customer, or an advance that the supplier has. */
const isLeft = sql`(i.rest_ore <> 0 or i.advance_ore <> 0)`

export const momentOfItems = async (
  call: CompanyCall,
  { on, knownAt: text }: Pick<AskedItems, 'on' | 'knownAt'>,
): Promise<Moment> => {
  refuseIfAny(outsideOf('on', on))
  const removedTo = on === undefined ? undefined : removedUntil((await bookOf(call, true)).years)
  if (on !== undefined && removedTo && on <= removedTo)
    refuseIfAny([reportFaults.removedYear('on', { end: removedTo })])
  const known = await knownAt(call, text)
  return { on: on === undefined ? dayOf(call.now) : dayFrom(on), at: known.moment, known }
}

/** Sums of the items of one side by account; `account` is null if nothing of them is booked. */
type OpenSums = { count: bigint; restOre: bigint; overdueOre: bigint; advanceOre: bigint }

export type OpenItems = Moment & {
  sums: OpenSums
  items: readonly OpenItem[]
  nextCursor: string | null
  /** The reconciliation of all items with the books; null in a request for one party. */
  reconciliation: readonly Compared[] | null
}

/** The default and maximum number of items per page. */
export const USUAL_ITEMS = 100
export const MAX_ITEMS = 1000

/** Maximum number of items in a file. */
export const MAX_FILE_ITEMS = 10_000

/** The open items of one side: a page by party and due date, with the totals. Reads one snapshot. */
export const openItems =
  (side: Side) =>
  async (call: CompanyCall, asked: AskedItems): Promise<OpenItems> => {
    const moment = await momentOfItems(call, asked)
    const { partyId, pageSize = USUAL_ITEMS } = asked
    const mark = markOf(call, side, asked)
    const rows = await pageOf(call, side, { moment, partyId, after: placeAt(call, mark, asked.cursor, 4), pageSize })
    const found = rows.slice(0, pageSize)
    const items = asked.details ? await withEvents(call, side, moment, found) : found
    const last = items.at(-1)
    const nextCursor = last && rows.length > pageSize ? nextAfter(call, mark, keyOf(last)) : null
    const { sums, reconciliation } = await sumsOf(call, side, moment, partyId)
    return { ...moment, sums, items, nextCursor, reconciliation }
  }

const keyOf = ({ partyName, partyId, dueDate, id }: OpenItem) => [partyName.slice(0, MAX_KEY), partyId, dueDate, id]

/** Maximum number of characters of a name used for sorting. */
export const MAX_KEY = 200

/** Binds a cursor to the company, the report and its parameters. */
export const markOf = (
  { companyId }: CompanyCall,
  report: string,
  { on = '', knownAt: text = '', partyId = '' }: AskedItems,
): string => `${report} ${companyId} ${on} ${text} ${partyId}`

export const nextAfter = (call: CompanyCall, mark: string, key: readonly string[]): string =>
  encodeCursor([mark, ...key], call.cursorKey)

/** The start of a page: after the cursor's key, with this many parts; null for the first page. */
export const placeAt = (call: CompanyCall, mark: string, cursor: string | undefined, parts: number) => {
  if (cursor === undefined || cursor === '') return null
  const [found, ...key] = decodeCursor(cursor, call.cursorKey) ?? []
  if (found !== mark || key.length !== parts) throw invalidWith([reportFaults.cursor('cursor')])
  return key
}

type Wanted = {
  moment: Moment
  partyId: string | undefined
  after: readonly (string | number)[] | null
  pageSize: number
}

const pageOf = (call: CompanyCall, side: Side, { moment, partyId, after, pageSize }: Wanted): Promise<OpenItem[]> => {
  const { columns } = sides[side]
  const name = sql`left(i.party_name, ${MAX_KEY}) collate "C"`
  const beyond = after
    ? sql`and (${name}, i.party_id, i.due_date, i.id)
        > (${String(after[0])}, ${after[1]}::uuid, ${after[2]}::date, ${after[3]}::uuid)`
    : empty
  return call.db.rows<OpenItem>(
    sql`
    select ${columns} from ${sourceOf(call, side, moment, partyId)} i
    where ${isLeft} ${beyond} order by ${name}, i.party_id, i.due_date, i.id limit ${pageSize + 1}`,
    `report-items ${side} ${after ? 'after' : 'first'}`,
  )
}

export const sourceOf = (call: CompanyCall, side: Side, { on, at, known }: Moment, partyId: string | undefined): Sql =>
  sides[side].source(call, { day: on, moment: at, registration: known.registration, partyId: partyId ?? null })

const sumsOf = async (call: CompanyCall, side: Side, moment: Moment, partyId: string | undefined) => {
  const authority = side === 'customer' ? sql`i.authority_ore` : sql`0`
  const authorityBooked = side === 'customer' ? sql`i.authority_booked_ore` : sql`0`
  const rows = await call.db.rows<OpenSums & ItemSums>(
    sql`
    select i.account, count(*) filter (where ${isLeft}) as count,
      sum(i.rest_ore)::bigint as "restOre", sum(i.booked_ore)::bigint as "bookedOre",
      coalesce(sum(i.rest_ore) filter (where i.due_date < ${moment.on}), 0)::bigint as "overdueOre",
      sum(i.advance_ore)::bigint as "advanceOre", sum(${authority})::bigint as "authorityOre",
      sum(${authorityBooked})::bigint as "authorityBookedOre"
    from ${sourceOf(call, side, moment, partyId)} i group by i.account`,
    `report-item-sums ${side}`,
  )
  const sums = rows.reduce(
    (all, one) => ({
      count: all.count + one.count,
      restOre: all.restOre + one.restOre,
      overdueOre: all.overdueOre + one.overdueOre,
      advanceOre: all.advanceOre + one.advanceOre,
    }),
    { count: 0n, restOre: 0n, overdueOre: 0n, advanceOre: 0n },
  )
  return { sums, reconciliation: partyId === undefined ? await reconciled(call, side, moment, rows) : null }
}

/** A complete report of open items, for a file; refused if there are too many. */
export const whole =
  <Found extends { nextCursor: string | null }>(
    side: Side,
    read: (call: CompanyCall, asked: AskedItems) => Promise<Found>,
  ) =>
  async (call: CompanyCall, asked: AskedItems): Promise<Found> => {
    const found = await read(call, { ...asked, cursor: '', pageSize: MAX_FILE_ITEMS })
    if (found.nextCursor !== null)
      throw invalidWith([reportFaults.tooManyItems(`${side}Id`, { limit: MAX_FILE_ITEMS })])
    return found
  }

/** Reconciles the accounts of a side with its items. */
const reconciled = async (
  call: CompanyCall,
  side: Side,
  { on, known }: Moment,
  items: readonly ItemSums[],
): Promise<Compared[]> => {
  const { roles } = await bookOf(call, true)
  const books = await balancesKnown(call, on, known)
  return compareWithBooks(side, { items, books, roles: sides[side].roles.map((role) => roles[role]) })
}

const balancesKnown = async (call: CompanyCall, on: Day, known: Known): Promise<ReadonlyMap<number, bigint>> => {
  const { years } = await bookOf(call, true)
  const period = { from: on, to: on }
  const { accounts, closing } = await figuresOf(call, { years, periods: [period], known })
  return new Map(accounts.map((account) => [account.number, closing(account, period)]))
}

/**
 * The balance of each account at the end of a day, in öre and debit positive, and the last registration number
 * included.
 */
export const balancesOn = async (
  call: CompanyCall,
  day: Day,
): Promise<{ registration: number; balances: ReadonlyMap<number, bigint> }> => {
  const known = await knownAt(call, undefined)
  return { registration: known.registration, balances: await balancesKnown(call, day, known) }
}

/** The reconciliation of both sides at the end of a day: a row for each account. */
export const differencesOn = async (call: CompanyCall, day: Day): Promise<(Compared & { side: Side })[]> => {
  await bookOf(call, true)
  const moment = await momentOfItems(call, { on: day })
  const found: (Compared & { side: Side })[] = []
  for (const side of ['customer', 'supplier'] as const) {
    const { reconciliation } = await sumsOf(call, side, moment, undefined)
    for (const one of reconciliation ?? []) found.push({ ...one, side })
  }
  return found
}
