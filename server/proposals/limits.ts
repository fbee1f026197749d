// What a company lets programs do without asking a person first; nothing unless it says so.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { numberFromOre, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Limits, NO_LIMITS } from './effects.rules.ts'
import { stagedFaults as faults } from './refusals.ts'

/** Limits as they are given and answered, in kronor. */
type LimitsShown = {
  drafts: boolean
  entryAmount: number | null
  dayAmount: number | null
  accounts: number[]
}

/**
 * The limits of a company, locked until the transaction ends: proposals that come at once are counted one after the
 * other. A company that has set none lets nothing through, and has nothing to lock.
 */
export const holdLimits = async (call: CompanyCall): Promise<Limits> => {
  await call.db.rows(sql`select from proposals.limits where company_id = ${call.companyId} for no key update`)
  return limitsOf(call)
}

/** The limits of a company. */
export const limitsOf = async ({ db, companyId }: CompanyCall): Promise<Limits> =>
  (await db.maybe<Limits>(
    sql`
    select l.drafts, l.entry_ore as "entryOre", l.day_ore as "dayOre", l.accounts from proposals.limits l
    where l.company_id = ${companyId}`,
    'proposal-limits',
  )) ?? NO_LIMITS

export const shownLimits = ({ drafts, entryOre, dayOre, accounts }: Limits): LimitsShown => ({
  drafts,
  entryAmount: entryOre === null ? null : numberFromOre(entryOre),
  dayAmount: dayOre === null ? null : numberFromOre(dayOre),
  accounts: [...accounts],
})

/** All errors of limits, which may be any object. */
const examineLimits = (body: unknown): FieldError[] => {
  const { entryAmount = null, dayAmount = null, accounts } = Object(body) as Partial<LimitsShown>
  const given = [entryAmount !== null, dayAmount !== null, Array.isArray(accounts) && accounts.length > 0]
  if (given.some((one) => one !== given[0])) {
    return [faults.limitsTogether(given[0] ? (given[1] ? '#/accounts' : '#/dayAmount') : '#/entryAmount')]
  }
  if (typeof entryAmount !== 'number' || typeof dayAmount !== 'number' || dayAmount >= entryAmount) return []
  return [faults.dayBelowEntry('#/dayAmount')]
}

/** Replaces the limits of a company. */
export const putLimits = async (call: CompanyCall, limits: LimitsShown): Promise<LimitsShown> => {
  refuseIfAny(examineLimits(limits))
  const { db, companyId, now } = call
  const { drafts, entryAmount, dayAmount } = limits
  const oreOf = (kronor: number | null) => (kronor === null ? null : oreFromNumber(kronor))
  const accounts = [...new Set(limits.accounts)].sort((one, other) => one - other)
  const before = shownLimits(await limitsOf(call))
  await db.rows(sql`
    insert into proposals.limits (company_id, drafts, entry_ore, day_ore, accounts, modified_at)
    values (${companyId}, ${drafts}, ${oreOf(entryAmount)}, ${oreOf(dayAmount)}, ${accounts}::integer[], ${now})
    on conflict (company_id) do update set drafts = excluded.drafts, entry_ore = excluded.entry_ore,
      day_ore = excluded.day_ore, accounts = excluded.accounts, modified_at = excluded.modified_at`)
  const after = { drafts, entryAmount, dayAmount, accounts }
  recordEvent(call, 'proposal-limits.changed', { id: companyId }, { before, after })
  return after
}
