// What a trial would have changed: what its transaction sees and others do not. Read before it is rolled back.
import { type Effects, MAX_TOLD, type RowCall } from '#http'
import { accountingCurrencyOf, changesSince, daysSince, entriesSince, lastRegistration } from '#ledger'
import { mailsSince } from '#mail/mail'
import { newCache } from '#platform/cache'
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { everyEventAfter, lastEventNumber } from '#platform/event-log'
import { CLOCKS_APART_MS, idBefore, isId, newId } from '#platform/id'
import { jobsSince, type Since } from '#platform/job'
import { numberFromOre } from '#platform/money'
import { openAmountsToPay } from '#purchasing'
import { vatFigures } from '#reports'
import { openAmountsOn } from '#sales'

/** The longest that a trial may have taken, in milliseconds. */
const LONGEST_MS = 60 * 60 * 1000

/** Most mails and jobs of all companies that are looked through for those of the transaction, the latest. */
const MAX_SEEN = 10_000

/** Most companies whose books are looked at. */
const MAX_COMPANIES = 20

type Happened = { kind: string; resource_id: string | null; of_id: string | null }
type OfBooks = Pick<Effects, 'entries' | 'accounts' | 'vatBoxes' | 'openItems'> & { count: number }

/** The effects of a transaction; `outside` sees what was there before it. All amounts are in kronor. */
export const readEffects = async (call: RowCall, outside: Db): Promise<Effects> => {
  const tenants = tenantsOf(call)
  const events: Happened[] = []
  const books: OfBooks[] = []
  for (const { id, isCompany } of tenants) {
    const own = await everyEventAfter(call.db, id, await lastEventNumber(outside, id))
    events.push(...own)
    if (isCompany) books.push(await ofBooks({ ...call, companyId: id }, outside, own))
  }
  const mails = await onlyInside(mailsSince, call.db, outside)
  const jobs = await onlyInside(jobsSince, call.db, outside)
  const entries = books.flatMap((one) => one.entries)
  const openItems = books.flatMap((one) => one.openItems)
  const counted = new Map<string, number>()
  for (const { kind } of jobs) counted.set(kind, (counted.get(kind) ?? 0) + 1)
  return {
    entries: entries.slice(0, MAX_TOLD),
    accounts: books.flatMap((one) => one.accounts),
    vatBoxes: books.flatMap((one) => one.vatBoxes),
    openItems: openItems.slice(0, MAX_TOLD),
    events: events.slice(0, MAX_TOLD).map(({ kind, resource_id: resourceId }) => ({ kind, resourceId })),
    mails: mails.slice(0, MAX_TOLD).map(({ to, subject }) => ({ to, subject })),
    jobs: [...counted].map(([kind, count]) => ({ kind, count })),
    more: {
      entries: beyond(books.reduce((sum, { count }) => sum + count, 0)),
      openItems: beyond(openItems.length),
      events: beyond(events.length),
      mails: beyond(mails.length),
    },
  }
}

const beyond = (count: number): number => Math.max(0, count - MAX_TOLD)

/** The tenant of the call, and those with events of the transaction. */
const tenantsOf = ({ db, companyId, agencyId }: Partial<RowCall> & Pick<RowCall, 'db'>) => {
  const happenings = db.happenings ?? []
  const companies = happenings.flatMap((one) => ('by' in one ? [one.tenantId] : (one.companyId ?? [])))
  const told = [...happenings.map((one) => one.tenantId), ...(db.ended ?? [])]
  const ids = new Set([companyId, agencyId, ...told].filter((id) => id !== undefined))
  const withBooks = [...new Set([companyId, ...companies])].filter((id) => id !== undefined).slice(0, MAX_COMPANIES)
  return [...ids].map((id) => ({ id, isCompany: withBooks.includes(id) }))
}

/** What others see does not come from the transaction, whenever they saw it. */
const onlyInside = async <One extends { id: string }>(
  read: (db: Db, wanted: Since) => Promise<One[]>,
  inside: Db,
  outside: Db,
): Promise<One[]> => {
  const since = idBefore(newId(), LONGEST_MS + CLOCKS_APART_MS)
  const seen = await read(inside, { since, among: null, limit: MAX_SEEN })
  const known = await read(outside, { since, among: seen.map(({ id }) => id), limit: MAX_SEEN })
  const others = new Set(known.map(({ id }) => id))
  return seen.filter(({ id }) => !others.has(id))
}

/** A transaction that books holds the books until its end: no other can have booked after what others see. */
const ofBooks = async (call: CompanyCall, outside: Db, events: readonly Happened[]): Promise<OfBooks> => {
  const { companyId } = call
  const after = await lastRegistration(outside, companyId)
  const { entries, count } = await entriesSince(call, { after, limit: MAX_TOLD })
  const ids = events.flatMap(({ resource_id: id, of_id: of }) => [id, of].filter((one) => one !== null && isId(one)))
  const named = { ids: [...new Set(ids)] as string[], entryIds: entries.map(({ id }) => id) }
  const changes = await changesSince(call, after)
  return {
    entries: entries.map(({ id, number, date, title, lines }) => ({
      id,
      journalEntryNumber: number,
      date,
      title,
      items: lines.map(({ account, debit, credit }) => ({
        account,
        debit: numberFromOre(debit),
        credit: numberFromOre(credit),
      })),
    })),
    count,
    accounts: changes.map(({ account, ore }) => ({ account, change: numberFromOre(ore) })),
    vatBoxes: await boxesChanged(call, outside, after),
    openItems: [...(await owedToUs(call, outside, named)), ...(await owedByUs(call, outside, named))],
  }
}

/** The figures of the return with the transaction, less those without it. */
const boxesChanged = async (call: CompanyCall, outside: Db, after: bigint): Promise<Effects['vatBoxes']> => {
  const days = await daysSince(call, after)
  if (days === null) return []
  const boxesIn = async (db: Db) => {
    const { figures } = await vatFigures({ ...call, db, memory: newCache(1) }, [days])
    return new Map(figures[0]?.boxes.map(({ code, amount }) => [code, amount]))
  }
  const before = await boxesIn(outside)
  return [...(await boxesIn(call.db))].flatMap(([box, amount]) => {
    const change = amount - (before.get(box) ?? 0n)
    return change === 0n ? [] : [{ box, change: numberFromOre(change) }]
  })
}

type Named = { ids: readonly string[]; entryIds: readonly string[] }
type OpenItem = Effects['openItems'][number]

const owedToUs = async (call: CompanyCall, outside: Db, named: Named): Promise<OpenItem[]> => {
  const { db, companyId } = call
  const currency = await accountingCurrencyOf(call)
  const now = await openAmountsOn(db, companyId, named)
  const ids = now.map(({ id }) => id)
  const before = new Map(
    (await openAmountsOn(outside, companyId, { ids, entryIds: [] })).map((one) => [one.id, one.ore]),
  )
  return now.flatMap(({ id, kind, number, ore }) =>
    openItem({ type: kind, id, number: String(number), currency }, before.get(id), ore),
  )
}

const owedByUs = async ({ db, companyId }: CompanyCall, outside: Db, named: Named): Promise<OpenItem[]> => {
  const now = await openAmountsToPay(db, companyId, named)
  const ids = [...new Set([...named.ids, ...now.map(({ id }) => id)])]
  const before = await openAmountsToPay(outside, companyId, { ids, entryIds: [] })
  const all = new Map([...before, ...now].map((one) => [one.id, one]))
  const oreIn = (found: typeof now, id: string) => found.find((one) => one.id === id)?.ore ?? 0n
  return [...all.values()].flatMap(({ id, number, currency }) =>
    openItem({ type: 'supplierInvoice', id, number, currency }, oreIn(before, id), oreIn(now, id)),
  )
}

const openItem = (item: Omit<OpenItem, 'before' | 'after'>, before = 0n, after = 0n): OpenItem[] =>
  before === after ? [] : [{ ...item, before: numberFromOre(before), after: numberFromOre(after) }]
