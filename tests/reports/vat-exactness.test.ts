// The VAT report against the slow, obvious sum over all lines: random books with reversals, accruals, settlements by
// hand and returns, for random days and moments; and what returns leave behind.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { addDays, type Day, dayFrom } from '#platform/day'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
  service.setNow('2026-12-31T10:00:00.000Z')
})
afterAll(() => service.close())

/** Accounts with their boxes, and the side that is positive there; those of tax stand apart from bases. */
const bases: Readonly<Record<number, readonly [box: string, sign: number]>> = {
  3001: ['05', 1],
  3002: ['05', 1],
  6351: ['05', 1],
  3108: ['35', 1],
  4515: ['20', -1],
  4512: ['37', -1],
}
const taxes: Readonly<Record<number, readonly [box: string, sign: number] | null>> = {
  2611: ['10', 1],
  2612: ['10', 1],
  2621: ['11', 1],
  2614: ['30', 1],
  2641: ['48', -1],
  2645: ['48', -1],
  2618: null,
}
const accounts = [...Object.keys(bases), ...Object.keys(taxes), '1930', '2650', '3740'].map(Number)

type Item = { account: number; debit: number; credit: number }
type Booked = { date: string; title: string; items: Item[] }

const FIRST = dayFrom('2026-01-01')
const day = fc.integer({ min: 0, max: 272 }).map((days) => addDays(FIRST, days))
const account = fc.constantFrom(...accounts)
const ore = fc.integer({ min: 1, max: 1_000_000 })
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ date: day, debit: account, credit: account, more: account, amount: ore }) },
  { weight: 1, arbitrary: fc.record({ reverse: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ accrue: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

const bookAll = async (steps: readonly Step[]): Promise<TestCompany> => {
  const company = checkedCompany(await service.newCompany())
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  const ids: string[] = []
  for (const one of steps) {
    if ('reverse' in one) {
      if (ids.length === 0) continue
      const answer = await company.post(`/journal-entries/${ids[one.reverse % ids.length]}/reverse`)
      if (answer.status === 200) ids.push(answer.body.id)
      continue
    }
    if ('accrue' in one) {
      const id = ids[one.accrue % ids.length]
      if (id) ids.push(...(await accrue(company, id)))
      continue
    }
    const { date, debit, credit, more, amount } = one
    const items = [
      { account: debit, debit: (2 * amount) / 100, credit: 0 },
      { account: credit, debit: 0, credit: amount / 100 },
      { account: more, debit: 0, credit: amount / 100 },
    ]
    ids.push(ok(await company.post('/journal-entries', { title: 'Prov', date, items })).id)
  }
  return company
}

/** Accrues what an entry has on an account of a base, if it has any: the entries that this books. */
const accrue = async (company: TestCompany, id: string): Promise<string[]> => {
  const { items }: Booked = ok(await company.get(`/journal-entries/${id}`))
  const { account: of } = items.find((item) => item.account in bases) ?? { account: 3001 }
  const accrual = { journalEntryRef: { id }, account: of, firstMonth: '2026-05', months: 2 }
  const { status, body } = await company.post('/accruals', accrual)
  if (status !== 200) return []
  const { entries } = ok(await company.post('/accrual-portions', { to: '2026-06' }))
  return [body.deferralEntryRef.id, ...entries.map((one: Portion) => one.journalEntryRef.id)]
}

type Portion = { journalEntryRef: { id: string } }

/** All entries in the order of their registration. */
const entriesOf = async (company: TestCompany): Promise<Booked[]> => {
  const { items } = ok(await company.get('/journal-entries?pageSize=100'))
  const entries: Booked[] = []
  for (const { id } of items) entries.push(ok(await company.get(`/journal-entries/${id}`)))
  return entries.reverse()
}

const inOre = (kronor: number) => Math.round(kronor * 100) + 0

const sums = (entries: readonly Booked[]) => {
  const boxes: Record<string, number> = {}
  let booked = 0
  let settled = 0
  for (const { title, items } of entries) {
    const isSettlement = items.some((item) => item.account === 2650)
    // Also in what reverses one.
    const isAccrual = title.includes('Periodisering')
    for (const item of items) {
      const credit = inOre(item.credit) - inOre(item.debit)
      const tax = item.account in taxes
      if (tax && isSettlement) settled += credit
      else if (tax) booked += credit
      const isLeftOut = tax ? isSettlement : isAccrual
      const [box, sign] = (isLeftOut ? null : (tax ? taxes : bases)[item.account]) ?? ['', 0]
      if (box) boxes[box] = (boxes[box] ?? 0) + sign * credit
    }
  }
  return { boxes, booked, settled }
}

type Row = { kind: string; key: string; values: { reported: number | null; amount: number }[] }

const hold = async (company: TestCompany, entries: readonly Booked[], asked: { from: Day; to: Day; known: number }) => {
  const { from, to, known } = asked
  const { rows }: { rows: Row[] } = ok(
    await company.get(`/reports/vat-report?level=line&from=${from}&to=${to}&knownAt=${known}`),
  )
  const { boxes, booked, settled } = sums(entries.slice(0, known).filter(({ date }) => date >= from && date <= to))
  const cellOf = (key: string) => rows.find((row) => row.key === key)?.values[0]
  const amountOf = (key: string) => inOre(cellOf(key)?.amount ?? Number.NaN)
  let exact = 0
  let payable = 0
  for (const box of ['05', '10', '11', '20', '30', '35', '37', '48']) {
    const amount = (boxes[box] ?? 0) + 0
    expect([box, amountOf(box)]).toEqual([box, amount])
    expect([box, cellOf(box)?.reported]).toEqual([box, Math.trunc(amount / 100) + 0])
    const sign = { '10': 1, '11': 1, '30': 1, '48': -1 }[box] ?? 0
    exact += sign * amount
    payable += sign * Math.trunc(amount / 100)
  }
  expect(amountOf('49')).toBe(exact + 0)
  expect(cellOf('49')?.reported).toBe(payable + 0)
  expect(amountOf('booked')).toBe(booked + 0)
  expect(amountOf('settled')).toBe(settled + 0)
  expect(amountOf('difference')).toBe(booked - exact + 0)
  expect(amountOf('opening') + booked + settled).toBe(amountOf('closing'))
}

test('boxes are what lines sum to, and returns empty the accounts that have one', async () => {
  const drawn = fc.record({
    steps: fc.array(step, { minLength: 10, maxLength: 25 }),
    asked: fc.array(fc.record({ one: day, other: day, known: fc.nat() }), { minLength: 4, maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(drawn, async ({ steps, asked }) => {
      const company = await bookAll(steps)
      const before = await entriesOf(company)
      const unsettled = sums(before)
      let payable = 0
      for (const [startDate, endDate] of [
        ['2026-01-01', '2026-03-31'],
        ['2026-04-01', '2026-06-30'],
        ['2026-07-01', '2026-09-30'],
      ]) {
        payable += ok(await company.post('/vat-returns', { startDate, endDate, acceptDifferences: true })).payable
      }
      const entries = await entriesOf(company)
      const after = sums(entries)
      // Returns change no box, and settle exactly what the boxes had.
      expect(after.boxes).toEqual(unsettled.boxes)
      const taxIn = (box: string) => after.boxes[box] ?? 0
      const exact = taxIn('10') + taxIn('11') + taxIn('30') - taxIn('48')
      expect(after.settled).toBe(unsettled.settled - exact)
      const onSettlement = (all: readonly Booked[]) =>
        all
          .flatMap(({ items }) => items)
          .reduce((sum, { account: number, debit, credit }) => {
            return number === 2650 ? sum + inOre(credit) - inOre(debit) : sum
          }, 0)
      expect(onSettlement(entries) - onSettlement(before)).toBe(payable * 100)
      for (const { one, other, known } of asked) {
        const [from, to] = one < other ? [one, other] : [other, one]
        await hold(company, entries, { from, to, known: known % (entries.length + 1) })
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
})
