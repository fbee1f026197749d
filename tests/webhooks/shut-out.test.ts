// An integration that an agency had let in is shut out, and nothing happens in the agency's clients: its webhooks there
// are switched off all the same, and what waits is not sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endIntegration } from '#access'
import { identityService } from '#identity'
import { sql } from '#platform/sql'
import { newAgency, newIntegration } from '#support/callers'
import { asking, callingAs, logInAs } from '#support/calling'
import { newRunner } from '#support/jobs'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { requestsWith, type Service, START, startService } from '#support/service'
import { webhookJobs, webhooksService } from '#webhooks'

const HOUR_MS = 60 * 60_000

let service: Service
const receivers: Receiver[] = []
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  await service.close()
})

const sweep = () =>
  webhooksService.sweepWebhooks({
    database: service.usedDatabase,
    standing: service.standing,
    now: service.now(),
    payload: {},
    attempt: 1,
    isLast: true,
    signal: new AbortController().signal,
  })

/** A webhook in a client of an agency that has let its integration in, and who reads it there. */
const subscribed = async () => {
  service.setNow(START)
  const company = await service.newCompany()
  const agency = await newAgency(service, [company.id])
  const integration = await newIntegration(service)
  const { token, connectionId } = await integration.connect({ type: 'agency', id: agency.id })
  const ask = await callingAs(service, company, 'administrator')
  const receiver = await openReceiver()
  receivers.push(receiver)
  const made = await requestsWith(company.url, token).post('/webhooks', { url: receiver.url })
  expect(made.status, made.text).toBe(200)
  const path = `/webhooks/${made.body.id}`
  const read = async () => (await ask('GET', path)).body
  const waiting = async () =>
    (await ask('GET', `${path}/deliveries`)).body.items.filter(({ state }: { state: string }) => state === 'waiting')
  return { company, agency, integration, connectionId, receiver, read, waiting }
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>

const ways: [how: string, shutOut: (made: Subscribed) => Promise<unknown>][] = [
  [
    'the agency ends the connection',
    async ({ agency, connectionId }) => {
      const { headers } = await logInAs(service, { type: 'agency', id: agency.id }, 'administrator')
      const ended = await asking(service.base, headers)('DELETE', `/agencies/${agency.id}/connections/${connectionId}`)
      expect(ended.status, ended.text).toBe(204)
    },
  ],
  ['the integration has ended', ({ integration: { id } }) => service.operate((call) => endIntegration(call, { id }))],
  [
    'the client leaves the agency',
    ({ agency, company }) =>
      service.operate((call) =>
        identityService.removeClientCompany(call, { agencyId: agency.id, companyId: company.id }),
      ),
  ],
]

const off = { isActive: false, disabledBecause: 'no-access' }

test.each(ways)('what waits is not sent when %s', async (_, shutOut) => {
  const made = await subscribed()
  const { company, receiver, read, waiting } = made
  receiver.answer = 500
  expect((await company.post('/customers', { name: 'Kunden AB', type: 'company' })).status).toBe(200)
  await sweep()
  await newRunner(service, webhookJobs()).runDue()
  const sent = receiver.received.length
  expect(sent).toBeGreaterThan(0)
  const before = await waiting()
  expect(before).not.toEqual([])
  await shutOut(made)
  receiver.answer = 204
  // New events are not looked for: only pending deliveries are due.
  service.setNow(new Date(START.getTime() + HOUR_MS))
  await newRunner(service, webhookJobs()).runDue()
  expect(receiver.received).toHaveLength(sent)
  expect(await read()).toMatchObject(off)
  expect(await waiting()).toEqual(before)
})

test.each(ways)('it is switched off though nothing waits when %s', async (_, shutOut) => {
  const made = await subscribed()
  await sweep()
  await newRunner(service, webhookJobs()).runDue()
  expect(await made.read()).toMatchObject({ isActive: true })
  const eventsOf = () =>
    service.database.rows(sql`select number from platform.event where tenant_id = ${made.company.id} order by number`)
  const before = await eventsOf()
  await shutOut(made)
  const isToldThere = (await eventsOf()).length > before.length
  await sweep()
  await newRunner(service, webhookJobs()).runDue()
  expect(await made.read()).toMatchObject(off)
  // Only a client that leaves gets the event itself.
  expect(isToldThere).toBe(shutOut === ways[2]?.[1])
})
