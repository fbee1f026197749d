// Validates a new client company, and calculates its first fiscal year.
import { type CompanyType, type VatSetting, wrongInNewCompany } from '#identity'
import type { AccountingMethod } from '#ledger'
import { isCountry } from '#numbers/country'
import { swedishVatNumber } from '#numbers/vat-number'
import { addDays, type Day, isDay } from '#platform/day'
import type { FieldError } from '#platform/refusal'
import type { AccountingCurrency } from '#rule/currency'
import { agencyFaults as faults } from './refusals.ts'

type ClientAddress = {
  line1?: string
  line2?: string | null
  city?: string
  postalCode?: string
  country?: string
}

export type NewClientCompany = {
  name: string
  ownerEmail: string
  organizationNumber: string
  vatNumber?: string | null
  companyType: CompanyType
  accountingMethod: AccountingMethod
  vatSetting: VatSetting
  accountingCurrency?: AccountingCurrency
  address?: ClientAddress
  /** `MM-DD` */
  fiscalYearStart: string
}

/** All errors except those of its owner; a malformed body lacks some fields. */
export const wrongInClientCompany = (body: Partial<NewClientCompany>): FieldError[] => {
  const { vatNumber, companyType, fiscalYearStart, address } = body
  const errors = wrongInNewCompany(body)
  if (vatNumber && swedishVatNumber(vatNumber) === null) errors.push(faults.vatNumber('#/vatNumber'))
  if (address?.country !== undefined && !isCountry(address.country)) errors.push(faults.country('#/address/country'))
  if (fiscalYearStart === undefined) return errors
  if (!isFirstOfMonth(fiscalYearStart)) errors.push(faults.firstOfMonth('#/fiscalYearStart'))
  // Bokföringslagen 3 kap. 1 §: a sole proprietor's year is the calendar year.
  else if (companyType === 'proprietorship' && fiscalYearStart !== '01-01') {
    errors.push(faults.calendarYear('#/fiscalYearStart'))
  }
  return errors
}

const isFirstOfMonth = (monthAndDay: string): boolean => /^\d\d-01$/.test(monthAndDay) && isDay(`2026-${monthAndDay}`)

/** The fiscal year of twelve months that contains today, if years begin on this day (`MM-DD`). */
export const fiscalYearAround = (today: Day, start: string): { startDate: Day; endDate: Day } => {
  const thisYear = Number(today.slice(0, 4))
  const first = `${thisYear}-${start}` <= today ? thisYear : thisYear - 1
  const startDate = `${first}-${start}` as Day
  const next = `${first + 1}-${start}` as Day
  return { startDate, endDate: addDays(next, -1) }
}
