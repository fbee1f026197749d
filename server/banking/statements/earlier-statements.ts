// Earlier imports of an account: by the identities of the same kind of file, and by date range for the other kind,
// where a notification precedes a statement or the other way round.
import type { CompanyCall } from '#platform/call'
import { addDaysWithin, type Day } from '#platform/day'
import { type Sql, sql } from '#platform/sql'
import { arrayText, mapInSlices, runInSlices, yieldToEventLoop } from '#threads/event-loop'
import { type EarlierTransaction, type Names, NEAR_DAYS, namesOfEntries } from './earlier-statements.rules.ts'
import type { IdentifiedEntry, StatementKind } from './statement.rules.ts'

/** The account and kind of the files. */
type Files = { bankAccountId: string; kind: StatementKind }

/**
 * The stored identities for entries of one file, by the identities in the file: as imported from the same kind of file,
 * otherwise as imported from the other kind. An earlier assignment may have been a guess.
 */
export const namesOf = async (call: CompanyCall, files: Files, entries: readonly IdentifiedEntry[]): Promise<Names> => {
  const identities = [...new Set(await mapInSlices(entries, ({ identity }) => identity))]
  await yieldToEventLoop()
  const told = await toldByKind(call, files, identities)
  const known = new Map<string, string>()
  await mapInSlices(told, ({ identity, entryIdentity }) => known.set(identity, entryIdentity))
  const taken = new Set<string>()
  await yieldToEventLoop()
  const others = identities.filter((identity) => !known.has(identity))
  await mapInSlices(await keptAs(call, files, others), ({ identity, isTaken }) =>
    isTaken ? taken.add(identity) : known.set(identity, identity),
  )
  await yieldToEventLoop()
  const days = entries.filter(({ identity }) => !known.has(identity)).map(({ date }) => date)
  const byOthers = await toldByOthers(call, files, days)
  const { names, guessed } = await runInSlices(
    namesOfEntries({ entries, known, taken, told: byOthers, kind: files.kind }),
  )
  return { names, guessed: new Set([...guessed, ...told.map(({ identity }) => identity)]) }
}

/**
 * The stored identities of entries that files of this kind contained under these identities. The first line found is
 * enough: all lines with an identity belong to one entry.
 */
const toldByKind = async (
  { db, companyId }: CompanyCall,
  { bankAccountId, kind }: Files,
  identities: readonly string[],
): Promise<{ identity: string; entryIdentity: string }[]> =>
  db.rows(sql`
    select asked.identity, told.entry_identity as "entryIdentity"
    from unnest(${await arrayText(identities)}::text[]) as asked (identity)
    cross join lateral (
      select t.entry_identity
      from (
        select l.statement_id, l.transaction_id from banking.statement_line l
        where l.company_id = ${companyId} and l.entry_identity = asked.identity offset 0
      ) l
      cross join lateral (
        select s.id from banking.statement s
        where s.company_id = ${companyId} and s.id = l.statement_id and s.bank_account_id = ${bankAccountId}
          and s.kind = ${kind} offset 0
      ) s
      cross join lateral (
        select t.entry_identity from banking.transaction t
        where t.company_id = ${companyId} and t.id = l.transaction_id offset 0
      ) t
      limit 1
    ) told`)

/**
 * The identities in use. One is in use if this kind of file contained its transactions under another identity, since
 * then it belongs to another entry. Lines from older versions may have had any identity.
 */
const keptAs = async (
  { db, companyId }: CompanyCall,
  files: Files,
  identities: readonly string[],
): Promise<{ identity: string; isTaken: boolean }[]> =>
  db.rows(sql`
    select asked.identity, told.lines > 0 and told.lines = told.named as "isTaken"
    from unnest(${await arrayText(identities)}::text[]) as asked (identity)
    cross join lateral (
      select t.id from banking.transaction t
      where t.company_id = ${companyId} and t.bank_account_id = ${files.bankAccountId}
        and t.entry_identity = asked.identity limit 1
    ) kept
    cross join lateral (${linesOf(companyId, files, sql`asked.identity`)}) told`)

/** How many lines of this kind of file belong to an entry, and how many of them have an identity. */
const linesOf = (companyId: string, { bankAccountId, kind }: Files, entryIdentity: Sql): Sql => sql`
  select count(*) as lines, count(l.entry_identity) as named
  from (
    select t.id from banking.transaction t
    where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
      and t.entry_identity = ${entryIdentity} offset 0
  ) t
  cross join lateral (
    select l.statement_id, l.entry_identity from banking.statement_line l
    where l.company_id = ${companyId} and l.transaction_id = t.id offset 0
  ) l
  cross join lateral (
    select s.id from banking.statement s
    where s.company_id = ${companyId} and s.id = l.statement_id and s.kind = ${kind} offset 0
  ) s`

/**
 * The transactions of entries in files of the other kind, around these days; except those that this kind contained
 * under its own identities. A sum replaced by its details is represented by these. The query goes through the
 * statements, since an index on days would slow down each import.
 */
const toldByOthers = (
  { db, companyId }: CompanyCall,
  files: Files,
  days: readonly Day[],
): Promise<EarlierTransaction[]> => {
  const { bankAccountId, kind } = files
  let first = days[0]
  let last = days[0]
  for (const day of days) {
    if (first === undefined || day < first) first = day
    if (last === undefined || day > last) last = day
  }
  if (!first || !last) return Promise.resolve([])
  return db.rows<EarlierTransaction>(sql`
    with near as materialized (
      select distinct t.entry_identity
      from banking.statement s
      cross join lateral (
        select l.transaction_id from banking.statement_line l
        where l.company_id = ${companyId} and l.statement_id = s.id offset 0
      ) l
      cross join lateral (
        select t.entry_identity from banking.transaction t
        where t.company_id = ${companyId} and t.id = l.transaction_id offset 0
      ) t
      where s.company_id = ${companyId} and s.bank_account_id = ${bankAccountId} and s.kind <> ${kind}
        and least(s.from_date, s.to_date) <= ${addDaysWithin(last, NEAR_DAYS)}::date
        and greatest(s.from_date, s.to_date) >= ${addDaysWithin(first, -NEAR_DAYS)}::date
    ), told as materialized (
      select n.entry_identity, told.lines > 0 as by_both
      from near n cross join lateral (${linesOf(companyId, files, sql`n.entry_identity`)}) told
      where told.lines = 0 or told.named < told.lines
    )
    select t.entry_identity as "entryIdentity", t.date, t.value_date as "valueDate", t.amount_ore as ore,
      t.is_detailed as "isDetailed", t.bank_reference as "bankReference", t.end_to_end_id as "endToEndId",
      t.counterparty, t.payment_references as "references", t.message, n.by_both as "isToldByBoth"
    from told n
    cross join lateral (
      select * from banking.transaction t
      where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
        and t.entry_identity = n.entry_identity offset 0
    ) t
    where t.replaced_by_statement_id is null
    order by t.entry_identity, t.id`)
}
