// Templates of an agency through HTTP: made and changed, used on clients as they were previewed, and used again in a
// newer version, with what clients have changed themselves left alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService, removeMember } from '#identity'
import { setPlan } from '#plans'
import { newId } from '#platform/id'
import { raw, sql } from '#platform/sql'
import { LOCK_WAITS } from '#support/by-company'
import { callingAs, walkByCursor } from '#support/calling'
import { ok } from '#support/entries'
import { type Answer, anEntry, type Service, startService, type TestCompany } from '#support/service'
import {
  account,
  apply,
  entryTemplate,
  faultsOf,
  inside,
  made,
  newPlace,
  preview,
  rollOut,
  rule,
  run,
  said,
  stepsOf,
  texts,
  told,
  useService,
} from './templating.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
  useService(service)
})
afterAll(() => service.close())

describe('a template', () => {
  test('of each kind is made, read, changed under a new version, found and removed', async () => {
    const { ask } = await newPlace(0)
    for (const content of [account, entryTemplate, rule, texts]) {
      const answer = ok(await ask('POST', '/templates', { content }))
      expect(answer).toMatchObject({ version: 1, content })
      expect(ok(await ask('GET', `/templates/${answer.id}`))).toEqual(answer)
    }
    expect(await walkByCursor(ask, '/templates')).toHaveLength(4)
    const [first] = ok(await ask('GET', '/templates?query=kind==account')).items
    expect(ok(await ask('GET', '/templates?query=key==6541')).items).toEqual([first])
    expect(ok(await ask('GET', '/templates?query=name~bplats')).items).toHaveLength(2)
    const path = `/templates/${first.id}`
    const content = { ...account, name: 'Webbplats och domäner' }
    expect(ok(await ask('PUT', path, { content }))).toMatchObject({ version: 2, content })
    // What says the same is no other version.
    expect(ok(await ask('PUT', path, { content })).version).toBe(2)
    expect((await ask('PUT', path, { content: rule })).body.errors).toMatchObject([{ field: '#/content/kind' }])
    expect(faultsOf(await ask('PUT', path, { content: { ...account, account: 6542 } }))).toEqual({
      '#/content/account': 'the account of a template cannot change: it is 6541',
    })
    expect((await ask('DELETE', path)).status).toBe(204)
    expect((await ask('GET', path)).status).toBe(404)
  })

  test('that two change at the same moment, one as it was read, is changed by one after the other', async () => {
    const { ask } = await newPlace(0)
    const { id } = ok(await ask('POST', '/templates', { content: account }))
    const changed = (name: string, headers = {}) =>
      ask('PUT', `/templates/${id}`, { content: { ...account, name } }, headers)
    const answers = await service.database.transaction(async (db) => {
      await db.rows(sql`select from agency.template where id = ${id} for no key update`)
      const waiting = async (count: number) =>
        expect.poll(async () => (await service.database.rows(raw(LOCK_WAITS))).length).toBe(count)
      const matching = changed('Ett', { 'if-match': '*' })
      await waiting(1)
      const plain = changed('Två')
      await waiting(2)
      return [matching, plain]
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(ok(await ask('GET', `/templates/${id}`))).toMatchObject({ version: 3 })
  })

  const unbalanced = { ...entryTemplate, items: [entryTemplate.items[1], entryTemplate.items[2]] }
  test.each([
    ['an account that has one           ', account, { '#/content/account': /already/ }],
    ['a name that has one               ', { ...rule, account: 6540 }, { '#/content/name': /already/ }],
    ['an empty name                     ', { ...texts, name: ' ' }, { '#/content/name': /empty/ }],
    ['lines that do not balance         ', { ...unbalanced, name: 'A' }, { '#/content/items': /./ }],
    ['a rule that holds of everything   ', { kind: 'matchingRule', name: 'A', account: 6212 }, { '#/content': /./ }],
    ['a VAT code that there is not      ', { ...account, account: 6549, vatCode: '99' }, { '#/content/vatCode': /./ }],
    ['no text                           ', { kind: 'texts', name: 'A', mailText: ' ' }, { '#/content': /one text/ }],
    ['a placeholder that there is not   ', { ...texts, name: 'A', mailText: '{x}' }, { '#/content/mailText': /\{x\}/ }],
    [
      'the same of reminders             ',
      { ...texts, name: 'A', reminderText: '{x}' },
      { '#/content/reminderText': /./ },
    ],
  ])('is refused: %s', async (_, content, faults) => {
    const { ask } = await newPlace(0)
    for (const one of [account, rule]) await made(ask, one)
    const answer = await ask('POST', '/templates', { content })
    expect(answer.status).toBe(400)
    expect(faultsOf(answer)).toEqual(
      Object.fromEntries(Object.entries(faults).map(([field, how]) => [field, expect.stringMatching(how)])),
    )
  })

  test('is changed by administrators, and applied by consultants', async () => {
    const { ask, agency } = await newPlace(1)
    const id = await made(ask, account)
    const { ask: consultant } = await inside(agency, 'consultant')
    expect((await consultant('GET', `/templates/${id}`)).status).toBe(200)
    expect((await consultant('POST', '/templates', { content: rule })).status).toBe(403)
    expect((await consultant('PUT', `/templates/${id}`, { content: account })).status).toBe(403)
    expect((await consultant('DELETE', `/templates/${id}`)).status).toBe(403)
    expect((await rollOut(consultant, [id])).counts).toMatchObject({ add: 1, applied: 1 })
  })

  test('is taken from what a client has, who then has it from there', async () => {
    const { ask, clients } = await newPlace(2)
    const [first] = clients as [TestCompany]
    const own = await callingAs(service, first, 'owner')
    ok(await own('POST', '/chart-of-accounts', { account: 6541, name: 'Webben', vatCode: null }))
    const { kind: _, ...body } = entryTemplate
    const { id: entryTemplateId } = ok(await own('POST', '/entry-templates', body))
    const take = (given: object) => ask('POST', '/templates/from-client', { companyId: first.id, ...given })
    for (const kind of ['entryTemplate', 'matchingRule']) {
      expect((await take({ kind, resourceId: '1940' })).status, kind).toBe(404)
    }
    const taken = ok(await take({ kind: 'entryTemplate', resourceId: entryTemplateId }))
    expect(taken).toMatchObject({ version: 1, content: entryTemplate })
    expect(ok(await take({ kind: 'account', resourceId: '6541' })).content).toMatchObject({
      account: 6541,
      name: 'Webben',
    })
    expect(said(await take({ kind: 'texts' }))[0]).toBe(404)
    ok(await own('PATCH', '/sales-settings', { mailText: 'Hej!' }))
    expect(ok(await take({ kind: 'texts' })).content).toEqual({ kind: 'texts', name: 'Klient 1 AB', mailText: 'Hej!' })
    expect((await take({ kind: 'entryTemplate', resourceId: newId() })).status).toBe(404)
    expect((await take({ kind: 'account', resourceId: 'x' })).status).toBe(404)
    expect((await take({ companyId: newId(), kind: 'texts' })).status).toBe(404)
    expect(ok(await ask('GET', `/templates/${taken.id}/uses`)).items).toMatchObject([
      { companyId: first.id, version: 1, isOlder: false },
    ])
    const { steps } = await preview(ask, [taken.id], { addsAccounts: true })
    expect(told(steps)).toEqual({ '1 Webbplats': 'same', '2 Webbplats': 'add' })
  })
})

describe('templates at clients', () => {
  test('change nothing while they are previewed, and then just what was previewed, as people do it', async () => {
    const { ask, clients, person } = await newPlace(2)
    const [first, second] = clients as [TestCompany, TestCompany]
    const ids = [
      await made(ask, entryTemplate),
      await made(ask, account),
      await made(ask, rule),
      await made(ask, texts),
    ]
    const own = await callingAs(service, first, 'owner')
    const before = (await first.get('/events?limit=500')).body.items.length
    const { id, counts, steps } = await preview(ask, ids)
    expect(counts).toMatchObject({ waiting: 0, add: 8, blocked: 0 })
    expect(steps.find(({ templateName }) => templateName === '6541 Drift av webbplatsen')).toMatchObject({
      outcome: 'add',
      before: null,
      result: null,
      after: { account: 6541, name: 'Drift av webbplatsen', vatCode: null, sruCodes: ['7513'], active: true },
    })
    expect((await first.get('/events?limit=500')).body.items).toHaveLength(before)
    expect((await first.get('/chart-of-accounts/6541')).status).toBe(404)

    const applied = await apply(ask, id)
    expect(applied.counts).toMatchObject({ add: 8, applied: 8, failed: 0, stale: 0, left: 0 })
    for (const client of [first, second]) {
      expect(ok(await client.get('/chart-of-accounts/6541'))).toMatchObject({ name: 'Drift av webbplatsen' })
      const [template] = ok(await client.get('/entry-templates')).items
      expect(template).toMatchObject({ name: 'Webbplats', title: 'Webbhotell' })
      const [found] = ok(await client.get('/matching-rules')).items
      expect(found).toMatchObject({
        name: 'Mobil',
        account: 6212,
        vatTreatment: 'domestic',
        taxRate: 25,
        isActive: true,
      })
    }
    expect(ok(await own('GET', '/sales-settings')).mailText).toBe('Hej! Här är {number}.')
    expect(ok(await own('GET', '/reminder-settings')).text).toBe('Betala {amount}.')
    const events = (await first.get('/events?limit=500')).body.items.slice(before)
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['account.created', 'entry-template.created', 'matching-rule.created']),
    )
    expect(events.map(({ actor }: Answer['body']) => actor)).toEqual(
      events.map(() => ({ kind: 'user', id: person.id, name: person.name })),
    )
    const [first6541] = (await own('GET', '/history?query=what==account.created')).body.items
    expect(first6541).toMatchObject({ actor: { kind: 'user', name: person.name }, detail: { account: 6541 } })
    // Once more there is nothing to do.
    expect((await preview(ask, ids)).counts).toMatchObject({ same: 8 })
    expect(said(await ask('POST', `/template-rollouts/${id}/apply`, {}))).toEqual([
      400,
      `The rollout ${id} is applied: only a previewed rollout can be applied, and only once`,
    ])
  })

  test('are told in the feed of the agency, once each', async () => {
    const { ask } = await newPlace(2)
    ok(await ask('GET', '/events?after=latest'))
    const id = await made(ask, account)
    const { after } = ok(await ask('GET', '/events?after=latest'))
    await rollOut(ask, [id])
    const events = ok(await ask('GET', `/events?after=${after}&types=agency-template,template-rollout`)).items
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'template-rollout.created',
      'template-rollout.previewed',
      'template-rollout.begun',
      'template-rollout.ended',
      'agency-template.applied',
    ])
    expect(events.at(-1)).toMatchObject({ resource: { id }, current: { id, version: 1 } })
  })

  test('are applied again in a newer version, but not over what a client has changed or removed', async () => {
    const { ask, clients } = await newPlace(4)
    const [first, second, third] = clients as [TestCompany, TestCompany, TestCompany]
    const ids = [await made(ask, rule), await made(ask, account), await made(ask, texts)]
    const [ruleId, accountId, textsId] = ids as [string, string, string]
    expect((await rollOut(ask, ids)).counts).toMatchObject({ applied: 12 })
    const ruleOf = async (client: TestCompany) => ok(await client.get('/matching-rules')).items[0]
    // The second has a rule of its own making now, the third has none.
    const { id, modifiedDateTime: _, ...body } = await ruleOf(second)
    ok(await second.put(`/matching-rules/${id}`, { ...body, title: 'Telefoner' }))
    expect((await third.delete(`/matching-rules/${(await ruleOf(third)).id}`)).status).toBe(204)
    const owner = await callingAs(service, second, 'owner')
    ok(await owner('PATCH', '/chart-of-accounts/6541', { name: 'Egen webb' }))
    ok(await owner('PATCH', '/sales-settings', { mailText: 'Egen text' }))

    ok(await ask('PUT', `/templates/${ruleId}`, { content: { ...rule, account: 6250, name: 'Mobil och bredband' } }))
    ok(await ask('PUT', `/templates/${accountId}`, { content: { ...account, name: 'Webb', vatCode: null } }))
    ok(await ask('PUT', `/templates/${textsId}`, { content: { ...texts, mailSubject: 'Faktura', mailText: 'Ny' } }))
    const uses = ok(await ask('GET', '/template-uses')).items
    expect(uses).toHaveLength(3)
    for (const use of uses) expect(use).toMatchObject({ current: 0, older: 4 })
    const { id: rolloutId, steps } = await preview(ask, ids, { clients: 'older' })
    expect(told(steps)).toEqual({
      '1 6541 Webb': 'change',
      '1 Byråns texter': 'change',
      '1 Mobil och bredband': 'change',
      '2 6541 Webb': 'own',
      '2 Byråns texter': 'own',
      '2 Mobil och bredband': 'own',
      '3 6541 Webb': 'change',
      '3 Byråns texter': 'change',
      '3 Mobil och bredband': 'removed',
      '4 6541 Webb': 'change',
      '4 Byråns texter': 'change',
      '4 Mobil och bredband': 'change',
    })
    expect(
      steps.find(({ companyName, templateName }) => companyName === 'Klient 1 AB' && templateName === '6541 Webb'),
    ).toMatchObject({ before: { name: 'Drift av webbplatsen' }, after: { name: 'Webb' } })
    expect((await apply(ask, rolloutId)).counts).toMatchObject({ applied: 8, own: 3, removed: 1 })
    // It is the same rule under its new name, and what was the client's own is as it was.
    expect(ok(await first.get('/matching-rules')).items).toMatchObject([{ name: 'Mobil och bredband', account: 6250 }])
    expect(await ruleOf(second)).toMatchObject({ name: 'Mobil', title: 'Telefoner', account: 6212 })
    expect(ok(await third.get('/matching-rules')).items).toEqual([])
    expect(ok(await owner('GET', '/sales-settings'))).toMatchObject({ mailText: 'Egen text', mailSubject: null })

    // Asked for, all of them get it.
    const forced = await rollOut(ask, ids, { clients: 'older', overwrites: true })
    expect(forced.counts).toMatchObject({ change: 3, add: 1, applied: 4 })
    expect(await ruleOf(second)).toMatchObject({ name: 'Mobil och bredband', title: null, account: 6250 })
    expect(await ruleOf(third)).toMatchObject({ name: 'Mobil och bredband' })
    expect(ok(await owner('GET', '/sales-settings'))).toMatchObject({ mailText: 'Ny', mailSubject: 'Faktura' })
    const refused = await ask('POST', '/template-rollouts', { templateIds: ids, clients: 'older' })
    expect(said(refused)).toEqual([400, 'The selection contains no client'])
  })

  test('cannot be used where the number is something else, or an account is missing, and say so', async () => {
    const { ask, clients } = await newPlace(4)
    const [first, second, third] = clients as [TestCompany, TestCompany, TestCompany]
    const own = async (client: TestCompany, name: string) =>
      ok(await (await callingAs(service, client, 'owner'))('POST', '/chart-of-accounts', { account: 6541, name }))
    await own(first, 'Serverhyra')
    const items = [
      { account: 6541, debit: 100 },
      { account: 1930, credit: 100 },
    ]
    ok(await first.post('/journal-entries', { ...anEntry(), items }))
    await own(second, 'Serverhyra')
    const third6541 = await callingAs(service, third, 'owner')
    ok(await third6541('POST', '/chart-of-accounts', { account: 6541, name: 'Drift av webbplatsen', vatCode: null }))
    ok(await third6541('PATCH', '/chart-of-accounts/6541', { active: false, sruCodes: ['7513'] }))
    const accountId = await made(ask, account)
    const templateId = await made(ask, entryTemplate)
    const { id: rolloutId, steps } = await preview(ask, [accountId], { overwrites: true })
    expect(told(steps)).toEqual({
      '1 6541 Drift av webbplatsen': 'blocked',
      '2 6541 Drift av webbplatsen': 'change',
      '3 6541 Drift av webbplatsen': 'change',
      '4 6541 Drift av webbplatsen': 'add',
    })
    expect(steps.find(({ outcome }) => outcome === 'blocked')).toMatchObject({
      reasonCode: 'accountInUse',
      reason: 'The company uses account 6541 for something else, and it has entries',
      before: { name: 'Serverhyra' },
    })
    // It is told by its reason, in the language that it is read in, be it worded otherwise by now.
    await service.database.rows(sql`
      update agency.template_rollout_step set reason = 'as another version worded it' where reason is not null`)
    const blocked = steps.find(({ outcome }) => outcome === 'blocked')
    const inSwedish = ok(
      await ask('GET', `/template-rollouts/${rolloutId}/steps?pageSize=100`, undefined, { 'accept-language': 'sv' }),
    )
    expect(inSwedish.items.find(({ id }: { id: string }) => id === blocked?.id)).toMatchObject({
      reason: 'Företaget använder konto 6541 till något annat, och det är bokfört på',
      reasonName: 'rollout-step.account-in-use',
      reasonValues: { account: 6541 },
    })
    // The entry template by itself lacks its account at the fourth, and the third does not use it.
    const alone = await preview(ask, [templateId])
    expect(told(alone.steps)).toEqual({
      '1 Webbplats': 'add',
      '2 Webbplats': 'add',
      '3 Webbplats': 'blocked',
      '4 Webbplats': 'blocked',
    })
    expect(told(alone.steps, 'reasonCode')).toMatchObject({ '3 Webbplats': 'accountMissing' })
    const offered = await preview(ask, [templateId], { addsAccounts: true })
    const added = (name: string) => offered.steps.find(({ companyName }) => companyName === name)?.accounts
    expect(added('Klient 3 AB')).toEqual([{ account: 6541, name: 'Drift av webbplatsen', isNew: false }])
    expect(added('Klient 4 AB')).toEqual([{ account: 6541, name: 'Drift av webbplatsen', isNew: true }])
    expect((await apply(ask, offered.id)).counts).toMatchObject({ applied: 4 })
    expect(ok(await (clients[3] as TestCompany).get('/chart-of-accounts/6541')).name).toBe('Drift av webbplatsen')
    // An account without a known name is not made up.
    const unknown = {
      ...entryTemplate,
      name: 'Okänt',
      items: [{ kind: 'rest', account: 9876 }, entryTemplate.items[2]],
    }
    const { counts } = await preview(ask, [await made(ask, unknown)], { addsAccounts: true })
    expect(counts).toMatchObject({ blocked: 4 })
  })

  test('keep the tags that a client has put on them', async () => {
    const { ask, clients } = await newPlace(1)
    const [first] = clients as [TestCompany]
    const content = { ...entryTemplate, items: [{ kind: 'rest', account: 6110 }, ...entryTemplate.items.slice(1)] }
    const id = await made(ask, content)
    await rollOut(ask, [id])
    const group = ok(await first.post('/tag-groups', { name: 'Projekt', alias: 'pro' }))
    const tag = ok(await first.post(`/tag-groups/${group.id}/tags`, { name: 'Alfa', alias: 'alfa' }))
    const [template] = ok(await first.get('/entry-templates')).items
    const { name, title, items } = template
    const tagged = items.map((item: object, at: number) =>
      at === 0 ? { ...item, tags: [{ tagId: tag.id }] } : { ...item, tags: [] },
    )
    ok(await first.put(`/entry-templates/${template.id}`, { name, title, items: tagged, tags: [] }))
    ok(await ask('PUT', `/templates/${id}`, { content: { ...content, title: 'Webb' } }))
    expect((await rollOut(ask, [id])).counts).toMatchObject({ change: 1, applied: 1 })
    const [after] = ok(await first.get('/entry-templates')).items
    expect(after.title).toBe('Webb')
    expect(after.items[0].tags).toMatchObject([{ tagId: tag.id }])
  })
})

describe('the person who applies', () => {
  test('does it with their own rights: consultants change no texts, and no one anything without a plan', async () => {
    const { ask: admin, agency, clients } = await newPlace(2)
    const ids = [await made(admin, rule), await made(admin, texts)]
    const [, second] = clients as [TestCompany, TestCompany]
    await service.operateFor(second.id, (call) =>
      setPlan(call, { plan: 'Basic', addons: [], expiresOn: '2026-05-31' as never, trialEndsOn: null }),
    )
    const { ask } = await inside(agency, 'consultant')
    const { id, steps } = await preview(ask, ids)
    expect(told(steps)).toEqual({
      '1 Byråns texter': 'blocked',
      '1 Mobil': 'add',
      '2 Byråns texter': 'blocked',
      '2 Mobil': 'blocked',
    })
    expect(told(steps, 'reasonCode')).toEqual({
      '1 Byråns texter': 'role',
      '1 Mobil': null,
      '2 Byråns texter': 'role',
      '2 Mobil': 'plan',
    })
    // An administrator who applies the same preview applies what it says, and no more.
    expect((await apply(admin, id)).counts).toMatchObject({ applied: 1, blocked: 3 })
  })

  test('is asked again client by client: one who has left, or a client that has, gets nothing', async () => {
    const { ask, agency, clients, person } = await newPlace(2)
    const other = await inside(agency, 'administrator')
    const id = await made(ask, account)
    const first = await preview(ask, [id])
    const [left] = clients as [TestCompany]
    await service.operate((call) =>
      identityService.removeClientCompany(call, { agencyId: agency.id, companyId: left.id }),
    )
    const { counts, steps } = await apply(ask, first.id)
    expect(counts).toMatchObject({ applied: 1, failed: 1 })
    expect(steps.find(({ result }) => result === 'failed')).toMatchObject({
      companyName: 'Klient 1 AB',
      reasonCode: 'noAccess',
    })
    ok(await ask('PUT', `/templates/${id}`, { content: { ...account, name: 'Webb' } }))
    const second = await preview(ask, [id])
    ok(await ask('POST', `/template-rollouts/${second.id}/apply`, {}))
    await service.operate((call) => removeMember(call, { tenant: agency, personId: person.id }))
    expect(await run()).toEqual([])
    expect(told(await stepsOf(other.ask, second.id), 'reasonCode')).toEqual({ '2 6541 Webb': 'noAccess' })
    expect(ok(await (clients[1] as TestCompany).get('/chart-of-accounts/6541')).name).toBe('Drift av webbplatsen')
  })

  test('reaches no client of another agency, and is seen by none', async () => {
    const [{ ask }, other] = [await newPlace(1), await newPlace(1)]
    const id = await made(ask, account)
    const asked = { templateIds: [id], clients: 'selected', companyIds: [other.clients[0]?.id] }
    expect(faultsOf(await ask('POST', '/template-rollouts', asked))).toEqual({
      '#/companyIds/0': 'is not a client of the agency',
    })
    expect(faultsOf(await other.ask('POST', '/template-rollouts', { templateIds: [id] }))).toEqual({
      '#/templateIds/0': 'is not a template of the agency',
    })
    const { id: rolloutId } = await preview(ask, [id])
    for (const path of [`/templates/${id}`, `/template-rollouts/${rolloutId}`, `/template-rollouts/${rolloutId}/steps`])
      expect((await other.ask('GET', path)).status).toBe(404)
    expect((await other.ask('POST', `/template-rollouts/${rolloutId}/apply`, {})).status).toBe(404)
    expect(ok(await other.ask('GET', '/templates')).items).toEqual([])
  })
})
