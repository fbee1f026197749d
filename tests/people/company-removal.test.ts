// Removing a company of one's own: what is in the way, what goes and is found nowhere, what stays, and who may.
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUpload } from '#documents'
import { closeFiscalYear } from '#ledger'
import { filesComeBack, leftOfRemoved, retainedTablesOfCompany } from '#lifecycle/remove-company'
import { digestOfFile } from '#platform/files'
import { newId } from '#platform/id'
import { raw, sql } from '#platform/sql'
import { referringFirst, tenantTables } from '#privacy/tenant-rows'
import { connectByCompany, LOCK_WAITS } from '#support/by-company'
import { newIntegration } from '#support/callers'
import { type Ask, asking, logInAs } from '#support/calling'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { bought, drafted, sold } from '#support/owned'
import { mark, marksByTable } from '#support/reading/marks'
import { pdfFile, pngFile } from '#support/samples/sample-files'
import { anEntry, type NewTestCompany, type Service, START, startService, type TestCompany } from '#support/service'
import { newVisitor, PASSWORD } from '#support/visitor'

/** The command that verifies opens what is sealed. */
const SECRET = randomBytes(32)

let service: Service
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
})
afterAll(() => service.close())

type Mine = { company: TestCompany; ask: Ask; email: string }

/** A company, and an owner who asks for what is their own. */
const mine = async (options?: NewTestCompany): Promise<Mine> => {
  const company = await service.newCompany(options)
  const { person, headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
  return { company, ask: asking(service.base, headers), email: person.email }
}

const inEnglish = { 'accept-language': 'en' }
const pathOf = ({ id }: TestCompany) => `/me/companies/${id}`
const look = async ({ company, ask }: Mine) => ok(await ask('GET', `${pathOf(company)}/removal`, undefined, inEnglish))
const remove = ({ company, ask }: Mine) => ask('DELETE', pathOf(company), undefined, inEnglish)

/** How many rows of a company each table has, as far as it has any. */
const rowsOf = async (companyId: string): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const { name } of await tenantTables(service.database, 'company')) {
    const { count } = await service.database.one<{ count: number }>(sql`
      select count(*)::integer as count from ${raw(name)} where company_id = ${companyId}`)
    if (count > 0) found[name] = count
  }
  return found
}

const verified = async () => {
  const { code, stdout } = await command(service, ['verify'], { SECRET_KEY: SECRET.toString('hex') })
  expect(code, stdout).toBe(0)
}

/** As of the time before a year that was removed: nothing is on a statement of account where nothing was sold. */
const withStatementSent = (company: TestCompany, customerId: string) =>
  service.database.rows(sql`
    insert into sales.statement_sending (company_id, id, customer_id, from_date, to_date, language, recipient, subject,
      actor_kind, actor_id, actor_name, made_at)
    values (${company.id}, ${newId()}, ${customerId}, '2025-01-01', '2025-12-31', 'sv', ${`${mark('to')}@example.com`},
      ${mark('subject')}, 'user', ${newId()}, 'Karin Ek', ${START})`)

/** All that can be said in a company in which nothing is booked, with marks of whom it is about. */
const filled = async ({ company, ask }: Mine): Promise<void> => {
  const own: Ask = (method, path, body) => ask(method, `/companies/${company.id}${path}`, body)
  const address = { line1: mark('street'), postalCode: '111 22', city: mark('city') }
  ok(await own('PATCH', '/company-information', { phone: mark('phone'), email: 'bok@zlqxmail.example', address }))
  const contact = { name: mark('contact'), email: `${mark('contactmail')}@example.com`, isDefault: true }
  const customer = ok(
    await company.post('/customers', { name: mark('customer'), type: 'company', contactsDetails: [contact] }),
  )
  ok(await company.post('/suppliers', { name: mark('supplier') }))
  ok(await company.post('/items', { itemType: 'descriptionOnlyItem', description: mark('item') }))
  const { id } = await drafted(company, '2026-05-01', 100)
  ok(await company.upload(`/invoices/${id}/attachments`, `${mark('file')}.pdf`, await pdfFile()))
  const logo = new FormData()
  logo.append('file', new Blob([Uint8Array.from(pngFile())]), 'logo.png')
  ok(await ask('PUT', `/companies/${company.id}/sales-settings/logo`, logo))
  const group = ok(await company.post('/tag-groups', { name: mark('group'), alias: 'KS' }))
  ok(await company.post(`/tag-groups/${group.id}/tags`, { name: mark('tag') }))
  ok(await own('POST', '/bank-accounts', { name: mark('account'), iban: 'SE4550000000058398257466', account: 1930 }))
  ok(await own('POST', '/invitations', { email: `${mark('invited')}@example.com` }))
  ok(await own('POST', '/tokens', { name: mark('token'), scopes: ['invoices:read'] }))
  ok(await own('POST', '/mail-address'))
  await withStatementSent(company, customer.id)
  ok(await ask('PUT', '/me/drafts/entry', { content: mark('begun'), companyId: company.id }))
  const integration = await newIntegration(service)
  await integration.connect({ type: 'company', id: company.id })
  const upload = ok(await company.upload('/uploads', `${mark('upload')}.png`, pngFile({ width: 3 })))
  await service.operateFor(company.id, (call) => deleteUpload(call, upload.id))
}

/** A file whose upload was under way when its company went: it is kept, and its row is undone. */
const keepLate = async ({ id }: TestCompany): Promise<void> => {
  const { files } = service.standing
  const path = files.newWorkFile()
  writeFileSync(path, 'late')
  await files.keep(id, await digestOfFile(path), path)
}

describe('a company in which nothing was booked', () => {
  test('goes with all that says who it was and whom it knew', async () => {
    const one = await mine({ name: mark('company') })
    const { company, ask, email } = one
    await filled(one)
    expect(await look(one)).toEqual({ canRemove: true, hindrances: [] })
    expect((await remove(one)).status).toBe(204)

    const left = await rowsOf(company.id)
    expect(Object.keys(left).filter((name) => !retainedTablesOfCompany.has(name))).toEqual([])
    const marked = await marksByTable(service)
    // Who did what, that a file was uploaded and deleted, and an invitation on its way, which is forgotten in a week.
    const excused = ['platform.event', 'documents.upload', 'platform.mail']
    expect([...marked.keys()].filter((name) => !excused.includes(name))).toEqual([])
    const mails = [...(marked.get('platform.mail') ?? [])]
    expect(mails.filter((one) => !['zlqxinvited', 'zlqxcompany'].includes(one))).toEqual([])
    const row = await service.database.one<object>(sql`
      select name, organization_number, phone, email, address_line1, city, removed_at is not null as "isRemoved"
      from identity.company where id = ${company.id}`)
    expect(row).toEqual({
      name: 'Borttaget företag',
      organization_number: '000000-0000',
      phone: null,
      email: null,
      address_line1: null,
      city: null,
      isRemoved: true,
    })
    expect(ok(await ask('GET', '/me/companies')).items).toEqual([])
    expect((await remove(one)).status).toBe(404)
    expect((await company.get('/customers')).status).toBe(401)
    await verified()

    const visitor = newVisitor(service)
    await visitor.logIn(email, PASSWORD)
    const closing = await visitor.submit(await visitor.get('/account/close'), { password: PASSWORD })
    expect(closing.text).toContain('Kontot är avslutat')
  })

  test('loses its files an hour later, with what came meanwhile, and what a backup brings back the next day', async () => {
    const one = await mine()
    const other = await mine()
    for (const each of [one, other]) await filled(each)
    expect((await remove(one)).status).toBe(204)
    const keeps = () => [one, other].map(({ company: { id } }) => existsSync(join(service.folder, 'files', id)))
    const reports: string[] = []
    const runner = newRunner(service, [leftOfRemoved, filesComeBack(30)], reports)
    const minutesLater = async (minutes: number) => {
      service.setNow(new Date(new Date(START).getTime() + minutes * 60_000).toISOString())
      await runner.runDue()
      return keeps()
    }
    expect(await minutesLater(59)).toEqual([true, true])
    await keepLate(one.company)
    expect(await minutesLater(61)).toEqual([false, true])
    await keepLate(one.company)
    expect(await minutesLater(24 * 60)).toEqual([true, true])
    expect(await minutesLater(25 * 60)).toEqual([false, true])
    // Longer than backups have any.
    await keepLate(one.company)
    expect(await minutesLater(91 * 24 * 60)).toEqual([true, true])
    expect(reports).toEqual([])
    service.setNow(START)
  })

  test('lets mails of the service go out that wait, and none of its own', async () => {
    const one = await mine()
    await filled(one)
    expect((await remove(one)).status).toBe(204)
    const waiting = await service.database.rows<{ hasJob: boolean }>(sql`
      select exists (
        select from platform.job j where j.kind = 'mail.send' and j.payload ->> 'id' = m.id::text) as "hasJob"
      from platform.mail m where m.sealed_text is not null and m.errand is null`)
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.filter(({ hasJob }) => !hasJob)).toEqual([])
    const left = await service.database.rows<{ kind: string }>(sql`
      select distinct kind from platform.job where tenant_id = ${one.company.id}`)
    expect(left).toEqual([{ kind: 'mail.send' }])
  })

  test('is removed once, of two who ask at the same moment', async () => {
    const one = await mine()
    const statuses = (await Promise.all([remove(one), remove(one)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 404])
  })
})

describe('what is in the way', () => {
  const cases: [string, (company: TestCompany) => Promise<unknown>, RegExp][] = [
    ['an entry', (company) => company.post('/journal-entries', anEntry()), /Entries: 1.*2033-12-31/],
    ['a published invoice', (company) => sold(company, '2026-05-01', 100), /Invoices.*: 1/],
    ['a supplier invoice', (company) => bought(company, '2026-05-01', 125), /Supplier invoices.*: 1/i],
    ['an upload', (company) => company.upload('/uploads', 'kvitto.png', pngFile()), /Uploads: 1/],
  ]
  test.each(cases)('%s', async (_, make, reason) => {
    const one = await mine()
    await make(one.company)
    const { canRemove, hindrances } = await look(one)
    expect(canRemove).toBe(false)
    expect(hindrances.map((hindrance: { reason: string }) => hindrance.reason).join(' ')).toMatch(reason)
    const { status, body } = await remove(one)
    expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
    expect(body.message).toMatch(reason)
    expect((await one.company.get('/customers')).status).toBe(200)
  })

  test('is said with the law that wants it kept, which is none of a test company', async () => {
    const reasons = async (options: NewTestCompany) => {
      const one = await mine(options)
      await one.company.post('/journal-entries', anEntry())
      expect((await remove(one)).status).toBe(400)
      return ok(await one.ask('GET', `${pathOf(one.company)}/removal`)).hindrances
    }
    expect(await reasons({})).toEqual([
      {
        reason:
          'Verifikationer: 1. De ska sparas till och med 2033-12-31; därefter kan de tas bort tillsammans med sina räkenskapsår.',
        law: 'Bokföringslagen 7 kap. 2 §',
      },
    ])
    expect(await reasons({ isTest: true })).toEqual([
      {
        reason: 'Verifikationer: 1. De kan tas bort tillsammans med sina räkenskapsår efter 2033-12-31.',
      },
    ])
  })
})

test('a company whose only year was removed goes, and what is left of the year still verifies', async () => {
  const one = await mine({ name: 'Gamla Bygg AB', fiscalYear: ['2016-01-01', '2016-12-31'] })
  const { company, ask } = one
  const items = [
    { account: 1930, debit: 100 },
    { account: 2081, credit: 100 },
  ]
  ok(await company.post('/journal-entries', { title: mark('title'), date: '2016-03-01', items }))
  await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
  expect((await look(one)).hindrances).toEqual([
    { reason: 'Entries: 1. They need not be kept any more: remove their fiscal years first.' },
  ])
  expect((await remove(one)).status).toBe(400)
  ok(await ask('POST', `/companies/${company.id}/fiscal-years/${company.fiscalYearId}/removal`, {}))
  expect((await remove(one)).status).toBe(204)
  const left = await rowsOf(company.id)
  expect(left['ledger.removed_year']).toBe(1)
  expect(Object.keys(left).filter((name) => !retainedTablesOfCompany.has(name))).toEqual([])
  await verified()
})

test('only owners remove a company, and others are not told that it is there', async () => {
  const one = await mine()
  const { id } = one.company
  const { headers } = await logInAs(service, { type: 'company', id }, 'administrator')
  const asAdministrator = asking(service.base, headers)
  expect((await asAdministrator('GET', `/me/companies/${id}/removal`)).status).toBe(403)
  expect((await asAdministrator('DELETE', `/me/companies/${id}`)).status).toBe(403)
  const stranger = await mine()
  expect((await stranger.ask('GET', `/me/companies/${id}/removal`)).status).toBe(404)
  expect((await stranger.ask('DELETE', `/me/companies/${id}`)).status).toBe(404)
  expect(ok(await one.ask('GET', `/me/companies/${id}`)).name).toBeTruthy()
})

test('a request in progress in the company when it is removed comes before, or not at all', async () => {
  const one = await mine()
  const client = await connectByCompany(service)
  await client.query('begin')
  await client.query(`select platform.count_events('${one.company.id}', 1)`)
  await client.query(`
    insert into documents.upload (company_id, id, description, file_name, content_type, size, digest, created_by_kind,
      created_by_id, created_by_name, created_at, modified_at)
    select '${one.company.id}', id, 'Kvitto', 'kvitto.png', 'image/png', 1, sha256('x'), 'user', id, 'Karin Ek',
      now(), now()
    from (select gen_random_uuid() as id) n`)
  const asked = remove(one)
  const watcher = await connectByCompany(service)
  await expect.poll(async () => (await watcher.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
  await client.query('commit')
  await Promise.all([client.end(), watcher.end()])
  expect((await asked).status).toBe(400)
  expect((await look(one)).hindrances).toHaveLength(1)
})

test('a draft of the company that is just being saved goes with it', async () => {
  const one = await mine()
  const { id } = one.company
  const { id: personId } = await service.database.one<{ id: string }>(sql`
    select id from identity.person where email = ${one.email}`)
  const client = await connectByCompany(service)
  await client.query('begin')
  await client.query(`select from identity.company where id = '${id}' and removed_at is null for share`)
  await client.query(`
    insert into desk.draft (person_id, key, company_id, sealed_content, modified_at)
    values ('${personId}', 'late', '${id}', 'x', now())`)
  const asked = remove(one)
  const watcher = await connectByCompany(service)
  await expect.poll(async () => (await watcher.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
  await client.query('commit')
  await Promise.all([client.end(), watcher.end()])
  expect((await asked).status).toBe(204)
  expect((await rowsOf(id))['desk.draft']).toBeUndefined()
})

test('commands take the company that is left for the one that they are about', async () => {
  const alone = await startService({ alone: true })
  const company = await alone.newCompany()
  const left = await alone.newCompany()
  const { headers } = await logInAs(alone, { type: 'company', id: company.id }, 'owner')
  expect((await asking(alone.base, headers)('DELETE', pathOf(company))).status).toBe(204)
  const listed = await command(alone, ['company', 'list', '--json'])
  expect(JSON.parse(listed.stdout).companies.map(({ id }: { id: string }) => id)).toEqual([left.id])
  const plan = await command(alone, ['plan', 'show'])
  expect(plan.stderr).toBe('')
  expect(plan.code).toBe(0)
  await alone.close()
})

test('what was under way when the company went is undone', async () => {
  const { company } = await mine()
  ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  await service.database.rows(sql`
    update platform.event_counter set ended_at = ${START} where tenant_id = ${company.id}`)
  const late = [
    await company.post('/customers', { name: 'Sen kund AB', type: 'company' }),
    await company.post('/journal-entries', anEntry()),
    await company.post('/journal-entries', anEntry(), { 'idempotency-key': 'late' }),
  ]
  expect(late.map(({ status, body }) => [status, body.code])).toEqual(late.map(() => [410, 'gone']))
  expect(ok(await company.get('/customers')).items).toHaveLength(1)
  expect(ok(await company.get('/journal-entries')).items).toEqual([])
})

/** Tables that say whose their rows are by another name, and what becomes of those when a company goes. */
const byAnotherName: Readonly<Record<string, string>> = {
  'events.agency_source': 'how far an agency has read goes when the agency reads on',
  'events.agency_span': 'where events of the company stand among those of the agency: numbers',
  'platform.event': 'the processing history stays',
  'platform.event_counter': 'says that the company has ended',
  'platform.idempotency_key': 'loses what was answered at once, and goes within a day',
  'platform.job': 'goes, but for mails of the service',
  'request_log.request': 'what an integration asked goes within seven days',
}

test('of every table that has tenants it is known what becomes of their rows', async () => {
  const found = await service.database.rows<{ name: string }>(sql`
    select distinct format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('tenant_id', 'scope_id') and not a.attisdropped
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema|citus|columnar|public|noted)'
    order by 1`)
  expect(found.map(({ name }) => name)).toEqual(Object.keys(byAnotherName))
})

test('every table that outlasts a company is one, and tables come before those that they refer to', async () => {
  const tables = await tenantTables(service.database, 'company')
  const names = tables.map(({ name }) => name)
  expect([...retainedTablesOfCompany].filter((name) => !names.includes(name))).toEqual([])
  expect(names.length).toBeGreaterThan(90)
  const ordered = referringFirst(tables).map(({ name }) => name)
  expect([...ordered].sort()).toEqual([...names].sort())
  for (const { name, refersTo } of tables)
    for (const other of refersTo)
      if (other !== name && names.includes(other)) expect(ordered.indexOf(name)).toBeLessThan(ordered.indexOf(other))
  const pair = [
    { name: 'a', refersTo: ['b'] },
    { name: 'b', refersTo: ['a'] },
  ]
  expect(() => referringFirst(pair)).toThrow('a, b')
})
