// The documents that are removed with their entries, ordered so that no row references one that was removed before it.
import { accrualsToRemove } from '#accruals'
import { assetsToRemove } from '#assets'
import { bankingToRemove } from '#banking'
import { uploadsToRemove } from '#documents'
import type { DocumentKind, RemovableDocuments } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { join, sql } from '#platform/sql'
import { purchasesToRemove } from '#purchasing'
import { remindersToRemove } from '#reminders'
import { salesToRemove } from '#sales'
import { reductionsToRemove } from '#tax-reduction'
import { returnsToRemove } from '#vat'

export const documentsToRemove: readonly RemovableDocuments[] = [
  remindersToRemove,
  salesToRemove,
  reductionsToRemove,
  purchasesToRemove,
  uploadsToRemove,
  bankingToRemove,
  returnsToRemove,
  assetsToRemove,
  accrualsToRemove,
]

/** The last supported day of books. */
const LAST_DAY = dayFrom('2199-12-31')

/** The number of documents of each kind, without drafts; kinds without documents are left out. */
export const countDocuments = async ({
  db,
  companyId,
}: Pick<CompanyCall, 'db' | 'companyId'>): Promise<{ kind: DocumentKind; count: number }[]> => {
  const all = join(
    documentsToRemove.map(({ found }) => sql`(${found(companyId, LAST_DAY)})`),
    ' union all ',
  )
  const rows = await db.rows<{ kind: string; count: bigint }>(sql`
    select d.kind, count(*) as count from (${all}) d (id, kind, is_over) group by d.kind`)
  return documentsToRemove
    .flatMap(({ kinds }) => kinds)
    .flatMap((kind) =>
      rows.filter((row) => row.kind === kind.kind).map(({ count }) => ({ kind, count: Number(count) })),
    )
}
