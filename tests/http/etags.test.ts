// ETags: a reader need not fetch again what it has, and a writer does not overwrite what it has not seen.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAgency } from '#identity'
import { ledgerAdmin } from '#ledger'
import { rows } from '#programs/app'
import { type Ask, asking, callingAs, logInAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
/** The address of a comment, and its ETag as it was read. */
let comment: string
let etag: string
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
beforeEach(async () => {
  const entry = (await company.post('/journal-entries', anEntry())).body.id
  const made = await company.post(`/journal-entries/${entry}/comments`, { content: 'Ett' })
  comment = `/journal-entries/${entry}/comments/${made.body.id}`
  etag = (await company.get(comment)).headers.get('etag') ?? ''
})
afterAll(() => service.close())

const OF_COMPANY = '/companies/{companyId}'
const OTHER = '"AAAAAAAAAAAAAAAAAAAAAA"'

/** Values of a header, with `ETAG` for the one that was read, and whether they name it weakly and strongly. */
const headers: [string, boolean, boolean][] = [
  ['ETAG', true, true],
  ['*', true, true],
  [' ETAG ', true, true],
  [`${OTHER}, ETAG`, true, true],
  [`${OTHER},ETAG`, true, true],
  ['W/ETAG', true, false],
  [`${OTHER}, W/ETAG`, true, false],
  [OTHER, false, false],
  [`W/${OTHER}`, false, false],
  ['ETAGx', false, false],
  ['xETAG', false, false],
  ['""', false, false],
  ['x', false, false],
  ['**', false, false],
]

describe('If-None-Match', () => {
  test.each(headers)('%s', async (value, named) => {
    for (const method of ['get', 'head'] as const) {
      const header = { 'if-none-match': value.replace('ETAG', etag) }
      const init = { method, headers: { authorization: `Bearer ${company.token}`, ...header } }
      const response = await fetch(`${company.url}${comment}`, init)
      expect(response.status).toBe(named ? 304 : 200)
      expect(response.headers.get('etag')).toBe(etag)
      expect(response.headers.get('service-api-supported-versions')).toBe('v1')
      expect((await response.text()) === '').toBe(named || method === 'head')
    }
  })

  test('says nothing where there is no ETag, and nothing to a write', async () => {
    const header = { 'if-none-match': '*' }
    expect((await company.get('/journal-entries', header)).status).toBe(200)
    expect((await company.put(comment, { content: 'Två' }, header)).status).toBe(200)
    expect((await company.get('/journal-entries/x', header)).status).toBe(404)
  })
})

describe('If-Match', () => {
  test.each(headers)('%s', async (value, _, named) => {
    const header = { 'if-match': value.replace('ETAG', etag) }
    const put = await company.put(comment, { content: 'Två' }, header)
    expect(put.status).toBe(named ? 200 : 412)
    expect(put.headers.get('etag') === etag).toBe(!named)
    if (!named) expect(put.body.message).toContain(etag)
    expect((await company.get(comment)).body.content).toBe(named ? 'Två' : 'Ett')

    const now = (await company.get(comment)).headers.get('etag') ?? ''
    const removed = await company.delete(comment, { 'if-match': value.replace('ETAG', now) })
    expect(removed.status).toBe(named ? 204 : 412)
    expect((await company.get(comment)).status).toBe(named ? 404 : 200)
  })

  test('of what is not there answers as without it', async () => {
    await company.delete(comment)
    for (const value of [etag, '*', OTHER]) {
      expect((await company.put(comment, { content: 'Två' }, { 'if-match': value })).status).toBe(404)
      expect((await company.delete(comment, { 'if-match': value })).status).toBe(404)
    }
  })

  test('lets one of many win', async () => {
    const header = { 'if-match': etag }
    const contents = Array.from({ length: 10 }, (_, index) => `Nummer ${index}`)
    const answers = await Promise.all(contents.map((content) => company.put(comment, { content }, header)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    const winner = answers.find(({ status }) => status === 200)
    expect((await company.get(comment)).body).toEqual(winner?.body)
  })

  test('is not asked for', async () => {
    expect((await company.put(comment, { content: 'Två' })).status).toBe(200)
    expect((await company.delete(comment)).status).toBe(204)
  })
})

describe('a PATCH', () => {
  const refusedOnceChanged = async (ask: Ask, path: string, body: object) => {
    const read = await ask('GET', path)
    const patch = (tag: string) => ask('PATCH', path, body, { 'if-match': tag })
    expect((await patch(OTHER)).status).toBe(412)
    expect((await ask('GET', path)).body).toEqual(read.body)
    expect((await patch(read.headers.get('etag') ?? '')).status).toBe(200)
  }

  const changing = rows.filter(({ method, path }) => method === 'PATCH' && path.startsWith(OF_COMPANY))
  const tagged = rows.filter((row) => row.method === 'GET' && row.tagged).map(({ path }) => path)

  test.each(changing.filter(({ path }) => tagged.includes(path) && !path.slice(OF_COMPANY.length).includes('{')))(
    'of all of the company is refused after another user has changed it: $operationId',
    async ({ path, example }) => {
      const ask = await callingAs(service, company, 'owner')
      // Books with entries keep their currency.
      const body = path.endsWith('/accounting-currency') ? { accountingCurrency: 'SEK' } : (example?.body as object)
      await refusedOnceChanged(ask, path.slice(OF_COMPANY.length), body)
    },
  )

  test('of one of several is too', async () => {
    const ask = await callingAs(service, company, 'owner')
    await refusedOnceChanged(ask, '/chart-of-accounts/1930', { name: 'Banken' })
    const bank = { name: 'Konto', iban: 'SE4550000000058398257466', account: 1930 }
    const { id } = (await ask('POST', '/bank-accounts', bank)).body
    await refusedOnceChanged(ask, `/bank-accounts/${id}`, { name: 'Företagskonto' })
    const { person } = await logInAs(service, { type: 'company', id: company.id }, 'reader')
    await refusedOnceChanged(ask, `/members/${person.id}`, { role: 'bookkeeper' })
    const { agencyId, administrator, member } = await newAgency()
    await refusedOnceChanged(administrator, `/agencies/${agencyId}/members/${member}`, { role: 'administrator' })
  })

  const newAgency = async () => {
    const { id } = await service.operate((call) =>
      createAgency(call, { name: 'Byrån', organizationNumber: '559999-0016' }),
    )
    const { headers } = await logInAs(service, { type: 'agency', id }, 'administrator')
    const { person } = await logInAs(service, { type: 'agency', id }, 'consultant')
    return { agencyId: id, administrator: asking(service.base, headers), member: person.id }
  }
})

describe('an ETag', () => {
  test('of a write is that of a read after it', async () => {
    const put = await company.put(comment, { content: 'Två' })
    expect(put.headers.get('etag')).toBe((await company.get(comment)).headers.get('etag'))
    expect(put.headers.get('etag')).not.toBe(etag)
    const entry = await company.post('/journal-entries', anEntry())
    const read = await company.get(`/journal-entries/${entry.body.id}`)
    expect(read.body).toEqual(entry.body)
    expect(read.headers.get('etag')).toBe(entry.headers.get('etag'))
  })

  test('is the same for the same answer, and another for another', async () => {
    const paths = ['/company-information', '/chart-of-accounts/1930', `/fiscal-years/${company.fiscalYearId}`]
    const etags = []
    for (const path of paths) {
      const first = await company.get(path)
      const second = await company.get(path)
      expect(first.headers.get('etag')).toBe(second.headers.get('etag'))
      etags.push(first.headers.get('etag'))
    }
    expect(new Set(etags).size).toBe(paths.length)
    await company.post('/journal-entries', anEntry())
    expect((await company.get('/chart-of-accounts/1930')).headers.get('etag')).not.toBe(etags[1])
  })

  test('of a refusal there is none', async () => {
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 6250, active: false }))
    const answer = await company.post('/journal-entries', anEntry({ items: [{ account: 6250, debit: 1 }] }))
    expect([answer.status, answer.headers.get('etag')]).toEqual([400, null])
  })
})
