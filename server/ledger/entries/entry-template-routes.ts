// The endpoints of entry templates.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  kindsOf,
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
  type TProperties,
  Type,
} from '#http'
import { AccountNumber } from '#ledger/accounts/account-map'
import { rowCodes } from '#ledger/accounts/vat-row.rules'
import { ledgerFaults as faults, ledgerRefusals as refusals } from '#ledger/refusals'
import { type Day, momentText } from '#platform/day'
import { MAX_AMOUNT } from '#platform/money'
import { MAX_ENTRY_TITLE, MAX_TEMPLATE_NAME } from '#rule/limits'
import { vatKinds } from '#rule/vat-kind'
import { vatRates } from '#rule/vat-rates'
import { MAX_PERCENT, MAX_TEMPLATE_ITEMS, MIN_TEMPLATE_ITEMS, PERCENT_DECIMALS } from './entry-template.rules.ts'
import {
  createEntryTemplate,
  deleteEntryTemplate,
  examineEntryTemplate,
  getEntryTemplate,
  listEntryTemplates,
  lockEntryTemplate,
  type NewEntryTemplate,
  type EntryTemplate as Template,
  updateEntryTemplate,
  workOutTemplate,
} from './entry-template.ts'
import { hasTags } from './journal-entry.ts'
import { EntryTags } from './journal-entry-tag-schema.ts'

const templates = '/companies/{companyId}/entry-templates'
const common = { tag: 'Entry templates' }

/** Maximum number of characters in the name of a template. */

const account = AccountNumber({ examples: [6110] })
const side = Type.Enum(['debit', 'credit'])
const tags = Type.Optional(EntryTags)
const VatCode = Type.Optional(
  nullable(
    Type.Enum([...rowCodes], {
      description:
        'The box of the VAT return that the line counts towards, as on a journal entry; a box of tax follows the rate of a vatKind. Left out or null, the VAT code of its account',
      examples: ['21'],
    }),
  ),
)
const AmountAboveZero = saying(faults.templateAmount('', { limit: MAX_AMOUNT }), {
  ...Amount,
  minimum: 0.01,
})

const example = {
  name: 'Kontorsmaterial med moms',
  title: 'Kontorsmaterial',
  items: [
    { kind: 'rest', account: 6110 },
    { kind: 'vat', account: 2641, side: 'debit', vatRate: 25, vatIncluded: true },
    { kind: 'share', account: 1930, side: 'credit', percent: 100 },
  ],
}

/** The kinds of lines, with the fields of each beside its account and amount. */
const linesWith = <More extends TProperties>(prefix: string, others: More) => {
  const more = { vatCode: VatCode, ...others }
  return named(
    `${prefix}EntryTemplateItem`,
    kindsOf(
      'kind',
      [
        named(
          `${prefix}FixedTemplateItem`,
          object({ kind: Type.Literal('fixed'), account, side, amount: AmountAboveZero, ...more }),
        ),
        named(
          `${prefix}ShareTemplateItem`,
          object({
            kind: Type.Literal('share'),
            account,
            side,
            percent: saying(
              faults.templatePercent('', { limit: MAX_PERCENT, decimals: PERCENT_DECIMALS }),
              Type.Number({
                exclusiveMinimum: 0,
                maximum: MAX_PERCENT,
                examples: [31.42],
                description: 'Of the amount that is typed, with at most four decimals',
              }),
            ),
            ...more,
          }),
        ),
        named(
          `${prefix}VatTemplateItem`,
          object({
            kind: Type.Literal('vat'),
            account,
            side,
            vatRate: Type.Optional(Type.Enum([...vatRates], { description: 'In percent; not read beside a vatKind' })),
            vatKind: Type.Optional(
              nullable(
                Type.Enum([...vatKinds], {
                  description: 'What it is: the rate then follows from this and the day of the entry',
                }),
              ),
            ),
            vatIncluded: Type.Boolean({ description: 'Whether the amount that is typed includes the VAT' }),
            ...more,
          }),
        ),
        named(`${prefix}RestTemplateItem`, object({ kind: Type.Literal('rest'), account, ...more })),
      ],
      {
        description:
          'What stands on an account: an amount of its own, a share of the amount that is typed, the VAT of that amount, or the rest, on the side where it is missing',
        examples: [{ kind: 'rest', account: 6110 }],
      },
    ),
  )
}

/** The fields of a template; `prefix` names its line schemas in the documentation. */
export const templateFields = <More extends TProperties>(prefix: string, more: More) => ({
  name: Name({ minLength: 1, maxLength: MAX_TEMPLATE_NAME, examples: ['Kontorsmaterial med moms'] }),
  title: Type.Optional(
    nullable(
      Name({
        maxLength: MAX_ENTRY_TITLE,
        examples: ['Kontorsmaterial'],
        description: 'The title of the entries; the name of the template when null',
      }),
    ),
  ),
  items: Type.Array(linesWith(prefix, more), {
    minItems: MIN_TEMPLATE_ITEMS,
    maxItems: MAX_TEMPLATE_ITEMS,
    examples: [example.items],
  }),
})

const EntryTemplate = named(
  'EntryTemplate',
  object({
    id: readOnly(Id),
    ...templateFields('', { tags }),
    tags,
    takesAmount: readOnly(Type.Boolean({ description: 'Whether an amount must be typed' })),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const WorkedOutEntry = named(
  'WorkedOutEntry',
  object({
    title: Type.String({ examples: ['Kontorsmaterial'] }),
    items: Type.Array(
      object({
        account,
        debit: Type.Optional(Amount),
        credit: Type.Optional(Amount),
        vatCode: VatCode,
        tags: EntryTags,
      }),
    ),
    tags: EntryTags,
  }),
)

const shown = ({ modifiedAt, ...rest }: Template): Static<typeof EntryTemplate> => ({
  ...rest,
  modifiedDateTime: momentText(modifiedAt),
})

const featureOf = (body: unknown) => (hasTags(body) ? 'Tags' : undefined)

const { create, list, read, replace, remove } = resourceRows({
  ...common,
  scope: 'journal-entries',
  path: templates,
  idName: 'entryTemplateId',
  answer: EntryTemplate,
  shown,
  notFound: refusals.templateNotFound,
})

export const entryTemplateRows: readonly Row[] = [
  create({
    operationId: 'createEntryTemplate',
    summary: 'Add an entry template',
    description:
      'A template has the lines of an entry that is booked again and again, from two to 100: each an amount of its own, a share of the amount that is typed, its VAT, or the rest. One line at most takes the rest; without it debit equals credit for every amount. The name is unique in the company. Tags go either on the template or on its items, as on a journal entry, and need the Tags feature.',
    body: EntryTemplate,
    events: ['entry-template.created'],
    refusals: [refusals.tooManyTemplates],
    example: { body: example },
    featureOf,
    examine: examineEntryTemplate,
    run: (call, body) => createEntryTemplate(call, body as NewEntryTemplate),
  }),
  list({
    operationId: 'listEntryTemplates',
    summary: 'List the entry templates',
    description: 'Newest first. `query` filters on name, title and modifiedDateTime.',
    query: pageQuery('name~material'),
    run: listEntryTemplates,
  }),
  read({
    operationId: 'getEntryTemplate',
    summary: 'Read an entry template',
    description: 'One entry template with its lines.',
    run: getEntryTemplate,
  }),
  row({
    ...common,
    method: 'GET',
    path: `${templates}/{entryTemplateId}/entry`,
    operationId: 'workOutEntryTemplate',
    summary: 'Work out an entry from a template',
    description:
      'What POST /journal-entries takes, save the date: the lines that the template makes of the amount. Each is rounded to öre for itself, and the rest takes what that leaves; lines that come to nothing are left out. Nothing is booked. A template that takes no amount is worked out without one.',
    scope: 'journal-entries:read',
    query: object({
      amount: Type.Optional({ ...AmountAboveZero, description: 'The amount that is typed, in kronor' }),
      date: Type.Optional({
        ...DateOnly,
        description: 'The day of the entry, which decides the rate of a line with a vatKind; today when left out',
      }),
    }),
    answer: { json: WorkedOutEntry },
    refusals: [refusals.templateNotFound],
    example: { query: { amount: '1250' } },
    run: (call, { params, query: { amount = null, date: day } }) =>
      workOutTemplate(call, params.entryTemplateId ?? '', { amount, day: day as Day | undefined }),
  }),
  replace({
    operationId: 'updateEntryTemplate',
    summary: 'Change an entry template',
    description: 'All that it says is replaced. Entries that were made with it stay as they are.',
    body: EntryTemplate,
    events: ['entry-template.changed'],
    example: { body: { ...example, title: 'Papper och pennor' } },
    featureOf,
    examine: examineEntryTemplate,
    hold: lockEntryTemplate,
    run: (call, id, body) => updateEntryTemplate(call, id, body as NewEntryTemplate),
  }),
  remove({
    operationId: 'deleteEntryTemplate',
    summary: 'Remove an entry template',
    description: 'Entries that were made with it stay as they are.',
    events: ['entry-template.deleted'],
    hold: lockEntryTemplate,
    run: deleteEntryTemplate,
  }),
]
