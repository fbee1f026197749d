// What is asked of a new company, as a form holds it and as the API takes it.
import { answered, api } from '#client'
import { type AccountingCurrency, isAccountingCurrency, USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import { today } from '#ui'
import { sieHeadOf } from './sie-head.ts'

export const companyForms = [
  'limitedCompany',
  'proprietorship',
  'partnership',
  'limitedPartnership',
  'cooperative',
  'nonProfitAssociation',
  'communityAssociation',
] as const
export const methods = ['accrual', 'cash'] as const
export const vatSettings = ['quarterly', 'monthly', 'yearly', 'notRegisteredForVat'] as const

export type CompanyForm = {
  name: string
  organizationNumber: string
  companyType: (typeof companyForms)[number]
  fiscalYear: { startDate: string; endDate: string }
  accountingMethod: (typeof methods)[number]
  vatSetting: (typeof vatSettings)[number]
  accountingCurrency: AccountingCurrency
  isTest: boolean
}

/** A limited company with the calendar year: what most are. */
export const emptyCompany = (): CompanyForm => {
  const year = today().slice(0, 4)
  return {
    name: '',
    organizationNumber: '',
    companyType: 'limitedCompany',
    fiscalYear: { startDate: `${year}-01-01`, endDate: `${year}-12-31` },
    accountingMethod: 'accrual',
    vatSetting: 'quarterly',
    accountingCurrency: USUAL_ACCOUNTING_CURRENCY,
    isTest: false,
  }
}

/** The same with what the file says; null if it is no SIE file. */
export const filledFrom = async (company: CompanyForm, file: Blob): Promise<CompanyForm | null> => {
  const head = await sieHeadOf(file)
  if (head === null) return null
  return {
    ...company,
    name: head.name || company.name,
    organizationNumber: head.organizationNumber || company.organizationNumber,
    accountingCurrency: isAccountingCurrency(head.currency) ? head.currency : USUAL_ACCOUNTING_CURRENCY,
    fiscalYear: head.startDate ? { startDate: head.startDate, endDate: head.endDate } : company.fiscalYear,
  }
}

/** Books what the file has; answers how many entries that were. */
export const importSie = async (companyId: string, file: File): Promise<number> => {
  const form = new FormData()
  form.append('file', file)
  const path = { companyId }
  const { made } = answered(
    // The client would write the form as JSON; the description says binary, which types as text.
    await api.POST('/companies/{companyId}/sie/import', {
      params: { path },
      body: form as never,
      bodySerializer: (body) => body as unknown as FormData,
    }),
  )
  return made.journalEntries
}
