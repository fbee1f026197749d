// SRU over HTTP: the figures of a year, and the files as the tax authority reads them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import { booked, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
  service.setNow('2026-02-01T10:30:15Z')
})
afterAll(() => service.close())

const YEAR: [string, string] = ['2025-01-01', '2025-12-31']
const path = ({ fiscalYearId }: Owned, file = '') => `/fiscal-years/${fiscalYearId}/sru${file}`

/** A file as its lines: CR and LF end each, and each begins with its label. */
const read = (bytes: ArrayBuffer): [string, string][] => {
  const text = Buffer.from(bytes).toString('latin1')
  expect(text.endsWith('\r\n')).toBe(true)
  return text
    .slice(0, -2)
    .split('\r\n')
    .map((line) => {
      const [, label = '', rest = ''] = /^#([A-Z_]+) ?([^\r\n]*)$/.exec(line) ?? []
      return [label, rest]
    })
}

const fileOf = async (company: Owned, file: string) => {
  const answer = await fetch(`${company.url}${path(company, `/${file}`)}`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringContaining(file)])
  return read(await answer.arrayBuffer())
}

const withAddress = (company: Owned) =>
  company.as('PATCH', '/company-information', {
    name: 'Räksmörgås Ωmega AB',
    email: 'bok@example.com',
    address: { line1: 'Storgatan 1', postalCode: '111 22', city: 'Malmö' },
  })

test('a limited company: the fields, their accounts, and files that have the same', async () => {
  const company = await owned(service, { fiscalYear: YEAR })
  await booked(company, '2025-03-01', { 1930: 50_000.4, 2081: -50_000.4 })
  await booked(company, '2025-03-01', { 1930: 10_000.7, 3001: -10_000.7 })
  await booked(company, '2025-03-01', { 4000: 3000, 4515: 500.5, 2440: -3500.5 })
  await booked(company, '2025-03-01', { 2013: 100, 1930: -100 })
  const answer = await company.get(path(company))
  const { form, fields, unmapped, rounding, difference, unbookedResult } = ok(answer)
  const amounts = Object.fromEntries(fields.map(({ field, amount }: Record<string, unknown>) => [field, amount]))
  expect([form, unbookedResult, difference]).toEqual(['INK2R-2025P4', 6500.2, -100])
  expect(amounts).toEqual({
    7281: 59_901,
    7301: 50_000,
    7302: 6501,
    7365: 3500,
    7410: 10_000,
    7511: 500,
    7512: 3000,
    7450: 6500,
  })
  // The account that no field has is what the form does not balance by.
  expect(59_901 + 100 - 50_000 - 6501 - 3500).toBe(0)
  expect([rounding, unmapped]).toEqual([1, [{ account: 2013, name: 'Övriga egna uttag', amount: 100 }]])
  expect(fields.find(({ field }: { field: string }) => field === '7512').accounts).toEqual([
    { account: 4000, name: expect.any(String), amount: 3000 },
  ])
  expect(fields.find(({ field }: { field: string }) => field === '7281')).toMatchObject({
    line: '2.26',
    name: 'Kassa, bank och redovisningsmedel',
  })
  expect(answer.headers.get('service-warning')).toMatch(/account 2013 .*the fiscal year is open/)
  expect((await company.get(path(company, '/INFO.SRU'))).body.message).toMatch(/postal code/)
  ok(await withAddress(company))
  expect(await fileOf(company, 'INFO.SRU')).toEqual([
    ['DATABESKRIVNING_START', ''],
    ['PRODUKT', 'SRU'],
    ['SKAPAD', '20260201 113015'],
    ['PROGRAM', 'Grundbok 1'],
    ['FILNAMN', 'BLANKETTER.SRU'],
    ['DATABESKRIVNING_SLUT', ''],
    ['MEDIELEV_START', ''],
    ['ORGNR', '165599990008'],
    ['NAMN', 'Räksmörgås ?mega AB'],
    ['POSTNR', '11122'],
    ['POSTORT', 'Malmö'],
    ['EMAIL', 'bok@example.com'],
    ['MEDIELEV_SLUT', ''],
  ])
  const lines = await fileOf(company, 'BLANKETTER.SRU')
  const values = lines.filter(([label]) => label === 'UPPGIFT').map(([, rest]) => rest.split(' '))
  expect(lines.filter(([label]) => label !== 'UPPGIFT')).toEqual([
    ['BLANKETT', 'INK2R-2025P4'],
    ['IDENTITET', '165599990008 20260201 113015'],
    ['NAMN', 'Räksmörgås ?mega AB'],
    ['BLANKETTSLUT', ''],
    ['FIL_SLUT', ''],
  ])
  expect(values.slice(0, 2)).toEqual([
    ['7011', '20250101'],
    ['7012', '20251231'],
  ])
  expect(Object.fromEntries(values.slice(2).map(([field, value]) => [field, Number(value)]))).toEqual(amounts)
  expect((await company.get(path(company, '/OTHER.SRU'))).status).toBe(404)
})

test('a closed year has the same figures: the result is booked, and counted once', async () => {
  const company = await owned(service, { fiscalYear: YEAR })
  await booked(company, '2025-03-01', { 1930: 10_000, 3001: -10_000 })
  const before = ok(await company.get(path(company)))
  ok(await company.as('POST', `/fiscal-years/${company.fiscalYearId}/closing`, {}))
  const after = await company.get(path(company))
  const amounts = ({ fields }: typeof before) =>
    fields.map(({ field, amount }: Record<string, unknown>) => [field, amount])
  expect([amounts(after.body), after.body.unbookedResult]).toEqual([amounts(before), 0])
  expect(after.headers.get('service-warning')).toBeNull()
})

test('an own SRU code moves an account to its field', async () => {
  const company = await owned(service, { fiscalYear: YEAR })
  await booked(company, '2025-03-01', { 1930: 100, 2440: -100 })
  ok(await company.patch('/chart-of-accounts/2440', { sruCodes: ['7369'] }))
  const { fields } = ok(await company.get(path(company)))
  expect(fields.map(({ field }: { field: string }) => field)).toEqual(['7281', '7369'])
})

test('a sole proprietor declares on NE, by a personal number; a partnership on INK4R', async () => {
  const company = await owned(service, { fiscalYear: YEAR, companyType: 'proprietorship' })
  await service.database.rows(
    sql`update identity.company set organization_number = '850709-9805' where id = ${company.id}`,
  )
  await booked(company, '2025-03-01', { 1930: 1000, 3001: -800, 3004: -200 })
  await booked(company, '2025-03-01', { 2013: 300, 1930: -300 })
  ok(await withAddress(company))
  const lines = await fileOf(company, 'BLANKETTER.SRU')
  expect(lines.map(([label, rest]) => (label === 'UPPGIFT' || label === 'BLANKETT' ? rest : ''))).toEqual([
    'NE-2025P4',
    '',
    '',
    '7011 20250101',
    '7012 20251231',
    '7280 700',
    '7300 700',
    '7400 800',
    '7401 200',
    '7440 1000',
    '',
    '',
  ])
  expect(lines[1]).toEqual(['IDENTITET', '198507099805 20260201 113015'])
  const other = await owned(service, { fiscalYear: YEAR, companyType: 'partnership' })
  await booked(other, '2025-03-01', { 1930: 1000, 3001: -1000 })
  const { form, fields } = ok(await other.get(path(other)))
  expect([form, fields.map(({ field, amount }: Record<string, unknown>) => [field, amount])]).toEqual([
    'INK4R-2025P4',
    [
      ['7281', 1000],
      ['7314', 1000],
      ['7410', 1000],
      ['7450', 1000],
    ],
  ])
})

test('what is entered on the tax forms is in these figures and files too', async () => {
  const company = await owned(service, { fiscalYear: YEAR })
  await booked(company, '2025-03-01', { 1930: 1000, 3001: -1000 })
  const entered = { value: '900', note: 'Enligt underlag' }
  ok(await company.put(`/fiscal-years/${company.fiscalYearId}/tax-forms/INK2R/7410`, entered))
  ok(await withAddress(company))
  const { fields } = ok(await company.get(path(company)))
  expect(fields.find(({ field }: { field: string }) => field === '7410').amount).toBe(900)
  expect(await fileOf(company, 'BLANKETTER.SRU')).toContainEqual(['UPPGIFT', '7410 900'])
})
