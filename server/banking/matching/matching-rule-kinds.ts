// Matching rules by the kind of supply that they have, those with a chosen rate, and the kinds that people give them.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import { lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { numberFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { VatKind } from '#rule/vat-kind'
import { pointer } from '#text/json'
import { findMatchingRule, updateMatchingRule } from './matching-rule.ts'

/** How many rules have each kind. */
export const rulesByKind = async ({ db, companyId }: CompanyCall): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ kind: string; count: number }>(sql`
    select vat_kind as kind, count(*)::int as count from banking.matching_rule
    where company_id = ${companyId} and vat_kind is not null group by vat_kind`)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

type PinnedRule = { id: string; description: string; taxRate: number; account: number }

/** Rules with a chosen rate above zero, the newest first. A company has at most 500 rules. */
export const pinnedRules = ({ db, companyId }: CompanyCall): Promise<PinnedRule[]> =>
  db.rows<PinnedRule>(sql`
    select id, concat_ws(', ', name, title, text_contains) as description, tax_rate as "taxRate", account
    from banking.matching_rule
    where company_id = ${companyId} and vat_kind is null and tax_rate > 0 order by id desc`)

/** Gives rules a kind in place of their rate, all or nothing. `at` is their path in the request. */
export const giveRulesKinds = async (
  call: CompanyCall,
  given: readonly { id: string; vatKind: VatKind }[],
  at: string,
): Promise<void> => {
  if (given.length === 0) return
  await lockBooks(call)
  const errors: FieldError[] = []
  for (const [index, { id, vatKind }] of given.entries()) {
    const found = await findMatchingRule(call, { id })
    if (found === null) {
      errors.push(faults.unknownRule(pointer(at, index, 'id'), { id }))
      continue
    }
    const { fromOre, toOre, ...rule } = found
    const amounts = {
      fromAmount: fromOre === null ? null : numberFromOre(fromOre),
      toAmount: toOre === null ? null : numberFromOre(toOre),
    }
    await updateMatchingRule(call, id, { ...rule, ...amounts, vatKind })
  }
  refuseIfAny(errors)
}
