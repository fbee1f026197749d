// Whether a day is in a year of the cash method, in which an invoice is booked when it is paid.
import { queries, useCompany } from '#client'

/** Whether a day is: null while that is not known, false where the person may not read years. */
type Asked = (day: string) => boolean | null

export const useIsCash = (day: string): boolean | null => useIsCashOn()(day)

/** The same, to ask of days that are known only later. */
export const useIsCashOn = (): Asked => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/fiscal-years',
    { params: { path: { companyId }, query: { pageSize: 100 } } },
    { enabled: may('fiscal-years:read') },
  )
  if (!may('fiscal-years:read')) return () => false
  if (!data) return () => null
  return (day) =>
    data.items.some(
      ({ startDate, endDate, accountingMethod }) => accountingMethod === 'cash' && startDate <= day && day <= endDate,
    )
}
