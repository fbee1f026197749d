// The handling of each kind of template at a company: how it is found, added and changed, using the same verbs and
// rights as the company's people.

import { agencyFaults as faults } from '#agency/refusals'
import {
  createMatchingRule,
  findMatchingRule,
  type MatchingRule,
  type NewMatchingRule,
  ruleTaxingOf,
  updateMatchingRule,
  wrongInRule,
} from '#banking'
import {
  type AccountSettings,
  changeAccount,
  createAccount,
  createEntryTemplate,
  type EntryTemplate,
  findAccount,
  findEntryTemplate,
  isBookedOn,
  type NewEntryTemplate,
  type TemplateItem,
  updateEntryTemplate,
  usualVatCode,
  wrongInAccount,
  wrongInItems,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { numberFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { changeReminderSettings, reminderSettings, wrongInReminderTexts } from '#reminders'
import type { TaxRate } from '#rule/vat-rates'
import { changeSettings, settingsOf, wrongInSettings } from '#sales'
import {
  type AccountContent,
  type EntryTemplateContent,
  isOtherUse,
  type MatchingRuleContent,
  type Shape,
  type TemplateContent,
  type TemplateKind,
  type TextName,
  type TextsContent,
  textNames,
} from './template.rules.ts'

/** An existing object in the company. */
export type ExistingObject = { id: string; shape: Shape }

type Handling<Content extends TemplateContent> = {
  /** The scopes needed for reading and writing it in the company. */
  reads: readonly string[]
  writes: readonly string[]
  /** The content as stored: trimmed, with defaults filled in. */
  kept: (content: Content) => Content
  /** The errors in it, independent of the company. */
  wrong: (content: Content) => FieldError[]
  /** The object that the company should have. */
  shapeOf: (content: Content) => Shape
  /**
   * The company's object: the one created from the template, if known and still there, otherwise one with the same
   * name.
   */
  find: (call: CompanyCall, content: Content, id: string | null) => Promise<ExistingObject | null>
  /** The company's object with this id as the content of a template; null if there is none. */
  take: (call: CompanyCall, id: string) => Promise<TemplateContent | null>
  /** Whether the company's object means something else, and must stay. */
  isOther?: (call: CompanyCall, content: Content, had: ExistingObject | null, isRemembered: boolean) => Promise<boolean>
  accountsOf: (content: Content) => number[]
  /** Both return the id of the company's object. */
  add: (call: CompanyCall, content: Content) => Promise<string>
  change: (call: CompanyCall, id: string, content: Content) => Promise<string>
}

export const handlerOfKind = ({ kind }: { kind: TemplateKind }): Handling<TemplateContent> =>
  // The cast is safe: each handling only gets contents of its kind.
  handlings[kind] as unknown as Handling<TemplateContent>

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null

const account: Handling<AccountContent> = {
  reads: ['chart-of-accounts:read'],
  writes: ['chart-of-accounts:write', 'chart-of-accounts:manage'],
  kept: ({ account: number, name, vatCode = usualVatCode(number), sruCodes = [] }) => ({
    kind: 'account',
    account: number,
    name: name.trim(),
    vatCode: vatCode || null,
    sruCodes: [...new Set(sruCodes)],
  }),
  wrong: ({ name, vatCode, sruCodes }) => wrongInAccount({ name, vatCode, sruCodes }),
  shapeOf: ({ kind: _, ...content }) => ({ ...content, active: true }),
  async find(call, { account: number }) {
    const found = await findAccount(call, number)
    return found && { id: String(number), shape: shapeOfAccount(found) }
  },
  async take(call, id) {
    const found = /^[1-9]\d{3,7}$/.test(id) ? await findAccount(call, Number(id)) : null
    if (!found) return null
    const { active: _, ...shape } = shapeOfAccount(found)
    return { kind: 'account', ...shape }
  },
  async isOther(call, content, had, isRemembered) {
    if (!had || isRemembered) return false
    const found = await findAccount(call, content.account)
    return isOtherUse({
      current: had.shape,
      wanted: account.shapeOf(content),
      isRemembered,
      isCustom: found?.accountType === 'customAccount',
      isBooked: await isBookedOn(call, content.account),
    })
  },
  accountsOf: () => [],
  async add(call, { account: number, name, vatCode, sruCodes = [] }) {
    await createAccount(call, { number, name, vatCode: vatCode ?? null })
    if (sruCodes.length > 0) await changeAccount(call, String(number), { sruCodes })
    return String(number)
  },
  async change(call, id, { name, vatCode, sruCodes }) {
    await changeAccount(call, id, { name, vatCode: vatCode ?? null, sruCodes, active: true })
    return id
  },
}

const shapeOfAccount = ({ account: number, name, vatCode, sruCodes, active }: AccountSettings) => ({
  account: number,
  name,
  vatCode,
  sruCodes,
  active,
})

const entryTemplate: Handling<EntryTemplateContent> = {
  reads: ['journal-entries:read'],
  writes: ['journal-entries:write'],
  kept: ({ name, title, items }) => ({
    kind: 'entryTemplate',
    name: name.trim(),
    title: trimmed(title),
    items: items.map(plainItem),
  }),
  wrong: ({ items }) => wrongInItems(items),
  shapeOf: ({ kind: _, ...content }) => content,
  async find(call, { name }, id) {
    const found = (id && (await findEntryTemplate(call, { id }))) || (await findEntryTemplate(call, { name }))
    return found && { id: found.id, shape: shapeOfEntryTemplate(found) }
  },
  async take(call, id) {
    const found = await findEntryTemplate(call, { id })
    return found && { kind: 'entryTemplate', ...shapeOfEntryTemplate(found) }
  },
  accountsOf: ({ items }) => items.map(({ account: number }) => number),
  add: async (call, content) => (await createEntryTemplate(call, bodyOfEntryTemplate(content, null))).id,
  change: async (call, id, content) =>
    (await updateEntryTemplate(call, id, bodyOfEntryTemplate(content, await findEntryTemplate(call, { id })))).id,
}

const plainItem = (item: TemplateItem): TemplateItem => {
  const { kind, account: number, vatCode } = item
  const at = { account: number, ...(vatCode ? { vatCode } : {}) }
  if (kind === 'rest') return { kind, ...at }
  const on = { ...at, side: item.side }
  if (kind === 'fixed') return { kind, ...on, amount: item.amount }
  if (kind === 'share') return { kind, ...on, percent: item.percent }
  // A kind wins over a rate that comes along.
  const rate = item.vatKind ? { vatKind: item.vatKind } : item.vatRate && { vatRate: item.vatRate }
  return { kind, ...on, ...rate, vatIncluded: item.vatIncluded }
}

const shapeOfEntryTemplate = ({ name, title, items }: EntryTemplate) => ({
  name,
  title,
  items: items.map(plainItem),
})

/** The company's own tags are kept, on lines with the same account. */
const bodyOfEntryTemplate = (
  { name, title = null, items }: EntryTemplateContent,
  before: EntryTemplate | null,
): NewEntryTemplate => ({
  name,
  title,
  tags: before?.tags ?? [],
  items: items.map((item, index) => {
    const old = before?.items[index]
    return old?.account === item.account ? { ...item, tags: old.tags } : item
  }),
})

const matchingRule: Handling<MatchingRuleContent> = {
  reads: ['bank-statements:read'],
  writes: ['bank-statements:write'],
  kept: (rule) => ({
    kind: 'matchingRule',
    name: rule.name.trim(),
    direction: rule.direction ?? null,
    textContains: trimmed(rule.textContains),
    counterparty: trimmed(rule.counterparty),
    reference: trimmed(rule.reference),
    fromAmount: rule.fromAmount ?? null,
    toAmount: rule.toAmount ?? null,
    account: rule.account,
    ...taxOf(rule),
    title: trimmed(rule.title),
  }),
  wrong: (rule) => wrongInRule(rule),
  shapeOf: ({ kind: _, ...content }) => ({ ...content, isActive: true }),
  async find(call, { name }, id) {
    const found = (id && (await findMatchingRule(call, { id }))) || (await findMatchingRule(call, { name }))
    return found && { id: found.id, shape: shapeOfRule(found) }
  },
  async take(call, id) {
    const found = await findMatchingRule(call, { id })
    if (!found) return null
    const { isActive: _, ...shape } = shapeOfRule(found)
    return { kind: 'matchingRule', ...shape }
  },
  accountsOf: ({ account: number }) => [number],
  add: async (call, content) => (await createMatchingRule(call, bodyOfRule(content, null))).id,
  change: async (call, id, content) =>
    (await updateMatchingRule(call, id, bodyOfRule(content, await findMatchingRule(call, { id })))).id,
}

/** The cast is safe: the rule's schema only allows these rates. `vatKind` is left out where there is none. */
const taxOf = (rule: MatchingRuleContent) => {
  const { vatKind, ...tax } = ruleTaxingOf(rule)
  return { ...tax, taxRate: tax.taxRate as TaxRate, ...(vatKind ? { vatKind } : {}) }
}

const shapeOfRule = ({ fromOre, toOre, ...rule }: MatchingRule) => ({
  name: rule.name,
  direction: rule.direction,
  textContains: rule.textContains,
  counterparty: rule.counterparty,
  reference: rule.reference,
  fromAmount: fromOre === null ? null : numberFromOre(fromOre),
  toAmount: toOre === null ? null : numberFromOre(toOre),
  account: rule.account,
  vatTreatment: rule.vatTreatment,
  taxRate: rule.taxRate as TaxRate,
  ...(rule.vatKind ? { vatKind: rule.vatKind } : {}),
  title: rule.title,
  isActive: rule.isActive,
})

const bodyOfRule = ({ kind: _, ...content }: MatchingRuleContent, before: MatchingRule | null): NewMatchingRule => ({
  ...content,
  isActive: true,
  tags: before?.tags ?? [],
})

const texts: Handling<TextsContent> = {
  reads: ['sales-settings:read'],
  writes: ['sales-settings:write'],
  kept: ({ name, ...content }) => ({
    kind: 'texts',
    name: name.trim(),
    ...textsOf((text) => content[text]?.replace(/\r\n?/g, '\n').trim() || null),
  }),
  wrong: (content) => {
    const { reminderText, reminderTextEnglish, kind: _, name: __, ...sales } = content
    const wrong = [
      ...wrongInSettings(sales),
      ...wrongInReminderTexts({ text: reminderText, textEnglish: reminderTextEnglish }).map((error) => ({
        ...error,
        field: error.field.replace('#/text', '#/reminderText'),
      })),
    ]
    return textNames.some((name) => trimmed(content[name])) ? wrong : [...wrong, faults.textsMissing('#')]
  },
  shapeOf: ({ kind: _, name: __, ...content }) => content,
  async find(call, content) {
    const all = await textsIn(call)
    const own = Object.keys(texts.shapeOf(content)).map((name) => [name, all[name as TextName]] as const)
    // A company without any texts of its own has no object of this kind.
    return own.every(([, text]) => text === null) ? null : { id: call.companyId, shape: Object.fromEntries(own) }
  },
  async take(call) {
    const all = await textsIn(call)
    const said = textsOf((name) => all[name])
    return Object.keys(said).length === 0 ? null : { kind: 'texts', name: 'Texter', ...said }
  },
  accountsOf: () => [],
  add: (call, content) => texts.change(call, call.companyId, content),
  async change(call, id, { kind: _, name: __, reminderText, reminderTextEnglish, ...sales }) {
    if (Object.keys(sales).length > 0) await changeSettings(call, sales)
    const reminders = {
      ...(reminderText ? { text: reminderText } : {}),
      ...(reminderTextEnglish ? { textEnglish: reminderTextEnglish } : {}),
    }
    if (Object.keys(reminders).length > 0) await changeReminderSettings(call, reminders)
    return id
  },
}

const textsOf = (textOf: (name: TextName) => string | null): { [Name in TextName]?: string } =>
  Object.fromEntries(
    textNames.flatMap((name) => {
      const text = textOf(name as TextName)
      return text === null ? [] : [[name, text] as const]
    }),
  )

const textsIn = async (call: CompanyCall): Promise<Record<TextName, string | null>> => {
  const { lateInterest, mailSubject, mailText, mailSubjectEnglish, mailTextEnglish } = await settingsOf(call)
  const { text: reminderText, textEnglish: reminderTextEnglish } = await reminderSettings(call)
  return {
    lateInterest,
    mailSubject,
    mailText,
    mailSubjectEnglish,
    mailTextEnglish,
    reminderText,
    reminderTextEnglish,
  }
}

const handlings = { account, entryTemplate, matchingRule, texts } as const
