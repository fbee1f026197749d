// What may be booked: every rule of an entry, with the field it names and the sentence it says, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { anEntry, type Service, START, startService, type TestCompany } from '#support/service'
import { book, item, wrongIn } from './support.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  company = await service.newCompany({ fiscalYear: ['2025-01-01', '2025-12-31'] })
  await service.operateFor(company.id, async (call) => {
    await closeFiscalYear(call, { id: company.fiscalYearId })
    await createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'accrual' })
    await createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' })
    await setLockDate(call, { date: dayFrom('2026-01-31') })
    await ledgerAdmin.setAccountActive(call, { number: 6540, active: false })
  })
})

afterAll(() => service.close())

const items = (...amounts: [account: number, amount: number][]) => ({
  items: amounts.map(([account, amount]) => item(account, amount)),
})

const AMOUNT = 'must be an amount from 0 with at most two decimals, at most 1000000000000'
const ONE_SIDE = 'exactly one of debit and credit must be above zero'

type Case = [what: string, changes: Record<string, unknown>, wrong: string[]]

const oneWrong: Case[] = [
  ['no title', { title: undefined }, ['#/title: is required']],
  ['an empty title', { title: '' }, ['#/title: must not be empty']],
  ['a blank title', { title: ' \u00a0 ' }, ['#/title: must not be empty']],
  ['a title that is no text', { title: 5 }, ['#/title: must be a text']],
  ['a long title', { title: 'x'.repeat(1001) }, ['#/title: must have at most 1000 characters']],
  ['no date', { date: undefined }, ['#/date: is required']],
  ['a day that is none', { date: '2026-02-30' }, ['#/date: must be a day as YYYY-MM-DD, such as 2026-03-31']],
  ['a moment for a day', { date: '2026-06-10T00:00:00Z' }, ['#/date: must be a day as YYYY-MM-DD, such as 2026-03-31']],
  ['a day long ago', { date: '1899-12-31' }, ['#/date: must be a day from 1900 to 2199, as YYYY-MM-DD']],
  ['a day before the years', { date: '2024-12-31' }, ['#/date: 2024-12-31 is in no fiscal year']],
  ['a day in a closed year', { date: '2025-12-31' }, ['#/date: 2025-12-31 is in a closed fiscal year']],
  ['the lock date', { date: '2026-01-31' }, ['#/date: the books are locked up to and including 2026-01-31']],
  [
    'a day before the lock date',
    { date: '2026-01-01' },
    ['#/date: the books are locked up to and including 2026-01-31'],
  ],
  [
    'a day far ahead',
    { date: '2026-06-13' },
    ['#/date: 2026-06-13 is more than two business days ahead; the last day is 2026-06-12'],
  ],
  ['no items', { items: undefined }, ['#/items: is required']],
  ['an empty list of items', { items: [] }, ['#/items: must have at least two lines, a debit line and a credit line']],
  ['one item', items([1930, 5]), ['#/items: must have at least two lines, a debit line and a credit line']],
  ['1001 items', items(...Array(1001).fill([1930, 5])), ['#/items: must have at most 1000 lines']],
  ['items in an object', { items: {} }, ['#/items: must be an array']],
  ['an item without an account', { items: [{ debit: 5 }, item(1930, -5)] }, ['#/items/0/account: is required']],
  ['half an account', items([1930.5, 5], [1940, -5]), ['#/items/0/account: must be a whole number']],
  [
    'an unknown account',
    items([1931, 5], [1940, -5]),
    ['#/items/0/account: account 1931 is not in the chart of accounts'],
  ],
  ['an account of zero', items([1930, 5], [0, -5]), ['#/items/1/account: must be at least 1']],
  ['an account that is not active', items([1930, 5], [6540, -5]), ['#/items/1/account: account 6540 is not active']],
  [
    'neither side',
    { items: [{ account: 1930 }, { account: 1940 }] },
    [`#/items/0: ${ONE_SIDE}`, `#/items/1: ${ONE_SIDE}`],
  ],
  [
    'zero on both sides',
    { items: [{ account: 1930, debit: 0, credit: 0 }, item(1940, 5)] },
    [`#/items/0: ${ONE_SIDE}`],
  ],
  ['both sides', { items: [{ account: 1930, debit: 5, credit: 5 }, item(1940, 5)] }, [`#/items/0: ${ONE_SIDE}`]],
  ['a negative amount', { items: [{ account: 1930, debit: -5 }, item(1940, -5)] }, [`#/items/0/debit: ${AMOUNT}`]],
  ['three decimals', items([1930, 0.001], [1940, -5]), [`#/items/0/debit: ${AMOUNT}`]],
  ['the third decimal of a sum', items([1930, 5], [1940, -5.005]), [`#/items/1/credit: ${AMOUNT}`]],
  ['too large an amount', items([1930, 1e12 + 0.01], [1940, -5]), ['#/items/0/debit: must be at most 1000000000000']],
  [
    'an amount as text',
    { items: [{ account: 1930, debit: '5' }, item(1940, -5)] },
    ['#/items/0/debit: must be a number'],
  ],
  ['no amount but null', { items: [{ account: 1930, debit: null }, item(1940, -5)] }, [`#/items/0: ${ONE_SIDE}`]],
  ['other sums', items([1930, 5], [1940, -5.01]), ['#/items: debit 5.00 and credit 5.01 are not equal']],
  ['debit only', items([1930, 5], [1940, 5]), ['#/items: debit 10.00 and credit 0.00 are not equal']],
  [
    'an öre too much',
    items([1930, 1e12], [1940, -1e12], [1940, 0.01]),
    ['#/items: debit 1000000000000.01 and credit 1000000000000.00 are not equal'],
  ],
  ['a misspelt property', { titel: 'x' }, ['#/titel: is not a known property; did you mean title?']],
  [
    'a tag',
    { tags: [{ tagId: '00000000-0000-7000-8000-000000000000', weight: 1 }] },
    ['#/tags/0/tagId: there is no tag 00000000-0000-7000-8000-000000000000'],
  ],
  [
    'an upload and an account',
    { uploadRef: { id: '00000000-0000-7000-8000-000000000000' }, ...items([1, 5], [1940, -5]) },
    [
      '#/uploadRef/id: there is no upload 00000000-0000-7000-8000-000000000000',
      '#/items/0/account: account 1 is not in the chart of accounts',
    ],
  ],
]

const manyWrong: Case[] = [
  [
    'title, day, account and amount',
    { title: ' ', date: '2025-01-01', ...items([1, 5], [6540, 0.001]) },
    [
      '#/title: must not be empty',
      '#/date: 2025-01-01 is in a closed fiscal year',
      '#/items/0/account: account 1 is not in the chart of accounts',
      '#/items/1/account: account 6540 is not active',
      `#/items/1/debit: ${AMOUNT}`,
    ],
  ],
  [
    'title and sum',
    { title: '', ...items([1930, 5], [1940, -4]) },
    ['#/title: must not be empty', '#/items: debit 5.00 and credit 4.00 are not equal'],
  ],
  [
    'day, account and sum',
    { date: '2026-01-31', ...items([1, 5], [1940, -4]) },
    [
      '#/date: the books are locked up to and including 2026-01-31',
      '#/items/0/account: account 1 is not in the chart of accounts',
      '#/items: debit 5.00 and credit 4.00 are not equal',
    ],
  ],
  [
    'form and rule',
    { title: 5, date: '2024-01-01', ...items([1, 5], [1940, -4]) },
    [
      '#/title: must be a text',
      '#/date: 2024-01-01 is in no fiscal year',
      '#/items/0/account: account 1 is not in the chart of accounts',
      '#/items: debit 5.00 and credit 4.00 are not equal',
    ],
  ],
  [
    'both amounts of an item',
    { items: [{ account: 1930, debit: -1, credit: 0.001 }, item(1940, 5)] },
    [`#/items/0/debit: ${AMOUNT}`, `#/items/0/credit: ${AMOUNT}`],
  ],
]

describe('refused', () => {
  test.each(oneWrong)('for %s', async (_, changes, wrong) => {
    expect(await wrongIn(company, anEntry(changes))).toEqual(wrong)
  })

  test.each(manyWrong)('for %s at once', async (_, changes, wrong) => {
    expect(await wrongIn(company, anEntry(changes))).toEqual(wrong)
  })

  test('and nothing of it is booked', async () => {
    const { body } = await company.get('/journal-entries')
    expect(body).toEqual({ totalItems: 0, totalPages: 0, currentPage: 1, items: [] })
  })

  test('with at most 100 errors listed and all of them counted', async () => {
    const answer = await company.post('/journal-entries', anEntry(items(...Array(300).fill([1, 0.001]))))
    expect(answer.body.message).toBe('Validation failed with 600 errors')
    expect(answer.body.errors).toHaveLength(100)
  })
})

describe('booked as it came', () => {
  const right: [what: string, changes: Record<string, unknown>, shown: Record<string, unknown>][] = [
    ['a title with blanks around', { title: '  Hyra mars ' }, { title: 'Hyra mars' }],
    ['a title of 1000 letters beyond the first plane', { title: '😀'.repeat(1000) }, { title: '😀'.repeat(1000) }],
    ['the first open day', { date: '2026-02-01' }, { date: '2026-02-01' }],
    ['the last day ahead', { date: '2026-06-12' }, { date: '2026-06-12' }],
    [
      'the smallest and the largest amount',
      items([1930, 1e12], [1930, 0.01], [1940, -1e12], [1940, -0.01]),
      {
        items: [
          { id: 1, account: 1930, debit: 1e12, credit: 0 },
          { id: 2, account: 1930, debit: 0.01, credit: 0 },
          { id: 3, account: 1940, debit: 0, credit: 1e12 },
          { id: 4, account: 1940, debit: 0, credit: 0.01 },
        ],
      },
    ],
    [
      'tenths that no double holds',
      items([1930, 0.1], [1930, 0.2], [1940, -0.3]),
      {
        items: [
          { id: 1, account: 1930, debit: 0.1, credit: 0 },
          { id: 2, account: 1930, debit: 0.2, credit: 0 },
          { id: 3, account: 1940, debit: 0, credit: 0.3 },
        ],
      },
    ],
    [
      'zero on the other side',
      {
        items: [
          { account: 1930, debit: 5, credit: 0 },
          { account: 1940, debit: 0, credit: 5 },
        ],
      },
      {
        items: [
          { id: 1, account: 1930, debit: 5, credit: 0 },
          { id: 2, account: 1940, debit: 0, credit: 5 },
        ],
      },
    ],
    ['what only answers tell', { id: 'x', journalEntryNumber: 'V9', reversingJournalEntryId: 5 }, {}],
    ['no tags and no upload', { tags: [], uploadRef: null }, { tags: [], uploadRef: null }],
    ['an upload without an id', { uploadRef: {} }, { uploadRef: null }],
  ]

  test.each(right)('%s', async (_, changes, shown) => {
    const entry = await book(company, changes)
    expect(entry).toMatchObject({ ...shown, reversingJournalEntryId: null, reversedByJournalEntryId: null })
    const read = await company.get(`/journal-entries/${entry.id}`)
    expect(read.body).toEqual(entry)
  })

  test('1000 items', async () => {
    const pairs = Array.from({ length: 500 }, (_, index): [number, number][] => [
      [1930, index + 0.25],
      [1940, -index - 0.25],
    ])
    const entry = await book(company, items(...pairs.flat()))
    expect(entry.items).toHaveLength(1000)
    expect(entry.items[999]).toEqual({ id: 1000, account: 1940, debit: 0, credit: 499.25, vatCode: null, tags: [] })
  })
})

// Days ahead: the moment, the last day that may be booked on, what is special about it.
const ahead: [now: string, last: string, why: string][] = [
  ['2026-06-08T10:00:00Z', '2026-06-10', 'a Monday'],
  ['2026-06-11T10:00:00Z', '2026-06-15', 'a Thursday'],
  ['2026-06-12T10:00:00Z', '2026-06-16', 'a Friday'],
  ['2026-06-13T10:00:00Z', '2026-06-16', 'a Saturday'],
  ['2026-06-14T10:00:00Z', '2026-06-16', 'a Sunday'],
  ['2026-04-01T10:00:00Z', '2026-04-07', 'the Wednesday before Easter'],
  ['2026-04-02T10:00:00Z', '2026-04-08', 'the Thursday before Easter'],
  ['2026-04-05T10:00:00Z', '2026-04-08', 'Easter Sunday'],
  ['2026-04-30T10:00:00Z', '2026-05-05', 'the eve of May Day'],
  ['2027-05-05T10:00:00Z', '2027-05-10', 'the day before Ascension Day'],
  ['2026-06-17T10:00:00Z', '2026-06-22', 'two days before Midsummer Eve'],
  ['2026-06-18T10:00:00Z', '2026-06-23', 'the day before Midsummer Eve'],
  ['2026-12-22T10:00:00Z', '2026-12-28', 'two days before Christmas Eve'],
  ['2026-12-23T10:00:00Z', '2026-12-29', 'the day before Christmas Eve'],
  ['2026-12-30T10:00:00Z', '2027-01-05', 'the day before the eve of New Year, and into the next fiscal year'],
  ['2027-01-04T10:00:00Z', '2027-01-07', 'two days before Epiphany'],
  ['2026-06-10T21:59:59.999Z', '2026-06-12', 'the last moment of a summer Wednesday in Stockholm'],
  ['2026-06-10T22:00:00.000Z', '2026-06-15', 'midnight in Stockholm in summer'],
  ['2026-02-11T22:59:59.999Z', '2026-02-13', 'the last moment of a winter Wednesday in Stockholm'],
  ['2026-02-11T23:00:00.000Z', '2026-02-16', 'midnight in Stockholm in winter'],
]

describe('two business days ahead', () => {
  const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

  test.each(ahead)('at %s: until %s, for it is %s', async (now, last) => {
    service.setNow(now)
    expect((await book(company, { date: last })).date).toBe(last)
    const date = dayAfter(last)
    expect(await wrongIn(company, anEntry({ date }))).toEqual([
      `#/date: ${date} is more than two business days ahead; the last day is ${last}`,
    ])
    service.setNow(START)
  })
})
