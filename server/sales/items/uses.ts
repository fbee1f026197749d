// Uses of customers and items besides documents, supplied by the recurring invoices context.
import type { CompanyCall } from '#platform/call'
import { port } from '#platform/port'
import { type Sql, sql } from '#platform/sql'

/** How many active recurring invoices use a customer or an item. */
export type UsesOf = (call: CompanyCall, of: { customerId: string } | { itemId: string }) => Promise<number>

export const usesPort = port<UsesOf>('what recurring invoices use')

export const recurringUses: UsesOf = (call, of) => usesPort.get()(call, of)

/** Locks a customer and items against deletion until the transaction ends, before a reference to them is stored. */
export const lockAgainstRemoval = async (
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
