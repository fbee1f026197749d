// The list of entries: newest first, by page and by cursor, filtered by every property that it promises.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { checkedCompany } from '#support/checked'
import { sold } from '#support/owned'
import { nextCursorOf, type Service, startService, type TestCompany } from '#support/service'
import { importFile } from '#tests/ledger/sie/imported'
import { anUpload } from '#tests/ledger/tags/tagged'
import { allEntries, book } from './support.ts'

let service: Service
let company: TestCompany
/** Ids by number. The years 2025 and 2026 both have a V1; the older one is here as `V1 2025`. */
let ids: Record<string, string>

beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' }),
  )
  const old = await book(company, { title: 'Hyra januari', date: '2025-01-31' })
  const rent = await book(company, { title: 'Hyra "lokal" 50 %', date: '2026-01-31' })
  const paper = await book(company, { title: 'Papper_A4', date: '2026-02-28' })
  const { body: mirror } = await company.post(`/journal-entries/${rent.id}/reverse`)
  const { A1, A4 } = await importFile(company)
  ids = { 'V1 2025': old.id, V1: rent.id, V2: paper.id, V3: mirror.id, A1: A1.id, A4: A4.id }
})

afterAll(() => service.close())

const find = (query: string) => company.get(`/journal-entries?query=${encodeURIComponent(query)}`)

describe('the list of entries', () => {
  test('has the entry booked last first, each as it is read alone', async () => {
    const { body } = await company.get('/journal-entries')
    const order = ['A4', 'A1', 'V3', 'V2', 'V1', 'V1 2025'].map((name) => ids[name])
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(order)
    expect(body).toMatchObject({ totalItems: 6, totalPages: 1, currentPage: 1 })
    for (const entry of body.items) expect((await company.get(`/journal-entries/${entry.id}`)).body).toEqual(entry)
  })

  test('is the same by page and by cursor', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => company.get(`/journal-entries?pageSize=2&page=${page}`)))
    const paged = pages.flatMap(({ body }) => body.items)
    expect(pages.map(({ body }) => body.items.length)).toEqual([2, 2, 2, 0])
    expect((await allEntries(company)).reverse()).toEqual(paged)
  })

  test.each([
    ['V2', ['V2']],
    ['v 2', ['V2']],
    ['papper_a', ['V2']],
    ['50 %', ['V3', 'V1']],
    ['V22', []],
  ])('has for a person who searches for %s what is meant', async (search, found) => {
    const { body } = await company.get(`/journal-entries?search=${encodeURIComponent(search)}`)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(found.map((name) => ids[name]))
  })

  test('has an entry for an amount of one of its items', async () => {
    const own = await service.newCompany()
    const bought = (net: number, vat: number) => [
      { account: 6110, debit: net },
      { account: 2641, debit: vat },
      { account: 1930, credit: net + vat },
    ]
    const paper = await book(own, { items: bought(1000.4, 250.1) })
    await book(own, { items: bought(1000, 250) })
    for (const search of ['1000,40', '1000.4', '1 250,50'])
      expect((await own.get(`/journal-entries?search=${encodeURIComponent(search)}`)).body.items).toMatchObject([
        { id: paper.id },
      ])
    expect((await own.get('/search?q=1250,5')).body.items).toMatchObject([{ kind: 'journalEntry', id: paper.id }])
    expect((await own.get('/search?q=v%201')).body.items).toMatchObject([{ kind: 'journalEntry', number: 'V1' }])
  })

  test('goes on by cursor where it was, while entries come', async () => {
    const growing = await service.newCompany()
    for (let count = 0; count < 4; count++) await book(growing)
    const numbersOf = (items: { journalEntryNumber: string }[]) => items.map((entry) => entry.journalEntryNumber)
    const first = await growing.get('/journal-entries?pageSize=2')
    await book(growing)
    const next = await growing.get(`/journal-entries?pageSize=2&cursor=${nextCursorOf(first)}`)
    expect(numbersOf([...first.body.items, ...next.body.items])).toEqual(['V4', 'V3', 'V2', 'V1'])
    expect(next.body.nextCursor).toBeUndefined()
  })

  test('without a document has what was booked here and no upload underlies, reversals apart', async () => {
    const own = checkedCompany(await service.newCompany())
    const lacking = async () => (await own.get('/journal-entries?withoutDocument=true')).body
    const entry = await book(own, { title: 'Hyra' })
    const mended = await book(own, { title: 'Fel' })
    await book(own, { uploadRef: { id: await anUpload(own) } })
    await own.post(`/journal-entries/${mended.id}/reverse`)
    await service.operateFor(own.id, (call) =>
      createFiscalYear(call, { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' }),
    )
    await importFile(own)
    await own.post(`/invoices/${await sold(own, '2026-06-01', 100)}/record`)
    const found = await lacking()
    expect(found.items.map(({ id }: { id: string }) => id)).toEqual([mended.id, entry.id])
    expect(found.totalItems).toBe(2)
    await own.post(`/journal-entries/${entry.id}/uploads`, { id: await anUpload(own) })
    expect((await lacking()).items.map(({ id }: { id: string }) => id)).toEqual([mended.id])
    expect((await own.get('/journal-entries?withoutDocument=false')).body.totalItems).toBeGreaterThan(4)
  })

  const filters: [query: string, found: string[]][] = [
    ['title==Papper_A4', ['V2']],
    ['title~Hyra', ['V3', 'V1', 'V1 2025']],
    ['title~hyra', []],
    ['title~_', ['V2']],
    ['title~%', ['V3', 'V1']],
    ['title=="Hyra \\"lokal\\" 50 %"', ['V1']],
    ['journalEntryNumber==V1', ['V1', 'V1 2025']],
    ['journalEntryNumber~A', ['A4', 'A1']],
    ['date==2026-01-31', ['V3', 'V1']],
    ['date<2026-01-01', ['V1 2025']],
    ['date>=2026-02-28&&date<=2026-03-01', ['A1', 'V2']],
    ['date<2026-01-01||journalEntryNumber==V2', ['V2', 'V1 2025']],
    ['(date<2026-01-01||date>2026-02-01)&&title~Hyra', ['V1 2025']],
  ]

  test.each(filters)('filtered by %s', async (query, found) => {
    const { status, body } = await find(query)
    expect(status).toBe(200)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(found.map((name) => ids[name]))
    expect(body.totalItems).toBe(found.length)
  })

  test('filtered by what reverses and what is reversed', async () => {
    const found = async (query: string) => (await find(query)).body.items.map(({ id }: { id: string }) => id)
    expect(await found(`reversingJournalEntryId==${ids.V1}`)).toEqual([ids.V3])
    expect(await found(`reversedByJournalEntryId==${ids.V3}`)).toEqual([ids.V1])
    expect(await found(`reversedByJournalEntryId!=${ids.V3}&&date<2026-03-01`)).toEqual([
      ids.V3,
      ids.V2,
      ids['V1 2025'],
    ])
  })

  test.each(['title>a', 'date==2026', 'date~2026', 'number==1', 'reversingJournalEntryId==V1', 'id~a', 'date=='])(
    'a filter it cannot use is repeated: %s',
    async (query) => {
      const { status, body } = await find(query)
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ field: 'query', message: expect.stringContaining(query) }])
    },
  )
})
