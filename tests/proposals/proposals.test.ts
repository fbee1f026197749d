// Proposals over HTTP: a program proposes, a person approves, and what is done is what was shown, or nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allScopes } from '#identity'
import { sql } from '#platform/sql'
import { type Ask, callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** An agent reads everything and may propose; it writes nothing. */
const agentScopes = [...allScopes.filter((scope) => scope.endsWith(':read')), 'proposals:write']

/** A company of people, and an agent's token in it. */
const newCompany = async (): Promise<{ agent: TestCompany; owner: Ask; bookkeeper: Ask; reader: Ask }> => {
  const agent = checkedCompany(await service.newCompany({ scopes: agentScopes }))
  const [owner, bookkeeper, reader] = await Promise.all(
    (['owner', 'bookkeeper', 'reader'] as const).map((role) => callingAs(service, agent, role)),
  )
  return { agent, owner, bookkeeper, reader } as { agent: TestCompany; owner: Ask; bookkeeper: Ask; reader: Ask }
}

const fuel = (kronor = 400, date = '2026-03-31') => ({
  title: 'Bensin',
  date,
  items: [
    { account: 5611, debit: kronor },
    { account: 2641, debit: kronor / 4 },
    { account: 1930, credit: kronor * 1.25 },
  ],
})
const proposal = (body: object = fuel(), more: object = {}) => ({
  method: 'POST',
  path: '/journal-entries',
  body,
  purpose: 'Kvitto på bensin',
  ...more,
})
const approve = async (ask: Ask, { id, revision }: { id: string; revision: number }): Promise<Answer> =>
  ask('POST', `/proposals/${id}/approve`, { revision })
const entriesOf = async (company: TestCompany) => (await company.get('/journal-entries')).body.items

test('a bulk is shown row by row, and done whole or not at all', async () => {
  const { agent, bookkeeper, reader } = await newCompany()
  const operation = (kronor: number, date?: string) => ({
    method: 'POST',
    path: '/journal-entries',
    body: fuel(kronor, date),
  })
  const bulk = (operations: readonly object[], mode = 'atomic') =>
    proposal({ mode, operations }, { path: '/bulk', purpose: 'Två kvitton på bensin' })
  const { status, body: kept } = await agent.post('/proposals', bulk([operation(400), operation(800, '2026-03-30')]))
  expect([status, kept.operation, kept.body.operations.length, kept.effects.entries.length]).toEqual([
    201,
    'doInBulk',
    2,
    2,
  ])
  expect(await entriesOf(agent)).toEqual([])
  expect((await approve(reader, kept)).status).toBe(403)
  const done = await approve(bookkeeper, kept)
  expect([done.body.state, (await entriesOf(agent)).length]).toEqual(['approved', 2])
  // One that is refused refuses all, and says which; so does one that must not be proposed.
  const unbalanced = { ...operation(400), body: { ...fuel(), items: fuel().items.slice(1) } }
  const wrong: [object, string][] = [
    [bulk([operation(1), unbalanced]), '#/body/operations/1'],
    [bulk([operation(1)], 'independent'), '#/body/mode'],
    [bulk(Array.from({ length: 101 }, () => operation(1))), '#/body/operations'],
  ]
  for (const [asked, field] of wrong) {
    const { status: code, body } = await agent.post('/proposals', asked)
    expect([code, body.errors?.[0]?.field]).toEqual([400, field])
  }
  // What one of its operations changes was changed by others meanwhile: nothing is done, and it is shown anew.
  const writer = checkedCompany(await service.newCompany({ scopes: allScopes }))
  const person = await callingAs(service, writer, 'bookkeeper')
  const { id } = ok(await writer.post('/customers', { name: 'Kund AB', type: 'company' }))
  const named = (name: string) => ({ name, type: 'company' })
  const rename = { method: 'PUT', path: `/customers/${id}`, body: named('Kunden AB') }
  const { body: second } = await writer.post('/proposals', bulk([operation(400), rename]))
  ok(await writer.put(`/customers/${id}`, named('Kundens AB')))
  const anew = await approve(person as Ask, second)
  expect([anew.body.state, anew.body.revision, await entriesOf(writer)]).toEqual(['waiting', 2, []])
  expect((await approve(person as Ask, anew.body)).body.state).toBe('approved')
  expect(ok(await writer.get(`/customers/${id}`)).name).toBe('Kunden AB')
})

test('what is approved is booked as it was shown, by the person; proposed twice it is one', async () => {
  const { agent, bookkeeper, owner } = await newCompany()
  ok(await owner('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  expect((await agent.post('/journal-entries', fuel())).status).toBe(403)
  const proposed = await agent.post('/proposals', proposal())
  expect(proposed.status).toBe(201)
  expect(proposed.body).toMatchObject({
    state: 'waiting',
    revision: 1,
    operation: 'createJournalEntry',
    isLetThrough: false,
    proposedBy: { kind: 'token' },
    effects: {
      accounts: [
        { account: 1930, change: -500 },
        { account: 2641, change: 100 },
        { account: 5611, change: 400 },
      ],
      vatBoxes: expect.arrayContaining([{ box: '48', change: 100 }]),
    },
    vatPeriods: [{ startDate: '2026-01-01', endDate: '2026-03-31', dueDate: '2026-05-12' }],
  })
  const again = await agent.post('/proposals', proposal(fuel(), { purpose: 'Med andra ord' }))
  expect([again.status, again.body.id]).toEqual([200, proposed.body.id])
  expect(ok(await agent.post('/proposals', proposal(fuel(), { reference: 'nr 2' }))).id).not.toBe(proposed.body.id)
  expect(await entriesOf(agent)).toEqual([])

  const done = ok(await approve(bookkeeper, proposed.body))
  expect(done).toMatchObject({ state: 'approved', decidedBy: { kind: 'user' }, revision: 1 })
  const [entry] = await entriesOf(agent)
  expect([entry.id, entry.title]).toEqual([done.resultId, 'Bensin'])
  expect((await approve(bookkeeper, proposed.body)).body.reason).toBe('proposals.not-waiting')
  expect(ok(await agent.post('/proposals', proposal())).state).toBe('approved')
  const { items } = ok(await agent.get('/history?query=what~proposal'))
  expect(items.map(({ what }: { what: string }) => what)).toEqual([
    'proposal.approved',
    'proposal.created',
    'proposal.created',
  ])
})

test('programs and readers do not approve, with any scopes', async () => {
  const { agent, reader, bookkeeper } = await newCompany()
  const all = checkedCompany(await service.newCompany())
  const own = ok(await all.post('/proposals', proposal()))
  expect((await all.post(`/proposals/${own.id}/approve`, { revision: 1 })).status).toBe(403)
  const bulk = {
    mode: 'independent',
    operations: [{ method: 'POST', path: `/proposals/${own.id}/approve`, body: { revision: 1 } }],
  }
  expect(ok(await all.post('/bulk', bulk)).results[0].status).toBe(403)
  const kept = ok(await agent.post('/proposals', proposal()))
  expect((await approve(reader, kept)).status).toBe(403)
  // What only people do is proposed by people, and decided with the rights that it needs.
  const lock = { method: 'PATCH', path: '/lock-date', body: { lockDate: '2026-01-31' }, purpose: 'Januari är klar' }
  expect((await agent.post('/proposals', lock)).status).toBe(403)
  const members = { ...lock, method: 'PATCH', path: '/company-information', body: { name: 'Nytt namn AB' } }
  expect((await bookkeeper('POST', '/proposals', members)).status).toBe(201)
  const { items } = ok(await bookkeeper('GET', '/proposals?query=operation=~company'))
  expect((await approve(bookkeeper, items[0])).status).toBe(403)
})

test('if the books have moved on, nothing is done and it is shown anew', async () => {
  const { agent, owner } = await newCompany()
  const customer = ok(await owner('POST', '/customers', { name: 'Kund AB', type: 'company' }))
  const change = (name: string) => ({ name, type: 'company' })
  const kept = ok(
    await agent.post('/proposals', {
      method: 'PUT',
      path: `/customers/${customer.id}`,
      body: change('Kund 2 AB'),
      purpose: 'Nytt namn',
    }),
  )
  ok(await owner('PUT', `/customers/${customer.id}`, change('Kunden AB')))
  const moved = ok(await approve(owner, kept))
  expect(moved).toMatchObject({ state: 'waiting', revision: 2, reasonName: 'proposals.resource-changed' })
  expect(ok(await owner('GET', `/customers/${customer.id}`)).name).toBe('Kunden AB')
  expect((await approve(owner, kept)).body.reason).toBe('proposals.other-revision')
  expect(ok(await approve(owner, moved)).state).toBe('approved')
  expect(ok(await owner('GET', `/customers/${customer.id}`)).name).toBe('Kund 2 AB')

  const entry = ok(await agent.post('/proposals', proposal()))
  ok(await owner('PATCH', '/lock-date', { lockDate: '2026-03-31' }))
  const outdated = ok(await approve(owner, entry))
  expect([outdated.state, typeof outdated.reason]).toEqual(['outdated', 'string'])
  ok(await owner('PATCH', '/lock-date', { lockDate: null }))
  const again = ok(await agent.post(`/proposals/${entry.id}/try`))
  expect(again).toMatchObject({ state: 'waiting', reason: null })
  expect(ok(await approve(owner, again)).state).toBe('approved')
})

test('what would be published by mail and PDF is done once it is approved', async () => {
  const { agent, owner } = await newCompany()
  const customer = ok(await owner('POST', '/customers', { name: 'Kund AB', type: 'company' }))
  const line = {
    description: 'Arbete',
    itemType: 'salesItem',
    productType: 'services',
    unitType: 'hour',
    quantity: 1,
    unitPrice: 100,
    taxRate: 25,
  }
  const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-10', lineItems: [line] }
  const invoice = ok(await owner('POST', '/invoices', draft))
  const publish = { method: 'POST', path: `/invoices/${invoice.id}/publish`, body: {}, purpose: 'Klar att skicka' }
  const kept = ok(await agent.post('/proposals', publish))
  expect(ok(await agent.get(`/invoices/${invoice.id}`)).invoiceNumber ?? null).toBeNull()
  expect(ok(await approve(owner, kept)).state).toBe('approved')
  expect(ok(await agent.get(`/invoices/${invoice.id}`)).invoiceNumber).not.toBeNull()
  expect((await owner('GET', `/invoices/${invoice.id}/download`)).status).toBe(200)
})

test('a refused write is not kept, and is told field by field', async () => {
  const { agent } = await newCompany()
  const odd = await agent.post('/proposals', proposal({ ...fuel(), items: [{ account: 5611, debit: 1 }] }))
  expect(odd.status).toBe(400)
  expect(odd.body.errors.map(({ field }: { field: string }) => field)).toEqual([expect.stringMatching('^#/body/items')])
  const unknown = await agent.post('/proposals', proposal({ ...fuel(), tiitle: 'x' }))
  expect(unknown.body.errors[0].field).toBe('#/body/tiitle')
  expect(ok(await agent.get('/proposals')).items).toEqual([])
})

test('it is sent back with words, or withdrawn and proposed anew', async () => {
  const { agent, bookkeeper } = await newCompany()
  const kept = ok(await agent.post('/proposals', proposal()))
  const after = ok(await agent.get('/events?after=latest')).after
  expect(ok(await bookkeeper('POST', `/proposals/${kept.id}/return`, { words: 'Privat' })).state).toBe('returned')
  const { items } = ok(await agent.get(`/events?after=${after}`))
  expect(items[0]).toMatchObject({ kind: 'proposal.returned', current: { words: 'Privat' } })
  expect(ok(await agent.post('/proposals', proposal()))).toMatchObject({ id: kept.id, words: 'Privat' })
  const other = ok(await agent.post('/proposals', proposal(fuel(800))))
  expect(ok(await agent.post(`/proposals/${other.id}/withdraw`)).state).toBe('withdrawn')
  expect(ok(await agent.post('/proposals', proposal(fuel(800)))).id).not.toBe(other.id)
})

test('many of a kind are approved as an independent bulk', async () => {
  const { agent, bookkeeper } = await newCompany()
  const kept = []
  for (const kronor of [100, 200, 300]) kept.push(ok(await agent.post('/proposals', proposal(fuel(kronor)))))
  const operations = kept.map(({ id, revision }) => ({
    method: 'POST',
    path: `/proposals/${id}/approve`,
    body: { revision },
  }))
  const atomic = await bookkeeper('POST', '/bulk', { mode: 'atomic', operations })
  expect(atomic.body.reason).toBe('proposals.among-others')
  const { results } = ok(await bookkeeper('POST', '/bulk', { mode: 'independent', operations }))
  expect(results.map(({ body }: { body: { state: string } }) => body.state)).toEqual([
    'approved',
    'approved',
    'approved',
  ])
  expect(await entriesOf(agent)).toHaveLength(3)
  const { items } = ok(await agent.get('/proposals?pageSize=2&page=2'))
  expect(items).toHaveLength(1)
})

test('limits let small things through, and nothing else', async () => {
  const { agent, owner, bookkeeper } = await newCompany()
  expect(ok(await agent.get('/proposal-limits'))).toEqual({
    drafts: false,
    entryAmount: null,
    dayAmount: null,
    accounts: [],
  })
  const limits = { drafts: true, entryAmount: 500, dayAmount: 800, accounts: [1930, 2641, 5611] }
  expect((await bookkeeper('PUT', '/proposal-limits', limits)).status).toBe(403)
  ok(await owner('PUT', '/proposal-limits', limits))
  const small = ok(await agent.post('/proposals', proposal()))
  expect(small).toMatchObject({ state: 'approved', isLetThrough: true, decidedBy: { kind: 'token' } })
  expect(ok(await agent.post('/proposals', proposal(fuel(401)))).state).toBe('waiting')
  expect(ok(await agent.post('/proposals', proposal(fuel(241)))).state).toBe('waiting')
  const elsewhere = {
    ...fuel(40),
    items: [
      { account: 5410, debit: 50 },
      { account: 1930, credit: 50 },
    ],
  }
  expect(ok(await agent.post('/proposals', proposal(elsewhere))).state).toBe('waiting')
  expect(ok(await agent.post('/proposals', proposal(fuel(240)))).state).toBe('approved')
  const customer = {
    method: 'POST',
    path: '/customers',
    body: { name: 'Kund AB', type: 'company' },
    purpose: 'Ny kund',
  }
  expect(ok(await agent.post('/proposals', customer)).state).toBe('waiting')
  expect((await owner('PUT', '/proposal-limits', { ...limits, dayAmount: null })).status).toBe(400)
  expect((await owner('PUT', '/proposal-limits', { ...limits, dayAmount: 400 })).status).toBe(400)
})

test('proposals that come at once share the limit of the day', async () => {
  const { agent, owner } = await newCompany()
  const limits = { drafts: false, entryAmount: 500, dayAmount: 500, accounts: [1930, 2641, 5611] }
  ok(await owner('PUT', '/proposal-limits', limits))
  const amounts = [400, 396, 392, 388, 384, 380]
  const states = await Promise.all(
    amounts.map(async (kronor) => ok(await agent.post('/proposals', proposal(fuel(kronor)))).state),
  )
  expect(states.sort()).toEqual(['approved', ...Array(5).fill('waiting')])
})

test('an erased customer leaves no trace in proposals', async () => {
  const { agent, owner } = await newCompany()
  const customer = ok(await owner('POST', '/customers', { name: 'Vera Vik', type: 'private' }))
  const body = { name: 'Vera Vik', type: 'private' }
  const kept = ok(
    await agent.post('/proposals', {
      method: 'PUT',
      path: `/customers/${customer.id}`,
      body,
      purpose: 'E-post till Vera Vik',
    }),
  )
  ok(await owner('POST', `/customers/${customer.id}/erasure`, {}))
  const erased = ok(await owner('GET', `/proposals/${kept.id}`))
  expect(erased).toMatchObject({ state: 'withdrawn', body: null, effects: null, purpose: 'erased' })
  const { sealed } = await service.database.one<{ sealed: Buffer | null }>(sql`
    select sealed_body as sealed from proposals.proposal where id = ${kept.id}`)
  expect(sealed).toBeNull()
})
