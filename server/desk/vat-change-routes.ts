// What of a company a change of a VAT rate touches: its items and recurring invoices by kind, and those that look like
// food and have a rate of their own; and the kinds that people give their items at once.
import { DateOnly, Id, named, object, type Row, row, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { recurringByKind, recurringLikeFood } from '#recurring'
import { changesOfKind, rateOfKind, type VatKind, vatKinds } from '#rule/vat-kinds'
import { giveItemsKinds, itemsByKind, itemsLikeFood } from '#sales'

const MAX_GIVEN = 500
const path = '/companies/{companyId}/vat-changes'
const tag = 'Items'

const rate = Type.Number({ examples: [6], description: 'Percent' })
const kind = Type.Enum([...vatKinds], { examples: ['food'] })
const pinned = (of: string) =>
  Type.Array(object({ id: Id, description: Type.String({ examples: ['Bröd'] }), taxRate: rate }), { description: of })

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
        items: Type.Integer({ description: 'Items of the kind: their rate changes by itself' }),
        recurringInvoices: Type.Integer({ description: 'Recurring invoices with a line of the kind' }),
      }),
      { description: 'What is known to change, the earliest first' },
    ),
    items: pinned('Items that look like food, at a rate that food does not have today: at most 200'),
    recurringInvoices: pinned('The same of lines of recurring invoices, by the id of the invoice'),
  }),
)
const NewKinds = named(
  'ItemVatKinds',
  object({ items: Type.Array(object({ id: Id, vatKind: kind }), { minItems: 1, maxItems: MAX_GIVEN }) }),
)

const changesFor = async (call: CompanyCall) => {
  const today = dayOf(call.now)
  const [items, recurring] = [await itemsByKind(call), await recurringByKind(call)]
  const changesOf = (vatKind: VatKind) => {
    let before = rateOfKind(vatKind, today) ?? 0
    return changesOfKind(vatKind, today).map(({ from, rate: after }) => {
      const change = { vatKind, from, rateBefore: before, rate: after }
      before = rateOfKind(vatKind, from) ?? 0
      return { ...change, items: items.get(vatKind) ?? 0, recurringInvoices: recurring.get(vatKind) ?? 0 }
    })
  }
  return {
    today,
    changes: vatKinds.flatMap(changesOf).sort((one, other) => (one.from < other.from ? -1 : 1)),
    items: await itemsLikeFood(call, today),
    recurringInvoices: await recurringLikeFood(call, today),
  }
}

export const vatChangeRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'readVatChanges',
    tag,
    summary: 'Read which VAT rates change, and what of the company that touches',
    description:
      'The changes that the law is known to make, with the items and recurring invoices that follow them by their kind; and those that look like food and have a rate of their own, which follow nothing.',
    scope: 'items:read',
    answer: { json: VatChanges },
    refusals: [],
    run: changesFor,
  }),
  row({
    method: 'POST',
    path: `${path}/items`,
    operationId: 'giveItemsVatKinds',
    tag,
    summary: 'Give items a kind in place of their rate',
    description:
      'Several at once, all or nothing. Their rate then follows from the kind and the day of supply. Lines that were made from them keep what they have.',
    scope: 'items:write',
    body: NewKinds,
    answer: { json: VatChanges },
    events: ['item.changed'],
    refusals: [],
    example: { body: { items: [{ id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', vatKind: 'food' }] } },
    run: async (call, { body }) => {
      await giveItemsKinds(call, body.items)
      return changesFor(call)
    },
  }),
]
