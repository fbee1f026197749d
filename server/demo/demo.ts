// The demo company of a first start: books for trying the API, and their owner. Later starts find it again.
import { randomBytes } from 'node:crypto'
import { addMember, allScopes, createCompany, firstOwnerOf, identityService } from '#identity'
import { createFiscalYear, demoYearKind, openBooks } from '#ledger'
import type { Call } from '#platform/call'
import { dayOf } from '#platform/day'
import { queueJob } from '#platform/job'

export type DemoCompany = { companyId: string; companyName: string }

/** What a first start created; token and password cannot be read later. */
export type Demo = DemoCompany & { token: string; email: string; password: string }

const DEMO_COMPANY = { name: 'Demobolaget AB', organizationNumber: '559999-0008' }
const DEMO_OWNER = { name: 'Demi Demo', email: 'demo@example.com' }

/** Random bytes of the owner's password. */
const PASSWORD_BYTES = 12

/**
 * Creates a company with the default chart, an open fiscal year, an owner and a token; null if there is a company
 * already. Its year is created later in the background, unless `isEmpty`.
 */
export const makeDemo = async (call: Call, { isEmpty = false } = {}): Promise<Demo | null> => {
  if ((await identityService.listCompanies(call, 1)).length > 0) return null
  const { id: companyId } = await createCompany(call, { ...DEMO_COMPANY, isTest: true })
  const own = { ...call, companyId }
  await openBooks(own)
  const year = dayOf(call.now).slice(0, 4)
  await createFiscalYear(own, { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' })
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const { id: personId } = await identityService.createPerson(call, { ...DEMO_OWNER, password })
  await addMember(call, { tenant: { type: 'company', id: companyId }, personId, role: 'owner' })
  if (!isEmpty) await queueJob(own, demoYearKind, { companyId, personId, today: dayOf(call.now) })
  const { token } = await newDemoToken({ ...call, companyId })
  return { companyId, companyName: DEMO_COMPANY.name, token, email: DEMO_OWNER.email, password }
}

/** A token of the demo company, with all scopes that need no approval. */
export const newDemoToken = (call: Call & { companyId: string }): Promise<{ token: string }> =>
  identityService.createToken(call, { name: 'Demo', scopes: allScopes })

/** The demo company of an earlier start, with its owner; null if there is none. */
export const findDemo = async (call: Pick<Call, 'db'>): Promise<(DemoCompany & { ownerId: string | null }) | null> => {
  const found = await identityService.findTestCompany(call, DEMO_COMPANY)
  return (
    found && { companyId: found.id, companyName: found.name, ownerId: (await firstOwnerOf(call, found.id))?.id ?? null }
  )
}
