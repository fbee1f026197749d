// Account lines in general ledger order: by account, day, registration and line number. The cost of a page does not
// depend on the size of the books; a full read uses one sorted statement with a cursor.
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, firstOfMonth, lastOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'
import { raw, type Sql, sql } from '#platform/sql'
import type { Period } from '#reports/period.rules'
import { itemsOf, taggedLines, untaggedRests } from './tagged-lines.ts'

/** The selection: `accounts` in order, entries registered up to a number, optionally of one tag. */
export type LedgerScope = {
  period: Period
  registration: number
  accounts: readonly number[]
  /** Whether `accounts` excludes some with lines. */
  isNarrowed: boolean
  tagId: string | undefined
  /** The tag group whose untagged remainder is selected. */
  untaggedGroupId: string | undefined
}

/** Amounts in öre. */
export type LedgerLine = LineKey & {
  id: string
  number: string
  title: string
  text: string
  debit: Ore
  credit: Ore
}

/** The sort key of a line. */
export type LineKey = { account: number; date: Day; registration: number; line: number }

/** An account with at most this many lines is read by account, others by day. */
const FEW_LINES = 5000
/** How many accounts are read together, initially and at most. */
const FIRST_ACCOUNTS = 1
const MOST_ACCOUNTS = 64
/** Maximum number of lines read together when searching untagged ones. */
const MOST_LINES = 5000
/** Line groups fetched at a time, and the number of entries per group, as a power of two. */
const FETCH_GROUPS = 25
const GROUP_POWER = 9

/** At most `limit` lines after a place. */
export const linesAfter = async (
  call: CompanyCall,
  scope: LedgerScope,
  { after, limit }: { after: LineKey | null; limit: number },
): Promise<LedgerLine[]> => {
  if (scope.tagId !== undefined) return taggedAfter(call, scope, scope.tagId, { after, limit })
  if (scope.untaggedGroupId !== undefined) return untaggedAfter(call, scope, scope.untaggedGroupId, { after, limit })
  const found: LedgerLine[] = []
  const left = scope.accounts.filter((account) => account >= (after?.account ?? 0))
  for (let size = FIRST_ACCOUNTS; left.length > 0 && found.length < limit; size = Math.min(size * 4, MOST_ACCOUNTS)) {
    const batch = left.splice(0, size)
    for (const { accounts, isLong } of runsOf(batch, await longOf(call, scope, batch))) {
      if (found.length === limit) return found
      const wanted = { after, limit: limit - found.length }
      const [account = 0] = accounts
      found.push(
        ...(isLong ? await byDay(call, scope, account, wanted) : await byAccount(call, scope, accounts, wanted)),
      )
    }
  }
  return found
}

type Wanted = { after: LineKey | null; limit: number }

/** Adjacent accounts with few lines are read together, each with many by itself. */
const runsOf = (accounts: readonly number[], long: ReadonlySet<number>) => {
  const runs: { accounts: number[]; isLong: boolean }[] = []
  for (const account of accounts) {
    const last = runs.at(-1)
    const isLong = long.has(account)
    if (last && !last.isLong && !isLong) last.accounts.push(account)
    else runs.push({ accounts: [account], isLong })
  }
  return runs
}

const longOf = async (
  { db, companyId }: CompanyCall,
  { registration }: LedgerScope,
  accounts: readonly number[],
): Promise<ReadonlySet<number>> => {
  // With so few registered entries, no account has many lines.
  if (registration <= FEW_LINES) return new Set()
  const rows = await db.rows<{ account: number }>(
    sql`
    select a.account from unnest(${[...accounts]}::integer[]) as a (account)
    where exists (
      select from ledger.journal_entry_item_view i
      where i.company_id = ${companyId} and i.account = a.account offset ${FEW_LINES})`,
    'ledger-long-accounts',
  )
  return new Set(rows.map(({ account }) => account))
}

const lineColumns = sql`e.date, e.registration, i.line, e.id, e.journal_entry_number as number, e.title,
  coalesce(i.text, '') as text, i.debit, i.credit`

const byAccount = (
  { db, companyId }: CompanyCall,
  { period, registration }: LedgerScope,
  accounts: readonly number[],
  { after, limit }: Wanted,
): Promise<LedgerLine[]> => {
  const key = after ?? { account: 0, date: period.from, registration: 0, line: 0 }
  return read(
    db,
    sql`
    select i.account, ${lineColumns}
    from (
      select i.account, i.journal_entry_id, i.line, i.text, i.debit, i.credit from ledger.journal_entry_item_view i
      where i.company_id = ${companyId} and i.account = any(${[...accounts]}::integer[]) offset 0
    ) i
    cross join lateral (
      select e.id, e.date, e.registration, e.journal_entry_number, e.title from ledger.journal_entry_view e
      where e.company_id = ${companyId} and e.id = i.journal_entry_id offset 0
    ) e
    where e.date between ${period.from} and ${period.to} and e.registration <= ${registration}
      and (i.account, e.date, e.registration, i.line)
        > (${key.account}, ${key.date}::date, ${key.registration}::bigint, ${key.line})
    order by i.account, e.date, e.registration, i.line limit ${limit}`,
    'ledger-by-account',
  )
}

/** Reads the entries of the months in which the account has moved, until there are enough lines. */
const byDay = async (
  call: CompanyCall,
  scope: LedgerScope,
  account: number,
  { after, limit }: Wanted,
): Promise<LedgerLine[]> => {
  const key = after?.account === account ? after : null
  const first = key?.date ?? scope.period.from
  const found: LedgerLine[] = []
  for (const stretch of await stretchesOf(call, account, { from: first, to: scope.period.to })) {
    if (found.length === limit) break
    found.push(
      ...(await throughDays(call, { ...scope, period: stretch }, account, { after: key, limit: limit - found.length })),
    )
  }
  return found
}

/** The days of the months in which an account has moved, adjacent months combined. */
const stretchesOf = async (
  { db, companyId }: CompanyCall,
  account: number,
  { from, to }: Period,
): Promise<Period[]> => {
  const rows = await db.rows<{ month: Day }>(
    sql`
    select distinct m.month from ledger.fiscal_year_view y
    join ledger.month_balance_view m
      on m.company_id = y.company_id and m.fiscal_year_id = y.id and m.account = ${account}
    where y.company_id = ${companyId} and m.month between ${firstOfMonth(from)} and ${to} order by m.month`,
    'ledger-months',
  )
  const stretches: Period[] = []
  for (const { month } of rows) {
    const last = stretches.at(-1)
    if (last && addDays(last.to, 1) === month) last.to = lastOfMonth(month)
    else stretches.push({ from: month, to: lastOfMonth(month) })
  }
  return stretches.map((one) => ({ from: one.from < from ? from : one.from, to: one.to > to ? to : one.to }))
}

const throughDays = (
  { db, companyId }: CompanyCall,
  { period, registration }: LedgerScope,
  account: number,
  { after, limit }: Wanted,
): Promise<LedgerLine[]> => {
  const key = after ?? { date: period.from, registration: 0, line: 0 }
  return read(
    db,
    sql`
    select ${account}::integer as account, ${lineColumns}
    from (
      select e.id, e.date, e.registration, e.journal_entry_number, e.title, e.items from ledger.journal_entry_view e
      where e.company_id = ${companyId} and e.date between ${period.from} and ${period.to}
        and (e.date, e.registration) >= (${key.date}::date, ${key.registration}::bigint)
        and e.registration <= ${registration}
      order by e.date, e.registration offset 0
    ) e
    cross join lateral (${itemsOf}) i
    where i.account = ${account}
      and (e.date, e.registration, i.line) > (${key.date}::date, ${key.registration}::bigint, ${key.line})
    order by e.date, e.registration, i.line limit ${limit}`,
    'ledger-by-day',
  )
}

/** A share rounded to zero is ignored, as in the figures of its account. */
const hasShare = sql`(e.debit <> 0 or e.credit <> 0)`

const taggedAfter = (
  { db, companyId }: CompanyCall,
  { period, registration, accounts }: LedgerScope,
  tagId: string,
  { after, limit }: Wanted,
): Promise<LedgerLine[]> => {
  const key = after ?? { account: 0, date: period.from, registration: 0, line: 0 }
  return read(
    db,
    sql`
    select e.account, e.date, e.registration, e.line, e.id, e.journal_entry_number as number, e.title,
      coalesce(e.text, '') as text, e.debit, e.credit
    from (${taggedLines(companyId, [tagId])}) e
    where e.date between ${period.from} and ${period.to} and e.registration <= ${registration}
      and e.account = any(${[...accounts]}::integer[]) and ${hasShare}
      and (e.account, e.date, e.registration, e.line)
        > (${key.account}, ${key.date}::date, ${key.registration}::bigint, ${key.line})
    order by e.account, e.date, e.registration, e.line limit ${limit}`,
    'ledger-tagged',
  )
}

/** Reads lines until enough have an untagged remainder, more at a time if few have. */
const untaggedAfter = async (
  call: CompanyCall,
  scope: LedgerScope,
  tagGroupId: string,
  { after, limit }: Wanted,
): Promise<LedgerLine[]> => {
  const found: LedgerLine[] = []
  let place = after
  for (let size = limit; found.length < limit; size = Math.min(size * 4, MOST_LINES)) {
    const lines = await linesAfter(call, { ...scope, untaggedGroupId: undefined }, { after: place, limit: size })
    found.push(...(await restsOf(call, tagGroupId, lines)))
    place = lines.at(-1) ?? null
    if (lines.length < size) break
  }
  return found.slice(0, limit)
}

/** Lines with their untagged remainder in a group; those without one are left out. */
const restsOf = async (
  { db, companyId }: CompanyCall,
  tagGroupId: string,
  lines: readonly LedgerLine[],
): Promise<LedgerLine[]> => {
  const given = sql`
    select * from unnest(${lines.map((_, place) => place)}::integer[], ${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ line }) => line)}::integer[], ${lines.map(({ debit }) => debit)}::bigint[],
      ${lines.map(({ credit }) => credit)}::bigint[]) as l (place, entry, line, debit, credit)`
  const rests = await db.rows<{ place: number; debit: Ore; credit: Ore }>(
    sql`
    select r.place, r.debit, r.credit from (${untaggedRests(companyId, tagGroupId, given)}) r
    where r.debit <> 0 or r.credit <> 0 order by r.place`,
    'ledger-untagged',
  )
  return rests.flatMap(({ place, debit, credit }) => {
    const line = lines[place]
    return line ? [{ ...line, debit, credit }] : []
  })
}

const read = async (db: CompanyCall['db'], statement: Sql, name: string): Promise<LedgerLine[]> => {
  const rows = await db.rows<Omit<LedgerLine, 'registration'> & { registration: bigint }>(statement, name)
  return rows.map((row) => ({ ...row, registration: Number(row.registration) }))
}

/**
 * All lines, in portions. They are packed: parsing a row per line would take most of the time. The statement sorts on
 * the server's disk, and its cursor lives until the transaction ends.
 */
export async function* allLines(call: CompanyCall, scope: LedgerScope): AsyncGenerator<LedgerLine[]> {
  const { db } = call
  await db.rows(sql`declare ledger_lines no scroll cursor for ${packedLines(call.companyId, scope)}`)
  type Group = { account: number; date: Day; lines: string }
  const fetched = () => {
    const groups = db.rows<Group>(sql`fetch ${raw(String(FETCH_GROUPS))} from ledger_lines`)
    // A consumer that stops early does not see the error.
    groups.catch(() => {})
    return groups
  }
  let isBroken = false
  // The server prepares the next portion while one is written.
  let next = fetched()
  try {
    for (;;) {
      const groups = await next
      if (groups.length === 0) break
      next = fetched()
      // One by one: in large batches most objects would survive the first garbage collection, doubling its cost.
      for (const { account, date, lines: packed } of groups) {
        const lines = unpacked(account, date, packed)
        yield scope.untaggedGroupId === undefined ? lines : await restsOf(call, scope.untaggedGroupId, lines)
      }
    }
  } catch (cause) {
    isBroken = true
    throw cause
  } finally {
    // Also if the consumer stops: the same transaction may read the lines again, in another format.
    if (!isBroken) await db.rows(sql`close ledger_lines`)
  }
}

/**
 * Groups of lines in ledger order. They are sorted twice: the lines of a day in memory, and then whole groups. The
 * entry's data is converted to text once per entry.
 */
const packedLines = (companyId: string, scope: LedgerScope): Sql => {
  const { period, registration, accounts, isNarrowed, tagId } = scope
  const isAsked = sql`e.date between ${period.from} and ${period.to} and e.registration <= ${registration}`
  const head = sql`concat_ws(chr(31), e.registration, e.id, e.journal_entry_number, ${unseparated(sql`e.title`)})`
  const source =
    tagId === undefined
      ? sql`
        select e.date, e.registration, e.head, i.line, i.account, i.text, i.debit, i.credit
        from (
          select e.date, e.registration, e.items, ${head} as head from ledger.journal_entry_view e
          where e.company_id = ${companyId} and ${isAsked} order by e.date, e.registration offset 0
        ) e
        cross join lateral (${itemsOf}) i`
      : sql`
        select e.date, e.registration, ${head} as head, e.line, e.account, e.text, e.debit, e.credit
        from (${taggedLines(companyId, [tagId])}) e where ${isAsked} and ${hasShare}`
  const place = sql`s.registration >> ${raw(String(GROUP_POWER))}`
  return sql`
    select g.account, g.date, g.lines
    from (
      select s.account, s.date, ${place} as place, string_agg(
          concat_ws(chr(31), s.head, s.line, s.debit, s.credit, ${unseparated(sql`s.text`)}), chr(30)
          order by s.registration, s.line) as lines
      from (${source}) s
      where ${isNarrowed ? sql`s.account = any(${[...accounts]}::integer[])` : sql`true`}
      group by s.date, ${place}, s.account offset 0
    ) g
    order by g.account, g.date, g.place`
}

/** A text without the separators of packed lines. */
const unseparated = (text: Sql): Sql => sql`translate(${text}, chr(30) || chr(31), '  ')`

const unpacked = (account: number, date: Day, lines: string): LedgerLine[] =>
  lines.split('\x1e').map((packed) => {
    const [registration = '', id = '', number = '', title = '', line = '', debit = '0', credit = '0', text = ''] =
      packed.split('\x1f')
    // Without spread syntax: there may be millions of them.
    return {
      account,
      date,
      registration: Number(registration),
      line: Number(line),
      id,
      number,
      title,
      text,
      debit: BigInt(debit),
      credit: BigInt(credit),
    }
  })
