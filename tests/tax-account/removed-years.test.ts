// The tax account goes with a removed fiscal year: its rows with the year of their day, a statement with the last of
// them; a row stays with an entry that stays.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#support/entries'
import { booked } from '#support/owned'
import { agedBooks } from '#support/samples/documented'
import { type Service, startService } from '#support/service'

let service: Service
let books: Awaited<ReturnType<typeof agedBooks>>
beforeAll(async () => {
  service = await startService({ alone: true })
  books = await agedBooks(service, async (of) => {
    of.at('2016-10-01')
    await booked(of, '2016-09-12', { 1630: 1000, 1930: -1000 }, 'Till skattekontot')
    const rows = (items: object[]) => of.post('/tax-account/transactions', { items })
    ok(
      await rows([
        { date: '2016-09-12', text: 'Inbetalning bokförd 160912', amount: 1000 },
        { date: '2016-09-26', text: 'Debiterad preliminärskatt', amount: -600 },
      ]),
    )
    of.at('2017-01-31')
    ok(
      await rows([
        { date: '2016-12-12', text: 'Kostnadsränta', amount: -3 },
        { date: '2017-01-12', text: 'Debiterad preliminärskatt', amount: -600 },
      ]),
    )
    const { items } = ok(await of.get('/tax-account/transactions?pageSize=100'))
    const { items: entries } = ok(await of.get('/journal-entries?search=skattekontot'))
    const paid = items.find(({ amount }: { amount: number }) => amount === 1000)
    ok(await of.post(`/tax-account/transactions/${paid.id}/match`, { journalEntryId: entries[0].id }))
    ok(await of.post('/tax-account/bookings', {}))
  })
})
afterAll(() => service.close())

test('rows and statements of a removed year are gone, and what spans the next stays', async () => {
  const { company, years } = books
  const path = `/fiscal-years/${years[2016]}/removal`
  const preview = ok(await company.as('GET', path, undefined, { 'accept-language': 'en' }))
  expect(preview.removed).toEqual(
    expect.arrayContaining([
      { what: 'Rows of the tax account', count: 3 },
      { what: 'Statements of the tax account', count: 1 },
    ]),
  )
  ok(await company.as('POST', path, {}))
  const { items } = ok(await company.get('/tax-account/transactions?pageSize=100'))
  expect(items.map(({ date }: { date: string }) => date)).toEqual(['2017-01-12'])
  expect(ok(await company.get('/tax-account/statements')).items).toHaveLength(1)
})
