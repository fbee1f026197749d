// Who has logged in, and what they may do in the company of the page.
import { createContext, useContext } from 'react'
import type { Language } from '#words'
import { answered, api, keepCsrfToken, refuseOther } from './api.ts'

type Person = { id: string; name: string; email: string; language: Language; hasLetterKeys: boolean }
export type Membership = {
  id: string
  type: 'company' | 'agency'
  name: string
  role: string
  scopes: readonly string[]
}
type Session = {
  person: Person
  memberships: readonly Membership[]
  /** Whether they run the service; needsProof: once the login had a second step. */
  operates: 'no' | 'needsProof' | 'yes'
}

/** Null if no one is logged in. Throws if another user has logged in since the page was opened. */
export const readSession = async (): Promise<Session | null> => {
  const { session } = answered(await api.GET('/me'))
  if (!session) return null
  refuseOther(session.person.id)
  keepCsrfToken(session.csrfToken, session.person.id)
  const memberships = session.memberships.map(({ tenant: { id, type, name }, role, scopes }) => ({
    id,
    type,
    name,
    role,
    scopes,
  }))
  return { person: session.person, memberships, operates: session.operates }
}

export const SessionContext = createContext<Session | null>(null)

/** The session; pages are shown only within one. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no session around this part of the page.')
  return session
}

/** The company of the page, with what the person may do in it. */
export type Company = Pick<Membership, 'id' | 'name' | 'role' | 'scopes'> & {
  may: (scope: string) => boolean
  /** One to try things out in, whose clock may be days ahead. */
  isTest: boolean
  clockDays: number
  /** Not by its own setting: then it charges no VAT, and deducts none. */
  isVatRegistered: boolean
  /** How far its events had come when it was entered. */
  lastEventNumber: number
}

export const CompanyContext = createContext<Company | null>(null)

export const useCompany = (): Company => {
  const company = useContext(CompanyContext)
  if (!company) throw new Error('There is no company around this part of the page.')
  return company
}
