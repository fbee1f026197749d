// What of a request is kept. Its body is not, nor what a person may have written into its address: a value that is no
// id, day, number or word of the API is left out.
import { isId } from '#platform/id'

/** What stands where something was left out. */
export const LEFT_OUT = '…'
/** Maximum number of characters in an address that is kept. */
export const MAX_PATH_LENGTH = 1000
/** Maximum number of parameters of a query that are kept. */
const MOST_PARAMETERS = 20

/** Days, moments, short numbers and words such as `pdf` or `true`: nothing that names anybody. */
const harmless = /^(?:-?\d{1,6}|\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z)?|true|false|csv|xlsx|pdf|json|ndjson|asc|desc)?$/

const isHarmless = (value: string): boolean => isId(value) || harmless.test(value)

/**
 * The address of a request as it is kept, from the path of its endpoint: `/companies/:companyId/invoices/:invoiceId`.
 * @param names whether the name of a parameter may be kept; a caller may have put anything there
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
