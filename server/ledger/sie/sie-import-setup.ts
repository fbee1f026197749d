// The data around the vouchers of a SIE file: fiscal year, accounts, dimensions, objects, balances. Names, SRU codes
// and types of accounts are taken from the file; existing tags are kept unchanged.

import { keepBudgets } from '#ledger/budget/sie-budget'
import type { SieObject, SieSummary } from '#ledger/sie-format/items'
import { aliasFor, groupNameFor } from '#ledger/tags/tag.rules'
import { touchTagGroup } from '#ledger/tags/tag-group'
import { insertFiscalYear } from '#ledger/years/fiscal-year'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { mapInSlices, writeInParts } from '#threads/event-loop'
import { takeAccounts } from './sie-import-accounts.ts'
import type { ImportFindings } from './sie-import-kinds.ts'
import { keepComparison, takeOpening } from './sie-import-opening.ts'
import type { Plan } from './sie-import-plan.ts'
import { objectKey, type SeenInFile } from './sie-import-seen.ts'

/** What was created, and the tag ids by dimension and code that rows refer to. */
export type ImportSetup = {
  /** Null if the file has no year of its own, and on a dry run if the books lack the year. */
  fiscalYearId: string | null
  newYear: { startDate: string; endDate: string } | null
  accounts: number
  changedAccounts: number
  budgets: number
  tagGroups: number
  tags: number
  openingBalances: number
  /** The year's opening balances in the books after this import. */
  opening: ReadonlyMap<number, bigint>
  /** The kind of each account, new ones included. */
  kinds: ReadonlyMap<number, string>
  tagIds: ReadonlyMap<string, string>
}

type ImportSetupInput = {
  summary: SieSummary
  seen: SeenInFile
  plan: Plan
  dryRun: boolean
  findings: ImportFindings
}

/** Creates what is missing, or only counts it on a dry run. */
export const createImportSetup = async (call: CompanyCall, input: ImportSetupInput): Promise<ImportSetup> => {
  const { summary, plan, dryRun } = input
  const { year } = plan
  const made = year && !year.existing && !dryRun ? await addYear(call, plan) : null
  const fiscalYearId = year?.existing?.id ?? made
  const { accounts, changed, kinds } = await takeAccounts(call, input)
  const { tagGroups, tags, tagIds } = await addTags(call, input)
  const { opening, stored } = year
    ? await takeOpening(call, { ...input, year, fiscalYearId })
    : { opening: new Map<number, bigint>(), stored: 0 }
  if (fiscalYearId && !dryRun) await keepComparison(call, summary, fiscalYearId)
  const budgets = year ? input.seen.budgets : []
  if (fiscalYearId && !dryRun) await keepBudgets(call, fiscalYearId, budgets)
  return {
    fiscalYearId,
    newYear: year && !year.existing ? { startDate: year.startDate, endDate: year.endDate } : null,
    accounts,
    changedAccounts: changed,
    budgets: budgets.length,
    tagGroups,
    tags,
    openingBalances: stored,
    opening,
    kinds,
    tagIds,
  }
}

/** The new year uses the accounting method of the company's latest year. */
const addYear = async (call: CompanyCall, { year }: Plan): Promise<string> => {
  if (!year) throw new Error('Cannot add a fiscal year for a file without one')
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

/** Dimensions become tag groups, objects become tags. Existing ones keep their names. */
const addTags = async (
  call: CompanyCall,
  { seen, dryRun }: ImportSetupInput,
): Promise<{ tagGroups: number; tags: number; tagIds: Map<string, string> }> => {
  const { db, companyId, now } = call
  const here = await db.rows<{ id: string; name: string; alias: string; dimension_number: number | null }>(sql`
    select id, name, alias, dimension_number from ledger.tag_group where company_id = ${companyId}`)
  const groups = new Map(here.map(({ id, dimension_number }) => [dimension_number, id]))
  const names = new Set(here.map(({ name }) => name))
  const aliases = new Set(here.map(({ alias }) => alias))
  const newGroups = seen.dimensions
    .filter(({ number }) => !groups.has(number))
    .map(({ number, name: told, parent }) => {
      const name = groupNameFor(told, number, names)
      const alias = aliasFor(number, aliases)
      names.add(name)
      aliases.add(alias)
      return { id: newId(), number, name, alias, parent }
    })
  for (const { id, number } of newGroups) groups.set(number, id)
  const tagIds = new Map<string, string>()
  const known = await db.rows<{ id: string; code: string; dimension_number: number }>(sql`
    select t.id, t.code, g.dimension_number from ledger.tag t
    join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
    where t.company_id = ${companyId} and g.dimension_number is not null`)
  await mapInSlices(known, ({ id, code, dimension_number }) => tagIds.set(objectKey(dimension_number, code), id))
  const missing: [string, SieObject][] = []
  await mapInSlices(seen.objects, (entry) => !tagIds.has(entry[0]) && missing.push(entry))
  const made = { tagGroups: newGroups.length, tags: missing.length, tagIds }
  if (dryRun) return made
  await writeInParts(newGroups, (rows) =>
    db.rows(sql`
      insert into ledger.tag_group (
        company_id, id, name, alias, dimension_number, parent_dimension_number, created_at,
        modified_at)
      select ${companyId}, id, name, alias, number, parent, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (
        id uuid, number integer, name text, alias text, parent integer)`),
  )
  const touched = new Set<string>()
  await writeInParts(missing, (part) => {
    const rows = part.map(([key, { dimension, code, name }]) => {
      const id = newId()
      tagIds.set(key, id)
      return { id, group: groups.get(dimension), code, name: name || code }
    })
    for (const { group } of rows) if (group) touched.add(group)
    return db.rows(sql`
      insert into ledger.tag (company_id, id, tag_group_id, code, name, name_of_file, created_at)
      select ${companyId}, id, "group", code, name, true, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, "group" uuid, code text, name text)`)
  })
  for (const { id } of newGroups) recordEvent(call, 'tag-group.created', { id })
  for (const id of touched) if (!newGroups.some((one) => one.id === id)) await touchTagGroup(call, id)
  return made
}
