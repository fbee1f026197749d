// Agencies with clients that templates are used on: what the tests of templates, and of their rollouts, have in common.
import { expect } from 'vitest'
import type { Tenant } from '#identity'
import { rolloutJobs } from '#programs/jobs'
import { newAgency } from '#support/callers'
import { type Ask, asking, logInAs } from '#support/calling'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import type { Answer, Service, TestCompany } from '#support/service'

let used: Service | null = null

/** The service that these agencies are at. */
export const useService = (service: Service): void => {
  used = service
}
const serviceOf = (): Service => {
  if (!used) throw new Error('Say first which service it is')
  return used
}

type Place = { agency: Tenant; clients: TestCompany[]; ask: Ask; person: { id: string; name: string } }

/** An agency with some clients, and one of its people. */
export const newPlace = async (
  count: number,
  role: 'administrator' | 'consultant' = 'administrator',
): Promise<Place> => {
  const clients: TestCompany[] = []
  for (let at = 0; at < count; at += 1) clients.push(await serviceOf().newCompany({ name: `Klient ${at + 1} AB` }))
  const { id } = await newAgency(
    serviceOf(),
    clients.map((client) => client.id),
  )
  const agency = { type: 'agency', id } as const
  return { agency, clients, ...(await inside(agency, role)) }
}

export const inside = async (agency: Tenant, role: 'administrator' | 'consultant') => {
  const { person, headers } = await logInAs(serviceOf(), agency, role)
  return { person, ask: asking(`${serviceOf().base}/agencies/${agency.id}`, headers) }
}

export const account = {
  kind: 'account',
  account: 6541,
  name: 'Drift av webbplatsen',
  vatCode: null,
  sruCodes: ['7513'],
}
export const entryTemplate = {
  kind: 'entryTemplate',
  name: 'Webbplats',
  title: 'Webbhotell',
  items: [
    { kind: 'rest', account: 6541 },
    { kind: 'vat', account: 2641, side: 'debit', vatRate: 25, vatIncluded: true },
    { kind: 'share', account: 1930, side: 'credit', percent: 100 },
  ],
}
export const rule = {
  kind: 'matchingRule',
  name: 'Mobil',
  counterparty: 'Nordtele AB',
  account: 6212,
  vatTreatment: 'domestic',
}
export const texts = {
  kind: 'texts',
  name: 'Byråns texter',
  mailText: 'Hej! Här är {number}.',
  reminderText: 'Betala {amount}.',
}

export const made = async (ask: Ask, content: object): Promise<string> =>
  ok(await ask('POST', '/templates', { content })).id

export const run = async (...more: Parameters<typeof newRunner>[3][]): Promise<string[]> => {
  const reports: string[] = []
  await newRunner(serviceOf(), rolloutJobs('service'), reports, more[0]).runDue()
  return reports
}

export type Step = {
  id: string
  companyName: string
  templateName: string
  outcome: string
  result: string | null
  reasonCode: string | null
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  accounts: object[]
}

export const stepsOf = async (ask: Ask, id: string, query = ''): Promise<Step[]> =>
  ok(await ask('GET', `/template-rollouts/${id}/steps?pageSize=100&query=${encodeURIComponent(query)}`)).items

/** What each step came to, by the number of the client and the name of the template. */
export const told = (steps: readonly Step[], of: 'outcome' | 'result' | 'reasonCode' = 'outcome') =>
  Object.fromEntries(
    steps
      .map((step) => [`${step.companyName.replace(/\D/g, '')} ${step.templateName}`, step[of]] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

export const preview = async (ask: Ask, templateIds: string[], options: object = {}) => {
  const rollout = ok(await ask('POST', '/template-rollouts', { templateIds, ...options }))
  expect(rollout.state).toBe('previewing')
  expect(await run()).toEqual([])
  const now = ok(await ask('GET', `/template-rollouts/${rollout.id}`))
  expect(now.state).toBe('previewed')
  return { id: rollout.id as string, counts: now.counts, steps: await stepsOf(ask, rollout.id) }
}

export const apply = async (ask: Ask, id: string, body: object = {}) => {
  expect(ok(await ask('POST', `/template-rollouts/${id}/apply`, body)).state).toBe('applying')
  expect(await run()).toEqual([])
  const now = ok(await ask('GET', `/template-rollouts/${id}`))
  expect(now.state).toBe('applied')
  return { counts: now.counts, steps: await stepsOf(ask, id) }
}

/** Previewed and applied, as far as possible. */
export const rollOut = async (ask: Ask, templateIds: string[], options: object = {}) =>
  apply(ask, (await preview(ask, templateIds, options)).id)

export const faultsOf = ({ body }: Answer) =>
  Object.fromEntries((body.errors ?? []).map(({ field, message }: Record<string, string>) => [field, message]))
export const said = ({ status, body }: Answer) => [status, body.message]
