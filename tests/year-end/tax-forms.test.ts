// The tax forms: worked cases of what follows from the accounts and from the law, what is entered by hand, what stops
// the files, and the files as an independent reader sees them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompanyType } from '#identity'
import { sql } from '#platform/sql'
import { editions } from '#server/year-end/tax-forms/edition'
import { ok } from '#support/entries'
import { booked, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const YEAR: [string, string] = ['2025-01-01', '2025-12-31']
const NOW = '2026-02-01T10:30:15Z'
const begun = async (companyType: CompanyType = 'limitedCompany', number = '', now = NOW): Promise<Owned> => {
  service.setNow(now)
  const company = await owned(service, { fiscalYear: YEAR, companyType })
  const address = { line1: 'Storgatan 1', postalCode: '111 22', city: 'Malmö' }
  ok(await company.as('PATCH', '/company-information', { address }))
  if (number !== '')
    await service.database.rows(
      sql`update identity.company set organization_number = ${number} where id = ${company.id}`,
    )
  return company
}

const at = ({ fiscalYearId }: Owned, rest = '') => `/fiscal-years/${fiscalYearId}/tax-forms${rest}`
const english = { 'accept-language': 'en' }
const read = async (company: Owned) => ok(await company.get(at(company), english))
const enter = (company: Owned, place: string, value: string, more: object = {}) =>
  company.put(at(company, `/${place}`), { value, note: 'Enligt underlag', ...more }, english)

type Field = { field: string; amount: number | null; text: string | null; accounts: { account: number }[] }
type Form = { form: string; copy: number; fields: Field[] }
/** The figures of a form other than zero, by field. */
const figures = ({ forms }: { forms: Form[] }, name: string, copy = 1): Record<string, number> => {
  const form = forms.find((one) => one.form === name && one.copy === copy)
  const filled = form?.fields.filter(({ amount }) => amount !== null && amount !== 0) ?? []
  return Object.fromEntries(filled.map(({ field, amount }) => [field, amount ?? 0]))
}
const stopping = ({ problems }: { problems: { form: string; severity: string; message: string }[] }): string[] =>
  problems.filter(({ severity }) => severity === 'stops').map(({ form, message }) => `${form}: ${message}`)

/** Reads the file by the rules of the format alone: blocks of labels, one field once, whole kronor, CR LF. */
const blocksOf = async (company: Owned, query = '') => {
  const answer = await fetch(`${company.url}${at(company, `/files/BLANKETTER.SRU${query}`)}`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(answer.status).toBe(200)
  const lines = Buffer.from(await answer.arrayBuffer())
    .toString('latin1')
    .split('\r\n')
  expect(lines.splice(-2)).toEqual(['#FIL_SLUT', ''])
  const blocks: { form: string; labels: string[]; fields: Record<string, string>; number: string }[] = []
  for (const line of lines) {
    const [, label = '', rest = ''] = /^#([A-Z]+) ?(.*)$/.exec(line) ?? []
    const block = blocks.at(-1)
    if (label === 'BLANKETT') blocks.push({ form: rest, labels: [], fields: {}, number: '' })
    else if (label === 'IDENTITET' && block) block.number = rest.split(' ')[0] ?? ''
    if (label === 'UPPGIFT' && block) {
      const [, field = '', value = ''] = /^(\d+) (.+)$/.exec(rest) ?? []
      expect(block.fields).not.toHaveProperty(field)
      block.fields[field] = value
    } else blocks.at(-1)?.labels.push(label)
  }
  return blocks
}

describe('a limited company', () => {
  test('INK2R, INK2S and INK2 follow from each other, and every figure from its accounts', async () => {
    const company = await begun()
    await booked(company, '2025-03-01', { 1930: 25_000, 2081: -25_000 })
    await booked(company, '2025-03-01', { 1930: 500_000, 3001: -500_000 })
    await booked(company, '2025-03-01', { 5010: 100_000, 6072: 4000.9, 8423: 300, 1930: -104_300.9 })
    await booked(company, '2025-03-01', { 1630: 200, 8314: -200 })
    await booked(company, '2025-12-31', { 8910: 80_000, 2512: -80_000 })
    const forms = await read(company)
    // 500 000 + 200 − 104 300.90 − 80 000; öre are dropped in each field.
    expect(figures(forms, 'INK2R')).toMatchObject({
      7410: 500_000,
      7513: 104_000,
      7522: 300,
      7528: 80_000,
      7450: 315_900,
    })
    // Tax, costs that are not deducted and interest that is not taxed (inkomstskattelagen 9 kap. 4, 7 och
    // 9 §§, 8 kap. 7 §).
    const adjusted = { 7650: 315_900, 7651: 80_000, 7653: 4300, 7754: 200, 7670: 400_000 }
    expect(figures(forms, 'INK2S')).toEqual(adjusted)
    expect(figures(forms, 'INK2')).toEqual({ 7104: 400_000 })
    const fields: Field[] = forms.forms.find(({ form }: Form) => form === 'INK2S').fields
    expect(fields.find(({ field }) => field === '7653')?.accounts.map(({ account }) => account)).toEqual([6072, 8423])
    expect(stopping(forms)).toEqual([])

    const changed = ok(await enter(company, 'INK2S/7653', '6300'))
    expect(figures(changed, 'INK2S')).toMatchObject({ 7653: 6300, 7670: 402_000 })
    const entered = changed.forms[2].fields.find(({ field }: Field) => field === '7653')
    expect(entered).toMatchObject({ automaticAmount: 4300, entered: { value: '6300', note: 'Enligt underlag' } })
    ok(await enter(company, 'INK2S/7763', '500000'))
    ok(await enter(company, 'INK2S/8041', 'X'))
    expect(figures(await read(company), 'INK2')).toEqual({ 7114: 98_000 })

    const blocks = await blocksOf(company)
    expect(blocks.map(({ form, labels }) => [form, labels.join(' ')])).toEqual([
      ['INK2-2025P4', 'BLANKETT IDENTITET BLANKETTSLUT'],
      ['INK2R-2025P4', 'BLANKETT IDENTITET NAMN BLANKETTSLUT'],
      ['INK2S-2025P4', 'BLANKETT IDENTITET NAMN BLANKETTSLUT'],
    ])
    expect(blocks[0]?.fields).toEqual({ 7011: '20250101', 7012: '20251231', 7114: '98000' })
    expect(blocks[2]?.fields).toMatchObject({ 7653: '6300', 7754: '200', 7763: '500000', 7770: '98000', 8041: 'X' })
    expect(blocks[2]?.fields).not.toHaveProperty('7670')

    expect((await company.delete(at(company, '/INK2S/7763'))).status).toBe(204)
    expect(figures(await read(company), 'INK2')).toEqual({ 7104: 402_000 })
  })

  test.each([
    ['a result that is not moved', 'INK2S/7650', '1', 'INK2S: row 4.1 is not what INK2R 7450 has, 1000'],
    ['a sum that is not one', 'INK2S/7670', '5', 'INK2S: rows 4.15 and 4.16 say 5, and the rows above make 1000'],
    ['both of a pair', 'INK2S/7770', '1', 'INK2S: rows 4.15 and 4.16 exclude each other'],
  ])('the files are refused: %s', async (_, place, value, problem) => {
    const company = await begun()
    await booked(company, '2025-03-01', { 1930: 1000, 3001: -1000 })
    expect(stopping(ok(await enter(company, place, value)))).toContain(problem)
    const refused = await company.get(at(company, '/files/BLANKETTER.SRU'), english)
    expect([refused.status, refused.body.reason]).toEqual([400, 'tax-forms.not-ready'])
    expect(refused.body.errors[0].field).toMatch(/^#\/INK2S\/7[67][57]0$/)
  })

  test('an account without a field keeps the balance sheet from balancing', async () => {
    const company = await begun()
    await booked(company, '2025-03-01', { 2013: 100, 1930: -100 })
    expect(stopping(await read(company))).toEqual(['INK2R: assets and equity with debts differ by -100'])
  })

  test.each([
    ['INK2S/7653', '12,5', /whole kronor/],
    ['INK2S/7763', '-5', /must not be below zero/],
    ['INK2S/8040', 'ja', /must be X/],
  ])('what a field does not take is refused: %s %s', async (place, value, message) => {
    const company = await begun()
    const { status, body } = await enter(company, place, value)
    expect([status, body.errors[0].message]).toEqual([400, expect.stringMatching(message)])
  })
})

/** NE of 2025: the state loan rate of 30 November 2024 was 1.96 %, so allocation is at 7.96 and 2.96 %. */
describe('a sole proprietor', () => {
  test.each([
    // A surplus of 400 000: 25 % of it is deducted for social contributions (inkomstskattelagen 16 kap. 30 §).
    ['contributions', {}, { 7600: 400_000, 7714: 100_000, 7630: 300_000 }],
    // Passive business: special payroll tax, at most 20 %.
    ['passive', { 7021: 'X' }, { 7600: 400_000, 7714: 80_000, 7630: 320_000 }],
    // 200 000 × 7.96 % (33 kap. 3 §); (400 000 − 15 920) × 25 %.
    ['allocation', { 8009: '200000' }, { 7600: 400_000, 7708: 15_920, 7714: 96_020, 7630: 288_060, 8009: 200_000 }],
    // Not above 50 000 (33 kap. 4 §).
    ['a small base', { 8009: '50000' }, { 7600: 400_000, 7714: 100_000, 7630: 300_000, 8009: 50_000 }],
    // 100 000 × 2.96 % is added.
    ['negative', { 8010: '100000' }, { 7600: 400_000, 7607: 2960, 7714: 100_740, 7630: 302_220, 8010: 100_000 }],
    // At most the surplus; the rest is saved (33 kap. 7 §).
    ['more than the surplus', { 8009: '6000000' }, { 7600: 400_000, 7708: 400_000, 8009: 6_000_000, 8011: 77_600 }],
    // 30 % of 400 000 to the reserve (30 kap. 6 §), 50 000 to the expansion fund.
    [
      'reserve and fund',
      { 7709: '120000', 7710: '50000' },
      { 7600: 400_000, 7709: 120_000, 7710: 50_000, 7714: 57_500, 7630: 172_500 },
    ],
    // A deficit of last year takes all of it.
    ['a deficit', { 7705: '450000' }, { 7600: 400_000, 7705: 450_000, 7730: 50_000 }],
  ])('page 2 of NE: %s', async (_, entered, expected) => {
    const company = await begun('proprietorship', '850709-9805')
    await booked(company, '2025-03-01', { 1930: 400_000, 3001: -400_000 })
    for (const [field, value] of Object.entries(entered)) ok(await enter(company, `NE/${field}`, value))
    const forms = await read(company)
    const page2 = Object.entries(figures(forms, 'NE')).filter(([field]) => Number(field) >= 7600)
    expect(Object.fromEntries(page2)).toEqual(expected)
    expect(stopping(forms)).toEqual([])
    const [block] = await blocksOf(company)
    expect([block?.form, block?.number]).toEqual(['NE-2025P4', '198507099805'])
    for (const [field, amount] of page2) expect(block?.fields[field]).toBe(String(amount))
  })

  test.each([
    ['7708', '400001', 'NE: row R30 is more than the 400000 that may be deducted there'],
    ['7709', '120001', 'NE: row R34 is more than the 120000 that may be deducted there'],
    ['7710', '400001', 'NE: row R36 is more than the 400000 that may be deducted there'],
  ])('a cap stops the file: %s', async (field, value, problem) => {
    const company = await begun('proprietorship')
    await booked(company, '2025-03-01', { 1930: 400_000, 3001: -400_000 })
    expect(stopping(ok(await enter(company, `NE/${field}`, value)))).toEqual([problem])
  })
})

test('a partnership: capital, result and the shares of its partners, and a file for each partner', async () => {
  const company = await begun('partnership')
  await booked(company, '2025-01-01', { 1930: 50_000, 2010: -50_000 })
  await booked(company, '2025-03-01', { 1930: 100_000, 3001: -100_000 })
  await booked(company, '2025-06-01', { 2013: 12_000, 1930: -12_000 })
  const alone = await read(company)
  expect(figures(alone, 'INK4R')).toMatchObject({
    7281: 138_000,
    7310: 50_000,
    7311: -12_000,
    7312: 100_000,
    7314: 138_000,
  })
  expect(stopping(alone)).toEqual(['INK4DU: the partners have 0 together, and the partnership has 100000'])
  for (const [copy, number] of [
    [1, '850709-9805'],
    [2, '710401-1239'],
  ] as const) {
    ok(await enter(company, 'INK4DU/8100', number, { copy }))
    ok(await enter(company, 'INK4DU/8101', '50000', { copy }))
  }
  ok(await enter(company, 'N3A/6500', '50000'))
  ok(await enter(company, 'N3A/7030', '969999-0001'))
  ok(await enter(company, 'N3A/6501', '10000'))
  const forms = await read(company)
  expect([figures(forms, 'INK4S')[7670], figures(forms, 'N3A')[6520]]).toEqual([100_000, 60_000])
  expect(stopping(forms)).toEqual([])
  const blocks = await blocksOf(company)
  expect(blocks.map(({ form }) => form.split('-')[0])).toEqual(['INK4R', 'INK4S', 'INK4DU', 'INK4DU'])
  expect(blocks[3]?.fields).toMatchObject({ 8100: '197104011239', 8101: '50000' })
  const [own] = await blocksOf(company, '?partner=1')
  expect([own?.form, own?.number, own?.fields[6520]]).toEqual(['N3A-2025P4', '198507099805', '60000'])
})

test('a deficit is carried from year to year, until it is used or one is entered', async () => {
  const company = await begun('limitedCompany', '', '2028-02-01T10:30:15Z')
  const years: string[] = [company.fiscalYearId]
  for (const year of [2026, 2027]) {
    const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
    years.push(ok(await company.as('POST', '/fiscal-years', days)).id)
  }
  const [, second = '', third = ''] = years
  const of = (fiscalYearId: string): Owned => ({ ...company, fiscalYearId })
  const computation = async (id: string) => ok(await company.get(`/fiscal-years/${id}/tax-computation`))
  await booked(company, '2025-03-01', { 5010: 90_000, 6072: 5000, 1930: -95_000 })
  await booked(company, '2026-03-01', { 1930: 60_000, 3001: -60_000 })
  await booked(company, '2027-03-01', { 1930: 100_000, 3001: -100_000 })
  // Of 2025: −95 000 + 5 000 that is not deducted. Of 2026: 60 000 − 90 000. Of 2027: 100 000 − 30 000, tax 20.6 %.
  expect(figures(await read(company), 'INK2')).toEqual({ 7114: 90_000 })
  const next = await read(of(second))
  expect(figures(next, 'INK2S')).toEqual({ 7650: 60_000, 7763: 90_000, 7770: 30_000 })
  const own = next.forms.find(({ form }: Form) => form === 'INK2S').fields
  expect(own.find(({ field }: Field) => field === '7763')).toMatchObject({ isComputed: true, entered: null })
  expect(await computation(third)).toMatchObject({
    deficit: 30_000,
    isDeficitEntered: false,
    deficitOfYearBefore: 30_000,
    taxable: 70_000,
    tax: 14_420,
  })
  // An assessment left 40 000 more: entered of 2026, it goes on to 2027, where none is left to use after it.
  const tax = { adjustments: [], deficit: 130_000 }
  ok(await company.patch(`/fiscal-years/${second}/proposal-inputs`, { tax }))
  expect(await computation(second)).toMatchObject({ deficit: 130_000, deficitOfYearBefore: 90_000, taxable: -70_000 })
  expect(await computation(third)).toMatchObject({ deficit: 70_000, taxable: 30_000, tax: 6180 })
  expect(figures(await read(of(third)), 'INK2')).toEqual({ 7104: 30_000 })
  // A deficit that is entered on the form alone is not what the tax is booked by.
  ok(await enter(of(third), 'INK2S/7763', '0'))
  const problems = (await read(of(third))).problems.map(({ message }: { message: string }) => message)
  expect(problems).toContain('the result is 100000, and 30000 by the tax computation that the tax is booked by')
})

test('the base of the tax on pension costs is on each main form; what has no published fields is in no file', async () => {
  const forms: [CompanyType, string, string][] = [
    ['limitedCompany', 'INK2', '7132'],
    ['nonProfitAssociation', 'INK3', 'pensionTaxBase'],
    ['partnership', 'INK4', 'pensionTaxBase'],
  ]
  for (const [companyType, form, field] of forms) {
    const company = await begun(companyType)
    for (const account of [7410, 7572])
      ok(await company.as('POST', '/chart-of-accounts', { account, name: `Konto ${account}` }))
    await booked(company, '2025-03-01', { 7410: 12_000.5, 7572: 1000, 1930: -13_000.5 })
    const found = await read(company)
    // Lag 1991:687 2 §; öre are dropped.
    expect([form, figures(found, form)[field]]).toEqual([form, 13_000])
    const main = found.forms.find((one: Form) => one.form === form)
    const base = main.fields.find((one: Field) => one.field === field)
    expect(base.accounts.map(({ account }: { account: number }) => account)).toEqual([7410, 7572])
    expect(main.isOnPaper).toBe(form !== 'INK2')
    const told = found.problems.filter((one: { form: string; field: null }) => one.form === form)
    expect(told.map(({ severity }: { severity: string }) => severity)).toEqual(form === 'INK2' ? [] : ['warns'])
    if (form === 'INK3') expect(figures(found, form)).toMatchObject({ deficit: 13_000 })
    if (form !== 'INK4')
      expect((await blocksOf(company)).some((one) => one.form.startsWith(`${form}-`))).toBe(form === 'INK2')
  }
})

test('an association: what is to be taken up follows the accounts', async () => {
  const company = await begun('nonProfitAssociation')
  await booked(company, '2025-03-01', { 1930: 10_000, 3001: -10_000 })
  await booked(company, '2025-03-01', { 5010: 4000, 1930: -4000 })
  const forms = await read(company)
  expect(figures(forms, 'INK3R')).toMatchObject({
    8653: 10_000,
    8673: 10_000,
    8751: 4000,
    8771: 4000,
    8663: 6000,
    8685: 6000,
  })
  expect(figures(forms, 'INK3S')).toMatchObject({ 8686: 6000, 8695: 6000 })
  expect(figures(forms, 'INK3')).toEqual({ surplus: 6000 })
})

test('an edition names only fields that it has', () => {
  for (const { forms, companies } of editions) {
    const wrong: string[] = []
    const has = (form: string, field: string) => forms[form]?.fields.some((one) => one.field === field)
    for (const [name, { fields, accounts, copies = [], total, ...of }] of Object.entries(forms)) {
      const { fromAccounts = [], computation, sums = [] } = of
      const own = [
        ...fields.flatMap(({ excludes }) => excludes ?? []),
        ...[...(accounts?.balance ?? []), ...(accounts?.result ?? [])].flatMap(({ field, other }) => [
          field,
          ...(other ? [other] : []),
        ]),
        ...(accounts ? [accounts.equity, ...accounts.total] : []),
        ...copies.map(([field]) => field),
        ...fromAccounts.map(([field]) => field),
        ...(computation ? [computation.deficit] : []),
        ...sums.flatMap(([, above, below]) => [above, below]),
        ...(total ? [total.first, total.last, total.surplus, total.deficit, ...(total.only ?? [])] : []),
      ]
      wrong.push(...own.filter((field) => !has(name, field)).map((field) => `${name} ${field}`))
      wrong.push(...copies.filter(([, form, field]) => !has(form, field)).map((one) => `${name}: ${one}`))
      const codes = fields.map(({ field }) => field)
      wrong.push(
        ...codes.filter((field, place) => codes.indexOf(field) < place).map((field) => `${name} ${field} twice`),
      )
    }
    for (const names of Object.values(companies)) wrong.push(...names.filter((name) => !forms[name]))
    expect(wrong).toEqual([])
  }
})
