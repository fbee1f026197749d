// VAT: the reporting period, its periods, and the returns.
import type { Row } from '#http'
import { marginRows } from './margin-routes.ts'
import { ossRows } from './oss-routes.ts'
import { vatReturnRows } from './routes.ts'
import { vatSettingRows } from './setting-routes.ts'

export { businessDayFrom } from './due.rules.ts'
export { ossAccountsByCountry } from './oss-accounts.ts'
export { dueDatesOf, unreported as unreportedVat } from './period.ts'
export { periodAt } from './return.rules.ts'
export { reportVat } from './return.ts'
export { type DeclaredVat, declaredVat } from './return-store.ts'

export const vatRows: readonly Row[] = [...vatSettingRows, ...vatReturnRows, ...ossRows, ...marginRows]
export { vatContribution } from './contribution.ts'
