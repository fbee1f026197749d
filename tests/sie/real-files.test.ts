// Files that other programs wrote, held against figures found by an independent reading of them. The files carry no
// licence to be given on, so they lie outside the repository, and without them there is nothing to test here.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { SieControls, SieReport } from '#server/ledger/sie-format/items'
import { every } from '#support/every'
import { isHere, needs, SIE_SAMPLES } from '#support/needs'
import { errorsOf, type Read, read, warnedOf } from './support.ts'

const folder = SIE_SAMPLES

type Expected = {
  file: string
  size: number
  sha256: string
  encoding: string
  eol: 'LF' | 'CRLF'
  sietyp: string
  program: [string, string]
  format: [string]
  flag: [string]
  orgnr: [string] | null
  rar: Record<string, [string, string]>
  kptyp: [string] | null
  taxar: [string] | null
  omfattn: [string] | null
  ftyp: [string] | null
  valuta: [string] | null
  labels: Record<string, number>
  unknown_labels: Record<string, number>
  vouchers: number
  unbalanced: number
  unbalanced_examples: [[string, string], string][]
  empty_vouchers: number
  rtrans: number
  btrans: number
  multi_object_rows: number
  escaped_quotes: number
  ksumma_declared: string | null
  ksumma_computed: number | null
  series_not_ascending: number
  series_gaps: number
  without_number: number
  vouchers_outside_rar0: number | null
  checks: Record<string, string | number | null>
  reader_notes: string[]
}

const all: Expected[] = isHere('SIE samples') ? JSON.parse(readFileSync(resolve(folder, 'expected.json'), 'utf8')) : []

/** Each figure of an expectation, by its key, from what was read. The table has every key or the test fails. */
const figures: Record<keyof Expected, (read: Read, bytes: Buffer, expected: Expected) => unknown> = {
  file: (_, __, { file }) => file,
  size: (_, bytes) => bytes.length,
  sha256: (_, bytes) => createHash('sha256').update(bytes).digest('hex'),
  encoding: ({ report }) => report.summary.encoding,
  eol: (_, bytes) => (bytes.includes('\r\n') ? 'CRLF' : 'LF'),
  sietyp: ({ report }) => String(report.summary.type),
  program: ({ report: { summary } }) => [summary.header.program?.name, summary.header.program?.version],
  format: ({ report }) => [report.summary.header.format],
  flag: ({ report }) => [report.summary.header.flag],
  orgnr: ({ report }) => only(report.summary.header.orgNumber),
  rar: ({ report }) => years(report),
  kptyp: ({ report }) => only(report.summary.header.chartType),
  taxar: ({ report }) => only(report.summary.header.taxYear),
  omfattn: ({ report }) => only(report.summary.header.balancesUpTo?.replaceAll('-', '') ?? ''),
  ftyp: ({ report }) => only(report.summary.header.companyType),
  valuta: ({ report }) => only(report.summary.header.currency),
  labels: ({ report }) => Object.fromEntries(report.summary.labels),
  unknown_labels: ({ report }) => Object.fromEntries(report.summary.unknownLabels),
  vouchers: ({ report }) => report.summary.counts.vouchers,
  unbalanced: ({ report }) => report.summary.counts.unbalancedVouchers,
  unbalanced_examples: ({ report }, _, expected) => unbalanced(report, expected),
  empty_vouchers: ({ report }) => report.summary.counts.emptyVouchers,
  rtrans: ({ report }) => report.summary.counts.addedRows,
  btrans: ({ report }) => report.summary.counts.struckRows,
  multi_object_rows: ({ report }) => report.summary.counts.multiObjectRows,
  escaped_quotes: ({ items }) => JSON.stringify(items, textsOnly).split('\\"').length - 1,
  ksumma_declared: ({ report: { summary } }) => summary.checksum?.declared?.toString() ?? null,
  ksumma_computed: ({ report }) => report.summary.checksum?.computed ?? null,
  series_not_ascending: ({ report }) => report.summary.counts.notAscending,
  series_gaps: ({ report }) => report.summary.counts.numberGaps,
  without_number: ({ report }) => report.summary.counts.withoutNumber,
  vouchers_outside_rar0: ({ report }) => report.summary.counts.outsideYear,
  checks: ({ report }, _, { checks }) =>
    Object.fromEntries(Object.keys(checks).map((key) => [key, checkOf(key, report)])),
  reader_notes: ({ report }) =>
    warnedOf(report)
      .filter(({ message }) => message === '#RAR has no dates')
      .map(noteOfBareYear),
}

/** The reading the figures come from failed on a bare #RAR; ours says that it has no dates. */
const noteOfBareYear = ({ line }: { line: number | null }) => `ERR RAR L${line} IndexError('list index out of range')`

const only = (value: string | number | null): [string] | null => (value === null || value === '' ? null : [`${value}`])

const years = ({ summary }: SieReport) =>
  Object.fromEntries([...summary.years].map(([index, { start, end }]) => [index, [compact(start), compact(end)]]))

const compact = (day: string): string => day.replaceAll('-', '')

const textsOnly = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** The expected example if our findings name that voucher and that difference. */
const unbalanced = (report: SieReport, { unbalanced_examples: examples }: Expected) => {
  const told = errorsOf(report).filter((message) => message.includes('out of balance'))
  const messages = examples.map(([[series, number], difference]) => {
    const decimals = difference.includes('.') ? difference : `${difference}.00`
    return `Voucher ${series} ${number} is out of balance by ${decimals}`
  })
  expect(told).toEqual(messages)
  return examples
}

const accountLists: Record<string, keyof SieControls> = {
  'ib+trans!=ub': 'openingAndVouchersNotClosing',
  'trans!=res': 'vouchersNotResult',
  'ib+psaldo!=ub': 'openingAndPeriodsNotClosing',
  'psaldo!=res': 'periodsNotResult',
  'ub-1!=ib0': 'lastClosingNotOpening',
  'ib_on_3-8': 'openingOnResultAccounts',
}

const checkOf = (key: string, { summary }: SieReport): unknown => {
  const { controls } = summary
  if (key === 'acc_trans_not_konto') return summary.undeclaredAccounts.length
  const sum = /^sum(IB|UB\+RES)(0|-1)$/.exec(key)
  if (sum !== null) {
    const sums = sum[1] === 'IB' ? controls.openingSums : controls.closingSums
    return decimals(sums.get(Number(sum[2])))
  }
  const list = accountLists[key]
  if (list === undefined) throw new Error(`No figure for ${key}`)
  const accounts = controls[list]
  return Array.isArray(accounts) ? accounts.length : null
}

const decimals = (ore: bigint | undefined): string => {
  if (ore === undefined) throw new Error('No such sum')
  const digits = ore.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

test('every file of the folder has its figures', () => {
  needs('SIE samples')
  const files = readdirSync(folder).filter((name) => name !== 'expected.json' && name !== 'SOURCES.md')
  expect(files.sort()).toEqual(all.map(({ file }) => file).sort())
})

/** A file, and what was read of it: once for all that is asked of it. */
const readings = new Map<string, Promise<{ bytes: Buffer; reading: Read }>>()
const readOnce = (file: string) => {
  const known = readings.get(file) ?? readFrom(file)
  readings.set(file, known)
  return known
}
const readFrom = async (file: string) => {
  const bytes = readFileSync(resolve(folder, file))
  return { bytes, reading: await read(bytes) }
}

const allFigures = all.flatMap((expected) => Object.keys(expected).map((key) => ({ expected, key })))

test('every file has the figures that were found by another reading of it', async () => {
  needs('SIE samples')
  await every(
    allFigures,
    ({ expected, key }) => `${expected.file}, ${key}`,
    async ({ expected, key }) => {
      const { bytes, reading } = await readOnce(expected.file)
      const figure = figures[key as keyof Expected]
      expect(figure(reading, bytes, expected)).toEqual(expected[key as keyof Expected])
    },
  )
})

test('a control without a figure is one that the file cannot be held to', async () => {
  needs('SIE samples')
  await every(
    all,
    ({ file }) => file,
    async (expected) => {
      const { controls, is4I } = (await readOnce(expected.file)).reading.report.summary
      for (const [key, list] of Object.entries(accountLists)) {
        if (key in expected.checks) continue
        expect(controls[list], key).toBeNull()
      }
      expect(is4I).toBe(!('sumIB0' in expected.checks))
      expect(controls.openingSums.has(0)).toBe('sumIB0' in expected.checks)
    },
  )
})

/** How many errors each file has, all in all; a file without errors may be booked. */
const errorCounts = [
  ['42_sie2.se', 0],
  ['43_sie3.se', 0],
  ['44_sie4.se', 0],
  ['Sie1.se', 0],
  ['BL0001_typ1.SE', 0],
  ['BL0001_typ2.SE', 0],
  ['BL0001_typ3.SE', 0],
  ['BL0001_typ4.SE', 0],
  ['BL0001_typ4I.SI', 0],
  ['transaktioner_ovnbolag.se', 1],
  ['transaktioner_ovnbolag-bad-balance.se', 2],
  ['Bokslut Norstedts SIE 4E.se', 0],
  ['SIE4 Exempelfil.SE', 0],
  ['SIE4_Exempelfil_med_underdim.SE', 0],
  ['Lön.si', 0],
  ['FAKT.SI', 0],
  ['sie_file_with_unknown_entries.se', 1],
] as const

test('every file has so many errors, and is read to its end', async () => {
  needs('SIE samples')
  await every(
    errorCounts,
    ([file]) => file,
    async ([file, count]) => {
      const { report } = (await readOnce(file)).reading
      expect(report.findings.errorCount).toBe(count)
      expect(report.complete).toBe(true)
    },
  )
})
