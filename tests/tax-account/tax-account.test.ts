// The tax account through HTTP: a file and rows are imported once, matched with VAT returns and entries, booked one by
// one or together, and its balance is compared with account 1630.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { balancesOf, ok } from '#support/entries'
import { booked, type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.setNow('2026-06-30T10:00:00Z')
  company = await owned(service, { fiscalYear: ['2026-01-01', '2026-12-31'] })
})

/** A quarter with sales of 1000 and VAT of 250, reported. */
const reported = async (): Promise<string> => {
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  await booked(company, '2026-02-10', { 1930: 1250, 3001: -1000, 2611: -250 })
  const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
  return ok(await company.post('/vat-returns', period)).id
}

const file = [
  '"Prov AB";"";""',
  '"";"Ingående saldo 2026-04-01";"0"',
  '"2026-05-05";"Inbetalning bokförd 260504";"1 000"',
  '"2026-05-12";"Moms jan-mars 2026";"-250"',
  '"2026-05-12";"Debiterad preliminärskatt";"-600"',
  '"2026-06-06";"Kostnadsränta";"-3"',
  '"2026-06-06";"Omräkning";"1"',
  '"";"Utgående saldo 2026-06-13";"148"',
].join('\r\n')

const send = (text: string) => company.upload('/tax-account/statements', 'Kontoutdrag.csv', Buffer.from(text, 'latin1'))
const rows = async (query = '') => ok(await company.get(`/tax-account/transactions?pageSize=100${query}`)).items
const compared = async () => ok(await company.get('/tax-account/comparison'))

test('a file is matched with the return and the books, booked together, and explains the balance', async () => {
  const vatReturn = await reported()
  await booked(company, '2026-05-04', { 1630: 1000, 1930: -1000 }, 'Till skattekontot')
  const { alreadyImported, statement } = ok(await send(file))
  expect([alreadyImported, statement.newTransactions, statement.closingBalance]).toEqual([false, 5, 148])
  expect(await compared()).toMatchObject({ statedBalance: 148, bookedBalance: 1000, difference: 852, unexplained: 0 })

  const found = await rows()
  const told = Object.fromEntries(found.map((row: Row) => [row.text, row]))
  expect(told['Moms jan-mars 2026'].declaration).toEqual({
    vatReturnRef: { id: vatReturn },
    startDate: '2026-01-01',
    endDate: '2026-03-31',
    expectedAmount: -250,
    difference: 0,
  })
  const proposals = found.map(({ text, proposal }: Row) => [
    text,
    proposal && (proposal.journalEntryRef?.title ?? proposal.account),
    proposal?.isSure ?? false,
  ])
  expect(Object.fromEntries(proposals.map(([text, ...rest]: unknown[]) => [text, rest]))).toEqual({
    'Inbetalning bokförd 260504': ['Till skattekontot', true],
    'Moms jan-mars 2026': [2650, true],
    'Debiterad preliminärskatt': [2518, true],
    Kostnadsränta: [8423, true],
    Omräkning: [null, false],
  })
  const preview = await company.post('/tax-account/bookings?dryRun=true', {})
  expect(ok(preview).items).toHaveLength(4)
  expect((await rows('&query=status==open')).length).toBe(5)

  const done = ok(await company.post('/tax-account/bookings', {})).items
  expect(done.map(({ status }: Row) => status).toSorted()).toEqual(['booked', 'booked', 'booked', 'matched'])
  expect(await balancesOf(company)).toEqual({ 1630: 147, 1930: 250, 2518: 600, 3001: -1000, 8423: 3 })
  const after = await compared()
  expect(after).toMatchObject({ difference: -1, before: 0, unexplained: 0 })
  expect(after.transactionsWithoutEntry).toMatchObject({ count: 1, amount: 1, items: [{ text: 'Omräkning' }] })

  ok(await company.post(`/tax-account/transactions/${told.Omräkning.id}/match`, { account: 3740 }))
  expect(await compared()).toMatchObject({ bookedBalance: 148, difference: 0, unexplained: 0 })
})

type Row = {
  id: string
  text: string
  status: string
  proposal: { account: number | null; isSure: boolean; journalEntryRef: { title: string } | null } | null
}

test('the same row comes in once, by file, by overlapping file and by reference', async () => {
  const { statement } = ok(await send(file))
  expect(ok(await send(file)).alreadyImported).toBe(true)
  const longer = file
    .replace('"";"Utgående saldo 2026-06-13";"148"', '"2026-06-20";"Intäktsränta";"2"')
    .concat('\r\n"";"Utgående saldo 2026-06-21";"150"')
  expect(ok(await send(longer)).statement).toMatchObject({ newTransactions: 1, knownTransactions: 5 })
  const items = [{ date: '2026-06-20', text: 'Intäktsränta', amount: 2, reference: 'T-1' }]
  for (const again of [false, true]) {
    const answer = ok(await company.post('/tax-account/transactions', { items }))
    expect([answer.alreadyImported, answer.statement.knownTransactions], String(again)).toEqual([true, 1])
  }
  const all = await rows()
  expect(all).toHaveLength(6)
  expect(all[0]).toMatchObject({ text: 'Intäktsränta', reference: 'T-1' })
  const kept = await company.get(`/tax-account/statements/${statement.id}/download`)
  expect(kept.status).toBe(200)
})

test('a difference from the return is shown and leaves the row to a person; a reversed entry opens it again', async () => {
  await reported()
  ok(await send(file.replace('-250', '-300').replace('148', '98')))
  const [row] = await rows('&query=kind==vat')
  expect(row.declaration).toMatchObject({ expectedAmount: -250, difference: -50 })
  expect(row.proposal).toMatchObject({
    account: 2650,
    isSure: false,
    entry: [
      { account: 1630, debit: 0, credit: 300 },
      { account: 2650, debit: 300, credit: 0 },
    ],
  })
  const path = `/tax-account/transactions/${row.id}`
  const { journalEntryRef } = ok(await company.post(`${path}/match`, { title: 'Moms' }))
  ok(await company.post(`/journal-entries/${journalEntryRef.id}/reverse`))
  expect(ok(await company.get(path))).toMatchObject({ status: 'open', journalEntryRef: null })
  ok(await company.post(`${path}/match`, { account: 2650 }))
  expect(ok(await company.get(path)).status).toBe('booked')
})

test('a match that booked nothing is undone; entries that no row has are told', async () => {
  await booked(company, '2026-06-06', { 8423: 3, 1630: -3 }, 'Ränta')
  await booked(company, '2026-06-07', { 8423: 9, 1630: -9 }, 'Annat')
  ok(await send(file))
  const [row] = await rows('&query=kind==costInterest')
  const path = `/tax-account/transactions/${row.id}/match`
  expect(ok(await company.post(path, {})).status).toBe('matched')
  expect((await compared()).entriesWithoutTransaction).toMatchObject({ count: 1, amount: -9 })
  expect((await company.delete(path)).status).toBe(204)
  expect((await compared()).entriesWithoutTransaction).toMatchObject({ count: 2, amount: -12 })
})

test.each([
  ['proprietorship', 'Debiterad preliminärskatt', 2012],
  ['partnership', 'Debiterad preliminärskatt', null],
  ['limitedCompany', 'Slutlig skatt', 2512],
  ['limitedCompany', 'Förseningsavgift moms', 6992],
  ['limitedCompany', 'Inbetalning', 1930],
] as const)('the account of a row follows from the form of the company: %s, %s', async (companyType, text, account) => {
  company = await owned(service, { companyType, fiscalYear: ['2026-01-01', '2026-12-31'] })
  ok(await company.post('/tax-account/transactions', { items: [{ date: '2026-05-12', text, amount: -100 }] }))
  expect((await rows())[0].proposal?.account ?? null).toBe(account)
})
