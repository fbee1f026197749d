// Who gets which events: those of a bank payment go to the integration that made it and to people, and a stream ends
// when its reader may read no more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { addMember, identityAdmin, identityService, removeMember } from '#identity'
import { sql } from '#platform/sql'
import { checkedCompany, checkedRequests } from '#support/checked'
import { newRunner } from '#support/jobs'
import { openStream } from '#support/reading/stream'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { type Service, startService } from '#support/service'
import { cookieOf, newPersonInside } from '#support/visitor'
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

const aPayment = {
  amount: 1250,
  paymentDate: '2026-06-11',
  recipientRef: { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', message: 'Papper' },
}
const SCOPES = [
  'bank-payments:write',
  'bank-payments:read-limited',
  'events:read',
  'webhooks:write',
  'webhooks:read',
  'customers:write',
  'customers:read',
]

const newProgram = async (company: { id: string; url: string }) => {
  const { id, token } = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes: SCOPES }),
  )
  return { id, token, ...checkedRequests(company.url, token) }
}

test('integrations get the events of bank payments and files that they made, also those caused by others', async () => {
  const own = checkedCompany(await service.newCompany())
  await service.operateFor(own.id, (call) =>
    bankingAdmin.addBankAccount(call, {
      name: 'Konto',
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
      account: 1930,
    }),
  )
  const one = await newProgram(own)
  const other = await newProgram(own)
  const kinds = ['bank-payment.created', 'bank-payment.cancelled', 'payment-file.created']
  for (const each of [one, other]) expect((await each.post('/webhooks', { url: receiver.url, kinds })).status).toBe(200)
  const mine = (await one.post('/bank-payments', aPayment)).body
  const theirs = (await other.post('/bank-payments', aPayment)).body
  await service.database.rows(sql`
    update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'K'
    where company_id = ${own.id} and id = ${mine.id}`)
  const file = (await one.post('/bank-payments/files', {})).body
  await service.operateFor(own.id, (call) =>
    bankingAdmin.cancelPayment(call, { id: theirs.id, reason: null, alsoInFile: false }),
  )
  const told = async (each: Pick<typeof one, 'get'>) =>
    (await each.get('/events?types=bank-payment,payment-file')).body.items.map(
      ({ kind, resource }: { kind: string; resource: { id: string } }) => `${kind} ${resource.id}`,
    )
  const expected = [
    [`bank-payment.created ${mine.id}`, `payment-file.created ${file.id}`, `bank-payment.sent ${mine.id}`],
    [`bank-payment.created ${theirs.id}`, `bank-payment.cancelled ${theirs.id}`],
  ]
  expect([await told(one), await told(other)]).toEqual(expected)
  const work = { database: service.usedDatabase, standing: service.standing, now: service.now() }
  await webhooksService.sweepWebhooks({
    ...work,
    payload: {},
    attempt: 1,
    isLast: true,
    signal: new AbortController().signal,
  })
  await newRunner(service, webhookJobs(), []).runDue()
  const delivered = receiver.received.map(({ json: { type, data } }) => `${type} ${data.resource.id}`)
  expect(delivered.sort()).toEqual(
    expected
      .flat()
      .filter((line) => !line.startsWith('bank-payment.sent'))
      .sort(),
  )
})

test('a stream ends before it tells anything to a program or a person who may read no more', async () => {
  const own = checkedCompany(await service.newCompany())
  const program = await newProgram(own)
  const member = await newPersonInside(service)
  const of = { tenant: { type: 'company', id: own.id }, personId: member.person.id } as const
  await service.operate((call) => addMember(call, { ...of, role: 'reader' }))
  const url = `${own.url}/events?after=latest&types=customer`
  const asProgram = { authorization: `Bearer ${program.token}` }
  const streams = [await openStream(url, asProgram), await openStream(url, { cookie: cookieOf(member.visitor) })]
  for (const stream of streams) await stream.position()
  const ends = streams.map((stream) => expect(stream.take(1)).rejects.toThrow('The stream ended'))
  await service.operateFor(own.id, (call) => identityAdmin.revokeToken(call, { id: program.id }))
  await service.operate((call) => removeMember(call, of))
  expect((await own.post('/customers', { name: 'Kund AB', type: 'company' })).status).toBe(200)
  await Promise.all(ends)
})
