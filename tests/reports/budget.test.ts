// The budget beside what was booked: what came with a SIE file, for the months of the period.
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany

/** Costs are positive in the file, as debits are, and income is negative. */
const budget = `#FLAGGA 0
#FORMAT PC8
#SIETYP 2
#PROGRAM "Prov" 1
#GEN 20260101
#FNAMN "Prov"
#ORGNR 559999-0008
#RAR 0 20260101 20261231
#RAR -1 20250101 20251231
#DIM 1 "Kostnadsställe"
#OBJEKT 1 "N" "Norr"
#KONTO 3001 "Försäljning"
#KONTO 5010 "Lokalhyra"
#KONTO 6110 "Kontorsmateriel"
#PBUDGET 0 202601 3001 {} -1000.00
#PBUDGET 0 202602 3001 {} -1500.50
#PBUDGET 0 202603 3001 {} -2000.00
#PBUDGET 0 202601 5010 {} 400.00
#PBUDGET 0 202602 5010 {} 400.00
#PBUDGET 0 202602 5010 {1 "N"} 150.00
#PBUDGET -1 202502 5010 {} 90.00
`

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  ok(await company.upload('/sie/import', 'budget.se', iconv.encode(budget.replaceAll('\n', '\r\n'), 'cp437')))

  const book = (date: string, debited: number, credited: number, amount: number) =>
    company.post('/journal-entries', {
      title: 'Prov',
      date,
      items: [
        { account: debited, debit: amount },
        { account: credited, credit: amount },
      ],
    })
  ok(await book('2026-01-20', 1930, 3001, 900))
  ok(await book('2026-02-03', 5010, 1930, 420))
  ok(await book('2026-02-04', 6110, 1930, 60.25))
})
afterAll(() => service.close())

type Column = { kind: string; from: string; to: string }
type Row = { key: string; accounts: string | null; values: { amount: number }[] }

const read = async (query: string): Promise<{ columns: Column[]; rows: Record<string, number[]> }> => {
  const { columns, rows } = ok(await company.get(`/reports/income-statement?compare=budget&${query}`))
  const told = rows.map(({ key, values }: Row) => [key, values.map(({ amount }) => amount)])
  return { columns, rows: Object.fromEntries(told) }
}

test('stands beside each row with what was booked less it, also where nothing was booked or planned', async () => {
  const { columns, rows } = await read('from=2026-01-01&to=2026-03-31')
  expect(columns.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['period', '2026-01-01', '2026-03-31'],
    ['budget', '2026-01-01', '2026-03-31'],
    ['deviation', '2026-01-01', '2026-03-31'],
  ])
  expect(rows).toMatchObject({
    3001: [900, 4500.5, -3600.5],
    5010: [-420, -800, 380],
    6110: [-60.25, 0, -60.25],
    netResult: [419.75, 3700.5, -3280.75],
  })
})

test.each([
  ['a month', 'from=2026-02-01&to=2026-02-28', [0, 1500.5, -1500.5], [-420, -400, -20]],
  ['from the middle of one', 'from=2026-01-15&to=2026-02-28', [900, 1500.5, -600.5], [-420, -400, -20]],
  ['up to the middle of one', 'from=2026-02-01&to=2026-03-10', [0, 3500.5, -3500.5], [-420, -400, -20]],
  ['the fiscal year', '', [900, 4500.5, -3600.5], [-420, -800, 380]],
])('is that of the months that begin in the period: %s', async (_, query, income, rent) => {
  const { rows } = await read(query)
  expect([rows[3001], rows[5010]]).toEqual([income, rent])
})

test('goes with months as columns, accounts and levels', async () => {
  const { columns, rows } = await read('from=2026-01-01&to=2026-02-28&by=month&accounts=5000-6999&level=line')
  expect(columns.map(({ kind }) => kind)).toEqual(['part', 'part', 'period', 'budget', 'deviation'])
  expect(rows.otherExternalExpenses).toEqual([0, -480.25, -480.25, -800, 319.75])
})

test('is told apart in a file', async () => {
  const { text } = await company.get('/reports/income-statement?compare=budget&format=csv', { 'accept-language': 'sv' })
  expect(text.split(/\r?\n/)[0]).toMatch(/Budget.Avvikelse$/)
})

test('is refused for days without a plan, and of tags', async () => {
  const [group] = ok(await company.get('/tag-groups')).items
  const cases = [
    ['from=2026-06-01&to=2026-06-30', 'finds no budget for these days'],
    [`tagId=${group.tags[0].id}`, 'cannot be budget together with tagId'],
    [`tagGroupId=${group.id}`, 'cannot be budget together with tagId'],
  ]
  for (const [query = '', sentence = ''] of cases) {
    const { status, body } = await company.get(`/reports/income-statement?compare=budget&${query}`)
    expect([status, body.errors]).toEqual([400, [{ field: 'compare', message: expect.stringContaining(sentence) }]])
  }
})

test('is a matter of income and expenses alone', async () => {
  const { status, body } = await company.get('/reports/balance-sheet?compare=budget')
  expect([status, body.errors[0].field]).toEqual([400, 'compare'])
})
