// Items by the kind whose rate of VAT changes by day: how many there are of each, those with a chosen rate, and the
// kinds that people give them at once.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { VatKind } from '#rule/vat-kind'
import { invoiceFaults as faults } from '#sales/invoices/invoice-refusals'

/** Maximum number of items that are looked at. */
const MAX_LOOKED_AT = 5000

/** Something whose rate was chosen, and with it stays when the law changes; `line` is its place, from 0. */
export type Pinned = { id: string; line?: number; description: string; taxRate: number; account?: number | null }

/** How many items have each kind. */
export const itemsByKind = async ({ db, companyId }: CompanyCall): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ kind: string; count: number }>(sql`
    select vat_kind as kind, count(*)::int as count from sales.item
    where company_id = ${companyId} and vat_kind is not null group by vat_kind`)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Items with a chosen rate above zero, the newest first. */
export const pinnedItems = ({ db, companyId }: CompanyCall): Promise<Pinned[]> =>
  db.rows<Pinned>(sql`
    select id, description, tax_rate as "taxRate", account from sales.item
    where company_id = ${companyId} and tax_rate > 0 order by id desc limit ${MAX_LOOKED_AT}`)

/** Gives items a kind in place of their rate, all or nothing. */
export const giveItemsKinds = async (
  call: CompanyCall,
  items: readonly { id: string; vatKind: VatKind }[],
): Promise<void> => {
  const rows = await call.db.rows<{ id: string; taxRate: number | null; vatKind: string | null }>(sql`
    select id, tax_rate as "taxRate", vat_kind as "vatKind" from sales.item
    where company_id = ${call.companyId} and id = any(${items.map(({ id }) => id)}::uuid[])
      and item_type = 'salesItem' order by id for update`)
  const known = new Map(rows.map((row) => [row.id, row]))
  refuseIfAny(
    items.flatMap(({ id }, index): FieldError[] =>
      known.has(id.toLowerCase()) ? [] : [faults.unknownItem(`#/items/${index}/id`, { id })],
    ),
  )
  const changed = items.filter(({ id, vatKind }) => known.get(id.toLowerCase())?.vatKind !== vatKind)
  await call.db.rows(sql`
    update sales.item i set vat_kind = given.kind, tax_rate = null, modified_at = ${call.now}
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ vatKind }) => vatKind)}::text[])
      as given (id, kind)
    where i.company_id = ${call.companyId} and i.id = given.id`)
  for (const { id: asked, vatKind } of changed) {
    const {
      id,
      taxRate,
      vatKind: kindBefore,
    } = known.get(asked.toLowerCase()) ?? { id: asked, taxRate: null, vatKind: null }
    const before = { taxRate, vatKind: kindBefore }
    recordEvent(call, 'item.changed', { id }, { id, before, after: { taxRate: null, vatKind } })
  }
}
