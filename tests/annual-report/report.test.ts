// The annual report of a trading company: from its entries to statements, text, final version, PDF and iXBRL.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { taxonomyOn } from '#rules/annual-report/ixbrl/taxonomies'
import { k1 } from '#rules/annual-report/statements/k1'
import { k2Balance } from '#rules/annual-report/statements/k2-balance'
import { k2Income } from '#rules/annual-report/statements/k2-income'
import { rowsOn } from '#rules/annual-report/statements/lines'
import { ok } from '#support/entries'
import { asMember, booked, member, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
let year2024: string
let year2025: string
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-03-02T10:00:00Z')
  company = await owned(service, { fiscalYear: ['2024-01-01', '2024-12-31'] })
  year2024 = company.fiscalYearId
  await booked(company, '2024-01-02', { 1930: 50_000, 2081: -50_000 })
  await booked(company, '2024-03-01', { 1220: 80_000.4, 1930: -80_000.4 })
  await booked(company, '2024-06-01', { 1930: 400_000, 3001: -400_000 })
  await booked(company, '2024-06-02', { 4010: 150_000, 1930: -150_000 })
  await booked(company, '2024-12-31', { 7832: 16_000, 1229: -16_000 })
  await booked(company, '2024-12-31', { 8910: 40_000, 2512: -40_000 })
  ok(await company.as('POST', `/fiscal-years/${year2024}/closing`, {}))
  const years = ok(await company.get('/fiscal-years')).items as { id: string; startDate: string }[]
  year2025 = years.find(({ startDate }) => startDate === '2025-01-01')?.id ?? ''
  await booked(company, '2025-02-01', { 1510: 600_000.6, 3001: -600_000.6 })
  await booked(company, '2025-03-01', { 4010: 200_000, 2440: -200_000 })
  await booked(company, '2025-03-02', { 7010: 90_000, 2710: -90_000 })
  await booked(company, '2025-04-01', { 1460: 30_000.49, 4960: -30_000.49 })
  // A claim on a debt account, and a sold machine with its depreciation.
  await booked(company, '2025-04-02', { 2650: 1_000, 1930: -1_000 })
  await booked(company, '2025-05-02', { 1930: 10_000, 1220: -20_000, 1229: 4_000, 7970: 6_000 })
  await booked(company, '2025-05-15', { 2098: 100_000, 2898: -100_000 })
  await booked(company, '2025-05-16', { 2091: -94_000, 2098: 94_000 })
  await booked(company, '2025-05-20', { 2898: 100_000, 1930: -100_000 })
  await booked(company, '2025-12-31', { 7832: 12_000, 1229: -12_000 })
  await booked(company, '2025-12-31', { 8811: 60_000, 2110: -60_000 })
  await booked(company, '2025-12-31', { 8910: 50_000, 2512: -50_000 })
  ok(await company.as('POST', `/fiscal-years/${year2025}/closing`, {}))
})
afterAll(() => service.close())

type StatementRow = { kind: string; key: string; amount: number | null; amountBefore: number | null }

const amountsOf = (rows: StatementRow[]) =>
  Object.fromEntries(
    rows.filter(({ kind }) => kind !== 'heading').map(({ key, amount, amountBefore }) => [key, [amount, amountBefore]]),
  )

test('every account is on one line of its statement, on either side of new rules, and lines do not overlap', () => {
  const wrong: string[] = []
  const tables = ['2025-01-01', '2026-01-01'].flatMap((day) => [
    { name: `k2 ${day}`, rows: [...rowsOn(k2Income, dayFrom(day)), ...rowsOn(k2Balance, dayFrom(day))] },
    { name: `k1 ${day}`, rows: [...k1.income, ...k1.balance] },
  ])
  const isUnused = (account: number) => account >= 8500 && account <= 8799
  for (const { name, rows } of tables) {
    for (let account = 1000; account < 8990; account += 1) {
      const lines = rows.filter(
        (row) => row.kind === 'line' && row.ranges.some(([first, last]) => account >= first && account <= last),
      )
      const expected = isUnused(account) || (name.startsWith('k1') && account >= 8500) ? 0 : 1
      if (lines.length !== expected) wrong.push(`${name} ${account}: ${lines.length}`)
    }
    for (const row of rows) {
      if (row.kind === 'heading' || row.parent === null) continue
      if (!rows.some((one) => one.kind === 'sum' && one.key === row.parent)) wrong.push(`${name} ${row.key}`)
    }
  }
  expect(wrong).toEqual([])
})

test('the statements have the lines with amounts, with the year before, and balance in whole kronor', async () => {
  const { incomeStatement, balanceSheet, framework, unmapped, difference, yearBefore } = ok(
    await company.get(`/fiscal-years/${year2025}/financial-statements`),
  )
  expect([framework, unmapped, difference, yearBefore.isOpening]).toEqual(['k2', [], 0, false])
  expect(amountsOf(incomeStatement)).toEqual({
    netSales: [600_001, 400_000],
    operatingIncome: [600_001, 400_000],
    goodsForResale: [-170_000, -150_000],
    personnel: [-90_000, 0],
    depreciation: [-12_000, -16_000],
    otherOperatingExpenses: [-6_000, 0],
    operatingExpenses: [-278_000, -166_000],
    operatingResult: [322_001, 234_000],
    afterFinancial: [322_001, 234_000],
    taxAllocationChange: [-60_000, 0],
    appropriations: [-60_000, 0],
    beforeTax: [262_001, 234_000],
    incomeTax: [-50_000, -40_000],
    result: [212_001, 194_000],
  })
  const balance = amountsOf(balanceSheet)
  expect(balance).toMatchObject({
    equipment: [36_000, 64_000],
    finishedGoods: [30_000, 0],
    tradeReceivables: [600_001, 0],
    otherReceivables: [1_000, 0],
    shareCapital: [50_000, 50_000],
    retained: [94_000, 0],
    yearResult: [212_001, 194_000],
    taxAllocation: [60_000, 0],
    taxDebts: [90_000, 40_000],
    tradePayables: [200_000, 0],
  })
  expect(balance.assets).toEqual(balance.equityAndLiabilities)
  expect(balance.otherDebts?.[0]).toBe(90_000)
  expect(balanceSheet.some(({ key }: StatementRow) => key === 'goodwill' || key === 'intangible')).toBe(false)
  const refused = await company.get(`/fiscal-years/${year2025}/financial-statements?framework=k3`)
  expect([refused.status, refused.body.reason]).toEqual([400, 'annual-report.framework'])
  const csv = await company.get(`/fiscal-years/${year2025}/financial-statements?format=csv`)
  expect(csv.text).toContain('Handelsvaror')
})

const path = () => `/fiscal-years/${year2025}/annual-report`
const text = {
  seat: 'Malmö',
  business: 'Bolaget säljer stolar & bord.\n\nFörsäljningen sker i Sverige.',
  events: 'Ett nytt lager har öppnats.',
  overviewComment: 'Omsättningen ökade genom en ny kund.',
  proposedDividend: 50_000,
  boardStatement: 'Utdelningen är försvarlig.',
  averageEmployees: 2.5,
  averageEmployeesBefore: 1,
  pledgedAssets: { businessMortgages: 200_000 },
  contingentLiabilities: 10_000,
  signatories: [
    { firstName: 'Anna', lastName: 'Ek', role: 'Styrelseledamot' },
    { firstName: 'Bo', lastName: 'Al', role: 'Verkställande direktör' },
  ],
}

test('a text that another person has saved in the meantime is not overwritten', async () => {
  const first = await company.as('GET', `${path()}/text`)
  expect(first.body).toEqual({})
  const etag = { 'if-match': first.headers.get('etag') ?? '' }
  ok(await company.as('PUT', `${path()}/text`, { business: 'Bolaget säljer bord.' }, etag))
  const other = asMember(company, await member(service, company, 'bookkeeper'))
  const refused = await other('PUT', `${path()}/text`, text, etag)
  expect(refused.status).toBe(412)
  expect(ok(await other('GET', `${path()}/text`)).business).toBe('Bolaget säljer bord.')
})

const keysOf = ({ checks }: { checks: { key: string; severity: string }[] }) =>
  checks.map(({ key, severity }) => `${key} ${severity}`)

test('a report is final, signed, adopted and filed in this order, and its snapshot does not move', async () => {
  expect(keysOf(ok(await company.get(path())))).toEqual([
    'seat stops',
    'averageEmployees stops',
    'signatories stops',
    'overviewComment warns',
    'dividendGuessed warns',
  ])
  const early = await company.as('POST', `${path()}/finalization`)
  expect([early.status, early.body.reason]).toEqual([400, 'annual-report.not-ready'])
  ok(await company.as('PUT', `${path()}/text`, text))
  expect((await company.as('GET', `${path()}/pdf`)).status).toBe(200)
  expect((await company.as('GET', `${path()}/ixbrl`)).body.reason).toBe('annual-report.not-final')
  expect(ok(await company.as('POST', `${path()}/finalization`)).final.number).toBe(1)
  const draft = ok(await company.as('POST', `${path()}/withdrawal`, { reason: 'En not saknades' }))
  expect([draft.state, draft.withdrawals[0].reason]).toEqual(['draft', 'En not saknades'])
  const done = ok(await company.as('POST', `${path()}/finalization`))
  expect([done.state, done.final.number, done.checks, done.taxonomy]).toEqual(['final', 2, [], 'K2 AB 2024-09-12'])
  expect((await company.as('PUT', `${path()}/text`, text)).body.reason).toBe('annual-report.final')
  expect((await company.as('GET', `${path()}/ixbrl`)).body.reason).toBe('annual-report.not-signed')
  const wrong = await company.as('PUT', `${path()}/signing`, {
    reportDate: '2026-02-10',
    signatureDates: ['2026-02-09'],
    adoption: { ...adoption, meetingDate: '2025-12-30' },
  })
  expect(wrong.body.errors.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'annual-report.before-report',
    'annual-report.before-signatures',
    'annual-report.before-year-end',
    'annual-report.signatories',
  ])
  ok(await company.as('PUT', `${path()}/signing`, { reportDate: '2026-02-10', signatureDates: days }))
  const file = await company.as('GET', `${path()}/ixbrl`)
  expect(file.status, file.text).toBe(200)
  // The books move: the year is opened again, and an entry is booked in it.
  ok(await company.as('POST', `/fiscal-years/${year2025}/reopening`, { reason: 'Rättelse' }))
  await booked(company, '2025-12-31', { 5010: 7_000, 1930: -7_000 })
  expect((await company.as('GET', `${path()}/ixbrl`)).text).toBe(file.text)
  const filing = { filedOn: '2026-03-01', channel: 'digital', reference: '42/2026' }
  expect((await company.as('POST', `${path()}/filings`, filing)).body.reason).toBe('annual-report.not-adopted')
  ok(await company.as('PUT', `${path()}/signing`, { reportDate: '2026-02-10', signatureDates: days, adoption }))
  const receipt = { name: 'kvittens.txt', contentType: 'text/plain', content: Buffer.from('Tack').toString('base64') }
  const filed = ok(await company.as('POST', `${path()}/filings`, { ...filing, receipt }))
  expect([filed.state, filed.filings.length]).toEqual(['filed', 1])
  // What is noted as filed is no deadline any longer.
  const deadlines = ok(await company.get(`${path().replace('/annual-report', '')}/deadlines`)).items
  expect(deadlines.find(({ kind }: { kind: string }) => kind === 'annualReport').isDone).toBe(true)
  expect((await company.get(`${path()}/filings/${filed.filings[0].id}/receipt`)).text).toBe('Tack')
  const archive = await company.as('GET', `/fiscal-years/${year2025}/archive`)
  expect(archive.status).toBe(200)
  for (const name of ['räkningar.json', 'årsredovisning.pdf', 'årsredovisning.xhtml', 'kvittens-'])
    expect(archive.text).toContain(Buffer.from(`årsredovisning/${name}`).toString('latin1'))
  const taken = await company.as('POST', `${path()}/withdrawal`, { reason: 'Fel' })
  expect(taken.body.reason).toBe('annual-report.filed')
})

const days = ['2026-02-10', '2026-02-12']
const adoption = {
  meetingDate: '2026-02-20',
  isAsProposed: true,
  firstName: 'Anna',
  lastName: 'Ek',
  role: 'Styrelseledamot',
  signedDate: '2026-02-21',
}

type Fact = { name: string; context: string; value: number | string }

/** The facts of a file, numbers with their sign and scale. */
const factsIn = (xhtml: string): Fact[] => [
  ...[...xhtml.matchAll(/<ix:nonFraction ([^>]*)>([^<]*)<\/ix:nonFraction>/g)].map(([, facts = '', digits = '']) => {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(facts)?.[1] ?? ''
    const size = Number(digits.replaceAll(' ', '').replace(',', '.')) * 10 ** Number(of('scale'))
    return { name: of('name'), context: of('contextRef'), value: of('sign') === '-' ? -size : size }
  }),
  ...[...xhtml.matchAll(/<ix:nonNumeric name="([^"]*)" contextRef="([^"]*)"/g)].map(([, name = '', context = '']) => ({
    name,
    context,
    value: '',
  })),
]

type Official = { type: string; balance: string; period: string }
const official: ReadonlyMap<string, Official> = new Map(
  readFileSync(join(import.meta.dirname, 'k2-ab-2024-09-12.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', prefix = '', type = '', balance = '', period = ''] = line.split('\t')
      return [`${prefix}:${name}`, { type, balance, period }] as const
    }),
)

test('the elements that the product knows are those of the official list', () => {
  const taxonomy = taxonomyOn(dayFrom('2025-01-01'))
  const wrong = [...(taxonomy?.elements ?? [])].filter(([name, { prefix, type, balance, period }]) => {
    const known = official.get(`${prefix}:${name}`)
    return !known || known.type !== type || known.balance !== (balance ?? '') || known.period !== (period ?? '')
  })
  expect(wrong).toEqual([])
  const lines = [...k2Income, ...k2Balance].flatMap((row) => (row.kind === 'heading' ? [] : [row]))
  expect(lines.flatMap(({ key, element }) => (element === null ? [key] : []))).toEqual([
    'taxes',
    'otherIntangible',
    'memberContributions',
    'debenture',
  ])
  for (const { element, side } of lines)
    if (element) expect(official.get(`se-gen-base:${element}`)?.balance, element).toBe(side)
})

test('the iXBRL file is well formed, with facts of the official list in contexts of both years, and their sums agree', async () => {
  const { text: xhtml } = await company.get(`${path()}/ixbrl`)
  expect(XMLValidator.validate(xhtml)).toBe(true)
  const facts = factsIn(xhtml)
  const unknown = facts.filter(({ name }) => !official.has(name) && !name.startsWith('se-bol-base:'))
  expect(unknown).toEqual([])
  const misplaced = facts.filter(({ name, context }) => {
    const period = official.get(name)?.period
    return period && !context.startsWith(period === 'instant' ? 'balans' : 'period')
  })
  expect(misplaced).toEqual([])
  const declared = [...xhtml.matchAll(/<xbrli:context id="([^"]*)"/g)].map(([, id]) => id)
  expect(facts.filter(({ context }) => !declared.includes(context))).toEqual([])
  const twice = facts.filter(({ name, context, value }) =>
    facts.some((one) => one.name === name && one.context === context && one.value !== value && value !== ''),
  )
  expect(twice).toEqual([])
  const of = (name: string, context: string) =>
    facts.find((one) => one.name === `se-gen-base:${name}` && one.context === context)?.value
  for (const [at, balance] of ['balans0', 'balans1'].entries()) {
    expect(of('Tillgangar', balance)).toBe(of('EgetKapitalSkulder', balance))
    expect(of('AretsResultatEgetKapital', balance)).toBe(of('AretsResultat', `period${at}`))
  }
  expect({
    costs: of('HandelsvarorKostnader', 'period0'),
    reserve: of('ForandringPeriodiseringsfond', 'period0'),
    dividend: of('ForandringEgetKapitalBalanseratResultatUtdelning', 'period0'),
    sold: of('InventarierVerktygInstallationerForandringAnskaffningsvardenForsaljningarUtrangeringar', 'period0'),
    depreciation: of('InventarierVerktygInstallationerAvskrivningar', 'balans0'),
    opening: of('InventarierVerktygInstallationerAnskaffningsvarden', 'balans1'),
    employees: of('MedelantaletAnstallda', 'period0'),
    pledged: of('StalldaSakerheter', 'balans0'),
    proposed: of('ForslagDispositionUtdelning', 'balans0'),
    sales: of('Nettoomsattning', 'period1'),
  }).toEqual({
    costs: 170_000,
    reserve: -60_000,
    dividend: 100_000,
    sold: 20_000,
    depreciation: 24_000,
    opening: 80_000,
    employees: 2.5,
    pledged: 200_000,
    proposed: 50_000,
    sales: 400_000,
  })
  const tuples = [...xhtml.matchAll(/<ix:tuple name="([^"]*)"/g)].map(([, name]) => name)
  expect(tuples.filter((name) => official.get(name ?? '')?.type !== 'tuple')).toEqual([])
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(xhtml)
  const header = parsed.html.body.div[0]['ix:header']
  expect(header['ix:references']['link:schemaRef'].map((one: Record<string, string>) => one['@_xlink:href'])).toEqual([
    taxonomyOn(dayFrom('2025-01-01'))?.report,
    taxonomyOn(dayFrom('2025-01-01'))?.certificate,
  ])
  expect(parsed.html.head.meta.map((one: Record<string, string>) => one['@_name'])).toEqual([
    undefined,
    'programvara',
    'programversion',
  ])
  expect(xhtml).toContain('<ix:nonNumeric name="se-bol-base:Arsstamma" contextRef="balans0">2026-02-20</ix:nonNumeric>')
})

test('a sole proprietor has simplified annual accounts, and no annual report', async () => {
  const sole = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'], companyType: 'proprietorship' })
  await booked(sole, '2025-02-01', { 1930: 10_000, 3001: -8_000, 2611: -2_000 })
  const found = ok(await sole.get(`/fiscal-years/${sole.fiscalYearId}/financial-statements`))
  expect([found.framework, amountsOf(found.incomeStatement), amountsOf(found.balanceSheet)]).toEqual([
    'k1',
    { sales: [8_000, null], income: [8_000, null], result: [8_000, null] },
    {
      cash: [10_000, null],
      currentAssets: [10_000, null],
      assets: [10_000, null],
      equity: [8_000, null],
      taxDebts: [2_000, null],
      equityAndLiabilities: [10_000, null],
    },
  ])
  const refused = await sole.get(`/fiscal-years/${sole.fiscalYearId}/annual-report`)
  expect(refused.body.reason).toBe('annual-report.form')
})
