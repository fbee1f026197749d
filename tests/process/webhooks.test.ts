// Webhooks when the service is killed: between sending a delivery and noting it, and between a write and telling of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo, newServedDataDir, type RunningService, startMain, until } from '#support/programs'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { requestsWith } from '#support/service'

const dataDir = await newServedDataDir()
const env = { DATA_DIR: dataDir, WEBHOOK_ADDRESSES: '127.0.0.1' }
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
})
afterAll(() => receiver.close())

/**
 * What waits for a moment has waited for it: claims of the dead end, and the sweep has its turn. No process is running.
 */
const timePasses = async (): Promise<void> => {
  const owner = await connectTo(dataDir)
  await owner.query("update platform.job set due_at = now() where kind like 'webhooks.%'")
  await owner.end()
}

test('killed before it has noted a delivery, the service sends it again and loses none', async () => {
  const first = await startMain({ env })
  const api = ({ base }: RunningService) => requestsWith(`${base}/companies/${first.companyId}`, first.token)
  const customer = async (service: RunningService, name: string): Promise<string> => {
    const { status, body, text } = await api(service).post('/customers', { name, type: 'company' })
    expect(status, text).toBe(200)
    return body.id
  }
  const told = () => receiver.received.map(({ json }) => json.data.resource.id)
  expect((await api(first).post('/webhooks', { url: receiver.url, kinds: ['customer.created'] })).status).toBe(200)

  // It dies while the receiver has the delivery, and has not answered yet.
  receiver.answer = () => {}
  const one = await customer(first, 'Ett')
  await until(() => told().length === 1)
  first.kill('SIGKILL')
  await first.ended
  receiver.answer = 204
  await timePasses()
  const second = await startMain({ env })
  await until(() => told().length === 2)
  expect(told()).toEqual([one, one])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  // It dies as soon as it has answered a write.
  const others: string[] = []
  for (let count = 0; count < 5; count += 1) others.push(await customer(second, `Nummer ${count}`))
  second.kill('SIGKILL')
  await second.ended
  await timePasses()
  const third = await startMain({ env })
  await until(() => others.every((id) => told().includes(id)))
  expect(await third.stop()).toMatchObject({ code: 0, stderr: '' })
})
