// The endpoints of matching rules and habits.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  type Static,
  saying,
  Type,
} from '#http'
import { AccountNumber, hasTags } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { taxRates, vatTreatments } from '#purchasing'
import { vatKinds } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import type { TaxRate } from '#rule/vat-rates'
import { listMatchingHabits, readMatchingHabit, useMatchingHabit } from './matching-habit.ts'
import { matchingRefusals as refusals } from './matching-refusals.ts'
import {
  createMatchingRule,
  deleteMatchingRule,
  examineMatchingRule,
  getMatchingRule,
  listMatchingRules,
  lockMatchingRule,
  type NewMatchingRule,
  type MatchingRule as Rule,
  updateMatchingRule,
} from './matching-rule.ts'

/** Maximum number of tags of one entry. */
const MAX_TAGS = 100

const TagUse = named(
  'TagUse',
  object({
    tagId: Id,
    weight: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        default: 1,
        description: 'The share that the tag stands for, with at most six decimals; at most 1 within a tag group',
      }),
    ),
  }),
)

/** Tags of the entry that a transaction is booked as, each with its share. */
export const TagUses = Type.Array(TagUse, { maxItems: MAX_TAGS })

const habits = '/companies/{companyId}/matching-habits'
const tag = 'Matching rules'

/** Maximum number of characters in the name of a rule, in its text condition, and in a reference. */
const MAX_NAME_LENGTH = 100
const MAX_TEXT_LENGTH = 200
const MAX_REFERENCE_LENGTH = 100

const optional = <One extends Parameters<typeof nullable>[0]>(one: One) => Type.Optional(nullable(one))
const text = (maxLength: number, example: string, description: string) =>
  optional(Type.String({ maxLength, examples: [example], description }))
const size = (description: string) => optional(saying(faults.ruleAmount(''), { ...Amount, minimum: 0.01, description }))

/** The fields of a rule: its conditions, and what it proposes. */
export const ruleFields = {
  name: Name({ minLength: 1, maxLength: MAX_NAME_LENGTH, examples: ['Mobilabonnemang'] }),
  direction: optional(Type.Enum(['in', 'out'], { description: 'Which way the money went; null for both' })),
  textContains: text(
    MAX_TEXT_LENGTH,
    'mobil',
    'Stands in what the bank says: name, message or reference; large and small letters are alike',
  ),
  counterparty: text(MAX_TEXT_LENGTH, 'Nordtele AB', 'Its name, or the number of its account or giro'),
  reference: text(MAX_REFERENCE_LENGTH, '70012345', 'A reference or end-to-end id of the transaction'),
  fromAmount: size('The least amount, whichever way the money went'),
  toAmount: size('The largest amount'),
  account: AccountNumber({ examples: [6212] }),
  vatTreatment: Type.Optional(
    Type.Enum([...vatTreatments], {
      default: 'exempt',
      description: 'domestic: the amount includes the tax; sales accounts take domestic and exempt',
    }),
  ),
  taxRate: Type.Optional(Type.Enum([...taxRates], { description: 'Percent; 0 for exempt and else 25 when left out' })),
  vatKind: optional(
    Type.Enum([...vatKinds], {
      description:
        'What it is: the rate then follows from this and the day of the transaction, and taxRate is that of today',
    }),
  ),
  title: optional(
    Name({
      maxLength: MAX_TEXT_LENGTH,
      examples: ['Mobiltelefon'],
      description: 'The title of the entry; what the bank says when null',
    }),
  ),
}

const MatchingRule = named(
  'MatchingRule',
  object({
    id: readOnly(Id),
    ...ruleFields,
    isActive: Type.Optional(Type.Boolean({ default: true })),
    tags: Type.Optional(TagUses),
    modifiedDateTime: readOnly(DateTime),
  }),
)

/** The fields of a habit. */
const learned = {
  id: readOnly(Id),
  counterparty: readOnly(
    Type.String({
      examples: ['Musiktjänsten AB'],
      description: "Its name, else its account, else the bank's text, as it was the last time",
    }),
  ),
  direction: readOnly(Type.Enum(['in', 'out'])),
  account: readOnly(Type.Integer({ examples: [6540] })),
  times: readOnly(Type.Integer({ minimum: 1, description: 'How many of the latest 20 were booked on the account' })),
  lastDate: readOnly({ ...DateOnly, description: 'The day of the latest of them' }),
}
const MatchingHabit = named(
  'MatchingHabit',
  object({ ...learned, isUsed: Type.Boolean({ description: 'Whether it is proposed' }) }),
)

/** A rule, and the day of the caller, whose rate one with a kind has. */
type RuleOnDay = Rule & { today: Day }
const onDay =
  ({ now }: Pick<CompanyCall, 'now'>) =>
  (rule: Rule): RuleOnDay => ({ ...rule, today: dayOf(now) })
const held = (call: CompanyCall, id: string) => lockMatchingRule(call, id).then(onDay(call))

const shown = ({ modifiedAt, fromOre, toOre, tags, today, ...one }: RuleOnDay): Static<typeof MatchingRule> => ({
  id: one.id,
  name: one.name,
  isActive: one.isActive,
  direction: one.direction,
  textContains: one.textContains,
  counterparty: one.counterparty,
  reference: one.reference,
  account: one.account,
  vatTreatment: one.vatTreatment,
  title: one.title,
  taxRate: (one.vatKind === null ? null : rateOfKind(one.vatKind, today)) ?? (one.taxRate as TaxRate),
  ...(one.vatKind === null ? {} : { vatKind: one.vatKind }),
  fromAmount: fromOre === null ? null : numberFromOre(fromOre),
  toAmount: toOre === null ? null : numberFromOre(toOre),
  tags: tags.map(({ tagId, weight }) => ({ tagId, weight })),
  modifiedDateTime: momentText(modifiedAt),
})

const featureOf = (body: unknown) => (hasTags(body) ? 'Tags' : undefined)
const habitOf = ({ matchingHabitId = '' }: Readonly<Record<string, string>>): string => matchingHabitId

const example = {
  name: 'Mobilabonnemang',
  direction: 'out',
  counterparty: 'Nordtele AB',
  toAmount: 2000,
  account: 6212,
  vatTreatment: 'domestic',
  taxRate: 25,
  title: 'Mobiltelefon',
}

const { create, list, read, replace, remove } = resourceRows({
  tag,
  scope: 'bank-statements',
  path: '/companies/{companyId}/matching-rules',
  idName: 'matchingRuleId',
  answer: MatchingRule,
  shown,
  notFound: refusals.ruleNotFound,
})

const ruleRows: readonly Row[] = [
  create({
    operationId: 'createMatchingRule',
    summary: 'Add a matching rule',
    description:
      'What it says is proposed for each open transaction of which all its conditions hold, before what was learned and after documents of the whole amount. It needs at least one of textContains, counterparty, reference, fromAmount and toAmount. Of several rules that hold, the one with most conditions comes first. Nothing is booked by itself. The name is unique in the company. Tags need the Tags feature.',
    body: MatchingRule,
    events: ['matching-rule.created'],
    refusals: [refusals.tooManyRules],
    example: { body: example },
    featureOf,
    examine: examineMatchingRule,
    run: (call, body) => createMatchingRule(call, body as NewMatchingRule).then(onDay(call)),
  }),
  list({
    operationId: 'listMatchingRules',
    summary: 'List the matching rules',
    description: 'Newest first. `query` filters on name, counterparty, account and modifiedDateTime.',
    query: pageQuery('name~Mobil'),
    run: async (call, request) => {
      const page = await listMatchingRules(call, request)
      return { ...page, items: page.items.map(onDay(call)) }
    },
  }),
  read({
    operationId: 'getMatchingRule',
    summary: 'Read a matching rule',
    description: 'One rule: when it holds, and what it then proposes.',
    run: (call, id) => getMatchingRule(call, id).then(onDay(call)),
  }),
  replace({
    operationId: 'updateMatchingRule',
    summary: 'Change a matching rule',
    description: 'All that it says is replaced. What was booked on it stays as it is.',
    body: MatchingRule,
    events: ['matching-rule.changed'],
    example: { body: { ...example, toAmount: 3000 } },
    featureOf,
    examine: examineMatchingRule,
    hold: held,
    run: (call, id, body) => updateMatchingRule(call, id, body as NewMatchingRule).then(onDay(call)),
  }),
  remove({
    operationId: 'deleteMatchingRule',
    summary: 'Remove a matching rule',
    description: 'What was booked on it stays as it is.',
    events: ['matching-rule.deleted'],
    hold: held,
    run: deleteMatchingRule,
  }),
]

const habitRows: readonly Row[] = [
  row({
    method: 'GET',
    path: habits,
    operationId: 'listMatchingHabits',
    tag,
    summary: 'List what was learned of counterparties',
    description:
      'The accounts that their money was booked on, from the latest 5000 matched transactions, the latest day first, at most 500. What was reversed teaches nothing.',
    scope: 'bank-statements:read',
    answer: { json: object({ items: Type.Array(MatchingHabit) }) },
    refusals: [],
    run: (call) => listMatchingHabits(call),
  }),
  row({
    method: 'PUT',
    path: `${habits}/{matchingHabitId}`,
    operationId: 'useMatchingHabit',
    tag,
    summary: 'Say whether what was learned is proposed',
    description: 'What is not proposed goes on being learned, and can be used again.',
    scope: 'bank-statements:write',
    body: object({ ...learned, isUsed: Type.Boolean({ examples: [false] }) }),
    answer: { json: MatchingHabit },
    current: (call, { params }) => readMatchingHabit(call, habitOf(params)),
    events: ['matching-habit.changed'],
    refusals: [refusals.habitNotFound],
    example: { body: { isUsed: false } },
    run: (call, { params, body }) => useMatchingHabit(call, habitOf(params), body),
  }),
]

export const matchingRows: readonly Row[] = [...ruleRows, ...habitRows]
