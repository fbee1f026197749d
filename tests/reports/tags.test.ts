// Reports of what has a tag, with weights, and with a column for each tag of a group: the columns come to the whole.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '#platform/sql'
import { rows as endpoints } from '#programs/app'
import { checkedCompany } from '#support/checked'
import { exchanged } from '#support/client'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let groupId: string
let north: string
let south: string
let east: string

type Row = { kind: string; key: string; accounts: string | null; values: Record<string, number>[] }
type Report = {
  columns: { kind: string; query: string; tag?: { id: string; name: string }; untaggedGroupId?: string }[]
  rows: Row[]
}

type Ledger = { account: number; closing: number; lines: unknown[] }

const read = async (path: string): Promise<Report> => ok(await company.get(`/reports/${path}`))
const amountsOf = ({ rows }: Report, key: string) =>
  rows.find((row) => row.key === key)?.values.map(({ amount }) => amount)

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  groupId = ok(await company.post('/tag-groups', { name: 'Kontor', alias: 'kon' })).id
  const tags: string[] = []
  for (const name of ['Norr', 'Syd', 'Öst']) {
    tags.push(ok(await company.post(`/tag-groups/${groupId}/tags`, { name })).id)
  }
  ;[north, south, east] = tags as [string, string, string]
  const entry = (date: string, cost: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    company.post('/journal-entries', {
      title: 'Prov',
      date,
      ...more,
      items: [
        { account: 5410, ...cost },
        { account: 1930, credit: cost.debit },
      ],
    })
  const third = 0.333333
  const thirds = [
    { tagId: north, weight: third },
    { tagId: south, weight: third },
    { tagId: east, weight: 0.333334 },
  ]
  ok(await entry('2026-01-10', { debit: 100.01, tags: thirds }))
  ok(await entry('2026-02-10', { debit: 50, tags: [{ tagId: north, weight: 0.5 }] }))
  ok(await entry('2026-03-10', { debit: 7 }))
  ok(await entry('2026-04-10', { debit: 20.5 }, { tags: [{ tagId: south }] }))
})
afterAll(() => service.close())

test('the columns of tags and of what has none come to the whole, to the öre', async () => {
  const report = await read(`income-statement?tagGroupId=${groupId}`)
  expect(report.columns.map(({ kind, tag }) => tag?.name ?? kind)).toEqual(['Norr', 'Syd', 'Öst', 'untagged', 'period'])
  const amounts = amountsOf(report, '5410') ?? []
  const parts = amounts.slice(0, -1).map((amount = 0) => Math.round(amount * 100))
  expect(parts.reduce((sum, one) => sum + one, 0)).toBe(-17_751)
  expect(amounts.at(-1)).toBe(-177.51)
  const [ofNorth = 0, ofSouth = 0, ofEast = 0, untagged] = amounts
  expect(untagged).toBe(-32)
  expect([ofNorth + 25, ofSouth + 20.5, ofEast].every((share) => Math.abs(share + 33.34) < 0.011)).toBe(true)
})

test('a report of one tag has its share, in months as well', async () => {
  const whole = await read(`income-statement?tagGroupId=${groupId}`)
  const [ofNorth] = amountsOf(whole, '5410') ?? []
  const own = await read(`income-statement?tagId=${north}&by=month&to=2026-03-31`)
  expect(amountsOf(own, '5410')).toEqual([expect.closeTo((ofNorth ?? 0) + 25, 5), -25, 0, ofNorth])
})

test('the lines of a tag in the general ledger come to what stands in the trial balance of the tag', async () => {
  const trial = await read(`trial-balance?tagId=${south}`)
  const ledger = ok(await company.get(`/reports/general-ledger?tagId=${south}`))
  for (const { account, closing, lines } of ledger.accounts) {
    const row = trial.rows.find(({ key }) => key === String(account))
    expect([account, row?.values[0]?.closing]).toEqual([account, closing])
    expect(lines.at(-1).balance).toBe(closing)
  }
  expect(ledger.accounts.map(({ account }: { account: number }) => account)).toEqual([1930, 5410])
  expect(trial.rows.some(({ kind }) => kind === 'difference')).toBe(false)
})

test('a column of a tag lists its entries by its query, the accounts of the row and the tag', async () => {
  const { columns, rows } = await read(`income-statement?tagGroupId=${groupId}`)
  const { accounts } = rows.find(({ key }) => key === '5410') as Row
  const [{ query, tag }] = columns as [Required<Report['columns'][number]>]
  const path = `/journal-entries?accounts=${accounts}&query=${encodeURIComponent(query)}&tagId=${tag.id}`
  expect(ok(await company.get(path)).items.map(({ date }: { date: string }) => date)).toEqual([
    '2026-02-10',
    '2026-01-10',
  ])
})

test('the column of what has no tag lists its entries and lines, each with what is left of it', async () => {
  const { columns, rows } = await read(`income-statement?tagGroupId=${groupId}`)
  const place = columns.findIndex(({ kind }) => kind === 'untagged')
  const { query, untaggedGroupId } = columns[place] as Required<Report['columns'][number]>
  expect(untaggedGroupId).toBe(groupId)
  const { accounts, values } = rows.find(({ key }) => key === '5410') as Row
  const listed = async (path: string) => ok(await company.get(`${path}&untaggedGroupId=${untaggedGroupId}`))
  const { items } = await listed(`/journal-entries?accounts=${accounts}&query=${encodeURIComponent(query)}`)
  expect(items.map(({ date }: { date: string }) => date)).toEqual(['2026-03-10', '2026-02-10'])

  const lines = [
    ['2026-02-10', 25, 25],
    ['2026-03-10', 7, 32],
  ]
  const ledger = await listed(`/reports/general-ledger?accounts=${accounts}`)
  const [account] = ledger.accounts
  expect(account).toMatchObject({ opening: 0, debit: 32, credit: 0, closing: -(values[place]?.amount ?? 0) })
  const found = account.lines.map(({ date, debit, balance }: Record<string, unknown>) => [date, debit, balance])
  expect(found).toEqual(lines)
  const pages = []
  for (let cursor = ''; ; ) {
    const page = await listed(`/reports/general-ledger?accounts=${accounts}&pageSize=1&cursor=${cursor}`)
    pages.push(...page.accounts[0].lines.map(({ date }: { date: string }) => date))
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  expect(pages).toEqual(lines.map(([date]) => date))
  const { text } = await company.get(
    `/reports/general-ledger?accounts=${accounts}&untaggedGroupId=${groupId}&format=csv`,
  )
  expect(text.match(/^5410,.*2026-0[1-4]-10.*$/gm)?.map((line) => line.match(/2026-\d\d-\d\d/)?.[0])).toEqual(
    lines.map(([date]) => date),
  )
  const { entries } = await listed(`/reports/journal?accounts=${accounts}`)
  expect(entries.map(({ date }: { date: string }) => date)).toEqual(lines.map(([date]) => date))
  const later = await listed('/reports/general-ledger?from=2026-03-01&accounts=5410')
  expect(later.accounts[0]).toMatchObject({ opening: 25, debit: 7, closing: 32 })
})

test('the few lines without a tag are found among many in a few steps', async () => {
  const own = await service.newCompany()
  const group = ok(await own.post('/tag-groups', { name: 'Kontor', alias: 'kon' })).id
  const { id: tagId } = ok(await own.post(`/tag-groups/${group}/tags`, { name: 'Norr' }))
  const booked = async (date: string, lines: number, more: object = {}) => {
    const items = [...Array(lines).fill({ account: 5410, debit: 1 }), { account: 1930, credit: lines }]
    ok(await own.post('/journal-entries', { title: 'Prov', date, items, ...more }))
  }
  for (const date of ['2026-01-10', '2026-02-10', '2026-03-10']) await booked(date, 900, { tags: [{ tagId }] })
  await booked('2026-04-10', 3)
  const row = endpoints.find(({ operationId }) => operationId === 'getGeneralLedger')
  let statements = 0
  const page = await service.operateFor(own.id, (call) => {
    const counted = async <Found>(statement: Sql, name?: string): Promise<Found[]> => {
      statements += 1
      return call.db.rows<Found>(statement, name)
    }
    const query = { accounts: '5410', untaggedGroupId: group, pageSize: 10 }
    const input = { language: 'sv', params: { companyId: own.id }, query, body: undefined, file: undefined }
    return Promise.resolve(row?.run({ ...call, db: { ...call.db, rows: counted } } as never, input as never))
  })
  const { accounts } = page as { accounts: { lines: { date: string }[] }[] }
  expect(accounts.map(({ lines }) => lines.map(({ date }) => date))).toEqual([Array(3).fill('2026-04-10')])
  // Eleven lines at a time would be more than two hundred rounds.
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThan(50)
})

test('a share that is rounded to nothing is no line, and a ledger of the tag comes whole in every format', async () => {
  const { id } = ok(await company.post('/tag-groups', { name: 'Projekt', alias: 'pro' }))
  const tag = ok(await company.post(`/tag-groups/${id}/tags`, { name: 'Hus' }))
  const items = [
    { account: 1930, debit: 100 },
    { account: 3001, credit: 99.98 },
    { account: 3740, credit: 0.02 },
  ]
  const tags = [{ tagId: tag.id, weight: 0.1 }]
  ok(await company.post('/journal-entries', { title: 'Prov', date: '2026-05-10', tags, items }))
  const path = `/reports/general-ledger?tagId=${tag.id}`
  const { accounts } = ok(await company.get(path))
  expect(accounts.map(({ account, closing, lines }: Ledger) => [account, closing, lines.length])).toEqual([
    [1930, 10, 1],
    [3001, -10, 1],
  ])
  const whole = async (format: string) => {
    const headers = { authorization: `Bearer ${company.token}` }
    const { status, bytes } = await exchanged(`${company.url}${path}&format=${format}`, { headers })
    expect([format, status]).toEqual([format, 200])
    return bytes.toString('latin1')
  }
  expect(new Set((await whole('csv')).match(/^\d{4}/gm))).toEqual(new Set(['1930', '3001']))
  const rows = (await whole('ndjson')).trimEnd().split('\n')
  expect(rows.filter((row) => JSON.parse(row).kind === 'line')).toHaveLength(2)
  expect(await whole('xlsx')).toMatch(/^PK/)
  expect(await whole('pdf')).toMatch(/%%EOF\s*$/)
})

test('accounts narrow a report to numbers and ranges, and nothing is missing for that', async () => {
  const { rows } = await read('trial-balance?accounts=5000-5999,1510')
  expect(rows.map(({ key }) => key)).toEqual(['5410', 'total'])
  const csv = await company.get('/reports/income-statement?accounts=3000-3999&format=csv')
  expect(csv.text).not.toContain('5410')
})
