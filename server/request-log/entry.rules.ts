// What is logged of a request. Its body is not, nor personal data in its address: values other than ids, days, numbers
// and words of the API are removed.
import { isId } from '#platform/id'

/** The placeholder of a removed value. */
export const LEFT_OUT = '…'
/** Maximum number of characters in a logged address. */
const MAX_PATH_LENGTH = 1000
/** Maximum number of query parameters logged. */
const MOST_PARAMETERS = 20

/** Days, times, short numbers and words such as `pdf` or `true`: nothing that identifies a person. */
const harmless = /^(?:-?\d{1,6}|\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z)?|true|false|csv|xlsx|pdf|json|ndjson|asc|desc)?$/

const isHarmless = (value: string): boolean => isId(value) || harmless.test(value)

/**
 * The logged address of a request, from the path of its endpoint: `/companies/:companyId/invoices/:invoiceId`.
 * @param names whether the name of a parameter may be logged; a caller may have put anything there
 */
export const keptPath = (
  { route, params, query }: { route: string; params: Readonly<Record<string, string>>; query: string },
  isName: (name: string) => boolean,
): string => {
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    return isHarmless(value) ? value : LEFT_OUT
  })
  const given = [...new URLSearchParams(query)].slice(0, MOST_PARAMETERS)
  const kept = given.map(([name, value]) => `${isName(name) ? name : LEFT_OUT}=${isHarmless(value) ? value : LEFT_OUT}`)
  return `${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}`.slice(0, MAX_PATH_LENGTH)
}
