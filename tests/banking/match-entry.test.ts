// Several bank transactions of one entry that was booked before: as far as it goes, each by itself, held by the service
// and by the database; and matches that are undone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectWhere } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { balancesOf, ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { faultOf, transacted } from './importing.ts'
import { withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  const made = checkedCompany(await service.newCompany())
  await withBankAccount(service, made)
  return made
}

/** The addresses of transactions of so many kronor, in a statement of their own. */
const moved = async (company: TestCompany, ...kronor: number[]): Promise<string[]> => {
  const entries = kronor.map((amount, place) => ({
    ore: BigInt(Math.round(amount * 100)),
    reference: `${kronor.join()}-${place}-${Math.random()}`,
  }))
  const { path, items } = await transacted(company, { statements: [{ id: `S${Math.random()}`, entries }] })
  return kronor.map((amount) => {
    const at = items.findIndex((item) => item.amount === amount)
    return `${path}/${items.splice(at, 1)[0].id}`
  })
}

/** An entry with this on the bank account. */
const byHand = async (company: TestCompany, kronor: number): Promise<string> => {
  const [bank, other] = kronor > 0 ? ['debit', 'credit'] : ['credit', 'debit']
  const items = [
    { account: 1930, [bank as string]: Math.abs(kronor) },
    { account: 7010, [other as string]: Math.abs(kronor) },
  ]
  return ok(await company.post('/journal-entries', { title: 'Löner', date: '2026-06-09', items })).id
}

const match = (company: TestCompany, url: string, journalEntryId: string): Promise<Answer> =>
  company.post(`${url}/match`, { journalEntryId })

const leftOf = async (company: TestCompany, entryId: string) => {
  const { accounts, transactions } = ok(await company.get(`/journal-entries/${entryId}/bank-transactions`))
  return [accounts, transactions.map(({ amount }: { amount: number }) => amount)]
}

const messageOf = ({ body }: Answer): string => body.errors?.[0]?.message ?? body.message

test('several transactions are matched with one entry, until nothing of it is left', async () => {
  const company = await newCompany()
  const entry = await byHand(company, -100_000)
  const [first, second, third, tooMuch, wrongWay] = await moved(company, -30_000, -50_000, -20_000, -20_000.01, 20_000)
  const before = await balancesOf(company)
  expect(await leftOf(company, entry)).toEqual([[{ account: 1930, amount: -100_000, remainingAmount: -100_000 }], []])
  ok(await match(company, first ?? '', entry))
  const matched = ok(await match(company, second ?? '', entry))
  expect(matched).toMatchObject({
    status: 'booked',
    journalEntryRef: { id: entry },
    matchedWith: { journalEntryId: entry },
  })
  expect(await leftOf(company, entry)).toEqual([
    [{ account: 1930, amount: -100_000, remainingAmount: -20_000 }],
    [-30_000, -50_000],
  ])
  for (const [url, amount] of [
    [tooMuch, -20_000.01],
    [wrongWay, 20_000],
  ] as const)
    expect(messageOf(await match(company, url ?? '', entry))).toBe(
      `journal entry V1 has -20000 left of -100000 on account 1930, and the transaction is for ${amount}`,
    )
  ok(await match(company, third ?? '', entry))
  expect(messageOf(await match(company, tooMuch ?? '', entry))).toMatch(/^journal entry V1 is already matched with/)
  expect(await balancesOf(company)).toEqual(before)
  expect(await faultOf(service, company)).toBe(null)
})

test('undoing one match keeps the others; what was booked for a transaction is reversed first', async () => {
  const company = await newCompany()
  const entry = await byHand(company, 300)
  const [first, second, fee] = (await moved(company, 100, 200, -15)) as [string, string, string]
  ok(await match(company, first, entry))
  ok(await match(company, second, entry))
  expect((await company.delete(`${first}/match`)).status).toBe(204)
  expect(ok(await company.get(first))).toMatchObject({ status: 'open', matchedWith: null, journalEntryRef: null })
  expect(ok(await company.get(second))).toMatchObject({ status: 'booked' })
  expect(await leftOf(company, entry)).toEqual([[{ account: 1930, amount: 300, remainingAmount: 100 }], [200]])
  ok(await match(company, first, entry))
  expect(messageOf(await company.delete(`${fee}/match`))).toMatch(/is not matched: there is nothing to undo/)
  const booked = ok(await company.post(`${fee}/match`, { account: 6570 }))
  expect(messageOf(await company.delete(`${fee}/match`))).toMatch(/reverse that entry first$/)
  ok(await company.post(`/journal-entries/${booked.journalEntryRef.id}/reverse`))
  expect((await company.delete(`${fee}/match`)).status).toBe(204)
  expect(ok(await company.post(`${fee}/match`, { account: 6991 }))).toMatchObject({ matchedWith: { account: 6991 } })
  expect(await faultOf(service, company)).toBe(null)
})

test('of many that ask at once, so many are matched as the entry goes to', async () => {
  const company = await newCompany()
  const entry = await byHand(company, -100)
  const urls = await moved(company, -40, -40, -40, -40)
  const answers = await Promise.all(urls.map((url) => match(company, url, entry)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400])
  expect((await leftOf(company, entry))[0]).toMatchObject([{ remainingAmount: -20 }])
})

test('the database holds to it, and the verification sees', async () => {
  const company = await newCompany()
  const entry = await byHand(company, -100)
  const [first, second, third] = (await moved(company, -60, -50, -40)) as [string, string, string]
  ok(await match(company, first, entry))
  const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
  const set = `journal_entry_id = '${entry}', account = 1930, matched_at = now(),
    matched_with = '{"kind": "journalEntry", "journalEntryId": "${entry}"}',
    matched_by_kind = 'token', matched_by_id = id, matched_by_name = 'Prov'`
  const undone = `journal_entry_id = null, account = null, matched_at = null, matched_with = null,
    matched_by_kind = null, matched_by_id = null, matched_by_name = null`
  const paid = ok(await company.post(`${third}/match`, { account: 6570 }))
  const refused = [
    `update banking.transaction set ${set} where id = '${idOf(second)}'`,
    `update banking.transaction set ${undone} where id = '${paid.id}'`,
    `update banking.transaction set ${undone}, payment_id = id where id = '${idOf(first)}'`,
  ]
  // Two at once, each of which would fit alone: the second waits, and is refused.
  const one = await connectWhere(service, company.id)
  const two = await connectWhere(service, company.id)
  const [fits, beyond] = (await moved(company, -40, -40)) as [string, string]
  try {
    for (const text of refused) await expect(one.query(text), text).rejects.toMatchObject({ code: 'GB072' })
    await one.query('begin')
    await one.query(`update banking.transaction set ${set} where id = '${idOf(fits)}'`)
    const waiting = two.query(`update banking.transaction set ${set} where id = '${idOf(beyond)}'`)
    const refusal = expect(waiting).rejects.toMatchObject({ code: 'GB072' })
    const waits = `
      select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`
    await expect.poll(async () => (await one.query(waits)).rowCount).toBe(1)
    await one.query('commit')
    await refusal
    expect(await faultOf(service, company)).toBe(null)
    await one.query('set session_replication_role = replica')
    await one.query(`update banking.transaction set ${set} where id = '${idOf(second)}'`)
  } finally {
    for (const client of [one, two]) await client.end()
  }
  expect(await faultOf(service, company)).toBe(
    `entry ${entry} has -10000 on account 1930, the bank transactions matched with it are for -15000`,
  )
})
