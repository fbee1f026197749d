// What people give for the proposals of a fiscal year, kept with the year.
import { getFiscalYear, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Inputs, wrongInInputs } from './inputs.rules.ts'

/** Sections as they were stored, and when; null of a year for which nothing was given. */
export type KeptInputs = { inputs: Inputs; modifiedAt: Date | null; modifiedBy: string | null }

/** What was given for a year; refused as not found where there is no such year. */
export const inputsOf = async (
  call: CompanyCall,
  fiscalYearId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<KeptInputs> => {
  await getFiscalYear(call, fiscalYearId)
  const row = await call.db.maybe<KeptInputs>(
    sql`
    select inputs, modified_at as "modifiedAt", modified_by as "modifiedBy" from year_end.proposal_inputs
    where company_id = ${call.companyId} and fiscal_year_id = ${fiscalYearId} ${lock ? sql`for update` : sql``}`,
    lock ? 'locked-proposal-inputs' : 'proposal-inputs',
  )
  return row ?? { inputs: {}, modifiedAt: null, modifiedBy: null }
}

/** What was given for several years, by the id of each; years for which nothing was given are left out. */
export const inputsOfYears = async (
  call: CompanyCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Inputs>> => {
  const rows = await call.db.rows<{ id: string; inputs: Inputs }>(sql`
    select fiscal_year_id as id, inputs from year_end.proposal_inputs
    where company_id = ${call.companyId} and fiscal_year_id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, inputs }) => [id, inputs]))
}

/** Replaces the sections that are given, and removes those given as null. Refused with every error in them. */
export const changeInputs = async (
  call: CompanyCall,
  { fiscalYearId, changes }: { fiscalYearId: string; changes: Inputs },
): Promise<KeptInputs> => {
  refuseIfAny(wrongInInputs(changes))
  // Two requests may give the first sections of a year.
  await lockBooks(call)
  const { inputs } = await inputsOf(call, fiscalYearId, { lock: true })
  const merged = Object.fromEntries(Object.entries({ ...inputs, ...changes }).filter(([, section]) => section !== null))
  await call.db.rows(sql`
    insert into year_end.proposal_inputs (company_id, fiscal_year_id, inputs, modified_at, modified_by)
    values (${call.companyId}, ${fiscalYearId}, ${JSON.stringify(merged)}::jsonb, ${call.now}, ${call.actor.name})
    on conflict (company_id, fiscal_year_id) do update
    set inputs = excluded.inputs, modified_at = excluded.modified_at, modified_by = excluded.modified_by`)
  const sections = Object.keys(changes).sort()
  recordEvent(call, 'year-end-proposal.changed', { id: fiscalYearId }, { id: fiscalYearId, sections })
  return inputsOf(call, fiscalYearId)
}
