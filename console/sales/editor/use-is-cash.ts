// Whether a day is in a year of the cash method, in which an invoice is booked when it is paid.
import { queries, useCompany } from '#client'

/** Null while that is not known, false where the person may not read years. */
export const useIsCash = (day: string): boolean | null => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/fiscal-years',
    { params: { path: { companyId }, query: { pageSize: 100 } } },
    { enabled: may('fiscal-years:read') },
  )
  if (!may('fiscal-years:read')) return false
  if (!data) return null
  return data.items.some(
    ({ startDate, endDate, accountingMethod }) => accountingMethod === 'cash' && startDate <= day && day <= endDate,
  )
}
