// The feed on the command line: as lines, and sent on to a program, which misses nothing while the command is away.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Service, startService, type TestCompany } from '#support/service'
import { bokOf } from './bok.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const group = (alias: string) => company.post('/tag-groups', { name: `Grupp ${alias}`, alias })

test('events come as lines, and as JSON', async () => {
  const bok = bokOf(service, company)
  const lines = bok.start(['watch', '--types', 'tag-group', '--from', '0'])
  const objects = bok.start(['watch', '--types', 'tag-group', '--from', '0', '--json'])
  await group('a')
  await expect.poll(lines.said).toMatch(/^\d+\t2026-06-10T10:00:00Z\ttag-group\.created\t[\da-f-]{36}\tProv\n$/)
  await expect.poll(objects.said).toMatch(/\n$/)
  expect(JSON.parse(objects.said())).toMatchObject({ kind: 'tag-group.created', current: { alias: 'a' } })
  lines.child.kill('SIGINT')
  expect((await lines.ended).code).toBe(0)
  expect((await bok.run(['watch', '--from', 'yesterday'])).code).toBe(2)
})

type Received = { headers: Record<string, string>; body: string }

/** A program that takes deliveries, and refuses those that come first. */
const receiver = async (refusals: number) => {
  const received: Received[] = []
  let left = refusals
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const isRefused = left > 0
    left -= 1
    if (!isRefused)
      received.push({ headers: request.headers as Record<string, string>, body: String(Buffer.concat(parts)) })
    response.writeHead(isRefused ? 500 : 204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

test('deliveries are signed, repeated until they are taken, and go on where the command stopped', async () => {
  const bok = bokOf(service, company)
  const { received, url } = await receiver(1)
  const listen = ['listen', '--forward-to', url, '--types', 'tag-group']
  const first = bok.start(listen)
  let attempts = 0
  await expect.poll(first.told).toContain('signed with whsec_')
  await expect
    .poll(async () => {
      if (received.length === 0) await group(`b${attempts++}`)
      return received.length
    })
    .toBeGreaterThan(0)
  first.child.kill('SIGINT')
  expect((await first.ended).code).toBe(0)
  const before = received.length
  for (const alias of ['x', 'y']) await group(alias)
  const second = bok.start(listen)
  const aliasesAfter = () => received.slice(before).map(({ body }) => JSON.parse(body).data.number)
  await expect.poll(() => aliasesAfter().length).toBeGreaterThanOrEqual(2)
  second.child.kill('SIGINT')
  await second.ended
  const secret = /signed with (whsec_\S+)/.exec(first.told())?.[1] ?? ''
  expect(second.told()).toContain(secret)
  const numbers = received.map(({ headers, body }) => {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'tag-group.created' })
    expect(JSON.parse(body).data).toMatchObject({ companyId: company.id, resource: { type: 'tag-group' } })
    return JSON.parse(body).data.number as number
  })
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
})
