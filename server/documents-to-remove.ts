// The documents that go with their entries, in the order in which they go: nothing refers to what goes then.
import { accrualsToRemove } from '#accruals'
import { assetsToRemove } from '#assets'
import { bankingToRemove } from '#banking'
import { uploadsToRemove } from '#documents'
import type { DocumentKind, Documents } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { join, sql } from '#platform/sql'
import { purchasesToRemove } from '#purchasing'
import { remindersToRemove } from '#reminders'
import { salesToRemove } from '#sales'
import { reductionsToRemove } from '#tax-reduction'
import { returnsToRemove } from '#vat'

export const documentsToRemove: readonly Documents[] = [
  ...[remindersToRemove, salesToRemove, reductionsToRemove, purchasesToRemove, uploadsToRemove, bankingToRemove],
  ...[returnsToRemove, assetsToRemove, accrualsToRemove],
]

/** The last day that books can have. */
const LAST_DAY = dayFrom('2199-12-31')

/** How many documents of each kind there are, drafts apart, as far as there are any. */
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
