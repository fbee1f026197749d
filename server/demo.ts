// The demo company of a first start: books to try the API on.
import { allScopes, createCompany, createToken, listCompanies } from '#identity'
import { createFiscalYear, openBooks } from '#ledger'
import type { Call } from '#platform/call'
import { dayOf } from '#platform/day'

export type Demo = { companyId: string; companyName: string; token: string }

const DEMO_COMPANY = { name: 'Demobolaget AB', organizationNumber: '559999-0008' }

/** Makes a company with the default chart, an open fiscal year and a token; null when there are companies already. */
export const makeDemo = async (call: Call): Promise<Demo | null> => {
  if ((await listCompanies(call, 1)).length > 0) return null
  const { id: companyId } = await createCompany(call, { ...DEMO_COMPANY, isTest: true })
  const own = { ...call, companyId }
  await openBooks(own)
  const year = dayOf(call.now).slice(0, 4)
  await createFiscalYear(own, { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' })
  const { token } = await createToken(own, { name: 'Demo', scopes: allScopes })
  return { companyId, companyName: DEMO_COMPANY.name, token }
}
