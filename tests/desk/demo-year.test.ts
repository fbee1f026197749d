// The demo company's year: made by the endpoints, on any day, with something in every list and something left.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDemo } from '#demo/demo'
import { ledgerContribution } from '#ledger'
import { sql } from '#platform/sql'
import { demoYearJob } from '#programs/demo-job'
import { checkedRequests } from '#support/checked'
import { type Service, startService } from '#support/service'

let service: Service
beforeEach(async () => {
  service = await startService({ alone: true })
})
afterEach(() => service.close())

/** Ends the work at a request, as a process does that is stopped. */
const endingAfter = (requests: number): AbortSignal => {
  let left = requests
  const throwIfAborted = () => {
    left -= 1
    if (left < 0) throw new Error('stopped')
  }
  return { throwIfAborted } as AbortSignal
}

/** Does the job that the first start has queued. */
const makeYear = async (signal: AbortSignal = new AbortController().signal) => {
  const { payload } = await service.database.one<{ payload: object }>(
    sql`select payload from platform.job where kind = 'demo.year'`,
  )
  const { usedDatabase: database, standing } = service
  await demoYearJob.run({ payload, database, standing, now: service.now(), attempt: 1, isLast: false, signal })
}

const started = async (today: string) => {
  service.setNow(`${today}T10:00:00Z`)
  const made = await service.operate((call) => makeDemo(call))
  if (!made) throw new Error('There is a company already')
  const { get } = checkedRequests(`${service.base}/companies/${made.companyId}`, made.token)
  const count = async (path: string): Promise<number> => (await get(path)).body.totalItems
  return { ...made, get, count }
}

test('has something of everything, and something left to do', async () => {
  const { companyId, get, count } = await started('2026-11-22')
  await makeYear()
  const least: [string, number][] = [
    ['/journal-entries', 150],
    ['/customers', 6],
    ['/items', 4],
    ['/suppliers', 3],
    ['/invoices?query=status==paid', 20],
    ['/invoices?query=status==overdue', 2],
    ['/invoices?query=status==draft', 2],
    ['/credit-notes', 1],
    ['/supplier-invoices', 30],
    ['/uploads', 8],
    ['/bank-statements', 3],
    ['/vat-returns', 3],
    ['/tag-groups', 1],
    ['/entry-templates', 4],
  ]
  const found = await Promise.all(least.map(async ([path]) => [path, await count(path)] as const))
  expect(found.filter(([path, counted]) => counted < (least.find(([one]) => one === path)?.[1] ?? 0))).toEqual([])
  // What the bank says stands on the account is what the books say, but for what is not matched yet.
  const { items: statements } = (await get('/bank-statements')).body
  const last = statements[0]
  const { items: lines } = (await get(`/bank-statements/${last.id}/transactions?pageSize=100`)).body
  const open = lines.filter(({ status }: { status: string }) => status === 'open')
  expect(open.length).toBeGreaterThan(2)
  expect(open.some(({ proposals }: { proposals: unknown[] }) => proposals.length > 0)).toBe(true)
  const unmatched = open.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
  const { accountBalance: balance } = (await get('/chart-of-accounts/1930')).body
  expect(Math.round((last.closingBalance - unmatched - balance) * 100)).toBe(0)
  expect((await service.operateFor(companyId, (call) => ledgerContribution.verifyBooks(call))).faults).toEqual([])
})

test('goes on where it was stopped, also at the turn of a year', async () => {
  const { count } = await started('2027-01-01')
  await expect(makeYear(endingAfter(300))).rejects.toThrow('stopped')
  const before = await count('/journal-entries')
  await makeYear()
  const whole = await count('/journal-entries')
  expect(whole).toBeGreaterThan(before)
  expect(await count('/customers')).toBe(6)
  // Nothing was done twice.
  expect(await count('/fiscal-years')).toBe(2)
})
