// A row of the tax account, as the service answers it.
import type { Schema } from '#client'

export type TaxRow = Schema<'TaxAccountTransaction'>
