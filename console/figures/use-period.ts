// The period of the page, from the address; the current fiscal year by default.
import { queries, type Schema, useCompany } from '#client'
import { today, useUrl } from '#ui'
import { type Span, spanOf, yearOf } from './span.ts'

const MOST_YEARS = 100

export const useFiscalYears = () => {
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/fiscal-years', {
    params: { path: { companyId }, query: { pageSize: MOST_YEARS } },
  })
  return { years: data?.items as readonly Schema<'FiscalYear'>[] | undefined, error }
}

/** The period, once it is known, and a change of it. */
export const usePeriod = () => {
  const [url, set] = useUrl()
  const { years, error } = useFiscalYears()
  const given: Span | null = url.from && url.to ? { from: url.from, to: url.to } : null
  const year = years && yearOf(today(), years)
  const span = given ?? (year ? spanOf(year) : null)
  const go = (next: Span) => set({ from: next.from, to: next.to })
  return { span, years, go, error }
}
