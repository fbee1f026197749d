// The program of docs/guides/events.md mirrors a company while its database goes away and its service is killed, and
// ends with what the lists show.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { freePort, makeUnreachable, newDataDir, start, startMain, until } from '#support/programs'
import { createDatabase } from '#support/servers/database'
import { type Answer, anEntry, requestsWith } from '#support/service'

const page = readFileSync('docs/guides/events.md', 'utf8')
const [, consumer = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? []
const today = dayOf(new Date())

type Mirror = { after: number; things: Record<string, { id: string }> }
type Event = { number: number; kind: string; resource: { id: string } }

test('a mirror outlives an outage of the database, a killed service and a killed reader', async () => {
  const { url, drop } = await createDatabase()
  const env = { DATA_DIR: newDataDir(), DATABASE_URL: url, PORT: String(await freePort()), RATE_LIMIT_PER_MINUTE: '0' }
  let service = await startMain({ env })
  const { base, companyId, token } = service
  const company = requestsWith(`${base}/companies/${companyId}`, token)
  const folder = dirname(newDataDir())
  writeFileSync(join(folder, 'mirror.mjs'), consumer)
  const file = join(folder, 'mirror.json')
  const read = () =>
    start([process.execPath, join(folder, 'mirror.mjs')], {
      env: { BASE: base, COMPANY: companyId, TOKEN: token, FILE: file },
    })
  const { after } = (await company.get('/events?after=latest')).body
  const writer = writing(company)
  let reader = read()
  // It has begun before anything is taken from it.
  await until(() => writer.done.size > 20 && existsSync(file))

  await makeUnreachable(url, async () => (await company.get('/customers').catch(() => null))?.status === 503)
  const soFar = writer.done.size
  await until(() => writer.done.size > soFar + 20)

  service.kill('SIGKILL')
  await service.ended
  reader.kill('SIGKILL')
  await reader.ended
  service = await startMain({ env })
  reader = read()
  const afterRestart = writer.done.size
  await until(() => writer.done.size > afterRestart + 20)
  await writer.end()

  const latest = (await company.get('/events?after=latest')).body.after
  const mirror = (): Mirror => JSON.parse(readFileSync(file, 'utf8'))
  await until(() => mirror().after === latest)
  reader.kill('SIGKILL')
  for (const list of ['customers', 'items', 'invoices', 'suppliers', 'journal-entries']) {
    const own = Object.entries(mirror().things).filter(([path]) => path.includes(`/${list}/`))
    expect(Object.fromEntries(own), list).toEqual(await listOf(company, companyId, list))
  }

  const events = await eventsAfter(company, after)
  const numbers = events.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two))
  const told = events.map(({ kind, resource }) => `${kind} ${resource.id}`)
  for (const done of writer.done) expect(told.filter((one) => one === done)).toEqual([done])
  await service.stop()
  await drop()
})

type Company = ReturnType<typeof requestsWith>

/** Writes until told to end; `done` is what was answered as done, each as the event that it is to have. */
const writing = (company: Company) => {
  const done = new Set<string>()
  let isOver = false
  let count = 0
  const note = (kind: string, answer: Answer, id: string = answer.body.id) => {
    if (answer.status === 200 || answer.status === 204) done.add(`${kind} ${id}`)
    return answer.status === 200
  }
  const write = async () => {
    count += 1
    const customer = await company.post('/customers', { name: `Kund ${count}`, type: 'company' })
    if (note('customer.created', customer)) {
      const { id } = customer.body
      if (count % 3 === 0) note('customer.deleted', await company.delete(`/customers/${id}`), id)
      else note('customer.changed', await company.put(`/customers/${id}`, { ...customer.body, name: 'Ny' }), id)
    }
    note('journal-entry.booked', await company.post('/journal-entries', anEntry({ date: today })))
  }
  const work = async () => {
    while (!isOver) await write().catch(() => {})
  }
  const working = Promise.all([work(), work()])
  return {
    done,
    async end() {
      isOver = true
      await working
    },
  }
}

const listOf = async (company: Company, companyId: string, list: string): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, text, body } = await company.get(`/${list}?${new URLSearchParams({ pageSize: '100', cursor })}`)
    expect(status, text).toBe(200)
    for (const item of body.items) found[`/companies/${companyId}/${list}/${item.id}`] = item
    cursor = body.nextCursor
  }
  return found
}

const eventsAfter = async (company: Company, after: number): Promise<Event[]> => {
  const events: Event[] = []
  for (let [at, hasMore] = [after, true]; hasMore; ) {
    const { status, text, body } = await company.get(`/events?after=${at}&limit=500`)
    expect(status, text).toBe(200)
    events.push(...body.items)
    ;({ after: at, hasMore } = body)
  }
  return events
}
