// The first run of a service: whether no account exists yet, and the two ways in. It stands beside the API's table of
// endpoints, since no one can have logged in.
import { base, refusalOf } from '#client'
import type { CompanyForm } from './company-form.ts'

export type FirstRun = { isNeeded: boolean; needsCode: boolean; hasDemo: boolean }
export type FirstPerson = {
  name: string
  email: string
  password: string
  code: string
  language: 'sv' | 'en'
  company: CompanyForm
}

const send = async <Answer>(path: string, body?: object): Promise<Answer> => {
  const headers = { 'accept-language': document.documentElement.lang, 'content-type': 'application/json' }
  const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const response = await fetch(`${base}/v1/first-run${path}`, sent)
  if (!response.ok) throw await refusalOf(response)
  return (await response.json()) as Answer
}

export const readFirstRun = (): Promise<FirstRun> => send('')

type Entered = { companyId: string; csrfToken: string }

/** Makes the person, their company and its year, and lets them in. */
export const enterFirst = ({ code, ...person }: FirstPerson): Promise<Entered> =>
  send('', { ...person, ...(code ? { code } : {}) })

/** Logs the visitor in to the demo company. */
export const enterDemo = (code: string): Promise<Entered> => send('/demo', code ? { code } : {})
