// What customers and items are used for beside documents: asked of whoever makes documents of them again and again.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'

/** How many recurring invoices that go on have a customer, or an item. */
export type UsesOf = (call: CompanyCall, of: { customerId: string } | { itemId: string }) => Promise<number>

let usesOf: UsesOf = async () => 0

/** Says who knows; the programs do, which know everybody. */
export const askForUses = (asked: UsesOf): void => {
  usesOf = asked
}

export const recurringUses: UsesOf = (call, of) => usesOf(call, of)

/** Keeps a customer and items from being removed until the transaction ends: something is about to refer to them. */
export const keepFromRemoval = async (
  { db, companyId }: CompanyCall,
  { customerId, itemIds }: { customerId: string; itemIds: readonly string[] },
): Promise<void> => {
  const rows = (table: Sql, ids: readonly string[]) =>
    db.rows(sql`
      select from ${table} t where t.company_id = ${companyId} and t.id = any(${[...ids]}::uuid[])
      order by t.id for key share`)
  await rows(sql`sales.customer`, [customerId])
  if (itemIds.length > 0) await rows(sql`sales.item`, itemIds)
}
