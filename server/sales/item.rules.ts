// What an item may be, and how it is kept.
import type { AccountMap } from '#ledger'
import { MAX_FACTOR, microFromNumber, textFromMicro } from '#platform/decimal'
import type { FieldError } from '#platform/refusal'
import { customerFaults } from './customer-refusals.ts'
import { invoiceFaults } from './invoice-refusals.ts'
import type { UnitType } from './invoice-schema.ts'
import { wrongSalesAccount } from './sales-account.rules.ts'
import type { TaxRate } from './vat.rules.ts'

export type ItemBody = {
  itemType: 'salesItem' | 'descriptionOnlyItem'
  description: string
  productType?: 'goods' | 'services' | null
  unitType?: UnitType | null
  unitPrice?: number | null
  taxRate?: TaxRate | null
  bookkeepingAccountNumber?: number | null
}

/** An item as it is kept. An item that is only a description has nothing else. */
export type ItemContent = {
  itemType: 'salesItem' | 'descriptionOnlyItem'
  description: string
  productType: 'goods' | 'services' | null
  unitType: UnitType | null
  /** Decimal text with `.`, at most six decimals. */
  unitPrice: string | null
  taxRate: TaxRate | null
  account: number | null
}

const ofSale = ['productType', 'unitType', 'unitPrice', 'taxRate'] as const

/**
 * Everything that is wrong with a body. It may be any object: what its schema finds of types is not told again.
 * `accounts` are those of the chart, with whether they may be booked on; `roles` is the account map.
 */
export const wrongInItem = (
  body: unknown,
  { accounts, roles }: { accounts: ReadonlyMap<number, boolean>; roles: AccountMap },
): FieldError[] => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const { itemType, description, unitPrice, bookkeepingAccountNumber: account } = given
  const errors: FieldError[] = []
  if (typeof description === 'string' && description.trim() === '') errors.push(customerFaults.blank('#/description'))
  for (const name of ofSale) {
    if (itemType === 'salesItem' && isMissing(given[name])) errors.push(invoiceFaults.required(`#/${name}`))
  }
  for (const name of [...ofSale, 'bookkeepingAccountNumber']) {
    const strange = itemType === 'descriptionOnlyItem' && !isMissing(given[name])
    if (strange) errors.push(customerFaults.ofSalesItem(`#/${name}`))
  }
  if (itemType === 'descriptionOnlyItem') return errors
  if (typeof unitPrice === 'number' && microFromNumber(unitPrice) === null) {
    errors.push(invoiceFaults.decimals('#/unitPrice', { limit: MAX_FACTOR }))
  }
  const wrong =
    typeof account === 'number' ? wrongSalesAccount(account, '#/bookkeepingAccountNumber', { accounts, roles }) : null
  return wrong ? [...errors, wrong] : errors
}

/** What is kept of a body in which nothing is wrong. */
export const itemContentOf = (body: ItemBody): ItemContent => ({
  itemType: body.itemType,
  description: body.description.trim(),
  productType: body.productType ?? null,
  unitType: body.unitType ?? null,
  unitPrice: isMissing(body.unitPrice) ? null : priceText(Number(body.unitPrice)),
  taxRate: body.taxRate ?? null,
  account: body.bookkeepingAccountNumber ?? null,
})

const priceText = (price: number): string | null => {
  const micro = microFromNumber(price)
  return micro === null ? null : textFromMicro(micro)
}

const isMissing = (value: unknown): boolean => value === undefined || value === null
