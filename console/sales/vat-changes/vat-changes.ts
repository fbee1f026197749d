// What may have a kind in place of a VAT rate, and what of it looks like food at a chosen rate.
import type { Schema } from '#client'
import type { VatKind } from '#rule/vat-kind'

type VatChanges = Schema<'VatChanges'>
export const carriers = ['items', 'recurringInvoices', 'entryTemplates', 'matchingRules'] as const
type Carrier = (typeof carriers)[number]

/** The scope that changes it. */
export const scopeOf: Readonly<Record<Carrier, string>> = {
  items: 'items:write',
  recurringInvoices: 'invoices:write',
  entryTemplates: 'journal-entries:write',
  matchingRules: 'bank-statements:write',
}

export type PinnedOne = VatChanges['pinned'][Carrier][number] & { carrier: Carrier; key: string }

export const pinnedIn = ({ pinned }: VatChanges): PinnedOne[] =>
  carriers.flatMap((carrier) =>
    pinned[carrier].map((one) => ({ ...one, carrier, key: `${carrier} ${one.id} ${one.line ?? ''}` })),
  )

/** What the API takes to give these a kind. */
export const writtenKinds = (chosen: readonly PinnedOne[], vatKind: VatKind): Schema<'VatKindsWrite'> => {
  const of = (name: Carrier) => chosen.filter(({ carrier }) => carrier === name)
  const whole = (name: Carrier) => of(name).map(({ id }) => ({ id, vatKind }))
  const lines = (name: Carrier) => of(name).map(({ id, line = 0 }) => ({ id, line, vatKind }))
  return {
    items: whole('items'),
    recurringInvoices: lines('recurringInvoices'),
    entryTemplates: lines('entryTemplates'),
    matchingRules: whole('matchingRules'),
  }
}
