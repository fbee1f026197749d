// Requests to addresses chosen by others: where they may go, and what a bad receiver can do to us.
import type { LookupFunction } from 'node:net'
import { setImmediate as soon } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRunner } from '#support/jobs'
import { openReceiver, type Receiver } from '#support/servers/receiver'
import { type Service, startService, type TestCompany } from '#support/service'
import { newSender, webhookJobs } from '#webhooks'

const never = new AbortController().signal
const message = { headers: { 'content-type': 'application/json' }, body: '{}', signal: never }

/** Names that have these addresses, one look-up after the other; the last one for good. */
const names = (...addresses: string[]) => {
  const asked: string[] = []
  const look: LookupFunction = (name, options, done) => {
    asked.push(name)
    const address = addresses[Math.min(asked.length, addresses.length) - 1] ?? ''
    const family = address.includes(':') ? 6 : 4
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  return { asked, look }
}

describe('a delivery never goes', () => {
  const addresses: [what: string, address: string][] = [
    ['to this machine', '127.0.0.1'],
    ['to this machine by another number', '127.8.8.8'],
    ['to no address', '0.0.0.0'],
    ['to this network', '0.1.2.3'],
    ['to a private network (10)', '10.1.2.3'],
    ['to a private network (172)', '172.20.1.2'],
    ['to a private network (192)', '192.168.1.1'],
    ['behind the NAT of a carrier', '100.64.0.1'],
    ['to a link', '169.254.1.1'],
    ['to what clouds tell machines', '169.254.169.254'],
    ['to many', '224.0.0.1'],
    ['to all', '255.255.255.255'],
    ['to this machine (IPv6)', '::1'],
    ['to no address (IPv6)', '::'],
    ['to this machine (IPv4 within IPv6)', '::ffff:127.0.0.1'],
    ['to this machine (IPv4 in hexadecimal)', '::ffff:7f00:1'],
    ['to a link (IPv6)', 'fe80::1'],
    ['to a local network (IPv6)', 'fd00:ec2::254'],
    ['to a site (IPv6)', 'fec0::1'],
    ['to this machine by translation', '64:ff9b::7f00:1'],
    ['to this machine by 6to4', '2002:7f00:1::'],
  ]
  test.each(addresses)('%s: %s', async (_, address) => {
    const { asked, look } = names(address)
    const send = await newSender([], look)
    const host = address.includes(':') ? `[${address}]` : address
    for (const url of [`https://${host}/`, 'https://innocent.example/']) {
      expect(await send(url, message)).toMatchObject({ status: null, error: 'The address is not public' })
    }
    expect(asked).toEqual(['innocent.example'])
  })

  test.each(['https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/'])('by a disguise: %s', async (url) => {
    const send = await newSender([])
    expect(await send(url, message)).toMatchObject({ error: 'The address is not public' })
  })

  test('unencrypted to a public address that the operator has not named, by itself or by a name', async () => {
    const error = 'Without https only addresses that the operator has named are reached'
    for (const address of ['8.8.8.8', '2606:4700::1111']) {
      const { look } = names(address)
      const send = await newSender(['127.0.0.2'], look)
      const host = address.includes(':') ? `[${address}]` : address
      for (const url of [`http://${host}/`, 'http://named.example/'])
        expect(await send(url, message)).toMatchObject({ status: null, error })
    }
  })

  test('elsewhere than where its name led when it was judged', async () => {
    const allowed = await openReceiver('127.0.0.2')
    const inner = await openReceiver('127.0.0.1')
    // The name leads to a good address when it is judged, and to a private one as soon as that is done.
    const { asked, look } = names('127.0.0.2', '127.0.0.1')
    const send = await newSender(['127.0.0.2'], look)
    expect(await send(`http://rebinding.example:${allowed.port}/`, message)).toMatchObject({ status: 204 })
    expect(asked).toHaveLength(1)
    const second = await send(`http://rebinding.example:${inner.port}/`, message)
    expect(second).toMatchObject({ status: null, error: 'The address is not public' })
    expect([allowed.received.length, inner.received.length]).toEqual([1, 0])
    await allowed.close()
    await inner.close()
  })

  test('on, when it is redirected', async () => {
    const first = await openReceiver('127.0.0.2')
    const inner = await openReceiver('127.0.0.1')
    first.answer = (response) => response.writeHead(307, { location: inner.url }).end()
    const send = await newSender(['127.0.0.2', '127.0.0.1'])
    expect(await send(first.url, message)).toMatchObject({ status: 307 })
    expect(inner.received).toEqual([])
    await first.close()
    await inner.close()
  })
})

describe('a receiver', () => {
  let service: Service
  const receivers: Receiver[] = []
  beforeAll(async () => {
    service = await startService({ outgoing: ['127.0.0.1'] })
  })
  afterAll(async () => {
    for (const receiver of receivers) await receiver.close()
    await service.close()
  })

  const receive = async (): Promise<Receiver> => {
    const receiver = await openReceiver()
    receivers.push(receiver)
    return receiver
  }

  const hooked = async (receiver: Receiver): Promise<{ company: TestCompany; id: string }> => {
    const company = await service.newCompany()
    const { body } = await company.post('/webhooks', { url: receiver.url })
    expect((await company.post(`/webhooks/${body.id}/test`)).status).toBe(200)
    return { company, id: body.id }
  }

  test('that hangs, drips or answers without end harms no one else', async () => {
    const silent = await receive()
    const dripping = await receive()
    const endless = await receive()
    const good = await receive()
    silent.answer = () => {}
    dripping.answer = (response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drip))
    }
    let poured = 0
    endless.answer = (response) => {
      const part = Buffer.alloc(64 * 1024, 'x')
      response.writeHead(200, { 'content-length': String(2 ** 30) })
      const pour = (): void => {
        while (!response.destroyed && poured < 2 ** 30) {
          poured += part.length
          if (!response.write(part)) return void response.once('drain', pour)
        }
      }
      pour()
    }
    const bad = [await hooked(silent), await hooked(dripping), await hooked(endless)]
    const { company, id } = await hooked(good)
    for (let count = 0; count < 6; count += 1) await bad[0]?.company.post(`/webhooks/${bad[0].id}/test`)
    const running = newRunner(service, webhookJobs()).runDue()
    const stateOf = async (of: TestCompany, webhookId: string) => {
      const { items } = (await of.get(`/webhooks/${webhookId}/deliveries`)).body
      return items.at(-1)
    }
    // The good one has its delivery while the others still keep theirs.
    while ((await stateOf(company, id)).state !== 'delivered') await soon()
    expect(await stateOf(bad[0]?.company as TestCompany, bad[0]?.id ?? '')).toMatchObject({ attempts: 0 })
    await running
    const [hung, dripped, poured2] = await Promise.all(bad.map((one) => stateOf(one.company, one.id)))
    const error = 'There was no complete answer within 10 seconds'
    expect(hung).toMatchObject({ state: 'waiting', attempts: 1, status: null, error })
    expect(dripped).toMatchObject({ state: 'waiting', attempts: 1, status: null, error })
    expect(poured2).toMatchObject({ state: 'delivered', status: 200 })
    expect(poured2.answer).toHaveLength(500)
    expect(poured).toBeLessThan(2 ** 26)
  })
})

describe('an address', () => {
  let company: TestCompany
  let service: Service
  beforeAll(async () => {
    service = await startService({ alone: true })
    company = await service.newCompany()
  })
  afterAll(() => service.close())

  const wrong: [url: string, sentence: string][] = [
    ['http://example.com/hook', 'begins with https'],
    ['ftp://example.com/hook', 'begins with https'],
    ['example.com/hook', 'begins with https'],
    ['https://user:word@example.com/', 'begins with https'],
    ['https://example.com/#part', 'begins with https'],
    [`https://example.com/${'x'.repeat(2000)}`, 'at most 2000 characters'],
    ['https://localhost/hook', 'localhost is private'],
    ['https://printer.local/hook', 'printer.local is private'],
    ['https://intranet/hook', 'intranet is private'],
    ['https://127.0.0.1/hook', '127.0.0.1 is private'],
    ['http://localhost:9000/hook', 'the operator may name it in WEBHOOK_ADDRESSES'],
    ['http://127.0.0.1:9000/hook', '127.0.0.1 is private'],
    ['https://[fd00::1]/hook', 'fd00::1 is private'],
  ]
  test.each(wrong)('such as %s is refused: %s', async (url, sentence) => {
    const { status, body } = await company.post('/webhooks', { url })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ field: '#/url', message: expect.stringContaining(sentence) }])
  })

  test('without https is one that the operator has named, or a name that may lead there', async () => {
    const naming = await startService({ outgoing: ['10.0.0.5'] })
    const own = await naming.newCompany()
    const cases: [url: string, status: number][] = [
      ['http://10.0.0.5/hook', 200],
      ['http://inner.example/hook', 200],
      ['http://8.8.8.8/hook', 400],
      ['http://10.0.0.6/hook', 400],
      ['http://[2606:4700::1111]/hook', 400],
      ['https://8.8.8.8/hook', 200],
    ]
    for (const [url, status] of cases)
      expect([url, (await own.post('/webhooks', { url })).status]).toEqual([url, status])
    await naming.close()
  })

  test.each([
    ['invoice.publish', 'is not known here; did you mean invoice.published?'],
    ['invoices.paid', 'is not known here; did you mean invoice.paid?'],
    ['Invoice.Published', 'is not known here; did you mean invoice.published?'],
    ['webhook.tested', expect.stringMatching(/^must be one of .*invoice\.published/)],
  ])('cannot subscribe to %s', async (kind, message) => {
    const { status, body } = await company.post('/webhooks', { url: 'https://example.com/hook', kinds: [kind] })
    expect([status, body.errors]).toEqual([400, [{ field: '#/kinds/0', message }]])
  })

  test('on this machine is one of a test company alone, where only this machine reaches the service', async () => {
    const receiver = await openReceiver()
    const local = await startService({ isLocal: true })
    const asked = async (isTest: boolean, url: string) =>
      (await (await local.newCompany({ isTest })).post('/webhooks', { url })).status
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost'), 'http://[::1]:9000/hook']) {
      expect([url, await asked(true, url), await asked(false, url)]).toEqual([url, 200, 400])
    }
    expect([await asked(true, 'http://10.0.0.5/hook'), await asked(true, 'https://10.0.0.5/hook')]).toEqual([400, 400])
    const test = await service.newCompany({ isTest: true })
    expect((await test.post('/webhooks', { url: receiver.url })).status).toBe(400)

    const trying = await local.newCompany({ isTest: true })
    const { body: webhook } = await trying.post('/webhooks', { url: receiver.url })
    expect((await trying.post(`/webhooks/${webhook.id}/test`)).status).toBe(200)
    await newRunner(local, webhookJobs()).runDue()
    expect(receiver.received.map(({ json }) => [json.type, json.data.number])).toEqual([['webhook.tested', null]])
    await receiver.close()
    await local.close()
  })

  test('that is public will do, as often as there may be', async () => {
    for (let count = 0; count < 100; count += 1) {
      expect((await company.post('/webhooks', { url: 'https://example.com/hook' })).status).toBe(200)
    }
    const more = await company.post('/webhooks', { url: 'https://example.com/hook' })
    expect(more).toMatchObject({ status: 400, body: { code: 'limit-exceeded' } })
  })
})
