// What the tests of SIE files over HTTP share: uploads, downloads, and a file's content as plain values to compare.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import iconv from 'iconv-lite'
import { expect } from 'vitest'
import type { SieItem, SieReport, SieVoucherItem } from '#server/ledger/sie-format/items'
import { checkSie } from '#server/ledger/sie-format/reader'
import { pcText } from '#server/ledger/sie-format/transliterate'
import { SIE_SAMPLES } from '#support/needs'
import { type Answer, request, type Service, type TestCompany } from '#support/service'

/** Files that other programs wrote; they lie beside the repository, since they may not be given on. */
export const sample = (name: string): Buffer => readFileSync(join(SIE_SAMPLES, name))

/** The bytes of a text in code page 437. */
export const pc = (text: string): Buffer => iconv.encode(text, 'cp437')

/** Uploads a file and returns the response, successful or not. */
export const send = (
  company: TestCompany,
  bytes: Buffer | string,
  query = '',
  { name = 'file.se', language = 'en' } = {},
): Promise<Answer> =>
  company.upload(`/sie/import${query}`, name, typeof bytes === 'string' ? pc(bytes) : bytes, {
    'accept-language': language,
  })

/** Imports a file and answers its report, which fits its schema. */
export const imported = async (
  { service, company }: { service: Service; company: TestCompany },
  bytes: Buffer | string,
  query = '',
): Promise<Answer['body']> => {
  const { status, body } = await send(company, bytes, query)
  expect(body).toMatchObject({ made: {} })
  expect(status).toBe(200)
  const fits = await reportSchema(service)
  expect(fits(body), JSON.stringify(fits.errors)).toBe(true)
  return body
}

const schemas = new Map<Service, Promise<ReturnType<Ajv2020['compile']>>>()

/** The schema of the report, as the service publishes it. */
const reportSchema = (service: Service) => {
  const compiled = schemas.get(service) ?? compileSchema(service)
  schemas.set(service, compiled)
  return compiled
}

const compileSchema = async ({ base }: Service) => {
  const { body } = await request(`${base}/openapi.json`)
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(body, 'api')
  return ajv.compile({ $ref: 'api#/components/schemas/SieImportReport' })
}

/** What a refused file has wrong, in the order of the answer, without what to do about it. */
export const refusedWith = async (company: TestCompany, bytes: Buffer | string, query = ''): Promise<string[]> => {
  const { status, body } = await send(company, bytes, query)
  expect(body.code).toBe('validation-error')
  expect(status).toBe(400)
  for (const { field } of body.errors) expect(field).toBe('#/file')
  return body.errors.map(({ message }: { message: string }) => withoutRemedy(message))
}

/** Everything that a refused file must leave as it was. */
export const standing = async (company: TestCompany) => {
  const [entries, accounts, years] = await Promise.all([
    company.get('/journal-entries'),
    company.get('/chart-of-accounts'),
    company.get('/fiscal-years'),
  ])
  return { entries: entries.body.totalItems, accounts: accounts.body, years: years.body }
}

/** The bytes of a fiscal year's file. */
export const download = async (company: TestCompany, fiscalYearId: string): Promise<Buffer> => {
  const { status, text } = await company.get(`/sie/${fiscalYearId}/download`)
  expect(status).toBe(200)
  return Buffer.from(text, 'latin1')
}

/** The only fiscal year of a company, or the one that starts on a day. */
export const yearOf = async (company: TestCompany, startDate?: string): Promise<string> => {
  const { items } = (await company.get('/fiscal-years')).body
  const found =
    startDate === undefined ? items : items.filter((year: { startDate: string }) => year.startDate === startDate)
  expect(found.length).toBe(1)
  return found[0].id
}

/** The files that are kept or being worked on, below the service's folder. */
export const filesOf = ({ folder }: Service, part: 'files' | 'work'): string[] => {
  try {
    return readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

/** Waits until nothing is being worked on any more. */
export const workDone = async (service: Service): Promise<void> => {
  while (filesOf(service, 'work').length > 0) await pause(POLL_MS)
}

/** Between two looks at something that another part of the service does, in milliseconds. */
export const POLL_MS = 10

/** The bytes of a file in the form that reading takes. */
export const readBytes = async (bytes: Buffer): Promise<{ items: SieItem[]; report: SieReport }> => {
  const items: SieItem[] = []
  const source = async function* () {
    yield bytes
  }
  const report = await checkSie(source, { force: true }, (item) => items.push(item))
  return { items, report }
}

/** What a file says, as plain values: the balances that are not zero, and the vouchers with rows by number. */
export const contentOf = async (bytes: Buffer) => {
  const { items, report } = await readBytes(bytes)
  const vouchers = items.filter((item) => item.kind === 'voucher').filter(({ rows }) => rows.length > 0)
  return {
    report,
    accounts: items.filter((item) => item.kind === 'account').map(({ number, name }) => [number, pcText(name)]),
    dimensions: items
      .filter((item) => item.kind === 'dimension')
      .map(({ number, name, parent }) => [number, pcText(name), parent])
      .sort(([a], [b]) => Number(a) - Number(b)),
    objects: objectsOf(items, vouchers),
    balances: balancesOf(items),
    vouchers: renumbered(vouchers).map(plain).sort(bySeriesAndNumber),
  }
}

/** The objects that are declared, and those that rows name without that, which are then called by their code. */
const objectsOf = (items: readonly SieItem[], vouchers: readonly SieVoucherItem[]): string[] => {
  const used = vouchers.flatMap(({ rows }) => rows.flatMap(({ objects }) => objects))
  const named = new Map(used.map(({ dimension, code }) => [`${dimension} ${pcText(code)}`, pcText(code)]))
  for (const item of items) {
    if (item.kind === 'object') named.set(`${item.dimension} ${pcText(item.code)}`, pcText(item.name))
  }
  return [...named].map(([object, name]) => `${object} ${name}`).sort()
}

const balancesOf = (items: readonly SieItem[]): string[] =>
  items
    .flatMap((item) => (item.kind === 'opening' || item.kind === 'closing' || item.kind === 'result' ? [item] : []))
    .filter(({ amount, yearIndex }) => amount !== 0n && yearIndex >= -1)
    .map(({ kind, yearIndex, account, amount }) => `${kind} ${yearIndex} ${account} ${amount}`)
    .sort()

/** Vouchers as they are booked: those whose number came before get the numbers after the highest of their series. */
const renumbered = (vouchers: readonly SieVoucherItem[]): SieVoucherItem[] => {
  const highest = new Map<string, number>()
  for (const { series, number } of vouchers) {
    highest.set(series, Math.max(highest.get(series) ?? 0, Number(number ?? 0)))
  }
  const taken = new Set<string>()
  return vouchers.map((voucher) => {
    const { series, number } = voucher
    const isFree = number !== null && !taken.has(`${series} ${number}`)
    taken.add(`${series} ${number}`)
    if (isFree) return voucher
    const next = (highest.get(series) ?? 0) + 1
    highest.set(series, next)
    return { ...voucher, number: String(next) }
  })
}

const plain = ({ series, number, date, text, rows }: SieVoucherItem) => ({
  series,
  number: Number(number),
  date,
  text: pcText(text),
  rows: rows.map((row) => ({
    account: row.account,
    amount: row.amount,
    objects: row.objects.map(({ dimension, code }) => `${dimension} ${pcText(code)}`).sort(),
    text: pcText(row.text),
    quantity: row.quantity === null ? null : Number(row.quantity),
  })),
})

type Plain = ReturnType<typeof plain>

const bySeriesAndNumber = (a: Plain, b: Plain): number =>
  a.series === b.series ? a.number - b.number : a.series < b.series ? -1 : 1

/** Lines as a file's text. */
export const lines = (...parts: readonly string[]): string => `${parts.join('\r\n')}\r\n`

/** What every file begins with; the number is that of the companies of these tests. */
export const head = (...more: readonly string[]): string =>
  lines(
    '#FLAGGA 0',
    '#PROGRAM "Prov" 1',
    '#FORMAT PC8',
    '#GEN 20260101',
    '#SIETYP 4',
    '#ORGNR 559999-0008',
    '#FNAMN "Provbolaget AB"',
    ...more,
  )

/** A file of a whole year (4E). `#RAR` is on line 8, the first of `more` on line 10. */
export const yearFile = (year: number, ...more: readonly string[]): string =>
  head(`#RAR 0 ${year}0101 ${year}1231`, '#UB 0 1940 0', ...more)

/** A file of vouchers only (4I). The first of `more` is on line 8. */
export const feedFile = (...more: readonly string[]): string => head(...more)

/** A voucher of two rows, five lines: rent of this many kronor out of the bank. */
export const voucher = (name: string, date: string, kronor = 100): string =>
  lines(`#VER ${name} ${date} "Hyra"`, '{', `#TRANS 5010 {} ${kronor}`, `#TRANS 1930 {} ${-kronor}`, '}').trimEnd()

/** The journal entry numbers of a company, the one booked first first. */
export const numbersOf = async (company: TestCompany): Promise<string[]> => {
  const { items } = (await company.get('/journal-entries?pageSize=100')).body
  return items.map(({ journalEntryNumber }: { journalEntryNumber: string }) => journalEntryNumber).reverse()
}

/** A sentence alone, without the remedy behind it. */
const withoutRemedy = (message: string): string => message.replace(/\. [A-Z#].*$/s, '')

/** The messages of a report's decisions and notes, with their lines. */
export const warned = (report: Answer['body']): string[] =>
  [...report.decisions, ...report.notes].map(({ line, message }: { line: number | null; message: string }) =>
    line === null ? message : `line ${line}: ${message}`,
  )
