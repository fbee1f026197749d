// Anything booked through the API can be exported as a SIE file and imported into another company as the same books.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type TestCompany } from '#support/service'
import { verified } from '#tests/ledger/support'
import { hasInvisibleCharacters } from '#text/invisible-characters'
import { contentOf, download, imported, yearOf } from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const YEAR = 2025
const accounts = [1510, 1930, 2440, 2611, 2641, 3001, 3740, 5010, 6110, 8410]
const amount = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 99_999_999_999_999 }))
const day = fc.integer({ min: 0, max: 364 }).map((at) => new Date(Date.UTC(YEAR, 0, 1 + at)).toISOString().slice(0, 10))
/** Any title that the API accepts: it refuses invisible characters, such as line separators. */
const title = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() !== '' && !hasInvisibleCharacters(text))

/** An entry in balance: amounts in öre, the last of which is what the others come to. */
const entry = fc
  .record({
    title,
    date: day,
    rows: fc.array(fc.record({ account: fc.constantFrom(...accounts), ore: amount }), { minLength: 1, maxLength: 4 }),
    last: fc.constantFrom(...accounts),
    isDebit: fc.boolean(),
  })
  .map(({ title, date, rows, last, isDebit }) => {
    const total = rows.reduce((sum, { ore }) => sum + ore, 0)
    const item = (account: number, ore: number, debit: boolean) => ({
      account,
      [debit ? 'debit' : 'credit']: ore / 100,
    })
    return {
      title,
      date,
      items: [...rows.map(({ account, ore }) => item(account, ore, isDebit)), item(last, total, !isDebit)],
    }
  })
  .filter(({ items }) => items.every((item) => Object.values(item).every((value) => value <= 1e12)))

/** A company's books according to the API, by journal entry number. */
const books = async (company: TestCompany) => {
  const { items } = (await company.get('/journal-entries?pageSize=100')).body
  const shown = await Promise.all(accounts.map((account) => company.get(`/chart-of-accounts/${account}`)))
  return {
    balances: shown.map(({ body }) => body.accountBalance),
    entries: items
      .map(({ journalEntryNumber, date, items }: Record<string, unknown>) => ({ journalEntryNumber, date, items }))
      .sort((a: { journalEntryNumber: string }, b: { journalEntryNumber: string }) =>
        a.journalEntryNumber < b.journalEntryNumber ? -1 : 1,
      ),
  }
}

test('books of the API are the same books after download and import', async () => {
  const same = fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (entries) => {
    const first = await service.newCompany({ fiscalYear: [`${YEAR}-01-01`, `${YEAR}-12-31`] })
    const booked = await Promise.all(entries.map((one) => first.post('/journal-entries', one)))
    expect(booked.map(({ status }) => status)).toEqual(entries.map(() => 200))
    const out = await download(first, first.fiscalYearId)
    const second = await service.newCompany({ fiscalYear: null })
    const report = await imported({ service, company: second }, out)
    expect(report.made.journalEntries).toBe(entries.length)
    expect(report.differences).toEqual({ closing: [], result: [] })
    expect(await books(second)).toEqual(await books(first))
    const again = await download(second, await yearOf(second))
    expect(await contentOf(again)).toEqual(await contentOf(out))
    expect(again.equals(out)).toBe(true)
    expect(await verified(service, second.id)).toEqual({ entries: entries.length, fault: null })
  })
  await fc.assert(same, { numRuns: 8 })
})
