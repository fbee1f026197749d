// VAT: the reporting period, its periods, and the returns.
import type { Row } from '#http'
import { vatReturnRows } from './routes.ts'
import { vatSettingRows } from './setting-routes.ts'

export { deadlinesOfVat } from './deadlines.ts'
export { businessDayFrom } from './due.rules.ts'
export { dueDatesOf, todosOfVat, unreported as unreportedVat } from './period.ts'

export { returnsToRemove } from './removal.ts'
export { reportVat } from './return.ts'

export const vatRows: readonly Row[] = [...vatSettingRows, ...vatReturnRows]
