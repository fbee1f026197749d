// The documents that are removed with their entries, ordered so that no row references one that was removed before it.
import { accrualsContribution } from '#accruals'
import { assetsContribution } from '#assets'
import { bankingContribution } from '#banking'
import { documentsContribution } from '#documents'
import type { DocumentKind, RemovableDocuments } from '#ledger'
import { payrollContribution } from '#payroll'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { join, sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { remindersContribution } from '#reminders'
import { salesContribution, taxReductionContribution } from '#sales'
import { taxAccountContribution } from '#tax-account'
import { vatContribution } from '#vat'

export const documentsToRemove: readonly RemovableDocuments[] = [
  remindersContribution.toRemove,
  salesContribution.toRemove,
  taxReductionContribution.reductionsToRemove,
  purchasingContribution.toRemove,
  documentsContribution.uploadsToRemove,
  bankingContribution.toRemove,
  taxAccountContribution.toRemove,
  vatContribution.returnsToRemove,
  assetsContribution.toRemove,
  accrualsContribution.toRemove,
  payrollContribution.toRemove,
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
