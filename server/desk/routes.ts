// The endpoints of this context.
import type { Row } from '#http'
import { clientOverviewRows } from './client-overview-routes.ts'
import { draftRows } from './draft-routes.ts'
import { lawChangeRows } from './law-change-routes.ts'
import { ownCompanyRows } from './own-company-routes.ts'
import { personalCopyRows } from './personal-copy.ts'
import { queueRows } from './queue-routes.ts'
import { searchRows } from './search-routes.ts'
import { testCompanyRows } from './test-company-routes.ts'
import { vatChangeRows } from './vat-change-routes.ts'

export const deskRows: readonly Row[] = [
  ...ownCompanyRows,
  ...draftRows,
  ...searchRows,
  ...queueRows,
  ...testCompanyRows,
  ...clientOverviewRows,
  ...personalCopyRows,
  ...vatChangeRows,
  ...lawChangeRows,
]
