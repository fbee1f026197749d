// Several readers follow an agency in two processes while its clients are written to, come and go: nothing is lost,
// doubled or told in another order, and each reader ends with what the lists of the clients show.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClientCompany, identityService } from '#identity'
import { sql } from '#platform/sql'
import { newAgency, newIntegration } from '#support/callers'
import { openStream } from '#support/reading/stream'
import { type Answer, request, type Service, startService, type TestCompany } from '#support/service'

const WRITERS = 4
const WRITES = 20

let service: Service
let beside: Service
let companies: TestCompany[]
let agencyId: string
let headers: Record<string, string>

beforeAll(async () => {
  service = await startService({ listens: true })
  beside = await startService({ beside: service, listens: true })
  companies = []
  for (const name of ['Ett AB', 'Två AB', 'Tre AB', 'Fyra AB', 'Fem AB'])
    companies.push(await service.newCompany({ name }))
  agencyId = (
    await newAgency(
      service,
      companies.slice(0, 4).map(({ id }) => id),
    )
  ).id
  const { token } = await (await newIntegration(service)).connect({ type: 'agency', id: agencyId })
  headers = { authorization: `Bearer ${token}` }
})
afterAll(async () => {
  await beside.close()
  await service.close()
})

type Event = {
  number: number
  kind: string
  companyId: string | null
  cursor: string
  resource: { id: string; path: string }
  current: Record<string, unknown> | null
}
type Page = { items: Event[]; after: string; hasMore: boolean }

const ask = async (base: string, path: string): Promise<Answer> => {
  const answer = await request(`${base}${path}`, { headers })
  expect(answer.status, `${path} ${answer.text}`).toBe(200)
  return answer
}

/** A reader: its copy of each client, by path, and the event numbers that it received for each company. */
type Mirror = { base: string; at: string; clients: Map<string, Map<string, unknown>>; seen: Map<string, number[]> }

/** What the lists of a company show; null when it is no client at this moment. */
const listsOf = async (base: string, companyId: string): Promise<Map<string, unknown> | null> => {
  const path = `/companies/${companyId}/customers`
  const things = new Map<string, unknown>()
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = `${path}?${new URLSearchParams({ pageSize: '100', cursor })}`
    const { status, body, text } = await request(`${base}${page}`, { headers })
    if (status === 403) return null
    expect(status, `${page} ${text}`).toBe(200)
    for (const item of body.items) things.set(`${path}/${item.id}`, item)
    cursor = body.nextCursor
  }
  return things
}

const clientsOf = async (base: string): Promise<string[]> => {
  const { body } = await ask(base, `/agencies/${agencyId}/companies?pageSize=100`)
  return body.items.map(({ id }: { id: string }) => id)
}

const begin = async (base: string): Promise<Mirror> => {
  const { after: at } = (await ask(base, `/agencies/${agencyId}/events?after=latest`)).body as Page
  const clients = new Map<string, Map<string, unknown>>()
  for (const id of await clientsOf(base)) clients.set(id, (await listsOf(base, id)) ?? new Map())
  return { base, at, clients, seen: new Map() }
}

const apply = async ({ base, clients, seen }: Mirror, event: Event): Promise<void> => {
  const { kind, companyId, number, resource, current } = event
  const whose = companyId ?? agencyId
  seen.set(whose, [...(seen.get(whose) ?? []), number])
  if (kind === 'client.removed') clients.delete(resource.id)
  else if (kind === 'client.added') {
    // It may have left again since, also between the two answers: that is told next.
    const lists = current && (await listsOf(base, resource.id))
    if (lists) clients.set(resource.id, lists)
  } else if (companyId !== null && current) clients.get(companyId)?.set(resource.path, current)
  else if (companyId !== null) clients.get(companyId)?.delete(resource.path)
}

const TYPES = 'types=customer,client'

/** Reads on; answers whether there was anything. */
const readOn = async (mirror: Mirror, query = ''): Promise<boolean> => {
  const path = `/agencies/${agencyId}/events?${TYPES}&after=${mirror.at}${query}`
  const { items, after, hasMore } = (await ask(mirror.base, path)).body as Page
  for (const event of items) await apply(mirror, event)
  mirror.at = after
  return items.length > 0 || hasMore
}

/** Reads on by pages of a few, until told to end. */
const byPages = async (mirror: Mirror, isOver: () => boolean) => {
  while (!isOver()) await readOn(mirror, '&wait=1&limit=3')
}

/** Reads a stream, hangs up after some events and comes again. */
const byStreams = async (mirror: Mirror, isOver: () => boolean) => {
  while (!isOver()) {
    const url = `${mirror.base}/agencies/${agencyId}/events?${TYPES}`
    const stream = await openStream<Event>(url, headers, mirror.at)
    for (let count = 0; count < 5 && !isOver(); count += 1) {
      const [message] = await stream.take(1).catch(() => [])
      if (!message) break
      await apply(mirror, message.data)
      mirror.at = message.id
    }
    stream.end()
  }
}

/** Writes to any company: adds, renames and removes customers. */
const write = async (): Promise<void> => {
  const customers: { company: TestCompany; id: string }[] = []
  for (let count = 0; count < WRITES; count += 1) {
    const company = companies[Math.floor(Math.random() * companies.length)] as TestCompany
    const turn = Math.random()
    const known = customers[Math.floor(Math.random() * customers.length)]
    const body = { name: `Kund ${count}`, type: 'company' }
    const where = known ? `/customers/${known.id}` : ''
    if (known && turn < 0.2) {
      expect((await known.company.delete(where)).status).toBe(204)
      customers.splice(customers.indexOf(known), 1)
    } else if (known && turn < 0.5) expect((await known.company.put(where, body)).status).toBe(200)
    else customers.push({ company, id: (await company.post('/customers', body)).body.id })
  }
}

test('each reader ends with what the lists show', async () => {
  const mirrors = [await begin(service.base), await begin(beside.base), await begin(beside.base)]
  let isOver = false
  const [first, second, third] = mirrors as [Mirror, Mirror, Mirror]
  const reading = Promise.all([
    byPages(first, () => isOver),
    byPages(second, () => isOver),
    byStreams(third, () => isOver),
  ])
  const [, , , leaving, coming] = companies as [TestCompany, TestCompany, TestCompany, TestCompany, TestCompany]
  const change = async () => {
    await write()
    await service.operate((call) => identityService.removeClientCompany(call, { agencyId, companyId: leaving.id }))
    await service.operate((call) => addClientCompany(call, { agencyId, companyId: coming.id }))
    await write()
    await service.operate((call) => addClientCompany(call, { agencyId, companyId: leaving.id }))
    await service.operate((call) => identityService.removeClientCompany(call, { agencyId, companyId: coming.id }))
    await service.operate((call) => addClientCompany(call, { agencyId, companyId: coming.id }))
    await write()
  }
  await Promise.all([change(), ...Array.from({ length: WRITERS - 1 }, write)])
  // What wakes the stream that waits.
  isOver = true
  await companies[0]?.post('/customers', { name: 'Sist AB', type: 'company' })
  await reading
  const now = await clientsOf(service.base)
  const lists = new Map(await Promise.all(now.map(async (id) => [id, await listsOf(service.base, id)] as const)))
  expect(lists.size).toBe(5)
  for (const mirror of mirrors) {
    while (await readOn(mirror)) {}
    expect(mirror.clients).toEqual(lists)
    for (const { id } of companies.slice(0, 3)) expect(mirror.seen.get(id)).toEqual(await numbersOf(id))
    for (const numbers of mirror.seen.values())
      expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two))
  }
})

/** The numbers of all events of customers. */
const numbersOf = async (companyId: string): Promise<number[]> => {
  const rows = await service.database.rows<{ number: bigint }>(sql`
    select number from platform.event where tenant_id = ${companyId} and kind like 'customer.%' order by number`)
  return rows.map(({ number }) => Number(number))
}
