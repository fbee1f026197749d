// People with a role who call the API as pages do: with the cookie of their session and the token of their forms.
import { expect } from 'vitest'
import { addMember, type Tenant } from '#identity'
import type { Role } from '#rule/roles'
import { checked } from '#support/checked'
import type { Answer, Service, TestCompany } from '#support/service'
import { cookieOf, newPersonInside } from '#support/visitor'

export type Ask = (method: string, path: string, body?: object | FormData, headers?: Headers) => Promise<Answer>
type Headers = Record<string, string>

/** A logged-in person, with the headers they send; `role` is their role in the tenant, null for none. */
export const logInAs = async (service: Service, tenant: Tenant, role: Role | null) => {
  const { person, visitor } = await newPersonInside(service)
  if (role) await service.operate((call) => addMember(call, { tenant, personId: person.id, role }))
  const cookie = cookieOf(visitor)
  const { session } = (await checked(`${service.base}/me`, { headers: { cookie } })).body
  return { person, headers: { cookie, 'csrf-token': String(session.csrfToken) } }
}

/** Asks below an address with these headers; every answer is held against the documentation. */
export const asking =
  (url: string, own: Headers): Ask =>
  (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData
    const json: Headers = body && !isForm ? { 'content-type': 'application/json' } : {}
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    return checked(`${url}${path}`, { method, headers: { ...own, ...json, ...headers }, ...sent })
  }

/** Calls for a company as a person with a role in it. */
export const callingAs = async (service: Service, company: TestCompany, role: Role | null): Promise<Ask> => {
  const { headers } = await logInAs(service, { type: 'company', id: company.id }, role)
  return asking(company.url, headers)
}

/** The company's processing history of one kind of thing, latest first. */
export const historyOfKind = async (company: TestCompany, what: string) =>
  (await company.get(`/history?query=what==${what}`)).body.items

/** A list by cursors, one item at a time: the same as its one page has, each item once. */
export const walkByCursor = async (ask: Ask, path: string): Promise<unknown[]> => {
  const items: unknown[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body }: Answer = await ask('GET', `${path}?pageSize=1&cursor=${encodeURIComponent(cursor)}`)
    items.push(...body.items)
    cursor = body.nextCursor
  }
  const whole = (await ask('GET', `${path}?pageSize=100`)).body
  expect([whole.items, whole.totalItems]).toEqual([items, items.length])
  expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length)
  return items
}
