// A dry run and the import itself decide alike, for any mutation of a file: the same status, the same report, the same
// errors, and never our own trouble.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService, type TestCompany } from '#support/service'
import { verified } from '#tests/ledger/support'
import { lines, pc, send, standing, voucher, yearFile } from './sie-support.ts'

let service: Service
let books: TestCompany
beforeAll(async () => {
  service = await startService()
  books = await service.newCompany({ fiscalYear: ['2024-01-01', '2024-12-31'] })
})
afterAll(() => service.close())

/** One line of every label that is read. */
const sound = yearFile(
  2025,
  '#RAR -1 20240101 20241231',
  '#KONTO 1930 Bank',
  '#KONTO 5010 Hyra',
  '#KTYP 1930 T',
  '#SRU 1930 7281',
  '#ENHET 5010 st',
  '#DIM 20 Region',
  '#UNDERDIM 21 Ort 20',
  '#OBJEKT 20 N Norr',
  '#IB 0 1930 500',
  '#IB 0 2081 -500',
  '#IB -1 1930 400',
  '#UB -1 1930 500',
  '#RES -1 5010 7',
  '#OIB 0 1930 {20 N} 5',
  '#OUB 0 1930 {20 N} 5',
  '#PSALDO 0 202501 1930 {} 5',
  '#PBUDGET 0 202501 5010 {20 N} 9',
  '#RES 0 5010 300',
  voucher('A 1', '20250115'),
  voucher('A 2', '20250116'),
  voucher('B 1', '20250117'),
  lines('#VER A 3 20250118 "Delad" 20250119 Eva', '{', '#TRANS 5010 {20 N} 1 20250118 Rad 2', '#TRANS 1930 {} -1', '}'),
)

const hostile = [
  '0',
  '0351',
  'FEL',
  '-1',
  '99999999',
  '999999999',
  '12345678901',
  '1e3',
  '',
  '""',
  '{}',
  '{',
  '}',
  '"',
  '\\',

  '{0 ""}',
  '{1 "x" 1 "y"}',
  '{99999999 x}',
  `{20 ${'k'.repeat(5_000)}}`,
  '20251301',
  '20240229',
  '999999999999999',
  '-999999999999999.99',
  '1000000000000.01',
  '0.001',
  'é',
  '\x01',
  '\x7f',
  'T',
  'K',
  '#VER',
  '4',
  '1',
  "'; --",
  'null',
  '__proto__',
  'x'.repeat(3_000),
  '2025-01-15',
  '202501',
  '-99',
  '7281',
]

/** What happens to a file: each step picks a place by a fraction of its length. */
const step = fc.record({
  what: fc.constantFrom('drop', 'double', 'swap', 'replace', 'replace', 'replace', 'insert', 'cut'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  field: fc.nat(7),
  text: fc.constantFrom(...hostile),
})
type Step = { what: string; at: number; field: number; text: string }

const mutated = (steps: readonly Step[]): string =>
  steps
    .reduce((all, { what, at, field, text }) => {
      const place = Math.floor(at * all.length)
      const line = all[place] ?? ''
      if (what === 'drop') return all.filter((_, index) => index !== place)
      if (what === 'double') return all.toSpliced(place, 0, line)
      if (what === 'swap') return all.toSpliced(place, 2, all[place + 1] ?? '', line)
      if (what === 'insert') return all.toSpliced(place, 0, line.replace(/\S+$/, text))
      if (what === 'cut') return all.toSpliced(place, 1, line.slice(0, Math.floor(at * line.length)))
      const fields = line.split(' ')
      fields[field % Math.max(1, fields.length)] = text
      return all.toSpliced(place, 1, fields.join(' '))
    }, sound.split('\r\n'))
    .join('\r\n')

/** Both answers to a file, with what differs by itself taken out. */
const bothOf = async (company: TestCompany, file: string, more: string) => {
  const answers = []
  for (const dryRun of [true, false]) {
    const { status, body } = await send(company, pc(file), `?dryRun=${dryRun}${more}`)
    const { serviceErrorId: _, ...said } = body
    answers.push({ status, said: { ...said, ...('dryRun' in said ? { dryRun: null } : {}) } })
  }
  return answers
}

/** Files that once were decided in two ways. */
const known: [string, string][] = [
  ['account 0 in #OUB', '#OUB 0 0 {} 5'],
  ['account 0 in #OIB', '#OIB 0 0 {} 5'],
  ['account 0 in #PSALDO', '#PSALDO 0 202501 0 {} 5'],
  ['account 0 in #SRU', '#SRU 0 7281'],
  ['account 0 in the year before', '#RES -1 0 5'],
  ['an account of ten digits', '#KTYP 1234567890 T'],
  ['an endless code of an object', `#OBJEKT 1 ${'k'.repeat(5_000)} x`],
  ['an endless code in a budget', `#PBUDGET 0 202501 5010 {1 ${'k'.repeat(5_000)}} 5`],
]
test.each(known)('%s is decided alike', async (_, line) => {
  const company = await service.newCompany({ fiscalYear: null })
  const [rehearsed, made] = await bothOf(company, `${sound}${line}\r\n`, '')
  expect(made?.status).toBe(200)
  expect(rehearsed).toEqual(made)
})

test('a dry run and the import decide alike about mutated files', async () => {
  const cases = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '&force=true', '&force=true&map=FEL:3999,0351:1251'),
    fc.boolean(),
    async (steps, more, inBooks) => {
      // Books that have been imported into are harder to fit than new ones.
      const company = inBooks ? books : await service.newCompany({ fiscalYear: null })
      const before = await standing(company)
      const [rehearsed, made] = await bothOf(company, mutated(steps), more)
      expect([200, 400]).toContain(made?.status)
      expect(rehearsed).toEqual(made)
      if (made?.status === 400) expect(await standing(company)).toEqual(before)
      expect((await verified(service, company.id)).fault).toBeNull()
    },
  )
  await fc.assert(cases, { numRuns: 60 })
})
