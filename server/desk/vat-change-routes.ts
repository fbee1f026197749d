// The endpoints of changed VAT rates: what of a company they touch, and the kinds that people give at once.
import { DateOnly, Id, named, object, type Row, row, Type } from '#http'
import { vatKinds } from '#rule/vat-kind'
import { type GivenKinds, giveVatKinds, readVatChanges } from './vat-changes.ts'

const MAX_GIVEN = 500
const path = '/companies/{companyId}/vat-changes'
const tag = 'Items'

const rate = Type.Number({ examples: [6], description: 'Percent' })
const kind = Type.Enum([...vatKinds], { examples: ['food'] })
const line = Type.Integer({ minimum: 0, maximum: 999, examples: [0], description: 'The place of the line, from 0' })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const Pinned = named(
  'PinnedVatRate',
  object({
    id: Id,
    line: Type.Optional(line),
    description: Type.String({ examples: ['Bröd'] }),
    taxRate: rate,
    isDue: Type.Boolean({ description: 'Whether food has another rate today; otherwise it will have later' }),
  }),
)
const pinned = (description: string) => Type.Array(Pinned, { description })

const VatChanges = named(
  'VatChanges',
  object({
    today: DateOnly,
    changes: Type.Array(
      object({
        vatKind: kind,
        from: { ...DateOnly, description: 'The first day of supply with the new rate' },
        rateBefore: rate,
        rate,
        items: count('Items of the kind, whose rate follows'),
        recurringInvoices: count('Recurring invoices with a line of the kind'),
        entryTemplates: count('Entry templates with a line of the kind'),
        matchingRules: count('Matching rules of the kind'),
      }),
      { description: 'What is known to change, the earliest first' },
    ),
    pinned: object(
      {
        items: pinned('Items'),
        recurringInvoices: pinned('Lines of recurring invoices, by the id of the invoice'),
        entryTemplates: pinned('Lines of VAT in entry templates, by the id of the template'),
        matchingRules: pinned('Matching rules'),
      },
      { description: 'What looks like food and has a rate of its own, at most 200 of each: it follows no change' },
    ),
  }),
)
const given = Type.Optional(Type.Array(object({ id: Id, vatKind: kind }), { maxItems: MAX_GIVEN }))
const givenLines = Type.Optional(Type.Array(object({ id: Id, line, vatKind: kind }), { maxItems: MAX_GIVEN }))
const NewKinds = named(
  'VatKindsWrite',
  object({ items: given, recurringInvoices: givenLines, entryTemplates: givenLines, matchingRules: given }),
)

export const vatChangeRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'readVatChanges',
    tag,
    summary: 'Read which VAT rates change, and what they touch',
    description:
      'The changes that the law is known to make, with the items, recurring invoices, entry templates and matching rules that follow them by their kind; and those that look like food and have a rate of their own, which follow nothing.',
    scope: 'items:read',
    answer: { json: VatChanges },
    refusals: [],
    run: readVatChanges,
  }),
  row({
    method: 'POST',
    path: `${path}/kinds`,
    operationId: 'giveVatKinds',
    tag,
    summary: 'Give kinds in place of rates',
    description:
      'Several at once, all or nothing: their rate then follows from the kind and the day of supply. Lines of documents that were made from them keep what they have. Each needs the scope that changes it: items:write, invoices:write, journal-entries:write, bank-statements:write.',
    scope: 'items:write',
    body: NewKinds,
    answer: { json: VatChanges },
    events: ['item.changed', 'recurring-invoice.changed', 'entry-template.changed', 'matching-rule.changed'],
    refusals: [],
    example: { body: { items: [{ id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', vatKind: 'food' }] } },
    run: async (call, { body }) => {
      await giveVatKinds(call, body as GivenKinds)
      return readVatChanges(call)
    },
  }),
]
