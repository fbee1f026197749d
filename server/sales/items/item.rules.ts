// Validation of items, and their stored form.
import type { AccountMap } from '#ledger'
import { MAX_FACTOR, microFromNumber, textFromMicro } from '#platform/decimal'
import type { FieldError } from '#platform/refusal'
import type { VatKind } from '#rule/vat-kind'
import type { TaxRate } from '#rule/vat-rates'
import { customerFaults } from '#sales/customers/customer-refusals'
import { invoiceFaults } from '#sales/invoices/invoice-refusals'
import type { UnitType } from '#sales/invoices/invoice-values.rules'
import { wrongSalesAccount } from '#sales/publishing/sales-account.rules'

export type ItemBody = {
  itemType: 'salesItem' | 'descriptionOnlyItem'
  description: string
  productType?: 'goods' | 'services' | null
  unitType?: UnitType | null
  unitPrice?: number | null
  taxRate?: TaxRate | null
  vatKind?: VatKind | null
  bookkeepingAccountNumber?: number | null
}

/** A stored item. A description-only item has no other fields. */
export type ItemContent = {
  itemType: 'salesItem' | 'descriptionOnlyItem'
  description: string
  productType: 'goods' | 'services' | null
  unitType: UnitType | null
  /** Decimal text with `.`, at most six decimals. */
  unitPrice: string | null
  /** Null beside a kind: the rate then follows from the day. */
  taxRate: TaxRate | null
  vatKind: VatKind | null
  account: number | null
}

const ofSale = ['productType', 'unitType', 'unitPrice', 'taxRate'] as const

/**
 * All errors in a body, which may be any object; type errors that the schema reports are not repeated. `accounts` maps
 * each account of the chart to whether it is open for booking; `roles` is the account map.
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
    const follows = name === 'taxRate' && !isMissing(given.vatKind)
    if (itemType === 'salesItem' && isMissing(given[name]) && !follows) errors.push(invoiceFaults.required(`#/${name}`))
  }
  for (const name of [...ofSale, 'vatKind', 'bookkeepingAccountNumber']) {
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

/** Converts a validated body to its stored form. */
export const itemContentOf = (body: ItemBody): ItemContent => ({
  itemType: body.itemType,
  description: body.description.trim(),
  productType: body.productType ?? null,
  unitType: body.unitType ?? null,
  unitPrice: isMissing(body.unitPrice) ? null : priceText(Number(body.unitPrice)),
  taxRate: isMissing(body.vatKind) ? (body.taxRate ?? null) : null,
  vatKind: body.vatKind ?? null,
  account: body.bookkeepingAccountNumber ?? null,
})

const priceText = (price: number): string | null => {
  const micro = microFromNumber(price)
  return micro === null ? null : textFromMicro(micro)
}

const isMissing = (value: unknown): boolean => value === undefined || value === null
