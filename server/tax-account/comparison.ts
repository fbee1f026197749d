// The balance of the tax account by its statements against account 1630, and what the difference is made of.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { balancesOn, outsideOf } from '#reports'
import { TAX_ACCOUNT } from '#rule/account-ranges'
import { taxAccountRefusals as refusals } from './refusals.ts'

/** Rows or entries of a comparison that are shown, the oldest first; all are counted. */
const MAX_SHOWN = 200

type Part = { id: string; date: Day; text: string; ore: Ore }
type Parts = { count: number; ore: Ore; items: Part[] }

type Comparison = {
  date: Day
  /** The balance by the statements, and by the books: above zero is the company's. */
  statedOre: Ore
  bookedOre: Ore
  differenceOre: Ore
  /** From which day the statements tell everything: what was before it is one amount. */
  since: Day
  /** What the books had before that day more than the statements did. */
  beforeOre: Ore
  /** Rows without an entry on or before the day. */
  rows: Parts
  /** Entries without a row on or before the day. */
  entries: Parts
  /** What is left when all of that is taken away: rows that no import had, between two statements. */
  unexplainedOre: Ore
}

type Stated = { fromDate: Day; toDate: Day; openingOre: Ore | null; closingOre: Ore }

/** Compares on a day; on the last day of the newest statement where none is given. */
export const compare = async (call: CompanyCall, asked: Day | undefined): Promise<Comparison> => {
  refuseIfAny(outsideOf('date', asked))
  const last = await newestStatement(call, asked)
  if (!last) throw refusals.noStatement({ date: asked ?? '9999-12-31' })
  const date = asked ?? last.toDate
  const first = (await firstStatement(call)) ?? last
  const statedOre = last.closingOre + (await sumOfRows(call, last.toDate, date))
  const bookedOre = (await balancesOn(call, date)).balances.get(TAX_ACCOUNT) ?? 0n
  const rows = await rowsWithoutEntry(call, date)
  const entries = await entriesWithoutRow(call, first.fromDate, date)
  const movedOre = await sumOfEntries(call, first.fromDate, date)
  const openingOre = first.openingOre ?? first.closingOre - (await sumOfRows(call, null, first.toDate))
  const beforeOre = bookedOre - movedOre - openingOre
  const differenceOre = bookedOre - statedOre
  const unexplainedOre = differenceOre - beforeOre - entries.ore + rows.ore
  const since = first.fromDate
  return { date, statedOre, bookedOre, differenceOre, since, beforeOre, rows, entries, unexplainedOre }
}

const stated = sql`
  s.from_date as "fromDate", s.to_date as "toDate", s.opening_ore as "openingOre", s.closing_ore as "closingOre"`

const newestStatement = ({ db, companyId }: CompanyCall, until: Day | undefined): Promise<Stated | null> =>
  db.maybe<Stated>(sql`
    select ${stated} from tax_account.statement s
    where s.company_id = ${companyId} and s.closing_ore is not null and s.to_date <= ${until ?? '9999-12-31'}::date
    order by s.to_date desc, s.id desc limit 1`)

const firstStatement = ({ db, companyId }: CompanyCall): Promise<Stated | null> =>
  db.maybe<Stated>(sql`
    select ${stated} from tax_account.statement s
    where s.company_id = ${companyId} and s.closing_ore is not null order by s.from_date, s.id limit 1`)

/** The sum of the rows after a day, or of all, until another. */
const sumOfRows = async ({ db, companyId }: CompanyCall, after: Day | null, until: Day): Promise<Ore> => {
  const { ore } = await db.one<{ ore: Ore }>(sql`
    select coalesce(sum(t.amount_ore), 0)::bigint as ore from tax_account.transaction t
    where t.company_id = ${companyId} and t.date <= ${until}::date
      and (${after}::date is null or t.date > ${after}::date)`)
  return ore
}

/** What entries have moved on the account from a day until another. */
const sumOfEntries = async ({ db, companyId }: CompanyCall, from: Day, until: Day): Promise<Ore> => {
  const { ore } = await db.one<{ ore: Ore }>(sql`
    select coalesce(sum(i.debit - i.credit), 0)::bigint as ore from ledger.journal_entry_item_view i
    join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
    where i.company_id = ${companyId} and i.account = ${TAX_ACCOUNT}
      and e.date between ${from}::date and ${until}::date`)
  return ore
}

type PartRow = Part & { count: bigint; all: Ore }

const partsOf = (found: readonly PartRow[]): Parts => ({
  count: Number(found[0]?.count ?? 0),
  ore: found[0]?.all ?? 0n,
  items: found.map(({ id, date, text, ore }) => ({ id, date, text, ore })),
})

/** A row whose entry is of a later day, or reversed by one, has none on the day. */
const rowsWithoutEntry = async ({ db, companyId }: CompanyCall, until: Day): Promise<Parts> =>
  partsOf(
    await db.rows<PartRow>(sql`
      select t.id, t.date, t.text, t.amount_ore as ore, count(*) over () as count,
        sum(t.amount_ore) over ()::bigint as "all"
      from tax_account.transaction t
      where t.company_id = ${companyId} and t.date <= ${until}::date and not exists (
        select from ledger.journal_entry_view e
        where e.company_id = t.company_id and e.id = t.journal_entry_id and e.date <= ${until}::date)
      order by t.date, t.id limit ${MAX_SHOWN}`),
  )

/** An entry whose row is of a later day has none on the day. */
const entriesWithoutRow = async ({ db, companyId }: CompanyCall, from: Day, until: Day): Promise<Parts> =>
  partsOf(
    await db.rows<PartRow>(sql`
      select e.id, e.date, e.journal_entry_number || ' ' || e.title as text, i.ore, count(*) over () as count,
        sum(i.ore) over ()::bigint as "all"
      from (
        select i.journal_entry_id as id, sum(i.debit - i.credit)::bigint as ore from ledger.journal_entry_item_view i
        where i.company_id = ${companyId} and i.account = ${TAX_ACCOUNT} group by 1
      ) i
      join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = i.id
      where i.ore <> 0 and e.date between ${from}::date and ${until}::date and not exists (
        select from tax_account.transaction t
        where t.company_id = ${companyId} and t.journal_entry_id = e.id and t.date <= ${until}::date)
      order by e.date, e.id limit ${MAX_SHOWN}`),
  )

const shownParts = ({ count, ore, items }: Parts) => ({
  count,
  amount: numberFromOre(ore),
  items: items.map(({ ore: of, ...item }) => ({ ...item, amount: numberFromOre(of) })),
})

/** A comparison in kronor. */
export const shownComparison = (one: Comparison) => ({
  date: one.date,
  statedBalance: numberFromOre(one.statedOre),
  bookedBalance: numberFromOre(one.bookedOre),
  difference: numberFromOre(one.differenceOre),
  since: one.since,
  before: numberFromOre(one.beforeOre),
  transactionsWithoutEntry: shownParts(one.rows),
  entriesWithoutTransaction: shownParts(one.entries),
  unexplained: numberFromOre(one.unexplainedOre),
})
