// A mistake is never changed, it is reversed: the mirror entry, the links both ways, the day it falls on, the refusals.
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeFiscalYear, createFiscalYear, ledgerAdmin, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'
import { importFile } from '#tests/ledger/sie/imported'
import { allEntries, book, connectTo, item, verified } from './support.ts'

let service: Service
let client: Client
let company: TestCompany

beforeAll(async () => {
  service = await startService()
  client = await connectTo(service)
})

afterAll(async () => {
  await client.end()
  await service.close()
})

beforeEach(async () => {
  company = await service.newCompany()
})

afterEach(() => service.setNow(START))

const reverse = (id: string): Promise<Answer> => company.post(`/journal-entries/${id}/reverse`)

const read = async (id: string): Promise<Answer['body']> => (await company.get(`/journal-entries/${id}`)).body

const lock = (date: string | null) =>
  service.operateFor(company.id, (call) => setLockDate(call, { date: date === null ? null : dayFrom(date) }))

/** The code and message of a refusal. */
const refusalOf = ({ status, body }: Answer) => ({ status, code: body.code, message: body.message })

describe('the mirror entry', () => {
  test('has what was debit as credit, and both name each other', async () => {
    const entry = await book(company, { date: '2026-03-31' })
    const { status, body: mirror } = await reverse(entry.id)
    expect(status).toBe(200)
    expect(mirror).toMatchObject({
      id: mirror.id,
      title: 'Rättelse av V1: Kontorsmaterial',
      journalEntryNumber: 'V2',
      date: '2026-03-31',
      items: [
        { id: 1, account: 6110, debit: 0, credit: 400 },
        { id: 2, account: 2641, debit: 0, credit: 100 },
        { id: 3, account: 1930, debit: 500, credit: 0 },
      ],
      tags: [],
      reversingJournalEntryId: entry.id,
      reversedByJournalEntryId: null,
      uploadRef: null,
    })
    expect(await read(mirror.id)).toEqual(mirror)
    expect(await read(entry.id)).toMatchObject({
      ...entry,
      reversedByJournalEntryId: mirror.id,
      reversedByJournalEntryRef: { id: mirror.id },
    })
  })

  test('is found by either link', async () => {
    const { id } = await book(company)
    const { body: mirror } = await reverse(id)
    const found = async (query: string) =>
      (await company.get(`/journal-entries?query=${query}`)).body.items.map((entry: { id: string }) => entry.id)
    expect(await found(`reversingJournalEntryId==${id}`)).toEqual([mirror.id])
    expect(await found(`reversedByJournalEntryId==${mirror.id}`)).toEqual([id])
    expect(await found(`reversingJournalEntryId!=${id}`)).toEqual([id])
  })

  test('can itself be reversed', async () => {
    const { id } = await book(company)
    const { body: mirror } = await reverse(id)
    const { status, body: again } = await reverse(mirror.id)
    expect(status).toBe(200)
    expect(again).toMatchObject({ journalEntryNumber: 'V3', reversingJournalEntryId: mirror.id })
    expect(again.items).toEqual((await read(id)).items)
    expect((await read(id)).reversedByJournalEntryId).toBe(mirror.id)
    expect((await read(mirror.id)).reversedByJournalEntryId).toBe(again.id)
  })

  test('is booked on accounts that have been closed since', async () => {
    const { id } = await book(company)
    await service.operateFor(company.id, (call) => ledgerAdmin.setAccountActive(call, { number: 6110, active: false }))
    expect((await reverse(id)).status).toBe(200)
  })

  test('has a title of at most 1000 characters, and no half one', async () => {
    for (let count = 0; count < 2; count++) {
      const entry = await book(company, { title: `${'x'.repeat(count)}${'😀'.repeat(999)}` })
      const { status, body } = await reverse(entry.id)
      expect(status).toBe(200)
      expect([...body.title]).toHaveLength(1000)
      expect(body.title.endsWith('😀')).toBe(true)
    }
  })

  test('of an imported entry keeps texts, quantities and tags', async () => {
    const { A1 } = await importFile(company)
    const { status, body } = await reverse(A1.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Rättelse av A1: Papper', journalEntryNumber: 'V1', date: '2026-03-01' })
    expect(body.items).toEqual([
      { id: 1, account: 6110, debit: 0, credit: 99.5, vatCode: null, tags: A1.items[0].tags },
      { id: 2, account: 1930, debit: 99.5, credit: 0, vatCode: null, tags: [] },
    ])
    expect(A1.items[0].tags).toMatchObject([{ tagName: 'Nord', weight: 1 }])
    const { rows } = await client.query(
      `select line, text, quantity from ledger.journal_entry_item where journal_entry_id = $1 order by line`,
      [body.id],
    )
    expect(rows).toEqual([
      { line: 1, text: 'A4', quantity: '2.5' },
      { line: 2, text: null, quantity: null },
    ])
    expect(await verified(service, company.id)).toEqual({ entries: 3, fault: null })
  })
})

describe('the day of the mirror entry', () => {
  const cases: [what: string, entry: string, lock: string | null, now: string, expected: string][] = [
    ['open: the same day', '2026-02-10', null, '2026-06-10', '2026-02-10'],
    ['just open: the same day', '2026-02-10', '2026-02-09', '2026-06-10', '2026-02-10'],
    ['ahead: the same day', '2026-06-12', null, '2026-06-10', '2026-06-12'],
    ['locked: today', '2026-02-10', '2026-02-10', '2026-06-10', '2026-06-10'],
    ['locked until yesterday: today', '2026-02-10', '2026-06-09', '2026-06-10', '2026-06-10'],
    ['locked until today: the first open day', '2026-02-10', '2026-06-10', '2026-06-10', '2026-06-11'],
    ['locked until tomorrow: the first open day', '2026-02-10', '2026-06-11', '2026-06-10', '2026-06-12'],
    ['locked, in the year before: its first open day', '2025-02-10', '2025-03-31', '2026-06-10', '2025-04-01'],
    ['locked but for the last day of its year', '2025-02-10', '2025-12-30', '2026-06-10', '2025-12-31'],
  ]

  test.each(cases)('%s', async (_, date, lockDate, now, expected) => {
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' }),
    )
    const { id } = await book(company, { date })
    await lock(lockDate)
    service.setNow(`${now}T10:00:00Z`)
    const { status, body } = await reverse(id)
    expect(status).toBe(200)
    expect(body.date).toBe(expected)
    expect((await read(id)).date).toBe(date)
  })
})

describe('in a closed fiscal year', () => {
  const method = { accountingMethod: 'accrual' } as const
  const cases: [what: string, lock: string | null, closed: string[], expected: string | RegExp][] = [
    ['the first day of the next year', null, [], '2026-01-01'],
    ['its first open day', '2026-02-28', [], '2026-03-01'],
    ['the first day of the next open year', null, ['2026-01-01'], '2027-01-01'],
    [
      'no day while all of it is locked',
      '2026-12-31',
      [],
      /every day of the fiscal year that could be booked on is locked/,
    ],
  ]

  test.each(cases)('the mirror is booked on %s', async (_, lockDate, closed, expected) => {
    service.setNow('2027-06-10T10:00:00Z')
    const year = (startDate: string, endDate: string) =>
      service.operateFor(company.id, (call) => createFiscalYear(call, { startDate, endDate, ...method }))
    const { id: yearId } = await year('2025-01-01', '2025-12-31')
    await year('2027-01-01', '2027-12-31')
    const entry = await book(company, { date: '2025-11-20' })
    const close = (id: string) => service.operateFor(company.id, (call) => closeFiscalYear(call, { id }))
    await close(yearId)
    if (closed.length > 0) await close(company.fiscalYearId)
    await lock(lockDate)
    const answer = await reverse(entry.id)
    if (expected instanceof RegExp) {
      expect(refusalOf(answer).message).toMatch(expected)
      return
    }
    expect(answer.body).toMatchObject({ date: expected, reversingJournalEntryId: entry.id, journalEntryNumber: 'V1' })
    expect((await read(entry.id)).reversedByJournalEntryRef.id).toBe(answer.body.id)
    expect(await verified(service, company.id)).toEqual({ entries: 2, fault: null })
  })
})

test('who registered and who corrected an entry, and when, stands with both', async () => {
  const entry = await book(company)
  service.setNow('2026-06-11T10:00:00Z')
  const registeredBy = { kind: 'token', id: company.tokenId, name: 'Prov' }
  const { body: mirror } = await reverse(entry.id)
  const about = ({ id, journalEntryNumber, registeredDateTime }: Answer['body']) => {
    return { id, journalEntryNumber, registeredDateTime, registeredBy }
  }
  expect(entry).toMatchObject({ registeredBy, reversesJournalEntryRef: null, reversedByJournalEntryRef: null })
  expect(Date.parse(entry.registeredDateTime)).toBe(START.getTime())
  expect(Date.parse(mirror.registeredDateTime)).toBe(Date.parse('2026-06-11T10:00:00Z'))
  expect(mirror).toMatchObject({ registeredBy, reversesJournalEntryRef: about(entry), reversedByJournalEntryRef: null })
  expect(await read(entry.id)).toEqual({
    ...entry,
    reversedByJournalEntryId: mirror.id,
    reversedByJournalEntryRef: about(mirror),
    modifiedDateTime: mirror.registeredDateTime,
  })
})

describe('refused', () => {
  const people =
    'Journal entry V1 ({id}) was made by people in the console or by the operator, and must be reversed there'
  const document = 'Journal entry V1 ({id}) belongs to a document: credit that document instead'
  const fromElsewhere: [origin: string, actor: string, message: string][] = [
    ['console', 'user', people],
    ['import', 'user', people],
    ['import', 'operator', people],
    ['console', 'operator', people],
    ['document', 'token', document],
    ['document', 'operator', document],
  ]

  test.each(fromElsewhere)('for an entry of origin %s by a %s', async (origin, actor, message) => {
    const { id } = await book(company)
    await client.query('set session_replication_role = replica')
    await client.query('update ledger.journal_entry set origin = $2, actor_kind = $3 where id = $1', [
      id,
      origin,
      actor,
    ])
    await client.query('reset session_replication_role')
    const refused = { status: 400, code: 'operation-not-allowed', message: message.replace('{id}', id) }
    expect(refusalOf(await reverse(id))).toEqual(refused)
  })

  test('a second time', async () => {
    const { id } = await book(company)
    await reverse(id)
    expect(refusalOf(await reverse(id))).toEqual({
      status: 400,
      code: 'operation-not-allowed',
      message: `Journal entry V1 (${id}) is already reversed, by V2`,
    })
  })

  test('in a closed fiscal year that is the last one', async () => {
    const { id } = await book(company)
    await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
    expect(refusalOf(await reverse(id))).toEqual({
      status: 400,
      code: 'operation-not-allowed',
      message: `Journal entry V1 (${id}) is in a closed fiscal year, and no year after it is open: add the next fiscal year first`,
    })
  })

  const locked: [what: string, lock: string, now: string][] = [
    ['the whole year is locked', '2026-12-31', '2027-02-10'],
    ['the year and more is locked', '2027-01-31', '2027-02-10'],
    ['the first open day is too far ahead', '2026-06-12', '2026-06-10'],
  ]

  test.each(locked)('when %s', async (_, lockDate, now) => {
    const { id } = await book(company)
    await lock(lockDate)
    service.setNow(`${now}T10:00:00Z`)
    expect(refusalOf(await reverse(id))).toEqual({
      status: 400,
      code: 'operation-not-allowed',
      message: `Journal entry V1 (${id}) cannot be reversed: every day of the fiscal year that could be booked on is locked`,
    })
  })

  test('for an entry that is nowhere, or in another company', async () => {
    const { id } = await book(await service.newCompany())
    for (const other of [newId(), id]) {
      expect(refusalOf(await reverse(other))).toEqual({
        status: 404,
        code: 'not-found',
        message: `There is no journal entry ${other} in this company`,
      })
    }
  })

  test('and nothing is booked', async () => {
    const { id } = await book(company)
    await lock('2026-12-31')
    await reverse(id)
    expect(await allEntries(company)).toHaveLength(1)
  })
})

describe('at the same time', () => {
  test('ten reversals of one entry give one', async () => {
    const { id } = await book(company)
    const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect(await allEntries(company)).toHaveLength(2)
    expect(await verified(service, company.id)).toEqual({ entries: 2, fault: null })
  })

  test('reversals of many entries go beside posts', async () => {
    const entries = await Promise.all(Array.from({ length: 20 }, () => book(company)))
    const [answers] = await Promise.all([
      Promise.all(entries.map(({ id }) => reverse(id))),
      Promise.all(entries.map(() => book(company, { items: [item(1930, 5), item(3001, -5)] }))),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await verified(service, company.id)).toEqual({ entries: 60, fault: null })
  })
})

describe('a day that is chosen', () => {
  const reverseOn = (id: string, date: string): Promise<Answer> =>
    company.post(`/journal-entries/${id}/reverse?date=${date}`)

  test('is that of the reversal, also in the next year and where the day of the entry is open', async () => {
    const first = await book(company, { date: '2026-03-31' })
    const second = await book(company, { date: '2026-04-02' })
    expect((await reverseOn(first.id, '2026-05-04')).body).toMatchObject({ date: '2026-05-04' })
    await service.operateFor(company.id, (call) =>
      createFiscalYear(call, { startDate: '2027-01-01', endDate: '2027-12-31', accountingMethod: 'accrual' }),
    )
    service.setNow('2027-01-04T10:00:00.000Z')
    const { body } = await reverseOn(second.id, '2027-01-04')
    expect(body).toMatchObject({ date: '2027-01-04', reversingJournalEntryId: second.id })
  })

  test('may not be before the entry, locked, in no year, or far ahead', async () => {
    const { id } = await book(company, { date: '2026-05-10' })
    await lock('2026-05-20')
    const cases = [
      ['2026-05-09', 'the books are locked up to and including 2026-05-20'],
      ['2026-06-30', '2026-06-30 is more than two business days ahead; the last day is 2026-06-12'],
      ['2025-12-31', '2025-12-31 is in no fiscal year'],
    ]
    for (const [date = '', message] of cases) {
      const { status, body } = await reverseOn(id, date)
      expect([status, body.errors]).toEqual([400, [{ field: 'date', message }]])
    }
    await lock(null)
    const { body } = await reverseOn(id, '2026-05-09')
    expect(body.errors).toEqual([
      { field: 'date', message: '2026-05-09 is before the entry itself, which is dated 2026-05-10' },
    ])
    expect((await read(id)).reversedByJournalEntryId).toBeNull()
  })
})
