// What owners call things, and which VAT is usual on an account: as tables.
import { expect, test } from 'vitest'
import { accountsOfWord } from '#rule/account-words'
import { usualVatOf } from '#rule/usual-vat'

test('words of owners find accounts', () => {
  const cases: [string, number[]][] = [
    ['Lunch', [6071, 7631]],
    ['kabel', [5410, 5460]],
    ['hyra', [5010]],
    ['el', [5020]],
    ['e', []],
    ['bre', [6230]],
    ['okänt', []],
  ]
  expect(cases.map(([text]) => [text, accountsOfWord(text)])).toEqual(cases)
})

test('the usual VAT of purchases on accounts', () => {
  const cases: [number, ReturnType<typeof usualVatOf>][] = [
    [5410, 'standard'],
    [54101, 'standard'],
    [5010, 'exempt'],
    [6570, 'exempt'],
    [5831, 'lodging'],
    [5810, 'passengerTransport'],
    [6970, 'books'],
    [7210, 'exempt'],
    [1220, 'standard'],
    [1930, null],
    [3001, null],
    [4535, null],
  ]
  expect(cases.map(([account]) => [account, usualVatOf(account)])).toEqual(cases)
})
