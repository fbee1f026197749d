// Templates at one company, within one transaction: previewed, then rolled back, or applied as previewed. A template is
// applied with the verbs of the company's books, so a preview is refused for the same reasons.

import { stepPhrases } from '#agency/refusals'
import type { OwnRights } from '#http'
import { identityContribution } from '#identity'
import { bookOf, changeAccount, createAccount, usualAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Transaction } from '#platform/db'
import { Refusal } from '#platform/refusal'
import type { DeclaredSentence } from '#platform/sentences'
import { type AccountContent, decide, isSame, type Outcome, type Result, type Shape } from './template.rules.ts'
import { type ExistingObject, handlerOfKind } from './template-kinds.ts'
import { rememberUse, type Template, type TemplateUse } from './template-use.ts'

/** An account that a template needs and that is added with it. */
export type AddedAccount = { account: number; name: string; isNew: boolean }

export type Reason = { code: ReasonCode; said: DeclaredSentence }
export const reasonCodes = [
  'noAccess',
  'role',
  'plan',
  'accountInUse',
  'accountMissing',
  'refused',
  'templateGone',
  'changed',
  'trouble',
] as const
export type ReasonCode =
  | 'noAccess'
  | 'role'
  | 'plan'
  | 'accountInUse'
  | 'accountMissing'
  | 'refused'
  | 'templateGone'
  | 'changed'
  | 'trouble'

/** The effect of a template at a company. */
export type Judged = {
  outcome: Outcome
  reason: Reason | null
  before: Shape | null
  after: Shape | null
  accounts: readonly AddedAccount[]
}

export type Step = { id: string; templateId: string; version: number } & Judged

export type InCompany = {
  call: CompanyCall & { db: Transaction; agencyId: string }
  /** The rights in the company of the rollout's owner; null if they do not work there. */
  rights: OwnRights | null
  options: { overwrites: boolean; addsAccounts: boolean }
  /** The current templates, what the company has from them, and the agency's account templates by number. */
  templates: ReadonlyMap<string, Template>
  uses: ReadonlyMap<string, TemplateUse>
  accounts: ReadonlyMap<number, AccountContent>
}

const nothing = { before: null, after: null, accounts: [] }
const blocked = (code: ReasonCode, said: DeclaredSentence, more: Partial<Judged> = {}): Judged => ({
  ...nothing,
  ...more,
  outcome: 'blocked',
  reason: { code, said },
})

/** What a step would do. Its changes stay in the transaction, because later steps may depend on them. */
export const previewStep = async (place: InCompany, step: Pick<Step, 'templateId' | 'version'>): Promise<Judged> => {
  const template = place.templates.get(step.templateId)
  if (template?.version !== step.version) return blocked('templateGone', stepPhrases.templateGone.said())
  const { judged, had } = await judge(place, template)
  if (judged.outcome !== 'add' && judged.outcome !== 'change') return judged
  const refused = await tried(place, () => carryOut(place, template, judged, had))
  return refused ? blocked(refused.code, refused.said, judged) : judged
}

/** Applies a step, if it still has exactly the previewed effect. */
export const applyStep = async (place: InCompany, step: Step): Promise<{ result: Result; reason: Reason | null }> => {
  const template = place.templates.get(step.templateId)
  if (template?.version !== step.version) {
    return { result: 'stale', reason: { code: 'templateGone', said: stepPhrases.templateGone.said() } }
  }
  const { judged, had } = await judge(place, template)
  if (judged.outcome === 'blocked') return { result: 'failed', reason: judged.reason }
  if (judged.outcome === 'same' && had) {
    await remember(place, template, had)
    return { result: 'unchanged', reason: null }
  }
  if (!isAsPreviewed(judged, step)) {
    return { result: 'stale', reason: { code: 'changed', said: stepPhrases.stale.said() } }
  }
  const refused = await tried(place, () => carryOut(place, template, judged, had))
  return refused ? { result: 'failed', reason: refused } : { result: 'applied', reason: null }
}

/** Accounts may have been added meanwhile, but an additional missing account was not previewed. */
const isAsPreviewed = (now: Judged, { outcome, before, accounts }: Step): boolean =>
  now.outcome === outcome &&
  isSame(now.before, before) &&
  now.accounts.every((one) => accounts.some((other) => isSame(one, other)))

/** Runs a part that may be refused; a refusal only rolls back the part. */
const tried = async ({ call }: InCompany, part: () => Promise<void>): Promise<Reason | null> => {
  try {
    await call.db.attempt(part)
    return null
  } catch (cause) {
    if (cause instanceof Refusal) return { code: 'refused', said: cause.errors[0]?.said ?? cause.said }
    throw cause
  }
}

type Decided = { judged: Judged; had: ExistingObject | null }

const judge = async (place: InCompany, template: Template): Promise<Decided> => {
  const { call, uses, options } = place
  const { content } = template
  const handling = handlerOfKind(content)
  const denied = deniedIn(place, handling.writes)
  if (denied) return { judged: denied, had: null }
  const use = uses.get(template.id)
  const had = await handling.find(call, content, use?.resourceId ?? null)
  const wanted = handling.shapeOf(content)
  const shapes = { before: had?.shape ?? null, after: wanted }
  const found = { wanted, current: had?.shape ?? null, remembered: use?.content ?? null }
  const outcome = decide({ ...found, overwrites: options.overwrites })
  const isChanging = outcome === 'add' || outcome === 'change'
  if (outcome !== 'same' && (await handling.isOther?.(call, content, had, use !== undefined))) {
    const account = Number(had?.id)
    return { judged: blocked('accountInUse', stepPhrases.accountInUse.said({ account }), shapes), had }
  }
  const accounts = isChanging ? await lackedAccounts(place, handling.accountsOf(content)) : []
  const unknown = accounts.filter(({ name }) => name === '' || !options.addsAccounts)
  if (unknown.length > 0) {
    const numbers = unknown.map(({ account }) => account).join(', ')
    return { judged: blocked('accountMissing', stepPhrases.accountMissing.said({ accounts: numbers }), shapes), had }
  }
  return { judged: { outcome, reason: null, ...shapes, accounts }, had }
}

/** Why the rollout's owner may not make the change in the company. */
const deniedIn = ({ rights }: InCompany, scopes: readonly string[]): Judged | null => {
  if (!rights) return blocked('noAccess', stepPhrases.noAccess.said())
  try {
    for (const scope of scopes) rights.requireRow({ scope })
    return null
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    return blocked(cause.kind === identityContribution.refusals.roleLacks ? 'role' : 'plan', cause.said)
  }
}

/** The accounts that a template needs and the company cannot book on, with the names for adding them. */
const lackedAccounts = async ({ call, accounts }: InCompany, numbers: readonly number[]): Promise<AddedAccount[]> => {
  if (numbers.length === 0) return []
  const book = await bookOf(call, true)
  return [...new Set(numbers)].flatMap((account) => {
    const isActive = book.accounts.get(account)
    if (isActive) return []
    const { name = '' } = accounts.get(account) ?? usualAccount(account) ?? {}
    return [
      { account, name: isActive === false && name === '' ? String(account) : name, isNew: isActive === undefined },
    ]
  })
}

const carryOut = async (
  place: InCompany,
  template: Template,
  judged: Judged,
  had: ExistingObject | null,
): Promise<void> => {
  const { call, accounts, rights } = place
  const { content } = template
  const handling = handlerOfKind(content)
  if (judged.accounts.length > 0) {
    for (const scope of ['chart-of-accounts:write', 'chart-of-accounts:manage']) rights?.requireRow({ scope })
  }
  for (const { account, name, isNew } of judged.accounts) {
    if (!isNew) await changeAccount(call, String(account), { active: true })
    else {
      const { vatCode = null, sruCodes = [] } = accounts.get(account) ?? usualAccount(account) ?? {}
      await createAccount(call, { number: account, name, vatCode })
      if (sruCodes.length > 0) await changeAccount(call, String(account), { sruCodes })
    }
  }
  const id = had ? await handling.change(call, had.id, content) : await handling.add(call, content)
  await remember(place, template, { id, shape: handling.shapeOf(content) })
}

const remember = ({ call }: InCompany, template: Template, { id, shape }: ExistingObject): Promise<void> =>
  rememberUse(call, { companyId: call.companyId, template, resourceId: id, shape })
