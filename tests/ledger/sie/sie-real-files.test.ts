// Files that other programs wrote, through the API: what their import tells, what stands in the books afterwards, and
// that a year comes out again as it went in.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHere, needs } from '#support/needs'
import { type Service, startService } from '#support/service'
import { verified } from '#tests/ledger/support'
import { contentOf, download, imported, refusedWith, sample, standing, yearOf } from './sie-support.ts'

type Expected = {
  file: string
  size: number
  sha256: string
  encoding: string
  sietyp: string
  program: [string, string]
  orgnr: [string] | null
  rar: Record<string, [string, string]>
  labels: Record<string, number>
  unknown_labels: Record<string, number>
  vouchers: number
  empty_vouchers: number
  rtrans: number
  btrans: number
  ksumma_declared: string | null
  checks: Record<string, string | number | null>
}

const all: Expected[] = isHere('SIE samples') ? JSON.parse(sample('expected.json').toString()) : []

/** Files that cannot be booked, with what is wrong and where. */
const bad: Record<string, string> = {
  'transaktioner_ovnbolag-bad-balance.se': 'line 3905: Voucher B 1 is out of balance by -12771.00',
  'sie_file_with_unknown_entries.se': 'line 22: Voucher A 1 is out of balance by -40.00',
}
/** Feeds of vouchers say nothing of the year; this is the one that they belong in. */
const yearOfFeed: Record<string, [string, string]> = {
  'BL0001_typ4I.SI': ['2011-01-01', '2011-12-31'],
  'Lön.si': ['2012-01-01', '2012-12-31'],
  'FAKT.SI': ['2011-01-01', '2011-12-31'],
}
const isWhole = ({ sietyp, labels }: Expected) => sietyp === '4' && labels.UB !== undefined
const good = all.filter(({ file }) => !(file in bad))
const day = (compact = '') => `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = (file: string) => service.newCompany({ fiscalYear: yearOfFeed[file] ?? null })

/** Each file is imported once, rehearsed first; the cases look at what came of it. */
const importOf = async (file: string) => {
  const company = await newCompany(file)
  const before = await standing(company)
  const rehearsed = await imported({ service, company }, sample(file), '?dryRun=true&force=true')
  const between = await standing(company)
  const report = await imported({ service, company }, sample(file), '?force=true')
  return { company, before, rehearsed, between, report }
}
const imports = new Map<string, ReturnType<typeof importOf>>()
const importedOnce = (file: string): ReturnType<typeof importOf> => {
  const known = imports.get(file) ?? importOf(file)
  imports.set(file, known)
  return known
}

const numbersIn = (accounts: { account: number }[]): number[] => accounts.map(({ account }) => account)

test('there are files to read', () => {
  needs('SIE samples')
  expect(good.length).toBe(15)
})

describe.each(good)('$file', (expected) => {
  const { file, labels } = expected
  const bytes = sample(file)
  const text = bytes.toString('latin1')
  const type = expected.sietyp === '4' ? (isWhole(expected) ? '4E' : '4I') : expected.sietyp

  test('the report has the counts of the file', async () => {
    const { company, before, report } = await importedOnce(file)
    const after = await standing(company)
    const years = expected.rar[0]
    expect(report).toMatchObject({ dryRun: false, alreadyImported: false })
    expect(report.file).toMatchObject({
      size: expected.size,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      encoding: expected.encoding,
      type,
      program: expected.program.join(' '),
      organizationNumber: expected.orgnr?.[0] ?? '',
      checksum: expected.ksumma_declared === null ? 'none' : 'right',
    })
    expect(report.read).toEqual({
      accounts: labels.KONTO ?? 0,
      dimensions: (labels.DIM ?? 0) + (labels.UNDERDIM ?? 0),
      objects: labels.OBJEKT ?? 0,
      openingBalances: text.match(/^\s*#IB\s+0\s/gm)?.length ?? 0,
      budgetRows: labels.PBUDGET ?? 0,
      vouchers: expected.vouchers,
      rows: labels.TRANS ?? 0,
      struckRows: expected.btrans,
      addedRows: expected.rtrans,
    })
    expect(report.made).toMatchObject({
      fiscalYear: years ? { startDate: day(years[0]), endDate: day(years[1]) } : null,
      accounts: after.accounts.length - before.accounts.length,
      openingBalances: text.match(/^\s*#IB\s+0\s+\S+\s+(?!-?0*(\.0*)?\s*$)/gm)?.length ?? 0,
      journalEntries: expected.vouchers - expected.empty_vouchers,
    })
    expect(report.skipped).toEqual({
      alreadyBooked: 0,
      emptyVouchers: expected.empty_vouchers,
      unknownLabels: Object.keys(expected.unknown_labels),
    })
    expect(after.entries).toBe(expected.vouchers - expected.empty_vouchers)
    const told = (await contentOf(bytes)).accounts.map(([number]) => Number(number))
    expect(numbersIn(after.accounts)).toEqual(expect.arrayContaining(told))
    expect(await verified(service, company.id)).toEqual({ entries: after.entries, fault: null })
  })

  test('a dry run says what the import then does, and changes nothing', async () => {
    const { before, rehearsed, between, report } = await importedOnce(file)
    expect(between).toEqual(before)
    expect(rehearsed).toEqual({ ...report, dryRun: true })
  })
})

describe.each(good.filter(isWhole))('$file, a whole year', ({ file, checks }) => {
  const bytes = sample(file)

  test('comes out with its vouchers and balances, and again when that is imported', async () => {
    const inFile = await contentOf(bytes)
    const { company: first, report } = await importedOnce(file)
    const out = await download(first, await yearOf(first))
    const once = await contentOf(out)
    expect(once.vouchers).toEqual(inFile.vouchers)
    expect(once.balances).toEqual(inFile.balances)
    expect(once.report.findings.errorCount).toBe(0)
    expect(once.objects).toEqual(inFile.objects)
    expect(once.dimensions).toEqual(inFile.dimensions)
    expect(report.differences).toEqual({ closing: [], result: [] })
    expect(checks).toMatchObject({ 'ib+trans!=ub': 0, 'trans!=res': 0 })

    const second = await newCompany(file)
    await imported({ service, company: second }, out, '?force=true')
    const again = await download(second, await yearOf(second))
    expect(again.equals(out)).toBe(true)
    expect((await contentOf(again)).accounts).toEqual(once.accounts)
    expect((await verified(service, second.id)).fault).toBeNull()
  })

  test('stands on its accounts', async () => {
    const { company } = await importedOnce(file)
    const { summary } = (await contentOf(bytes)).report
    const { closing, result } = summary.balances.get(0) ?? { closing: new Map(), result: new Map() }
    const some = [...[...closing].filter((_, at) => at % 9 === 0), ...[...result].filter((_, at) => at % 9 === 0)]
    expect(some.length).toBeGreaterThan(5)
    for (const [account, ore] of some) {
      const { body } = await company.get(`/chart-of-accounts/${account}`)
      expect([account, body.accountBalance]).toEqual([account, Number(ore) / 100])
    }
  })
})

test.each(Object.entries(bad))('%s is refused, and nothing of it is booked', async (file, message) => {
  needs('SIE samples')
  for (const query of ['?force=true', '?dryRun=true&force=true']) {
    const company = await service.newCompany({ fiscalYear: null })
    const before = await standing(company)
    expect(await refusedWith(company, sample(file), query)).toEqual([message])
    expect(await standing(company)).toEqual(before)
    expect(before.entries).toBe(0)
  }
})

test('the twelve vouchers of one number are booked under twelve', async () => {
  needs('SIE samples')
  const { company, report } = await importedOnce('BL0001_typ4.SE')
  const told = report.notes.filter(({ kind }: { kind: string }) => kind === 'renumbered')
  expect(told.length).toBe(11)
  expect(told[0]).toMatchObject({
    line: 469,
    message: 'Voucher # 1 is there more than once: this one is renumbered to # 2',
  })
  expect(told[10]).toMatchObject({
    line: 565,
    message: 'Voucher # 1 is there more than once: this one is renumbered to # 12',
  })
  const { body } = await company.get('/journal-entries?pageSize=100&query=journalEntryNumber ~ %23')
  const numbers = body.items.map(({ journalEntryNumber }: { journalEntryNumber: string }) => journalEntryNumber)
  expect(numbers.sort()).toEqual(Array.from({ length: 12 }, (_, at) => `#-${at + 1}`).sort())
})
