// The owner of an integration has closed their account: its webhooks are disabled, though no one is left to notify.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findIntegration } from '#access'
import { findPerson } from '#identity'
import { sql } from '#platform/sql'
import { newIntegration } from '#support/callers'
import { newRunner } from '#support/jobs'
import { mailsTo } from '#support/outbox'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { requestsWith, type Service, startService } from '#support/service'
import { newVisitor } from '#support/visitor'
import { webhookJobs, webhooksService } from '#webhooks'

let service: Service
let receiver: Receiver
beforeAll(async () => {
  service = await startService({ outgoing: ['127.0.0.1'] })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

/** As the owner of an integration has it in tests. */
const OWNERS_PASSWORD = 'korrekt häst batteri'

test('they are switched off once, and nothing is attempted again', async () => {
  const company = await service.newCompany()
  const integration = await newIntegration(service)
  const { token } = await integration.connect({ type: 'company', id: company.id })
  const { body: webhook } = await requestsWith(company.url, token).post('/webhooks', { url: receiver.url })
  const owner = await service.operate(async (call) =>
    findPerson(call, (await findIntegration(call, { id: integration.id })).ownerId ?? ''),
  )
  const visitor = newVisitor(service)
  await visitor.logIn(owner.email, OWNERS_PASSWORD)
  const page = await visitor.get('/account/close')
  const closed = await visitor.submit(page, { password: OWNERS_PASSWORD }, { action: '/account/close' })
  expect(closed.text).toContain('Kontot är avslutat')

  const mails = await mailsTo(service, owner.email)
  expect((await company.post('/customers', { name: 'Kunden AB', type: 'company' })).status).toBe(200)
  const work = { database: service.usedDatabase, standing: service.standing, now: service.now() }
  await webhooksService.sweepWebhooks({
    ...work,
    payload: {},
    attempt: 1,
    isLast: true,
    signal: new AbortController().signal,
  })
  const reports: string[] = []
  await newRunner(service, webhookJobs(), reports).runDue()
  expect(reports).toEqual([])
  const kept = await service.database.rows(sql`
    select is_active, disabled_because from webhooks.subscription
    where company_id = ${company.id} and id = ${webhook.id}`)
  expect(kept).toEqual([{ is_active: false, disabled_because: 'no-access' }])
  expect(receiver.received).toEqual([])
  expect(await mailsTo(service, owner.email)).toEqual(mails)
})
