// Fiscal years as older versions let them be closed: while those before them were open. The database holds the order
// as well, so it is told to look away.
import { connectWhere } from '#support/by-company'
import type { Service } from '#support/service'

/** Closes a year out of its order. */
export const closeOutOfOrder = async (service: Service, companyId: string, year: string): Promise<void> => {
  const client = await connectWhere(service, companyId)
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `update ledger.fiscal_year set closed_at = now(), closed_by = 'Prov' where company_id = $1 and id = $2`,
      [companyId, year],
    )
    // A trigger does this otherwise: cached books are read again.
    await client.query('update ledger.book set version = gen_random_uuid() where company_id = $1', [companyId])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
