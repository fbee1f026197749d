// The requirements for registering a company. Pure.
import { wrongName } from '#identity/people/name.rules'
import { organizationNumber } from '#numbers/organization-number'
import type { FieldError } from '#platform/refusal'
import { type AccountingCurrency, mayAccountIn } from '#rule/currency'
import { identityFaults } from './refusals.ts'

/** Company forms, as the API names them. */
export const companyTypes = [
  'proprietorship',
  'limitedCompany',
  'limitedPartnership',
  'partnership',
  'cooperative',
  'nonProfitAssociation',
  'communityAssociation',
  'religiousCommunity',
  'notSet',
] as const

export type CompanyType = (typeof companyTypes)[number]

export type NewCompany = {
  name: string
  organizationNumber: string
  companyType?: CompanyType
  email?: string
  phone?: string
  /** A company for trying things out: it works like any other and is marked as a test wherever it is shown. */
  isTest?: boolean
  /** The currency of its books; the ledger opens them. */
  accountingCurrency?: AccountingCurrency | undefined
}

export const MAX_COMPANY_NAME = 200

/** All errors of a new company, in the fields that are given. */
export const wrongInNewCompany = (input: Partial<NewCompany>): FieldError[] => {
  const { name, organizationNumber: number, companyType = 'limitedCompany', accountingCurrency } = input
  const errors: FieldError[] = name === undefined ? [] : wrongName(name, MAX_COMPANY_NAME)
  if (number !== undefined && organizationNumber(number) === null)
    errors.push(identityFaults.organizationNumber('#/organizationNumber'))
  if (!companyTypes.includes(companyType)) {
    errors.push(identityFaults.companyType('#/companyType', { known: companyTypes.join(', ') }))
  }
  if (accountingCurrency !== undefined && !mayAccountIn(accountingCurrency, companyType)) {
    errors.push(identityFaults.currencyOfForm('#/accountingCurrency'))
  }
  return errors
}
