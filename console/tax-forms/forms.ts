// The tax forms as the service answers them, and where.
import type { Schema } from '#client'

export type Forms = Schema<'TaxForms'>
export type TaxForm = Forms['forms'][number]
export type TaxField = TaxForm['fields'][number]

export const TAX_FORMS = '/companies/{companyId}/fiscal-years/{fiscalYearId}/tax-forms'
