// Filters on the lists of the API, with real data: what a filter leaves is what the same condition leaves in the
// program.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, createAccount, createFiscalYear } from '#ledger'
import { checkedCompany } from '#support/checked'
import { type Answer, anEntry, type Service, startService, type TestCompany } from '#support/service'

type Item = Answer['body']

let service: Service
let company: TestCompany
/** Everything in each list, in its order. */
const all: Record<string, Item[]> = {}
/** An entry that was reversed, and the entry that reverses it. */
let reversed: { old: string; new: string }

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  const titles = [
    'Hyra',
    'hyra',
    'Hyra januari',
    '100% rabatt',
    'a_b',
    'a\\b',
    'Räksmörgås',
    'x "y" z',
    'A && B',
    '(C)',
  ]
  for (const [index, title] of titles.entries()) {
    await company.post('/journal-entries', anEntry({ title, date: `2026-0${1 + (index % 5)}-15` }))
  }
  const old = (await company.get('/journal-entries')).body.items[0].id
  reversed = { old, new: (await company.post(`/journal-entries/${old}/reverse`)).body.id }
  await service.operateFor(company.id, async (call) => {
    await createAccount(call, { number: 1931, name: 'Kassa i butiken' })
    const later = { accountingMethod: 'cash' as const, startDate: '2027-01-01', endDate: '2027-12-31' }
    await createFiscalYear(call, later)
    const earlier = await createFiscalYear(call, { ...later, startDate: '2024-07-01', endDate: '2025-12-31' })
    await closeFiscalYear(call, { id: earlier.id })
  })
  for (const path of ['/journal-entries', '/fiscal-years', '/chart-of-accounts']) {
    const { body } = await company.get(path)
    all[path] = Array.isArray(body) ? body : body.items
  }
})
afterAll(() => service.close())

const filtered = (path: string, query: string) => company.get(`${path}?query=${encodeURIComponent(query)}`)

const itemsOf = ({ body }: Answer): Item[] => (Array.isArray(body) ? body : body.items)

/** A list, a filter, and the condition that it stands for. */
const cases: [string, string, (item: Item) => boolean][] = [
  ['/journal-entries', 'title==Hyra', ({ title }) => title === 'Hyra'],
  ['/journal-entries', 'title!=Hyra', ({ title }) => title !== 'Hyra'],
  ['/journal-entries', 'title~yra', ({ title }) => title.includes('yra')],
  ['/journal-entries', 'title~Hyra', ({ title }) => title.includes('Hyra')],
  ['/journal-entries', 'title~%', ({ title }) => title.includes('%')],
  ['/journal-entries', 'title~_', ({ title }) => title.includes('_')],
  ['/journal-entries', 'title~\\', ({ title }) => title.includes('\\')],
  ['/journal-entries', 'title~äksmö', ({ title }) => title.includes('äksmö')],
  ['/journal-entries', 'title=~HYRA', ({ title }) => title.toLowerCase().includes('hyra')],
  ['/journal-entries', 'title=~RÄKSMÖ', ({ title }) => title.toLowerCase().includes('räksmö')],
  ['/journal-entries', 'title=="x \\"y\\" z"', ({ title }) => title === 'x "y" z'],
  ['/journal-entries', 'title=="A && B"', ({ title }) => title === 'A && B'],
  ['/journal-entries', 'title=="(C)"', ({ title }) => title === '(C)'],
  ['/journal-entries', `title=="'; drop table ledger.book; --"`, () => false],
  ['/journal-entries', `title!="' or 1=1"`, () => true],
  ['/journal-entries', "title=='Hyra'", ({ title }) => title === 'Hyra'],
  ['/journal-entries', `title=='x "y" z'`, ({ title }) => title === 'x "y" z'],
  ['/journal-entries', "date>='2026-03-15'", ({ date }) => date >= '2026-03-15'],
  ['/journal-entries', "reversingJournalEntryId=='OLD'", ({ reversingJournalEntryId: id }) => id === reversed.old],
  ['/fiscal-years', "status=='closed'", ({ status }) => status === 'closed'],
  ['/chart-of-accounts', "account=='1930'", ({ account }) => account === 1930],
  ['/journal-entries', ' title  ==  Hyra januari ', ({ title }) => title === 'Hyra januari'],
  ['/journal-entries', 'journalEntryNumber==V3', ({ journalEntryNumber }) => journalEntryNumber === 'V3'],
  ['/journal-entries', 'journalEntryNumber!=V3', ({ journalEntryNumber }) => journalEntryNumber !== 'V3'],
  ['/journal-entries', 'journalEntryNumber~1', ({ journalEntryNumber }) => journalEntryNumber.includes('1')],
  ['/journal-entries', 'date==2026-03-15', ({ date }) => date === '2026-03-15'],
  ['/journal-entries', 'date!=2026-03-15', ({ date }) => date !== '2026-03-15'],
  ['/journal-entries', 'date>2026-03-15', ({ date }) => date > '2026-03-15'],
  ['/journal-entries', 'date>=2026-03-15', ({ date }) => date >= '2026-03-15'],
  ['/journal-entries', 'date<2026-03-15', ({ date }) => date < '2026-03-15'],
  ['/journal-entries', 'date<=2026-03-15', ({ date }) => date <= '2026-03-15'],
  ['/journal-entries', 'reversingJournalEntryId==OLD', ({ reversingJournalEntryId: id }) => id === reversed.old],
  ['/journal-entries', 'reversingJournalEntryId!=OLD', ({ reversingJournalEntryId: id }) => id !== reversed.old],
  ['/journal-entries', 'reversedByJournalEntryId==NEW', ({ reversedByJournalEntryId: id }) => id === reversed.new],
  ['/journal-entries', 'reversedByJournalEntryId!=NEW', ({ reversedByJournalEntryId: id }) => id !== reversed.new],
  ['/journal-entries', 'title~yra&&date<2026-03-01', (e) => e.title.includes('yra') && e.date < '2026-03-01'],
  ['/journal-entries', 'title~yra||date<2026-02-01', (e) => e.title.includes('yra') || e.date < '2026-02-01'],
  [
    '/journal-entries',
    '(title~yra||title~a)&&date>2026-01-31',
    (e) => (e.title.includes('yra') || e.title.includes('a')) && e.date > '2026-01-31',
  ],
  [
    '/journal-entries',
    'title==Hyra||title==hyra&&date>2030-01-01',
    (e) => e.title === 'Hyra' || (e.title === 'hyra' && e.date > '2030-01-01'),
  ],
  ['/fiscal-years', 'startDate==2026-01-01', ({ startDate }) => startDate === '2026-01-01'],
  ['/fiscal-years', 'startDate!=2026-01-01', ({ startDate }) => startDate !== '2026-01-01'],
  ['/fiscal-years', 'startDate<2026-01-01', ({ startDate }) => startDate < '2026-01-01'],
  ['/fiscal-years', 'endDate>=2026-12-31', ({ endDate }) => endDate >= '2026-12-31'],
  ['/fiscal-years', 'endDate>2026-12-31', ({ endDate }) => endDate > '2026-12-31'],
  ['/fiscal-years', 'endDate<=2025-12-31', ({ endDate }) => endDate <= '2025-12-31'],
  ['/fiscal-years', 'accountingMethod==cash', ({ accountingMethod }) => accountingMethod === 'cash'],
  ['/fiscal-years', 'accountingMethod!=cash', ({ accountingMethod }) => accountingMethod !== 'cash'],
  ['/fiscal-years', 'accountingMethod~ccr', ({ accountingMethod }) => accountingMethod.includes('ccr')],
  ['/fiscal-years', 'status==closed', ({ status }) => status === 'closed'],
  [
    '/fiscal-years',
    'status==open&&accountingMethod==cash',
    (y) => y.status === 'open' && y.accountingMethod === 'cash',
  ],
  ['/chart-of-accounts', 'account==1930', ({ account }) => account === 1930],
  ['/chart-of-accounts', 'account!=1930', ({ account }) => account !== 1930],
  ['/chart-of-accounts', 'account>=3000&&account<4000', ({ account }) => account >= 3000 && account < 4000],
  ['/chart-of-accounts', 'account<=1930', ({ account }) => account <= 1930],
  ['/chart-of-accounts', 'account>8000', ({ account }) => account > 8000],
  ['/chart-of-accounts', 'name~bank', ({ name }) => name.includes('bank')],
  ['/chart-of-accounts', 'name==Kassa i butiken', ({ name }) => name === 'Kassa i butiken'],
  ['/chart-of-accounts', 'name!=Kassa i butiken', ({ name }) => name !== 'Kassa i butiken'],
  ['/chart-of-accounts', 'accountType==customAccount', ({ accountType }) => accountType === 'customAccount'],
  ['/chart-of-accounts', 'accountType!=customAccount', ({ accountType }) => accountType !== 'customAccount'],
  ['/chart-of-accounts', 'accountType~base', ({ accountType }) => accountType.includes('base')],
]

describe('a filter leaves what it says', () => {
  test.each(cases)('%s %s', async (path, query, holds) => {
    const named = query.replace('OLD', reversed.old).replace('NEW', reversed.new)
    const answer = await filtered(path, named)
    expect(answer.status, answer.text).toBe(200)
    const expected = all[path]?.filter(holds)
    expect(itemsOf(answer)).toEqual(expected)
    if (!Array.isArray(answer.body)) expect(answer.body.totalItems).toBe(expected?.length)
  })

  test('the data tells the conditions apart', () => {
    const leaving = cases.map(([path, , holds]) => all[path]?.filter(holds).length ?? 0)
    expect(leaving.filter((count) => count > 0).length).toBe(cases.length - 1)
  })
})

/** Filters that cannot be used, and what is said of them before the filter itself is repeated. */
const refused: [string, string, string][] = [
  ['/journal-entries', 'colour==red', 'Unknown property colour'],
  ['/journal-entries', 'Titel==x', 'Unknown property Titel (did you mean title?)'],
  ['/journal-entries', 'id==x', 'Unknown property id'],
  ['/journal-entries', 'constructor==x', 'Unknown property constructor'],
  ['/journal-entries', 'metadata.x==1', 'Unknown property metadata.x'],
  ['/journal-entries', 'title>x', 'title takes == != ~ =~ and not >'],
  ['/journal-entries', 'date~2026', 'date takes == != > < >= <= and not ~'],
  ['/journal-entries', 'reversingJournalEntryId~0', 'reversingJournalEntryId takes == != and not ~'],
  ['/journal-entries', 'date==2026-02-30', 'date must be a date as YYYY-MM-DD'],
  ['/journal-entries', 'date==2026-03-15T25:00:00Z', 'date must be a date as YYYY-MM-DD'],
  ['/journal-entries', 'reversingJournalEntryId==null', 'reversingJournalEntryId must be an id'],
  ['/journal-entries', 'title', 'Expected one of == != >= <= =~ > < ~ at character 6'],
  ['/journal-entries', 'title=x', 'Expected one of == != >= <= =~ > < ~ at character 6'],
  ['/journal-entries', 'title==x&&', 'Expected a property at character 11'],
  ['/journal-entries', "title=='x", 'Expected a quoted value'],
  ['/journal-entries', '(title==x', 'Expected &&, || or ) at character 10'],
  ['/journal-entries', 'title==x)', 'Expected &&, || or the end at character 9'],
  ['/journal-entries', `title==${'x'.repeat(2000)}`, 'More than 2000 characters'],
  ['/fiscal-years', 'status==shut', 'status must be one of open, closed'],
  ['/fiscal-years', 'status>open', 'status takes == != ~ =~ and not >'],
  ['/fiscal-years', 'startDate==x', 'startDate must be a date as YYYY-MM-DD'],
  ['/chart-of-accounts', 'account==x', 'account must be a whole number'],
  ['/chart-of-accounts', 'account~19', 'account takes == != > < >= <= and not ~'],
  ['/chart-of-accounts', 'accountType==base', 'accountType must be one of customAccount, basePlanAccount'],
  ['/chart-of-accounts', 'name<x', 'name takes == != ~ =~ and not <'],
]

describe('a filter that cannot be used is refused', () => {
  test.each(refused)('%s %s', async (path, query, reason) => {
    const { status, body } = await filtered(path, query)
    expect(status).toBe(400)
    expect(body.code).toBe('validation-error')
    expect(body.errors).toHaveLength(1)
    expect(body.errors[0].field).toBe('query')
    expect(body.errors[0].message).toContain(reason)
    expect(body.errors[0].message).toContain(`in the filter ${query.slice(0, 200)}`)
  })
})
