// What stands around the vouchers of a SIE file: fiscal year, accounts, dimensions, objects, balances. What the books
// have already stays as it is; what they lack is made.
import type { CompanyCall } from '#platform/call'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { SieSummary } from '#sie'
import { accountTypeOf, kindByNumber } from './chart.ts'
import { insertFiscalYear } from './fiscal-year.ts'
import { keepComparison, takeOpening } from './sie-import-opening.ts'
import { type FindingList, objectKey, type Plan, type Seen } from './sie-import-plan.ts'
import { aliasFor, groupNameFor } from './tag.rules.ts'

/** What was made, and the tags by dimension and code that rows are tied to. */
export type Frame = {
  /** Null when the file has no year of its own, and on a dry run for a year that the books lack. */
  fiscalYearId: string | null
  newYear: { startDate: string; endDate: string } | null
  accounts: number
  tagGroups: number
  tags: number
  openingBalances: number
  /** What the year begins with, in the books, as they are with this import. */
  opening: ReadonlyMap<number, bigint>
  /** What each account counts as, the new ones too. */
  kinds: ReadonlyMap<number, string>
  tagIds: ReadonlyMap<string, string>
}

export type FrameInput = {
  summary: SieSummary
  seen: Seen
  plan: Plan
  dryRun: boolean
  errors: FindingList
  warnings: FindingList
}

/** Makes what is missing, or only counts it on a dry run. Warnings are for the user to read. */
export const makeFrame = async (call: CompanyCall, input: FrameInput): Promise<Frame> => {
  const { summary, plan, dryRun } = input
  const { year } = plan
  const made = year && !year.existing && !dryRun ? await addYear(call, plan) : null
  const fiscalYearId = year?.existing?.id ?? made
  const { accounts, kinds } = await addAccounts(call, input)
  const { tagGroups, tags, tagIds } = await addTags(call, input)
  const { opening, stored } = year
    ? await takeOpening(call, { ...input, year, fiscalYearId })
    : { opening: new Map<number, bigint>(), stored: 0 }
  if (fiscalYearId && !dryRun) await keepComparison(call, summary, fiscalYearId)
  return {
    fiscalYearId,
    newYear: year && !year.existing ? { startDate: year.startDate, endDate: year.endDate } : null,
    accounts,
    tagGroups,
    tags,
    openingBalances: stored,
    opening,
    kinds,
    tagIds,
  }
}

/** The new year keeps its books by the method of the company's latest year. */
const addYear = async (call: CompanyCall, { year }: Plan): Promise<string> => {
  if (!year) throw new Error('A file without a fiscal year makes none')
  const latest = await call.db.maybe<{ accounting_method: 'cash' | 'accrual' }>(sql`
    select accounting_method from ledger.fiscal_year where company_id = ${call.companyId}
    order by start_date desc limit 1`)
  const { startDate, endDate } = year
  const made = await insertFiscalYear(call, {
    startDate,
    endDate,
    accountingMethod: latest?.accounting_method ?? 'accrual',
  })
  return made.id
}

const kindNames: Readonly<Record<string, string>> = { T: 'asset', S: 'liability', I: 'income', K: 'expense' }

const addAccounts = async (
  call: CompanyCall,
  { summary, seen, dryRun, warnings }: FrameInput,
): Promise<{ accounts: number; kinds: Map<number, string> }> => {
  const chart = await call.db.rows<{ number: number; name: string; kind: string }>(
    sql`select number, name, kind from ledger.account where company_id = ${call.companyId}`,
  )
  const names = new Map(chart.map(({ number, name }) => [number, name]))
  const kinds = new Map(chart.map(({ number, kind }) => [number, kind]))
  const named = [...summary.accounts, ...summary.undeclaredAccounts.map((number) => [number, ''] as const)]
  const rows = named.map(([text, name]) => {
    const number = Number(text)
    const here = names.get(number)
    if (here !== undefined && name !== '' && here !== name) {
      warnings.add(null, `account ${text} is named "${here}" in the books and "${name}" in the file`)
    }
    const kind = kinds.get(number) ?? kindNames[seen.accountTypes.get(text) ?? ''] ?? kindByNumber(number)
    kinds.set(number, kind)
    return {
      number,
      name: name || `Konto ${text}`,
      account_type: accountTypeOf(number),
      kind,
      sru: seen.sru.get(text) ?? [],
      unit: seen.units.get(text) || null,
    }
  })
  if (!dryRun) await inParts(rows, (part) => upsertAccounts(call, part))
  return { accounts: rows.filter(({ number }) => !names.has(number)).length, kinds }
}

/** Adds accounts; of those that exist only blanks are filled. */
const upsertAccounts = async (
  { db, companyId }: CompanyCall,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  await db.rows(sql`
    insert into ledger.account as kept (company_id, number, name, account_type, kind, sru, unit)
    select ${companyId}, number, name, account_type, kind, sru, unit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as account (
      number integer, name text, account_type text, kind text, sru text[], unit text)
    on conflict (company_id, number) do update set
      sru = case when kept.sru = '{}' then excluded.sru else kept.sru end,
      unit = coalesce(kept.unit, excluded.unit)
    where (kept.sru = '{}' and excluded.sru <> '{}') or (kept.unit is null and excluded.unit is not null)`)
}

/** Dimensions become tag groups, objects tags. Those that the books have keep the names they have there. */
const addTags = async (
  call: CompanyCall,
  { seen, dryRun }: FrameInput,
): Promise<{ tagGroups: number; tags: number; tagIds: Map<string, string> }> => {
  const { db, companyId, now } = call
  const here = await db.rows<{ id: string; name: string; alias: string; dimension_number: number | null }>(sql`
    select id, name, alias, dimension_number from ledger.tag_group where company_id = ${companyId}`)
  const groups = new Map(here.map(({ id, dimension_number }) => [dimension_number, id]))
  const names = new Set(here.map(({ name }) => name))
  const aliases = new Set(here.map(({ alias }) => alias))
  const newGroups = seen
    .allDimensions()
    .filter(({ number }) => !groups.has(number))
    .map(({ number, name: told, parent }) => {
      const name = groupNameFor(told, number, names)
      const alias = aliasFor(number, aliases)
      names.add(name)
      aliases.add(alias)
      return { id: newId(), number, name, alias, parent }
    })
  for (const { id, number } of newGroups) groups.set(number, id)
  const tagIds = new Map(
    (
      await db.rows<{ id: string; code: string; dimension_number: number }>(sql`
        select t.id, t.code, g.dimension_number from ledger.tag t
        join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
        where t.company_id = ${companyId} and g.dimension_number is not null`)
    ).map(({ id, code, dimension_number }) => [objectKey(dimension_number, code), id]),
  )
  const missing = [...seen.objects].filter(([key]) => !tagIds.has(key))
  const made = { tagGroups: newGroups.length, tags: missing.length, tagIds }
  if (dryRun) return made
  await inParts(newGroups, (rows) =>
    db.rows(sql`
      insert into ledger.tag_group (
        company_id, id, name, alias, dimension_number, parent_dimension_number, created_at)
      select ${companyId}, id, name, alias, number, parent, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (
        id uuid, number integer, name text, alias text, parent integer)`),
  )
  await inParts(missing, (part) => {
    const rows = part.map(([key, { dimension, code, name }]) => {
      const id = newId()
      tagIds.set(key, id)
      return { id, group: groups.get(dimension), code, name: name || code }
    })
    return db.rows(sql`
      insert into ledger.tag (company_id, id, tag_group_id, code, name, name_of_file, created_at)
      select ${companyId}, id, "group", code, name, true, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, "group" uuid, code text, name text)`)
  })
  return made
}

/** How many rows are written in one statement at most: other companies have their turn between two. */
const ROWS_AT_A_TIME = 5_000

const inParts = async <Item>(items: readonly Item[], write: (part: readonly Item[]) => Promise<unknown>) => {
  for (let from = 0; from < items.length; from += ROWS_AT_A_TIME) await write(items.slice(from, from + ROWS_AT_A_TIME))
}
