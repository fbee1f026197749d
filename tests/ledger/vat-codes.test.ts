// The VAT codes of accounts: which an account has from the beginning, and that a company's own accounts have one.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '#ledger'
import { isSettlementAccount, isTaxAccount, usualVatCode, vatBoxes, vatCodes } from '#rules/ledger/accounts/vat-code'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { send } from '#tests/ledger/sie/sie-support'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const codesOf = async (): Promise<Record<number, string>> =>
  Object.fromEntries(
    ok(await company.get('/vat-codes')).flatMap((one: { code: string; accounts: number[] }) =>
      one.accounts.map((account) => [account, one.code]),
    ),
  )

test.each([
  [3001, '05'],
  [3041, '05'],
  [3106, '05'],
  [3540, '05'],
  [6351, '05'],
  [3401, '06'],
  [3220, '07'],
  [3913, '08'],
  [2611, '10'],
  [2616, '10'],
  [2621, '11'],
  [2630, '12'],
  [4515, '20'],
  [4535, '21'],
  [4531, '22'],
  [4415, '23'],
  [4425, '24'],
  [2614, '30'],
  [2624, '31'],
  [2634, '32'],
  [3108, '35'],
  [3105, '36'],
  [4512, '37'],
  [3107, '38'],
  [3308, '39'],
  [3305, '40'],
  [3231, '41'],
  [3004, '42'],
  [2641, '48'],
  [4545, '50'],
  [2615, '60'],
  [2625, '61'],
  [2635, '62'],
  // Of another length: by its first four digits.
  [30011, '05'],
  [300, null],
  // Resting tax, rounding, contra accounts and what is settled have none.
  [2618, null],
  [2628, null],
  [2648, null],
  [2650, null],
  [3740, null],
  [4549, null],
  [1930, null],
])('account %i has the usual VAT code %s', (number, code) => {
  expect(usualVatCode(number)).toBe(code)
})

test.each([
  [2649, true, false],
  [2611, true, false],
  [26411, true, false],
  [2650, false, true],
  [1650, false, true],
  [2660, false, false],
  [1610, false, false],
])('account %i is an account of tax (%s), of settlement (%s)', (number, isTax, isSettlement) => {
  expect([isTaxAccount(number), isSettlementAccount(number)]).toEqual([isTax, isSettlement])
})

test('a box is in the table once, and no account is usual for two', () => {
  expect(vatCodes).toHaveLength(new Set(vatCodes).size)
  const numbers = vatBoxes.flatMap(({ accounts }) =>
    accounts.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, step) => first + step)),
  )
  expect(numbers).toHaveLength(new Set(numbers).size)
})

test('companies from before have got the same codes as new ones', () => {
  const migration = readFileSync('database/migrations/0041-usual-vat-codes.sql', 'utf8')
  const given = [...migration.matchAll(/\('(\d\d)', (\d{4}), (\d{4})\)/g)].map(([, code, first, last]) => [
    code,
    Number(first),
    Number(last),
  ])
  // What came later comes with its code: an account of a company's own may have had the number before.
  const later = [2427, 3098]
  expect(given).toEqual(
    vatBoxes.flatMap(({ code, accounts }) =>
      accounts.flatMap(([first, last]) => (later.includes(first) ? [] : [[code, first, last]])),
    ),
  )
})

describe('over HTTP', () => {
  test('the chart of a new company has them', async () => {
    const codes = await codesOf()
    expect(codes).toMatchObject({ 3001: '05', 2611: '10', 2641: '48', 4515: '20', 2614: '30', 3913: '08' })
    expect([codes[2650], codes[2618], codes[1930]]).toEqual([undefined, undefined, undefined])
  })

  test('an account that is added has that of its number, and the company may give it another', async () => {
    await service.operateFor(company.id, async (call) => {
      await createAccount(call, { number: 3502, name: 'Fakturerat porto' })
      await createAccount(call, { number: 5420, name: 'Programvaror från annat EU-land' }).catch(() => undefined)
    })
    expect((await codesOf())[3502]).toBe('05')
    ok(await company.patch('/chart-of-accounts/5420', { vatCode: '21' }))
    expect((await codesOf())[5420]).toBe('21')
  })

  test('an import gives new accounts theirs, and leaves what the company has decided', async () => {
    ok(await company.patch('/chart-of-accounts/3001', { vatCode: '42' }))
    const lines = ['#FLAGGA 0', '#SIETYP 4', '#FNAMN "Ett AB"', '#RAR 0 20260101 20261231']
    const file = [...lines, '#KONTO 3001 "Ny"', '#KONTO 3599 "Övrigt"', '#KONTO 6999 "Annat"', ''].join('\r\n')
    ok(await send(company, file))
    const codes = await codesOf()
    expect([codes[3001], codes[3599], codes[6999]]).toEqual(['42', '05', undefined])
  })

  test('names are in the language of the reader', async () => {
    const [first] = ok(await company.get('/vat-codes', { 'accept-language': 'sv' }))
    expect(first).toMatchObject({ code: '05', name: 'Momspliktig försäljning', section: 'sales' })
  })
})
