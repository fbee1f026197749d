// Agencies whose lists have something in them, and those whose lists are empty.
import { addClientCompany, addMember, agencyScopes, createCompany, identityService } from '#identity'
import { newId } from '#platform/id'
import { newAgency, newIntegration } from '#support/callers'
import { checkedRequests } from '#support/checked'
import type { Answer, Service } from '#support/service'

/** A caller that requests lists with a token, on paths below `url`. */
export type Asking = { url: string; token: string; get(path: string): Promise<Answer> }

const asking = (url: string, token: string): Asking => ({ url, token, ...checkedRequests(url, token) })

const newEmail = () => `${newId()}@example.com`

/**
 * An integration that these agencies have let in, and the first of them with client companies, users and invitations of
 * these names; the users and the invitations are those of the first client company too.
 */
export const newAgencyLists = async (service: Service, names: readonly string[]) => {
  const integration = await newIntegration(service)
  const agencyIds: string[] = []
  for (const name of names) {
    const { id } = await newAgency(service, [], name)
    await integration.reach(id)
    agencyIds.push(id)
  }
  const [agencyId = ''] = agencyIds
  const companyIds: string[] = []
  await service.operate(async (call) => {
    for (const name of names) {
      const { id: companyId } = await createCompany(call, { name, organizationNumber: '559999-0008' })
      await addClientCompany(call, { agencyId, companyId })
      companyIds.push(companyId)
    }
  })
  const [companyId = ''] = companyIds
  await service.operate(async (call) => {
    for (const name of names) {
      const { id: personId } = await identityService.createPerson(call, {
        name,
        email: newEmail(),
        password: 'korrekt häst batteri',
      })
      await addMember(call, { tenant: { type: 'agency', id: agencyId }, personId, role: 'administrator' })
      await addMember(call, { tenant: { type: 'company', id: companyId }, personId, role: 'owner' })
    }
  })
  const token = await integration.general(agencyScopes)
  const api = checkedRequests(service.base, token)
  for (const place of [`/agencies/${agencyId}`, `/agencies/${agencyId}/companies/${companyId}`]) {
    for (const _ of names) {
      const { status, text } = await api.post(`${place}/invitations`, { email: newEmail() })
      if (status !== 200) throw new Error(text)
    }
  }
  return { ...asking(service.base, token), agencyId, companyId }
}

/** A caller whose list of agencies is empty, and its address. */
export const emptyAgencyList = async (service: Service, place: string): Promise<[Asking, string]> => {
  const integration = await newIntegration(service)
  const clients = place.includes('{companyId}') ? [(await service.newCompany({ fiscalYear: null })).id] : []
  const { id } = await newAgency(service, clients)
  if (place.includes('{agencyId}')) await integration.reach(id)
  const path = place.replace('{agencyId}', id).replace('{companyId}', clients[0] ?? '')
  return [asking(service.base, await integration.general(agencyScopes)), path]
}
