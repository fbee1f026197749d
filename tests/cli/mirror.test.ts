// The books as plain text: what hledger counts from the files is what the service says, also after changes.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from '#support/needs'
import { startService, type TestCompany } from '#support/service'
import { bokOf } from './bok.ts'

/** What each account has, by the service; without those that have nothing. */
const balancesOf = async (company: TestCompany): Promise<Record<string, number>> => {
  const { body } = await company.get('/reports/trial-balance')
  type Row = { kind: string; key: string; values: { closing: number }[] }
  const accounts = (body.rows as Row[]).filter(({ kind }) => kind === 'account')
  const rows = accounts.map(({ key, values }) => [key, values[0]?.closing ?? 0] as const)
  return Object.fromEntries(rows.filter(([, balance]) => balance !== 0))
}

const counted = (journal: string): Record<string, number> => {
  const csv = execFileSync('hledger', ['-f', journal, 'balance', '--flat', '--no-total', '-O', 'csv'], {
    encoding: 'utf8',
  })
  const rows = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replaceAll('"', '').split(','))
  return Object.fromEntries(
    rows.map(([name = '', amount = '']) => [/\d{4}$/.exec(name)?.[0], Number.parseFloat(amount)]),
  )
}

const book = (company: TestCompany, title: string, date: string, amount: number) =>
  company.post('/journal-entries', {
    title,
    date,
    items: [
      { account: 5010, debit: amount },
      { account: 1930, credit: amount },
    ],
  })

test('hledger counts from the files what the service says', async () => {
  needs('hledger')
  const service = await startService()
  const company = await service.newCompany()
  const balances = [
    { account: 1930, amount: 1000 },
    { account: 2081, amount: -1000 },
  ]
  const opened = await company.put(`/fiscal-years/${company.fiscalYearId}/opening-balances`, { balances })
  expect(opened.status, opened.text).toBe(200)
  await book(company, 'Hyra; januari | 1', '2026-01-31', 80.1)
  const bok = bokOf(service, company)
  const journal = join(bok.home, 'books', 'main.journal')
  expect(await bok.run(['mirror', 'books', '--once'])).toMatchObject({ code: 0 })
  expect(counted(journal)).toEqual(await balancesOf(company))
  const wrong = (await book(company, 'Fel', '2026-02-28', 7)).body
  await company.post(`/journal-entries/${wrong.id}/reverse`)
  await book(company, 'Hyra', '2026-02-28', 80.2)
  expect(await bok.run(['mirror', 'books', '--once'])).toMatchObject({ code: 0 })
  expect(counted(journal)).toEqual(await balancesOf(company))
  const running = bok.start(['mirror', 'books'])
  await expect.poll(running.told).toContain('up to date')
  await book(company, 'Hyra', '2026-03-31', 80.3)
  await expect.poll(() => counted(journal)['5010']).toBe(240.6)
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(0)
  expect(existsSync(join(bok.home, 'books', '2026.journal'))).toBe(true)
  execFileSync('hledger', ['-f', journal, 'check', 'accounts', 'commodities', 'ordereddates'])
  await service.close()
})
