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
import { momentText } from '#platform/day'
import { taxRates } from '#rule/vat-rates'
import { customerRefusals as refusals } from '#sales/customers/customer-refusals'
import { Decimal, unitTypes } from '#sales/invoices/invoice-schema'
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

/** An item as the API shows it. */
const shown = ({ id, description, unitPrice: price, account: own, ...item }: ItemRecord): Static<typeof Item> => {
  const { itemType } = item
  const modifiedDateTime = momentText(item.modifiedAt)
  if (itemType === 'descriptionOnlyItem') return { id, itemType, description, modifiedDateTime }
  const { productType: product, unitType: unit, taxRate: rate } = item
  if (product === null || unit === null || price === null || rate === null) throw new Error(`Item ${id} is incomplete`)
  return {
    id,
    itemType,
    description,
    productType: product,
    unitType: unit,
    unitPrice: Number(price),
    taxRate: rate as Static<typeof taxRate>,
    bookkeepingAccountNumber: own,
    modifiedDateTime,
  }
}

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
      'A salesItem has productType, unitType, unitPrice and taxRate, and may have an active account of its own; a descriptionOnlyItem has its description and nothing else.',
    body: ItemWrite,
    events: ['item.created'],
    example: { body: example },
    examine: examineItem,
    run: (call, body) => createItem(call, body as ItemBody),
  }),
  list({
    operationId: 'listItems',
    summary: 'List items',
    description:
      'Newest first. `query` filters on description, itemType, productType, unitType, unitPrice, taxRate and modifiedDateTime.',
    query: pageQuery('productType==services&&unitPrice>=500'),
    run: listItems,
  }),
  read({
    operationId: 'getItem',
    summary: 'Read an item',
    description: 'One item, for sale or with a description only.',
    run: readItem,
  }),
  replace({
    operationId: 'updateItem',
    summary: 'Change an item',
    description: 'What is left out is removed. Lines that were made from the item keep what they have.',
    body: ItemWrite,
    example: { body: { ...example, unitPrice: 1050.5 } },
    examine: examineItem,
    events: ['item.changed'],
    hold: holdItem,
    run: (call, id, body) => updateItem(call, id, body as ItemBody),
  }),
  remove({
    operationId: 'deleteItem',
    summary: 'Remove an item',
    description: 'Only if no line of an invoice or credit note was made from it.',
    events: ['item.deleted'],
    refusals: [refusals.itemInUse, refusals.itemRecurring],
    hold: holdItem,
    run: deleteItem,
  }),
]
