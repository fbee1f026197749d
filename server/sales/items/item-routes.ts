// The endpoints of items.
import {
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  type Static,
  Type,
} from '#http'
import { AccountNumber } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, momentText } from '#platform/day'
import { vatKinds } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import { taxRates } from '#rule/vat-rates'
import { customerRefusals as refusals } from '#sales/customers/customer-refusals'
import { Decimal } from '#sales/invoices/invoice-schema'
import { unitTypes } from '#sales/invoices/invoice-values.rules'
import type { ItemBody } from './item.rules.ts'
import {
  createItem,
  deleteItem,
  examineItem,
  holdItem,
  type ItemRecord,
  listItems,
  readItem,
  updateItem,
} from './item.ts'

const MAX_DESCRIPTION_LENGTH = 500

const productType = Type.Enum(['goods', 'services'])
const unitType = Type.Enum([...unitTypes])
const unitPrice = Decimal({
  description: 'Without tax, with at most six decimals; in the currency of the invoice',
  examples: [950],
})
const taxRate = Type.Enum([...taxRates], { description: 'Percent' })
const vatKind = Type.Enum([...vatKinds], {
  description:
    'What it is: the rate then follows from this and the day of supply, and taxRate is that of today (specific to this service)',
})
const account = AccountNumber({
  description: 'Used instead of the account that follows from productType, taxRate and customer',
  examples: [3011],
})

/** An item in requests, of either type. */
const ItemWrite = named(
  'ItemWrite',
  object({
    id: readOnly(Id),
    itemType: Type.Enum(['salesItem', 'descriptionOnlyItem']),
    description: Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, examples: ['Konsulttimme'] }),
    productType: Type.Optional(nullable(productType)),
    unitType: Type.Optional(nullable(unitType)),
    unitPrice: Type.Optional(nullable(unitPrice)),
    taxRate: Type.Optional(nullable(taxRate)),
    vatKind: Type.Optional(nullable(vatKind)),
    bookkeepingAccountNumber: Type.Optional(nullable(account)),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const SalesItem = named(
  'SalesItem',
  object({
    id: Id,
    itemType: Type.Literal('salesItem'),
    description: Type.String(),
    productType,
    unitType,
    unitPrice,
    taxRate,
    vatKind: Type.Optional(vatKind),
    bookkeepingAccountNumber: nullable(account),
    modifiedDateTime: readOnly(DateTime),
  }),
)
const DescriptionOnlyItem = named(
  'DescriptionOnlyItem',
  object({
    id: Id,
    itemType: Type.Literal('descriptionOnlyItem'),
    description: Type.String(),
    modifiedDateTime: readOnly(DateTime),
  }),
)
const Item = named('Item', Type.Union([SalesItem, DescriptionOnlyItem]))

const example = {
  itemType: 'salesItem',
  description: 'Konsulttimme',
  productType: 'services',
  unitType: 'hour',
  unitPrice: 950,
  taxRate: 25,
}

/** An item, and the day of the caller, whose rate one of a kind has. */
type ItemOnDay = ItemRecord & { today: Day }
const onDay =
  ({ now }: Pick<CompanyCall, 'now'>) =>
  (item: ItemRecord): ItemOnDay => ({ ...item, today: dayOf(now) })

/** An item as the API shows it. */
const shown = ({ id, description, unitPrice: price, account: own, ...item }: ItemOnDay): Static<typeof Item> => {
  const { itemType, vatKind: kind, today } = item
  const modifiedDateTime = momentText(item.modifiedAt)
  if (itemType === 'descriptionOnlyItem') return { id, itemType, description, modifiedDateTime }
  const { productType: product, unitType: unit } = item
  const rate = kind === null ? item.taxRate : rateOfKind(kind, today)
  if (product === null || unit === null || price === null || rate === null) throw new Error(`Item ${id} is incomplete`)
  return {
    id,
    itemType,
    description,
    productType: product,
    unitType: unit,
    unitPrice: Number(price),
    taxRate: rate,
    ...(kind === null ? {} : { vatKind: kind }),
    bookkeepingAccountNumber: own,
    modifiedDateTime,
  }
}

const held = (call: CompanyCall, id: string) => holdItem(call, id).then(onDay(call))

const { create, list, read, replace, remove } = resourceRows({
  tag: 'Items',
  scope: 'items',
  path: '/companies/{companyId}/items',
  idName: 'itemId',
  answer: Item,
  shown,
  notFound: refusals.itemNotFound,
})

export const itemRows: readonly Row[] = [
  create({
    operationId: 'createItem',
    summary: 'Add an item',
    description:
      'A salesItem has productType, unitType, unitPrice, and taxRate or vatKind, which wins over it, and may have an active account of its own; a descriptionOnlyItem has its description and nothing else.',
    body: ItemWrite,
    events: ['item.created'],
    example: { body: example },
    examine: examineItem,
    run: (call, body) => createItem(call, body as ItemBody).then(onDay(call)),
  }),
  list({
    operationId: 'listItems',
    summary: 'List items',
    description:
      'Newest first. `query` filters on description, itemType, productType, unitType, unitPrice, taxRate, vatKind and modifiedDateTime.',
    query: pageQuery('productType==services&&unitPrice>=500'),
    run: async (call, request) => {
      const page = await listItems(call, request)
      return { ...page, items: page.items.map(onDay(call)) }
    },
  }),
  read({
    operationId: 'getItem',
    summary: 'Read an item',
    description: 'One item, for sale or with a description only.',
    run: (call, id) => readItem(call, id).then(onDay(call)),
  }),
  replace({
    operationId: 'updateItem',
    summary: 'Change an item',
    description: 'What is left out is removed. Lines that were made from the item keep what they have.',
    body: ItemWrite,
    example: { body: { ...example, unitPrice: 1050.5 } },
    examine: examineItem,
    events: ['item.changed'],
    hold: held,
    run: (call, id, body) => updateItem(call, id, body as ItemBody).then(onDay(call)),
  }),
  remove({
    operationId: 'deleteItem',
    summary: 'Remove an item',
    description: 'Only if no line of an invoice or credit note was made from it.',
    events: ['item.deleted'],
    refusals: [refusals.itemInUse, refusals.itemRecurring],
    hold: held,
    run: deleteItem,
  }),
]
