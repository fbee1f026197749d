// The address of the annual report, and what is read there.
import type { Schema } from '#client'

export const REPORT = '/companies/{companyId}/fiscal-years/{fiscalYearId}/annual-report'
export type Report = Schema<'AnnualReport'>
