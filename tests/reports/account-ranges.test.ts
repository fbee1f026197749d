// Statements, key figures, and rules about accounts go by the same ranges: what a line of a statement adds up, its key
// figure adds up too, and no account next to it.
import { beforeAll, expect, test } from 'vitest'
import {
  bookedResult,
  cashAndBank,
  filterOn,
  isBookedResult,
  isWithin,
  mainAccount,
  netSales,
  paymentAccounts,
  vatAccounts,
} from '#rule/account-ranges'
import { isSalesAccount } from '#server/banking/matching/account-tax.rules'
import { isPaymentAccount, usualAccounts } from '#server/ledger/accounts/account-map.rules'
import { assets } from '#server/reports/balance-lines.rules'
import { incomeStatement, lineFor } from '#server/reports/lines.rules'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

const lineOf = (account: number) => lineFor([...incomeStatement, ...assets], { number: account, sru: [] })?.key ?? null

const SALES = 'netSales'
const cases: [account: number, line: string | null, isSales: boolean, isCash: boolean, isVat: boolean][] = [
  // account, line of the statement, sales, cash, VAT
  [1650, 'otherReceivables', false, false, true],
  [1651, 'otherReceivables', false, false, false],
  [1899, 'otherShortTermInvestments', false, false, false],
  [1900, 'cash', false, true, false],
  [1989, 'cash', false, true, false],
  [1990, 'clientMoney', false, true, false],
  [1999, 'clientMoney', false, true, false],
  [19301, 'cash', false, true, false],
  [2599, null, false, false, false],
  [2600, null, false, false, true],
  [26111, null, false, false, true],
  [2699, null, false, false, true],
  [2700, null, false, false, false],
  [3000, SALES, true, false, false],
  [30011, SALES, true, false, false],
  [3799, SALES, true, false, false],
  [3800, 'ownWork', false, false, false],
]

test.each(cases)('%d is on %s', (account, line, isSales, isCash, isVat) => {
  const main = mainAccount(account)
  expect(lineOf(account)).toBe(line)
  expect(isWithin(main, netSales)).toBe(isSales)
  expect(isSalesAccount(account)).toBe(isSales)
  expect(isWithin(main, cashAndBank)).toBe(isCash)
  expect(isWithin(main, vatAccounts)).toBe(isVat)
})

test('the result of the year is booked on 8990 to 8999, which are no line', () => {
  const edges = [8989, 8990, 89990, 8999]
  expect(edges.map(isBookedResult)).toEqual([false, true, true, true])
  expect(edges.map((account) => isWithin(mainAccount(account), bookedResult))).toEqual([false, true, true, true])
  expect(edges.slice(1).map(lineOf)).toEqual([null, null, null])
})

test('what the form of a payment offers is what a payment may be booked on', () => {
  expect(filterOn(paymentAccounts)).toBe(
    'account>=1900&&account<=1999||account==1580||account==1630||account==1686||account==2018||account==2893',
  )
  expect([1580, 1686, 1899, 1900, 1999, 2000, 2893].filter(isPaymentAccount)).toEqual([1580, 1686, 1900, 1999, 2893])
})

test('the VAT roles are on VAT accounts by default', () => {
  const roles = Object.entries(usualAccounts).filter(([role]) => /^(?:output|input|reverse(?:In|Out)put)Vat/.test(role))
  expect(roles.length).toBeGreaterThan(4)
  for (const [, account] of roles) expect(isWithin(account, vatAccounts)).toBe(true)
})

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})

test('the key figures are the sums of the statements, at the edges of each range', async () => {
  const { on: date } = ok(await company.get('/reports/key-figures'))
  const owner = await callingAs(service, company, 'owner')
  // The chart may have the account already.
  const add = (account: number) => owner('POST', '/chart-of-accounts', { account, name: 'Kanten', vatCode: null })
  await add(1990)
  for (const [account, credit] of [
    [3000, 100],
    [3799, 20],
    [3800, 3],
    [1899, 0.5],
    [2600, 7],
    [2700, 0.25],
  ] as const) {
    await add(account)
    const items = [
      { account, credit },
      { account: 1990, debit: credit },
    ]
    ok(await company.post('/journal-entries', { title: 'Kanten', date, items }))
  }
  expect(ok(await company.get('/reports/key-figures'))).toMatchObject({
    cash: { amount: 130.75 },
    vatToPay: { amount: 7 },
    yearSoFar: { revenue: 120, result: 123 },
  })
})
