// How each refusal that is declared comes about: over HTTP wherever a caller can meet it, otherwise through the verb
// that the operator's command calls.
import { createHash } from 'node:crypto'
import { dropAnswersOf } from '#http'
import { addMember, changeCompany, createCompany, findCompany, identityAdmin, identityService } from '#identity'
import { closeFiscalYear, createAccount, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { newId } from '#platform/id'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { Role } from '#rule/roles'
import { connectByCompany } from '#support/by-company'
import { newAgency } from '#support/callers'
import { type Ask, asking, callingAs, logInAs } from '#support/calling'
import { checked, checkedCompany, checkedRequests } from '#support/checked'
import { newIntegration } from '#support/integration'
import { needs } from '#support/needs'
import { exchange } from '#support/raw'
import { pngFile } from '#support/samples/sample-files'
import { voucherFile } from '#support/samples/voucher-file'
import { startProxy } from '#support/servers/database-proxy'
import {
  type Answer,
  anEntry,
  type NewTestCompany,
  type Service,
  startService,
  type TestCompany,
} from '#support/service'
import { cookieOf, newPersonInside } from '#support/visitor'
import { ofClock } from '#tests/surface/provocations/desk'
import { sieFile } from './world.ts'

/** Vouchers whose journal is longer than a PDF may be. */
const MANY_VOUCHERS = 1700

/** What came back: the body of an answer, or the same of a refusal that a verb threw. */
export type Provoked = { code: string; message: string; errors?: readonly { field: string; message: string }[] }

export type Provocation = (service: Service) => Promise<Provoked>

const newCompany = async (service: Service, options?: NewTestCompany): Promise<TestCompany> =>
  checkedCompany(await service.newCompany(options))

/** A provocation by one request in a new company. */
export const over =
  (
    ask: (company: TestCompany, service: Service) => Promise<{ body: Provoked }>,
    options?: NewTestCompany,
  ): Provocation =>
  async (service) =>
    (await ask(await newCompany(service, options), service)).body

/** A provocation by one request of a person with a role in a new company. */
export const overPerson = (role: Role, provoke: (ask: Ask, company: TestCompany) => Promise<Answer>): Provocation =>
  over(async (company, service) => provoke(await callingAs(service, company, role), company))

/** A provocation by the body of a journal entry. */
const entry = (changes: Record<string, unknown>): Provocation =>
  over((company) => company.post('/journal-entries', anEntry(changes)))

/** A provocation by a verb. */
export const verb =
  (work: (call: CompanyCall) => Promise<unknown>): Provocation =>
  async (service) =>
    verbIn((await service.newCompany()).id, work)(service)

/** A provocation by a verb in a company that is there. */
export const verbIn =
  (id: string, work: (call: CompanyCall) => Promise<unknown>): Provocation =>
  async (service) => {
    try {
      await service.operateFor(id, work)
    } catch (cause) {
      if (cause instanceof Refusal) return { code: cause.kind.code, message: cause.message, errors: cause.errors }
      throw cause
    }
    throw new Error('Nothing was refused')
  }

const booked = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<string> =>
  (await company.post('/journal-entries', anEntry(changes))).body.id

/** Books an entry that comes from elsewhere than the API, as the console and documents will. */
const bookedFrom = async ({ database }: Service, company: TestCompany, origin: string): Promise<string> => {
  const id = newId()
  const items = [
    { line: 1, account: 1930, debit: 100, credit: 0 },
    { line: 2, account: 3001, debit: 0, credit: 100 },
  ]
  const rows = [
    {
      id,
      date: '2026-06-01',
      title: 'Prov',
      origin,
      items,
      registered_at: new Date(),
      actor_kind: 'operator',
      actor_id: newId(),
      actor_name: 'Prov',
      digest: createHash('sha256').update(id).digest('hex'),
    },
  ]
  await database.rows(sql`
    select from ledger.book b, ledger.post_entries(
      jsonb_build_array(jsonb_build_object('company_id', b.company_id, 'version', b.version, 'series', 'V',
        'fiscal_year_id', ${company.fiscalYearId}::text, 'entries', ${JSON.stringify(rows)}::jsonb)), true, false)
    where b.company_id = ${company.id}`)
  return id
}

const secondToken = async (service: Service, { id, url }: TestCompany) => {
  const { token } = await service.operateFor(id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes: ['journal-entries:write'] }),
  )
  return checkedRequests(url, token)
}

const commented = async (company: TestCompany): Promise<string> => {
  const comments = `/journal-entries/${await booked(company)}/comments`
  return `${comments}/${(await company.post(comments, { content: 'Prov' })).body.id}`
}

const upload = (company: TestCompany, form: FormData) =>
  checked(`${company.url}/sie/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${company.token}` },
  })

const formOf = (...parts: [string, string][]): FormData => {
  const form = new FormData()
  for (const [field, text] of parts) form.append(field, new Blob([text]), 'prov.se')
  return form
}

const key = { 'idempotency-key': 'prov' }

export const ofHttp: Record<string, Provocation> = {
  unknownPath: over((company) => company.get('/nothing')),
  otherPath: over((company) => company.get('/customer')),
  brownout: async () => {
    const sunset = new Date('2027-01-01T00:00:00Z')
    const brownouts = [{ from: new Date('2026-01-01T00:00:00Z'), to: sunset }]
    const ending = await startService({ life: { deprecated: undefined, sunset, brownouts } })
    const { body } = await (await ending.newCompany()).get('/customers')
    await ending.close()
    return body
  },
  unknownId: over((company) => company.get('/journal-entries/x')),
  noOperation: over((company) => inBulk(company, { method: 'POST', path: '/uploads' })),
  wrongMethod: over((company) => company.put('/company-information', {})),
  badUrl: over((company) => company.get('/journal-entries?query=%ff')),
  badRequest: async ({ origin }) => JSON.parse((await exchange(origin, 'not HTTP\r\n\r\n')).text),
  tooLarge: over((company) => company.post('/journal-entries', anEntry({ title: 'x'.repeat(1024 * 1024) }))),
  wrongMediaType: over((company) => company.post('/journal-entries', anEntry(), { 'content-type': 'text/plain' })),
  preconditionFailed: over(async (company) =>
    company.put(await commented(company), { content: 'Ny' }, { 'if-match': '"other"' }),
  ),
  keyReused: over(async (company) => {
    await company.post('/journal-entries', anEntry(), key)
    return company.post('/journal-entries', anEntry({ title: 'Annat' }), key)
  }),
  keyRunning: over(async (company, service) => {
    const first = await connectByCompany(service)
    try {
      await first.query('begin')
      const claim = { actor: company.tokenId, key: key['idempotency-key'], digests: [], since: new Date(0) }
      await first.query('select platform.claim_keys($1)', [JSON.stringify([{ scope: company.id, ...claim }])])
      return await company.post('/journal-entries', anEntry(), key)
    } finally {
      await first.end()
    }
  }),
  answerErased: over(async (company, service) => {
    await company.post('/journal-entries', anEntry(), key)
    await service.operate((call) => dropAnswersOf(call, [company.id]))
    return company.post('/journal-entries', anEntry(), key)
  }),
  tenantEnded: over(async (company, { database }) => {
    await company.post('/journal-entries', anEntry())
    await database.rows(sql`update platform.event_counter set ended_at = now() where tenant_id = ${company.id}`)
    return company.post('/journal-entries', anEntry())
  }),
  tooManyRequests: async (service) => {
    const limited = await startService({ beside: service, limits: { perMinute: 1, monthlyQuota: 0 } })
    const { id, token } = await service.newCompany()
    const requests = checkedRequests(`${limited.base}/companies/${id}`, token)
    await requests.get('/company-information')
    const { body } = await requests.get('/company-information')
    await limited.close()
    return body
  },
  tooLongForPdf: async (service) => {
    const company = checkedCompany(await service.newCompany())
    const { status } = await company.upload('/sie/import', 'bok.si', voucherFile(MANY_VOUCHERS, '2026-03-01'))
    if (status >= 300) throw new Error(`The file was not imported: ${status}`)
    return (await company.get('/reports/journal?format=pdf')).body
  },
  tooManyWait: async (service) => {
    // Who waits counts for as many as there are processes: one is already as many as there may be of a tenant.
    const crowded = await startService({ beside: service, processes: 1000 })
    const { id, token } = await service.newCompany()
    const over = new AbortController()
    const wait = () =>
      fetch(`${crowded.base}/companies/${id}/events?after=latest&wait=30`, {
        headers: { authorization: `Bearer ${token}` },
        signal: over.signal,
      })
    // On a slow machine the first has waited to the end before the second has begun: they wait again.
    const refused = async (): Promise<Provoked> => {
      for (;;) {
        const answer = await wait()
        const body = (await answer.json()) as Provoked
        if (answer.status === 429) return body
        if (answer.status !== 200) throw new Error(`It neither waited nor was refused: ${answer.status}`)
      }
    }
    const waiting = [1, 2].map(refused)
    const body = await Promise.any(waiting)
    over.abort()
    await Promise.allSettled(waiting)
    await crowded.close()
    return body
  },
  othersLast: async (service) => {
    // A company has one made at a time; the others of it wait for a moment.
    const hurried = await startService({ beside: service, turnPatience: { longestTurnMs: 1 } })
    const { id } = await service.newCompany()
    const { headers } = await logInAs(service, { type: 'company', id }, 'owner')
    const exported = () => fetch(`${hurried.base}/companies/${id}/export`, { headers })
    const answers = await Promise.all([exported(), exported(), exported()])
    const refused = answers.find(({ status }) => status === 429)
    for (const answer of answers) if (answer !== refused) await answer.arrayBuffer()
    await hurried.close()
    if (!refused) throw new Error(`No request waited: ${answers.map(({ status }) => status)}`)
    return (await refused.json()) as Provoked
  },
  unavailable: async (service) => {
    const hasty = await startService({ beside: service, patience: { lockMs: 50 } })
    const company = await service.newCompany()
    const holder = await connectByCompany(service)
    await holder.query('begin')
    await holder.query('select from ledger.book where company_id = $1 for update', [company.id])
    const url = company.url.replace(service.base, hasty.base)
    const { body } = await checkedRequests(url, company.token).post('/journal-entries', anEntry())
    await holder.end()
    await hasty.close()
    return body
  },
  perhapsDone: async (service) => {
    const proxy = await startProxy(service.databaseUrl)
    const behind = await startService({ beside: proxy.before(service) })
    const company = await service.newCompany()
    proxy.lose('Förlorad')
    const url = company.url.replace(service.base, behind.base)
    const { body } = await checkedRequests(url, company.token).post('/journal-entries', anEntry({ title: 'Förlorad' }))
    await behind.close()
    await proxy.close()
    return body
  },
  untriedSecret: over((company) =>
    company.post('/webhooks?dryRun=true', { url: 'https://example.com/hook', kinds: ['invoice.published'] }),
  ),
  internal: over(async (company, { database }) => {
    await database.rows(sql`alter table identity.company rename column phone to telephone`)
    try {
      return await company.get('/company-information')
    } finally {
      await database.rows(sql`alter table identity.company rename column telephone to phone`)
    }
  }),
}

const STRICT = { prefer: 'handling=strict' }

const manyNames = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x${index}`, 1]))

export const ofHttpFaults: Record<string, Provocation> = {
  bodyMissing: over((company) => company.post('/journal-entries')),
  badKey: over((company) => company.post('/journal-entries', anEntry(), { 'idempotency-key': 'two words' })),
  twice: over((company) => company.get('/journal-entries?page=1&page=2')),
  unknownParameter: over((company) => company.get('/journal-entries?colour=red', STRICT)),
  misspeltParameter: over((company) => company.get('/journal-entries?pagSize=1')),
  badFilter: over((company) => company.get('/customers?query=name==')),
  badJson: over((company) => company.post('/journal-entries', anEntry({ title: 'a\u0000' }))),
  unknownProperty: over((company) => company.post('/journal-entries', anEntry({ colour: 1 }), STRICT)),
  misspeltProperty: over((company) => company.post('/journal-entries', anEntry({ titel: 1 }))),
  tooManyUnknown: over((company) => company.post('/journal-entries', anEntry(manyNames))),
  badText: over((company) => company.upload('/uploads', 'bild.png', pngFile(), {}, { description: 'a\0b' })),
  fileMissing: over((company) => upload(company, formOf(['other', sieFile()]))),
  refusedOperation: over((company) => errorOf(0, inBulk(company, { ...aCustomer, body: {} }))),
  dangling: over((company) => errorOf(1, inBulk(company, { method: 'DELETE', path: '/customers/{unknown#/id}' }))),
  keyOfOne: over((company) => inBulk(company, { ...aCustomer, idempotencyKey: 'a' })),
  trialOfOne: over((company) => errorOf(1, inBulk(company, { ...aCustomer, path: '/customers?dryRun=true' }))),
  innerBulkMode: over((company) => proposedBulk(company, 'independent', [aCustomer])),
  innerBulkSize: over((company) =>
    proposedBulk(
      company,
      'atomic',
      Array.from({ length: 101 }, () => aCustomer),
    ),
  ),
  nameTaken: over((company) => inBulk(company, aCustomer, aCustomer)),
  secondFile: over((company) => upload(company, formOf(['file', sieFile()], ['file', sieFile()]))),
  badMultipart: over(({ url, token }) =>
    checked(`${url}/sie/import`, {
      method: 'POST',
      body: 'not multipart',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    }),
  ),
}

export const ofLists: Record<string, Provocation> = {
  badCursor: over((company) => company.get('/journal-entries?cursor=x')),
}

/** Asks for something of a new company as a person who has logged in, with a role or none. */
const asPerson = (role: Role | null, method: string, path: string): Provocation =>
  over(async ({ id, url }, service) => {
    const { person, visitor } = await newPersonInside(service)
    const tenant = { type: 'company', id } as const
    if (role) await service.operate((call) => addMember(call, { tenant, personId: person.id, role }))
    return checked(`${url}${path}`, { method, headers: { cookie: cookieOf(visitor) } })
  })

export const ofIdentity: Record<string, Provocation> = {
  ...ofClock,
  noToken: over(({ url }) => checked(`${url}/company-information`)),
  badToken: over(({ url }) => checkedRequests(url, 'x').get('/company-information')),
  otherCompany: over(async ({ token }, service) =>
    checkedRequests((await newCompany(service)).url, token).get('/company-information'),
  ),
  generalToken: async (service) => {
    const company = await newCompany(service)
    const { body } = await (await newIntegration(service)).token({ grant_type: 'client_credentials' })
    return (await checkedRequests(company.url, body.access_token).get('/company-information')).body
  },
  notIntegration: async (service) => {
    const { token } = await service.newCompany()
    return (await checkedRequests(service.base, token).get('/connections')).body
  },
  missingScope: async (service) => {
    const company = await newCompany(service, { scopes: ['fiscal-years:read'] })
    return (await company.get('/company-information')).body
  },
  sessionOver: over(({ url }) => checked(`${url}/customers`, { headers: { cookie: 'session=gbss_none' } })),
  noCsrf: asPerson('owner', 'POST', '/journal-entries'),
  noMember: asPerson(null, 'GET', '/customers'),
  noAgencyMember: async (service) => {
    const { id } = await newAgency(service)
    const { headers } = await logInAs(service, { type: 'agency', id }, null)
    return (await asking(`${service.base}/agencies/${id}`, headers)('GET', '/agency-information')).body
  },
  roleLacks: asPerson('bookkeeper', 'GET', '/history'),
  ofPeople: over((company) => company.get('/lock-date')),
  ofIntegrations: async (service) => {
    const { visitor } = await newPersonInside(service)
    const headers = { cookie: cookieOf(visitor) }
    return (await checked(`${service.base}/connections`, { headers })).body
  },
  companyNotFound: verb((call) => findCompany(call.db, newId())),
  tokenNotFound: verb((call) => identityAdmin.revokeToken(call, { id: newId() })),
}

const aCompany = { name: 'Prov AB', organizationNumber: '559999-0008' }

export const ofIdentityFaults: Record<string, Provocation> = {
  nameMissing: verb((call) => createCompany(call, { ...aCompany, name: ' ' })),
  nameUnseen: verb((call) => createCompany(call, { ...aCompany, name: 'Prov\u202eAB' })),
  nameTooLong: verb((call) => createCompany(call, { ...aCompany, name: 'x'.repeat(201) })),
  organizationNumber: verb((call) => createCompany(call, { ...aCompany, organizationNumber: '559999-0009' })),
  companyType: verb((call) => createCompany(call, { ...aCompany, companyType: 'guild' as 'notSet' })),
  currencyOfForm: verb((call) =>
    createCompany(call, { ...aCompany, companyType: 'partnership', accountingCurrency: 'EUR' }),
  ),
  unknownScope: verb((call) => identityService.createToken(call, { name: 'Prov', scopes: ['books:burn'] })),
  noScope: verb((call) => identityService.createToken(call, { name: 'Prov', scopes: [] })),
  country: verb((call) => changeCompany(call, { country: 'Sverige' })),
}

/** Reverses an entry of a new company after something else has happened to its books. */
const reversal = (happens: (company: TestCompany, service: Service, id: string) => Promise<unknown>): Provocation =>
  over(async (company, service) => {
    const id = await booked(company)
    await happens(company, service, id)
    return company.post(`/journal-entries/${id}/reverse`)
  })

const reversalFrom = (origin: string): Provocation =>
  over(async (company, service) =>
    company.post(`/journal-entries/${await bookedFrom(service, company, origin)}/reverse`),
  )

const closeYear = (service: Service, { id, fiscalYearId }: TestCompany) =>
  service.operateFor(id, (call) => closeFiscalYear(call, { id: fiscalYearId }))

const lock = (service: Service, { id }: TestCompany, date: string) =>
  service.operateFor(id, (call) => setLockDate(call, { date: date as Day }))

const year = (startDate: string, endDate: string) => ({ startDate, endDate, accountingMethod: 'accrual' as const })

export const ofLedger: Record<string, Provocation> = {
  entryNotFound: over((company) => company.get(`/journal-entries/${newId()}`)),
  accountNotFound: over((company) => company.get('/chart-of-accounts/9999')),
  fiscalYearNotFound: over((company) => company.get(`/fiscal-years/${newId()}`)),
  commentNotFound: over(async (company) =>
    company.get(`/journal-entries/${await booked(company)}/comments/${newId()}`),
  ),
  reversedAlready: reversal((company, _, id) => company.post(`/journal-entries/${id}/reverse`)),
  reversedInClosedYear: reversal((company, service) => closeYear(service, company)),
  reversedInConsole: reversalFrom('console'),
  reversedDocument: reversalFrom('document'),
  reversedLocked: reversal((company, service) => lock(service, company, '2026-12-31')),
  commentOnConsoleEntry: over(async (company, service) => {
    const id = await bookedFrom(service, company, 'console')
    return company.post(`/journal-entries/${id}/comments`, { content: 'Prov' })
  }),
  commentOfAnother: over(async (company, service) =>
    (await secondToken(service, company)).delete(await commented(company)),
  ),
  tooManyComments: over(async (company, { database }) => {
    const id = await booked(company)
    await company.post(`/journal-entries/${id}/comments`, { content: 'Prov' })
    await database.rows(sql`
      insert into ledger.journal_entry_comment
      select company_id, gen_random_uuid(), journal_entry_id, content, author_kind, author_id, author_name, created_at,
        updated_at
      from ledger.journal_entry_comment, generate_series(1, 999) where journal_entry_id = ${id}`)
    return company.post(`/journal-entries/${id}/comments`, { content: 'Prov' })
  }),
  booksBusy: over(async (company, { database }) => {
    needs('one machine')
    // Books whose settings are others at every look.
    await database.rows(sql`alter table ledger.book rename to book_kept`)
    await database.rows(sql`
      create view ledger.book as
      select company_id, gen_random_uuid() as version, entry_count, lock_date, vat_lock_date, accounting_currency
      from ledger.book_kept`)
    try {
      return await company.post('/journal-entries', anEntry())
    } finally {
      await database.rows(sql`drop view ledger.book`)
      await database.rows(sql`alter table ledger.book_kept rename to book`)
    }
  }),
  yearClosedAlready: async (service) => {
    const company = await newCompany(service)
    await closeYear(service, company)
    return verbIn(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))(service)
  },
  earlierYearOpen: verb(async (call) => {
    const { id } = await createFiscalYear(call, year('2027-01-01', '2027-12-31'))
    return closeFiscalYear(call, { id })
  }),
  closedYearAfterNew: async (service) => {
    const company = await newCompany(service)
    await closeYear(service, company)
    return verbIn(company.id, (call) => createFiscalYear(call, year('2025-01-01', '2025-12-31')))(service)
  },
  yearsNotAdjoining: verb((call) => createFiscalYear(call, year('2028-01-01', '2028-12-31'))),
  yearsOverlap: verb((call) => createFiscalYear(call, year('2026-07-01', '2027-06-30'))),
  accountExists: verb((call) => createAccount(call, { number: 1930, name: 'Prov' })),
  sieUnreadable: over((company) =>
    company.upload('/sie/import', 'prov.se', Buffer.from('x'), { 'accept-language': 'en' }),
  ),
  sieUnreadableInSwedish: over((company) => company.upload('/sie/import', 'prov.se', Buffer.from('x'))),
}

const anItem = (changes: Record<string, unknown>) => [
  { account: 6110, debit: 500, ...changes },
  { account: 1930, credit: 500 },
]

export const ofLedgerFaults: Record<string, Provocation> = {
  titleMissing: entry({ title: ' ' }),
  unknownAccount: entry({ items: anItem({ account: 6111 }) }),
  inactiveAccount: over(async (company, service) => {
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 6110, active: false }))
    return company.post('/journal-entries', anEntry())
  }),
  tooFewLines: entry({ items: [] }),
  tooManyLines: entry({ items: Array.from({ length: 1001 }, () => ({ account: 1930, debit: 1 })) }),
  oneSide: entry({ items: anItem({ credit: 500 }) }),
  badAmount: entry({ items: anItem({ debit: 500.001 }) }),
  unbalanced: entry({ items: anItem({ debit: 500.01 }) }),
  badDate: entry({ date: '1899-12-31' }),
  noFiscalYear: entry({ date: '2025-12-31' }),
  closedYear: over(async (company, service) => {
    await closeYear(service, company)
    return company.post('/journal-entries', anEntry())
  }),
  locked: over(async (company, service) => {
    await lock(service, company, '2026-06-10')
    return company.post('/journal-entries', anEntry())
  }),
  tooFarAhead: entry({ date: '2026-06-15' }),
  beforeEntry: over(async (company) =>
    company.post(`/journal-entries/${await booked(company)}/reverse?date=2026-01-01`),
  ),
  periodOrder: verb((call) => createFiscalYear(call, year('2027-01-01', '2027-01-01'))),
  periodMonths: verb((call) => createFiscalYear(call, year('2027-01-02', '2027-12-31'))),
  notCalendar: verb(async (call) => {
    await call.db.rows(sql`update identity.company set company_type = 'proprietorship' where id = ${call.companyId}`)
    return createFiscalYear(call, year('2027-01-01', '2027-06-30'))
  }),
  yearOutside: verb((call) => createFiscalYear(call, year('2199-01-01', '2199-12-31'))),
  periodLength: verb((call) => createFiscalYear(call, year('2027-01-01', '2028-07-31'))),
  accountNumber: verb((call) => createAccount(call, { number: 999, name: 'Prov' })),
  sieFile: over((company) => company.upload('/sie/import', 'prov.se', Buffer.from(''))),
  sieMap: over((company) => company.upload('/sie/import?map=FEL', 'prov.se', Buffer.from(sieFile()))),
}

const aCustomer = { name: 'a', method: 'POST', path: '/customers', body: { name: 'A AB', type: 'company' } }

const inBulk = (company: TestCompany, ...operations: object[]) => company.post('/bulk', { mode: 'atomic', operations })

const proposedBulk = (company: TestCompany, mode: string, operations: object[]) =>
  company.post('/proposals', { method: 'POST', path: '/bulk', body: { mode, operations }, purpose: 'Att prova' })

/** The answer with one of its errors alone. */
const errorOf = async (place: number, answer: Promise<Answer>): Promise<Answer> => {
  const { body, ...rest } = await answer
  return { ...rest, body: { ...body, errors: [body.errors[place]] } }
}
