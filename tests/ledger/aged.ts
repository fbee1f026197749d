// Books with fiscal years that the law does not want kept any more, and entries that later years refer to.
import { randomBytes } from 'node:crypto'
import { closeFiscalYear, createFiscalYear } from '#ledger'
import { ok } from '#support/entries'
import { type Owned, owned } from '#support/owned'
import { pngFile } from '#support/samples/sample-files'
import type { Service } from '#support/service'
import { item } from './support.ts'

/** The command that verifies opens what is sealed. */
export const SECRET = randomBytes(32)

export type Aged = {
  company: Owned
  /** The fiscal years by their calendar year: those to 2018 are closed and may go, in their order. */
  years: Readonly<Record<number, string>>
  entries: Readonly<Record<string, { id: string; journalEntryNumber: string }>>
}

const FIRST = 2016
const LAST = 2025

/** Makes the fiscal years that lie before those of a company: by their calendar year. */
export const oldYears = async (service: Service, company: Owned): Promise<Aged['years']> => {
  const years: Record<number, string> = {}
  for (let year = LAST; year >= FIRST; year--) {
    const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31`, accountingMethod: 'accrual' } as const
    years[year] = (await service.operateFor(company.id, (call) => createFiscalYear(call, days))).id
  }
  return years
}

/** The entries of two old years are registered in turns; one of the first is corrected in the second. */
export const aged = async (service: Service): Promise<Aged> => {
  const company = await owned(service, { name: 'Gamla Bygg AB' })
  const years = await oldYears(service, company)
  const entries: Aged['entries'] & Record<string, { id: string; journalEntryNumber: string }> = {}
  const post = async (title: string, date: string, [from, to, amount]: [number, number, number], more: object = {}) => {
    const body = { title, date, items: [item(to, amount), item(from, -amount)], ...more }
    entries[title] = ok(await company.post('/journal-entries', body))
  }
  const close = (year: number) =>
    service.operateFor(company.id, (call) => closeFiscalYear(call, { id: years[year] ?? '' }))
  const upload = ok(await company.upload('/uploads', 'kvitto-2016.png', pngFile()))
  await post('a16', '2016-02-10', [1930, 6110, 1000], { uploadRef: { id: upload.id } })
  await post('a17', '2017-02-10', [1930, 6110, 500])
  await post('b16', '2016-03-10', [2081, 1930, 50_000])
  ok(await company.post(`/journal-entries/${entries.b16?.id}/comments`, { content: 'Aktiekapital' }))
  await post('b17', '2017-06-10', [3001, 1930, 7000])
  await post('wrong16', '2016-12-20', [1930, 6110, 300])
  await post('c16', '2016-12-31', [8999, 2099, 1300])
  await post('late16', '2016-12-31', [2099, 8999, 2600])
  await close(2016)
  // Its entry is corrected on the first open day of the next year.
  entries.back17 = ok(await company.post(`/journal-entries/${entries.wrong16?.id}/reverse`))
  await post('c17', '2017-12-31', [8999, 2099, 6800])
  await close(2017)
  await post('a18', '2018-05-02', [1930, 5010, 800])
  await close(2018)
  await post('a26', '2026-01-02', [1930, 5010, 900])
  await post('b26', '2026-02-02', [1930, 5010, 90])
  return { company, years, entries }
}

/** Where a year is removed. */
export const removal = (years: Aged['years'], year: number) => `/fiscal-years/${years[year]}/removal`
