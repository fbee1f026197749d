// All endpoints of agencies.

import { templateRows } from '#agency/templates/template-routes'
import type { Row } from '#http'
import { clientCompanyRows } from './client-company-routes.ts'
import { agencyConnectionRows } from './connection-routes.ts'
import { memberClientRows } from './member-client-routes.ts'
import { agencyMemberRows } from './member-routes.ts'
import { todoRows } from './todo-routes.ts'
import { userRows } from './user-routes.ts'

export const agencyRows: readonly Row[] = [
  ...agencyConnectionRows,
  ...clientCompanyRows,
  ...userRows,
  ...agencyMemberRows,
  ...memberClientRows,
  ...templateRows,
  ...todoRows,
]
