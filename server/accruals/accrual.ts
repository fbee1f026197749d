// Accruals (periodiseringar): an amount of an entry is moved off its account, and booked in the months it belongs to.
// Each of the entries can be reversed separately, which makes its month due again; or all at once. The entries have the
// tags of the amount.
import {
  bookDocument,
  bookOf,
  catchUpDay,
  ledgerContribution,
  lockBooks,
  type Reversed,
  reverseJournalEntry,
  tagsOnAccounts,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, firstOfMonth, isDay, lastOfMonth } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import {
  deferralItems,
  isBalanceAccount,
  isResultAccount,
  monthsKnownFrom,
  type Portion,
  portionItems,
  portionsOf,
  type Spread,
  usualBalanceAccount,
} from './accrual.rules.ts'
import { accrualFaults as faults, accrualRefusals as refusals } from './refusals.ts'

/** An accrual; `ore` is positive for an expense. `booked` are portions whose entries are not reversed. */
export type Accrual = Spread & {
  id: string
  title: string
  sourceEntryId: string
  account: number
  balanceAccount: number
  journalEntryId: string
  isReversed: boolean
  booked: readonly (Portion & { journalEntryId: string })[]
  modifiedAt: Date
}

/** The amount is in kronor, by default the remainder of the account in the entry; the month is `YYYY-MM`. */
type AccrualBody = {
  journalEntryRef: { id: string }
  account: number
  amount?: number | undefined
  firstMonth: string
  months: number
  balanceAccount?: number | undefined
}

/** Maximum number of accruals of a company, and of entries booked by one call. */
const MAX_ACCRUALS = 10_000
const MAX_PORTIONS = 500

/** Whether a row's entry is not reversed. Reversals themselves are final: {@link accrualsReversed}. */
export const counts = (alias: Sql): Sql => sql`not exists (
  select from ledger.journal_entry_view r
  where r.company_id = ${alias}.company_id and r.reverses_id = ${alias}.journal_entry_id)`

/** Whether the source entry is not reversed: otherwise there is nothing to accrue. */
const sourceStands = sql`not exists (
  select from ledger.journal_entry_view r where r.company_id = a.company_id and r.reverses_id = a.source_entry_id)`

/** The entries that move amounts and book the months: shift entries, see #reports. */
export const shiftsOfAccruals = (company: string | Sql): Sql => sql`
  select journal_entry_id from accruals.accrual where company_id = ${company}
  union all select journal_entry_id from accruals.portion where company_id = ${company}`

const columns = sql`
  a.id, a.title, a.source_entry_id as "sourceEntryId", a.account, a.balance_account as "balanceAccount", a.ore,
  a.first_month as "firstMonth", a.months, a.journal_entry_id as "journalEntryId", a.modified_at as "modifiedAt",
  not ${counts(sql`a`)} as "isReversed", (
    select coalesce(jsonb_agg(jsonb_build_object('month', p.month, 'ore', p.ore::text,
      'journalEntryId', p.journal_entry_id) order by p.month), '[]')
    from accruals.portion p
    where p.company_id = a.company_id and p.accrual_id = a.id and ${counts(sql`p`)}) as booked`

type Row = Omit<Accrual, 'booked'> & { booked: readonly { month: Day; ore: string; journalEntryId: string }[] }

const accrualOf = ({ booked, ...row }: Row): Accrual => ({
  ...row,
  booked: booked.map((portion) => ({ ...portion, ore: BigInt(portion.ore) })),
})

const listOf = (companyId: string): List<Row, Accrual> => ({
  name: 'accruals',
  columns,
  from: sql`accruals.accrual a`,
  where: sql`a.company_id = ${companyId}`,
  key: [sql`a.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      journalEntryId: { type: 'id', column: sql`a.source_entry_id` },
      title: { type: 'string', column: sql`a.title` },
      account: { type: 'integer', column: sql`a.account` },
      amount: { type: 'amount', column: sql`a.ore` },
      modifiedDateTime: { type: 'datetime', column: sql`a.modified_at` },
    },
  },
  itemOf: accrualOf,
})

/** The accruals of a company, newest first. */
export const listAccruals = (call: CompanyCall, request: PageRequest): Promise<Page<Accrual>> =>
  listPage(call, listOf(call.companyId), request)

/** One accrual; refused as not found. */
export const getAccrual = async ({ db, companyId }: CompanyCall, id: string): Promise<Accrual> => {
  const found = await db.maybe<Row>(
    sql`select ${columns} from accruals.accrual a where a.company_id = ${companyId} and a.id = ${id}`,
    'accrual',
  )
  if (!found) throw refusals.accrualNotFound({ id })
  return accrualOf(found)
}

type Source = { id: string; title: string; number: string; date: Day; ore: Ore; accruedOre: Ore; isReversed: boolean }

/** The debit of an entry on an account, and the part already accrued. */
const sourceOf = (call: CompanyCall, id: string, account: number): Promise<Source | null> =>
  call.db.maybe<Source>(sql`
    select e.id, e.title, e.journal_entry_number as number, e.date, (
        select coalesce(sum(i.debit - i.credit), 0)::bigint from ledger.journal_entry_item_view i
        where i.company_id = e.company_id and i.journal_entry_id = e.id and i.account = ${account}) as ore, (
        select coalesce(sum(a.ore), 0)::bigint from accruals.accrual a
        where a.company_id = e.company_id and a.source_entry_id = e.id and a.account = ${account}
          and ${counts(sql`a`)}) as "accruedOre",
      exists (select from ledger.journal_entry_view r
        where r.company_id = e.company_id and r.reverses_id = e.id) as "isReversed"
    from ledger.journal_entry_view e where e.company_id = ${call.companyId} and e.id = ${id}`)

/** Adds an accrual: its amount leaves the account on the day of the entry. */
export const createAccrual = async (call: CompanyCall, body: AccrualBody): Promise<Accrual> => {
  await lockBooks(call)
  const { count } = await call.db.one<{ count: bigint }>(
    sql`select count(*) from accruals.accrual where company_id = ${call.companyId}`,
  )
  if (count >= MAX_ACCRUALS) throw refusals.tooManyAccruals({ limit: MAX_ACCRUALS })
  refuseIfAny(await examineAccrual(call, body))
  const { account, months } = body
  const source = await sourceOf(call, body.journalEntryRef.id, account)
  if (!source) throw new Error('An unknown entry was not refused')
  if (source.isReversed) throw refusals.sourceReversed({ number: source.number })
  const firstMonth = dayFrom(`${body.firstMonth}-01`)
  const ore = amountOf(source, body)
  const balanceAccount = body.balanceAccount ?? usualBalanceAccount(ore, { date: source.date, firstMonth })
  const title = `Periodisering av ${source.number}: ${source.title}`
  const items = deferralItems(ore, { account, balanceAccount })
  const tags = (await tagsOnAccounts(call, [source.id]))(source.id, account)
  const { id: entryId } = await bookDocument(call, {
    title,
    date: source.date,
    items,
    tags,
    isReversible: true,
    isShift: true,
  })
  const { db, companyId, actor, now } = call
  const id = newId()
  await db.rows(sql`
    insert into accruals.accrual (
      company_id, id, source_entry_id, title, account, balance_account, ore, first_month, months, journal_entry_id,
      created_by_kind, created_by_id, created_at, modified_at)
    values (${companyId}, ${id}, ${source.id}, ${source.title}, ${account}, ${balanceAccount}, ${ore}, ${firstMonth},
      ${months}, ${entryId}, ${actor.kind}, ${actor.id}, ${now}, ${now})`)
  const detail = { id, sourceEntryId: source.id, account, balanceAccount, amount: numberFromOre(ore), months }
  recordEvent(call, 'accrual.created', { id }, { ...detail, firstMonth: body.firstMonth, journalEntryId: entryId })
  return getAccrual(call, id)
}

/** The amount with the sign of the account in the entry: positive for debit. */
const amountOf = ({ ore, accruedOre }: Source, { amount }: Pick<AccrualBody, 'amount'>): Ore => {
  if (amount === undefined) return ore - accruedOre
  const given = oreFromNumber(amount) ?? 0n
  return ore < 0n ? -given : given
}

/** All errors in a body, which may be any object. */
export const examineAccrual = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { journalEntryRef, account, amount, balanceAccount, ...rest } = Object(body) as Partial<AccrualBody>
  const errors = wrongInMonths(rest)
  const { accounts } = await bookOf(call, true)
  if (typeof balanceAccount === 'number' && !(isBalanceAccount(balanceAccount) && accounts.get(balanceAccount))) {
    errors.push(faults.balanceAccount('#/balanceAccount', { account: balanceAccount }))
  }
  const entryId = Object(journalEntryRef).id
  if (typeof entryId !== 'string' || typeof account !== 'number' || !/^[\da-f-]{36}$/i.test(entryId)) return errors
  const source = await sourceOf(call, entryId, account)
  if (!source) return [...errors, faults.unknownEntry('#/journalEntryRef/id')]
  if (source.ore === 0n || !isResultAccount(account)) return [...errors, faults.notOfEntry('#/account', { account })]
  const left = source.ore - source.accruedOre
  if (left === 0n || left > 0n !== source.ore > 0n) return [...errors, faults.nothingLeft('#/account')]
  if (typeof amount !== 'number') return errors
  const ore = oreFromNumber(amount)
  if (ore !== null && ore > 0n && ore <= size(left)) return errors
  return [...errors, faults.accrualAmount('#/amount', { most: numberFromOre(size(left)) })]
}

const wrongInMonths = ({ firstMonth, months }: Partial<AccrualBody>): FieldError[] => {
  if (typeof firstMonth !== 'string') return []
  const first = `${firstMonth}-01`
  if (!isDay(first)) return [faults.accrualMonth('#/firstMonth')]
  const limit = monthsKnownFrom(first)
  return typeof months === 'number' && months > limit ? [faults.accrualLastMonth('#/months', { limit })] : []
}

/** A due portion, as its entry; for a closed year it is booked on the first open day after it. */
export type Due = { accrual: Accrual; portion: Portion; date: Day; title: string }

/** The due portions up to a month, earliest first; none for an accrual whose source entry is reversed. */
export const dueAccruals = async (call: CompanyCall, { to }: { to?: string | undefined }): Promise<Due[]> => {
  if (to !== undefined && !isDay(`${to}-01`)) refuseIfAny([faults.accrualMonth('to')])
  const last = lastMonth(call, to)
  const open = await call.db.rows<Row>(
    sql`
    select ${columns} from accruals.accrual a
    where a.company_id = ${call.companyId} and a.first_month <= ${last} and ${counts(sql`a`)}
      and ${sourceStands}
    order by a.id limit ${MAX_ACCRUALS}`,
    'open-accruals',
  )
  const book = await bookOf(call, true)
  const due = open.map(accrualOf).flatMap((accrual) => {
    const booked = new Set(accrual.booked.map(({ month }) => month))
    return portionsOf(accrual, accrual.booked)
      .filter(({ month, ore }) => month <= last && ore !== 0n && !booked.has(month))
      .map((portion): Due => {
        const title = `Periodisering ${portion.month.slice(0, 7)}: ${accrual.title}`
        const day = lastOfMonth(portion.month)
        return { accrual, portion, date: catchUpDay(book, day) ?? day, title }
      })
  })
  return due.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
}

/**
 * The number of due portions up to a day and of accruals to reverse since their source is reversed, and their sum in
 * öre without sign.
 */
export const unbookedAccruals = async (call: CompanyCall, end: Day): Promise<{ portions: number; ore: Ore }> => {
  const due = await dueAccruals(call, { to: end.slice(0, 7) })
  const stopped = await stoppedAccruals(call, end)
  const ore = due.reduce((sum, { portion }) => sum + size(portion.ore), 0n)
  return { portions: due.length + stopped.length, ore: stopped.reduce((sum, one) => sum + size(one.ore), ore) }
}

/** The remaining amounts of accruals whose source entry was reversed before them, which older versions allowed. */
const stoppedAccruals = ({ db, companyId }: CompanyCall, end: Day): Promise<{ ore: Ore }[]> =>
  db.rows<{ ore: Ore }>(
    sql`
    select s.ore from (
      select (a.ore - (
        select coalesce(sum(p.ore), 0) from accruals.portion p
        where p.company_id = a.company_id and p.accrual_id = a.id and ${counts(sql`p`)}))::bigint as ore
      from accruals.accrual a
      where a.company_id = ${companyId} and a.first_month <= ${end} and ${counts(sql`a`)} and not ${sourceStands}
    ) s where s.ore <> 0 limit ${MAX_ACCRUALS}`,
    'stopped-accruals',
  )

const lastMonth = ({ now }: CompanyCall, to: string | undefined): Day =>
  to === undefined ? firstOfMonth(dayOf(now)) : dayFrom(`${to}-01`)

type Booked = Due & { journalEntryId: string }

/** Books the due portions up to a month, all or nothing: an entry for each accrual and month. */
export const bookAccruals = async (call: CompanyCall, { to }: { to?: string | undefined }): Promise<Booked[]> => {
  await lockBooks(call)
  const due = await dueAccruals(call, { to })
  const month = lastMonth(call, to).slice(0, 7)
  if (due.length === 0) throw refusals.nothingToBook({ to: month })
  if (due.length > MAX_PORTIONS) {
    throw refusals.tooManyPortions({ count: due.length, to: month, limit: MAX_PORTIONS })
  }
  const tagsOf = await tagsOnAccounts(
    call,
    due.map(({ accrual }) => accrual.journalEntryId),
  )
  const booked: Booked[] = []
  for (const one of due) {
    const { accrual, portion, date, title } = one
    const items = portionItems(portion.ore, accrual)
    // The current tags of the deferral, so that the months return exactly what it took from each tag.
    const tags = tagsOf(accrual.journalEntryId, accrual.account)
    const { id } = await bookDocument(call, { title, date, items, tags, isReversible: true, isShift: true })
    booked.push({ ...one, journalEntryId: id })
    await call.db.rows(sql`
      insert into accruals.portion (company_id, id, accrual_id, month, ore, journal_entry_id)
      values (${call.companyId}, ${newId()}, ${accrual.id}, ${portion.month}, ${portion.ore}, ${id})`)
  }
  const accrualIds = [...new Set(booked.map(({ accrual }) => accrual.id))]
  await touch(call, accrualIds)
  for (const id of accrualIds) {
    const own = booked.filter(({ accrual }) => accrual.id === id)
    recordEvent(call, 'accrual.booked', { id }, { id, months: own.map(({ portion }) => portion.month.slice(0, 7)) })
  }
  return booked
}

const touch = ({ db, companyId, now }: CompanyCall, ids: readonly string[]) =>
  db.rows(sql`
    update accruals.accrual set modified_at = ${now} where company_id = ${companyId} and id = any(${[...ids]}::uuid[])`)

/** Reverses an accrual: its booked months, and then the entry that moved the amount. */
export const reverseAccrual = async (call: CompanyCall, id: string): Promise<Accrual> => {
  await lockBooks(call)
  const { isReversed, booked, journalEntryId } = await getAccrual(call, id)
  if (isReversed) throw refusals.accrualReversed({ id })
  for (const entryId of [...booked.map((portion) => portion.journalEntryId), journalEntryId]) {
    await reverseJournalEntry(call, entryId)
  }
  await touch(call, [id])
  recordEvent(call, 'accrual.reversed', { id }, { id, entries: booked.length + 1 })
  return getAccrual(call, id)
}

/**
 * Called when an entry is reversed, since this changes an accrual. A reversal cannot be reversed, nor can the source
 * entry of an active accrual.
 */
export const accrualsReversed = async (call: CompanyCall, reversed: Reversed): Promise<void> => {
  const { db, companyId, now } = call
  const { id: entryId, number, restored } = reversed
  if (await hasBooked(call, restored)) throw ledgerContribution.refusals.reversalOfRegister({ id: entryId, number })
  const spread = await db.maybe<{ id: string }>(
    sql`
    select a.id from accruals.accrual a
    where a.company_id = ${companyId} and a.source_entry_id = ${entryId} and ${counts(sql`a`)} order by a.id limit 1`,
    'accrual-of-reversed',
  )
  if (spread) throw ledgerContribution.refusals.reversedAccrued({ id: entryId, number, accrual: spread.id })
  const changed = await db.rows<{ id: string }>(
    sql`
    update accruals.accrual a set modified_at = ${now}
    where a.company_id = ${companyId} and (a.journal_entry_id = ${entryId} or a.id in (
      select p.accrual_id from accruals.portion p
      where p.company_id = ${companyId} and p.journal_entry_id = ${entryId}))
    returning a.id`,
    'accruals-reversed',
  )
  for (const { id } of changed) recordEvent(call, 'accrual.changed', { id })
}

/** Whether any of these entries moves an accrued amount, or books a month of it. */
const hasBooked = async ({ db, companyId }: CompanyCall, entries: readonly string[]): Promise<boolean> => {
  if (entries.length === 0) return false
  const ids = sql`any(${[...entries]}::uuid[])`
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
        select from accruals.accrual a where a.company_id = ${companyId} and a.journal_entry_id = ${ids})
      or exists (
        select from accruals.portion p where p.company_id = ${companyId} and p.journal_entry_id = ${ids}) as found`)
  return found
}
