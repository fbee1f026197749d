// Matching rules (matchningsregler), defined by people. They are proposed before habits, and never booked
// automatically. A rule is not accounting information: it may be changed and deleted at any time.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import { bookOf, examineTags, knownTags, lockBooks, type TagUse } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { VatTreatment } from '#purchasing'
import type { VatKind } from '#rule/vat-kind'
import { ruleTaxingOf, wrongInRuleTaxing } from './account-tax.rules.ts'
import type { MatchingRule as Rule } from './match.rules.ts'
import { matchingRefusals as refusals } from './matching-refusals.ts'

export type MatchingRule = Rule & { modifiedAt: Date }

/** A rule in a request; amounts are in kronor. */
export type NewMatchingRule = {
  name: string
  isActive?: boolean | undefined
  direction?: 'in' | 'out' | null | undefined
  textContains?: string | null | undefined
  counterparty?: string | null | undefined
  reference?: string | null | undefined
  fromAmount?: number | null | undefined
  toAmount?: number | null | undefined
  account: number
  vatTreatment?: VatTreatment | undefined
  taxRate?: number | undefined
  vatKind?: VatKind | null | undefined
  title?: string | null | undefined
  tags?: readonly TagUse[] | undefined
}

/** Maximum number of matching rules of a company. */
const MAX_RULES = 500

const columns = sql`
  r.id, r.name, r.is_active as "isActive", r.direction, r.text_contains as "textContains", r.counterparty,
  r.reference, r.from_ore as "fromOre", r.to_ore as "toOre", r.account, r.vat_treatment as "vatTreatment",
  r.tax_rate as "taxRate", r.vat_kind as "vatKind", r.title, r.tags, r.modified_at as "modifiedAt"`

const listOf = (companyId: string): List<MatchingRule, MatchingRule> => ({
  name: 'matching-rules',
  columns,
  from: sql`banking.matching_rule r`,
  where: sql`r.company_id = ${companyId}`,
  key: [sql`r.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      name: { type: 'string', column: sql`r.name` },
      counterparty: { type: 'string', column: sql`r.counterparty` },
      account: { type: 'integer', column: sql`r.account` },
      modifiedDateTime: { type: 'datetime', column: sql`r.modified_at` },
    },
  },
  itemOf: (row) => row,
})

/** The company's rules, newest first. */
export const listMatchingRules = async (call: CompanyCall, request: PageRequest): Promise<Page<MatchingRule>> => {
  const page = await listPage(call, listOf(call.companyId), request)
  return { ...page, items: await withKnownTags(call, page.items) }
}

/** One rule; refused as not found if it does not exist. */
export const getMatchingRule = async (call: CompanyCall, id: string): Promise<MatchingRule> => {
  const found = await findMatchingRule(call, { id })
  if (!found) throw refusals.ruleNotFound({ id })
  return found
}

/** The rule with this id or name; null if there is none. */
export const findMatchingRule = async (
  call: CompanyCall,
  sought: { id: string } | { name: string },
): Promise<MatchingRule | null> => {
  const which = 'id' in sought ? sql`r.id = ${sought.id}` : sql`r.name = ${sought.name}`
  const rules = await call.db.rows<MatchingRule>(
    sql`select ${columns} from banking.matching_rule r where r.company_id = ${call.companyId} and ${which}`,
  )
  const [found] = await withKnownTags(call, rules)
  return found ?? null
}

/** The active rules, for proposals. */
export const activeRules = async (call: CompanyCall): Promise<MatchingRule[]> => {
  const rules = await call.db.rows<MatchingRule>(
    sql`
    select ${columns} from banking.matching_rule r
    where r.company_id = ${call.companyId} and r.is_active limit ${MAX_RULES}`,
    'matching-rules',
  )
  return withKnownTags(call, rules)
}

/** Rules with their existing tags: deleted tags are dropped. */
const withKnownTags = async (call: CompanyCall, rules: readonly MatchingRule[]): Promise<MatchingRule[]> => {
  const known = await knownTags(
    call,
    rules.flatMap(({ tags }) => tags.map(({ tagId }) => tagId)),
  )
  return rules.map((rule) => ({ ...rule, tags: rule.tags.filter(({ tagId }) => known.has(tagId)) }))
}

/**
 * The current rule. Rules change only under the book lock, so names and accounts stay unchanged until the transaction
 * ends.
 */
export const lockMatchingRule = async (call: CompanyCall, id: string): Promise<MatchingRule> => {
  await lockBooks(call)
  return getMatchingRule(call, id)
}

/** Adds a rule. */
export const createMatchingRule = async (call: CompanyCall, body: NewMatchingRule): Promise<MatchingRule> => {
  const { db, companyId, now } = call
  await lockBooks(call)
  refuseIfAny(await examineMatchingRule(call, body))
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from banking.matching_rule where company_id = ${companyId}`,
  )
  if (count >= MAX_RULES) throw refusals.tooManyRules({ limit: MAX_RULES })
  const id = newId()
  const rule = contentOf(body)
  await db.rows(sql`
    insert into banking.matching_rule (company_id, id, name, is_active, direction, text_contains, counterparty,
      reference, from_ore, to_ore, account, vat_treatment, tax_rate, vat_kind, title, tags, created_at, modified_at)
    values (${companyId}, ${id}, ${rule.name}, ${rule.isActive}, ${rule.direction}, ${rule.textContains},
      ${rule.counterparty}, ${rule.reference}, ${rule.fromOre}, ${rule.toOre}, ${rule.account}, ${rule.vatTreatment},
      ${rule.taxRate}, ${rule.vatKind}, ${rule.title}, ${JSON.stringify(rule.tags)}, ${now}, ${now})`)
  recordEvent(call, 'matching-rule.created', { id }, { id, ...told(rule) })
  return getMatchingRule(call, id)
}

/** Replaces all content of a rule. */
export const updateMatchingRule = async (
  call: CompanyCall,
  id: string,
  body: NewMatchingRule,
): Promise<MatchingRule> => {
  const { db, companyId, now } = call
  const { modifiedAt: _, ...before } = await lockMatchingRule(call, id)
  refuseIfAny(await examineMatchingRule(call, body, id))
  const rule = contentOf(body)
  const was = told(before)
  const is = told(rule)
  if (JSON.stringify(was) === JSON.stringify(is)) return getMatchingRule(call, id)
  await db.rows(sql`
    update banking.matching_rule set name = ${rule.name}, is_active = ${rule.isActive}, direction = ${rule.direction},
      text_contains = ${rule.textContains}, counterparty = ${rule.counterparty}, reference = ${rule.reference},
      from_ore = ${rule.fromOre}, to_ore = ${rule.toOre}, account = ${rule.account},
      vat_treatment = ${rule.vatTreatment}, tax_rate = ${rule.taxRate}, vat_kind = ${rule.vatKind},
      title = ${rule.title}, tags = ${JSON.stringify(rule.tags)}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'matching-rule.changed', { id }, { id, before: was, after: is })
  return getMatchingRule(call, id)
}

/** Deletes a rule; entries booked by it are kept. */
export const deleteMatchingRule = async (call: CompanyCall, id: string): Promise<void> => {
  const rule = await lockMatchingRule(call, id)
  await call.db.rows(sql`delete from banking.matching_rule where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'matching-rule.deleted', { id }, { id, ...told(rule) })
}

type Content = Omit<Rule, 'id'>

const text = (given: string | null | undefined): string | null => given?.trim() || null
const ore = (kronor: number | null | undefined): Ore | null =>
  kronor === null || kronor === undefined ? null : oreFromNumber(kronor)

const contentOf = (body: NewMatchingRule): Content => ({
  name: body.name.trim(),
  isActive: body.isActive ?? true,
  direction: body.direction ?? null,
  textContains: text(body.textContains),
  counterparty: text(body.counterparty),
  reference: text(body.reference),
  fromOre: ore(body.fromAmount),
  toOre: ore(body.toAmount),
  account: body.account,
  ...ruleTaxingOf(body),
  title: text(body.title),
  tags: (body.tags ?? []).map(({ tagId, weight = 1 }) => ({ tagId, weight })),
})

/** A rule as recorded in the processing history. */
const told = (rule: Content) => ({
  name: rule.name,
  isActive: rule.isActive,
  direction: rule.direction,
  textContains: rule.textContains,
  counterparty: rule.counterparty,
  reference: rule.reference,
  fromOre: rule.fromOre?.toString() ?? null,
  toOre: rule.toOre?.toString() ?? null,
  account: rule.account,
  vatTreatment: rule.vatTreatment,
  taxRate: rule.taxRate,
  ...(rule.vatKind ? { vatKind: rule.vatKind } : {}),
  title: rule.title,
  tags: rule.tags.map(({ tagId, weight }) => ({ tagId, weight })),
})

/** Errors in a body, as far as it can be parsed. `id` is the rule being changed. */
export const examineMatchingRule = async (call: CompanyCall, body: unknown, id?: string): Promise<FieldError[]> => {
  const { name, account, ...rest } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof name === 'string') errors.push(...(await wrongInName(call, name.trim(), id)))
  if (typeof account === 'number') {
    const { accounts } = await bookOf(call, true)
    if (!accounts.get(account)) errors.push(faults.unknownAccount('#/account', { account }))
  }
  return [...errors, ...wrongInConditions(rest), ...wrongInRuleTaxing(body), ...(await examineTags(call, body))]
}

/** Errors in a rule shared between companies; its name and account are checked in each company. */
export const wrongInRule = (body: object): FieldError[] => [
  ...wrongInConditions({ ...body }),
  ...wrongInRuleTaxing(body),
]

const wrongInName = async (
  { db, companyId }: CompanyCall,
  name: string,
  id: string | undefined,
): Promise<FieldError[]> => {
  if (name === '') return [faults.ruleNameMissing('#/name')]
  const other = await db.maybe(sql`
    select from banking.matching_rule
    where company_id = ${companyId} and name = ${name} and id is distinct from ${id ?? null}::uuid`)
  return other ? [faults.ruleNameTaken('#/name', { name })] : []
}

const wrongInConditions = (body: Record<string, unknown>): FieldError[] => {
  const texts = [body.textContains, body.counterparty, body.reference]
  const [from, to] = [body.fromAmount, body.toAmount].map((one) => (typeof one === 'number' ? one : null))
  const isSaid = from !== null || to !== null || texts.some((one) => typeof one === 'string' && one.trim() !== '')
  const amounts = [
    ['#/fromAmount', from],
    ['#/toAmount', to],
  ] as const
  return [
    ...(isSaid ? [] : [faults.ruleWithoutCondition('#')]),
    ...amounts.flatMap(([at, kronor]) =>
      typeof kronor === 'number' && oreFromNumber(kronor) === null ? [faults.ruleAmount(at)] : [],
    ),
    ...(typeof from === 'number' && typeof to === 'number' && from > to ? [faults.ruleAmountOrder('#/toAmount')] : []),
  ]
}
