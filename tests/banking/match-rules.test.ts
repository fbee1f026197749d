// Proposals: what a bank transaction says of itself, and what it is then proposed to be for.
import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { type Candidate, proposalsFor, ranked, sameName, type TransactionFacts } from '#rules/banking/matching/match'
import { summing } from '#rules/banking/matching/match-several'

describe('proposals', () => {
  const told = (changes: Partial<TransactionFacts> = {}): TransactionFacts => ({
    date: '2026-07-01' as Day,
    ore: 100n,
    counterparty: null,
    counterpartyAccount: null,
    references: [],
    message: null,
    endToEndId: null,
    ...changes,
  })
  const candidate = (id: string, changes: Partial<Candidate> = {}): Candidate => ({
    kind: 'invoice',
    id,
    number: null,
    ocr: null,
    name: null,
    accounts: [],
    endToEndId: null,
    ore: 100n,
    dueDate: '2026-07-01' as Day,
    ...changes,
  })
  const invoice = candidate('i', { number: '1001', ocr: '100164', name: 'Kund AB' })
  const other = candidate('o')
  const supplier: Candidate = {
    ...candidate('s', { kind: 'supplierInvoice', ore: -100n, number: 'F-77/2', name: 'Papper AB' }),
    accounts: ['5050-1055', '33000006205124'],
  }
  const out = (changes: Partial<TransactionFacts>) => told({ ore: -100n, ...changes })
  const booked = candidate('e', { kind: 'journalEntry', ore: 300n, number: '1001', name: 'Kund AB' })
  const on = (date: string, changes: Partial<TransactionFacts> = {}) =>
    told({ date: date as Day, ore: 300n, ...changes })

  const cases: [said: string, told: TransactionFacts, expected: [id: string, reason: string][]][] = [
    ['nothing                  ', told(), []],
    ['an OCR number            ', told({ references: ['100164'] }), [['i', 'ocr']]],
    ['one written in groups    ', told({ references: ['10 01 64'] }), [['i', 'ocr']]],
    ['one in the text          ', told({ message: 'OCR:100164' }), [['i', 'ocr']]],
    ['one filled with zeros    ', told({ references: ['0000100164'] }), [['i', 'ocr']]],
    ['one filled to 25 digits  ', told({ message: '100164'.padStart(25, '0') }), [['i', 'ocr']]],
    ['a number with zeros      ', told({ references: ['001001'] }), []],
    ['one, and another amount  ', told({ ore: 7n, references: ['100164'] }), [['i', 'ocr']]],
    ['a number in the text     ', told({ message: 'Faktura nr 1001, tack' }), [['i', 'number']]],
    ['a number within another  ', told({ message: '21001' }), []],
    ['a number, another amount ', told({ ore: 7n, message: 'f1001' }), [['i', 'number']]],
    ['the amount and the payer ', told({ counterparty: 'KUND AKTIEBOLAG (publ)' }), [['i', 'amountAndName']]],
    ['the payer alone          ', told({ ore: 7n, counterparty: 'Kund AB' }), []],
    ['another direction        ', told({ ore: -100n, references: ['100164'] }), []],
    ['a number with signs      ', out({ message: 'betalar F77/2' }), []],
    ['a number as it is written', out({ references: ['F-77/2'] }), [['s', 'number']]],
    ['a number and a part of it', out({ ore: -50n, references: ['F-77/2'] }), []],
    ['the bankgiro             ', out({ counterpartyAccount: '050501055' }), [['s', 'giro']]],
    ['the account              ', out({ counterpartyAccount: '3300-000620-5124' }), [['s', 'giro']]],
    ['the bankgiro, and a part ', out({ ore: -50n, counterpartyAccount: '5050-1055' }), []],
    ['the amount and the payee ', out({ counterparty: 'Papper AB, Umeå' }), [['s', 'amountAndName']]],
    ['what an entry has booked ', on('2026-07-01'), [['e', 'entry']]],
    ['it, a week after         ', on('2026-07-08'), [['e', 'entry']]],
    ['it, a week before        ', on('2026-06-24'), [['e', 'entry']]],
    ['it, eight days after     ', on('2026-07-09'), []],
    ['it, eight days before    ', on('2026-06-23'), []],
    ['an öre more              ', on('2026-07-01', { ore: 301n }), []],
    ['it, the other way        ', on('2026-07-01', { ore: -300n }), []],
    [
      'its title and number only',
      on('2026-07-01', { ore: 7n, counterparty: 'Kund AB', message: '1001' }),
      [['i', 'number']],
    ],
  ]
  test.each(cases)('for a transaction that says %s', (_, said, expected) => {
    expect(proposalsFor(said, [other, invoice, supplier, booked]).map(({ id, reason }) => [id, reason])).toEqual(
      expected,
    )
  })

  test('come the surest first, then the right amount, then the longest due; and five of them', () => {
    const due = (day: number) => `2026-06-0${day}` as Day
    const all = [
      candidate('named-late', { name: 'Kund AB', dueDate: due(2) }),
      candidate('named', { name: 'Kund AB', dueDate: due(1) }),
      candidate('number-part', { number: '1001', ore: 900n, dueDate: due(1) }),
      candidate('number', { number: '1002', dueDate: due(3) }),
      candidate('ocr', { ocr: '100164', ore: 900n }),
      candidate('named-last', { name: 'Kund AB', dueDate: due(3) }),
    ]
    const said = told({ references: ['100164'], message: '1001 och 1002', counterparty: 'Kund' })
    expect(proposalsFor(said, all).map(({ id }) => id)).toEqual(['ocr', 'number', 'number-part', 'named', 'named-late'])
  })

  test('an entry comes after what names an invoice for sure and before what only may be it, the nearest day first', () => {
    const day = (day: number) => `2026-07-0${day}` as Day
    const entries = [5, 2, 4].map((at) => candidate(`entry-${at}`, { kind: 'journalEntry', dueDate: day(at) }))
    const said = told({ date: day(3), endToEndId: 'X1', references: ['100164'], message: '1002', counterparty: 'Kund' })
    const order = (...all: Candidate[]) => proposalsFor(said, [...all, ...entries]).map(({ id }) => id)
    const named = candidate('named', { name: 'Kund AB' })
    const paying = candidate('paying', { kind: 'bankPayment', endToEndId: 'X1' })
    expect(order(named, candidate('ocr', { ocr: '100164' }), paying)).toEqual([
      'paying',
      'ocr',
      'entry-2',
      'entry-4',
      'entry-5',
    ])
    // What is left of an invoice after the very part that the entry has booked.
    expect(order(named, candidate('ocr-part', { ocr: '100164', ore: 900n }))).toEqual([
      'entry-2',
      'entry-4',
      'entry-5',
      'ocr-part',
      'named',
    ])
    expect(order(candidate('number', { number: '1002' }))).toEqual(['entry-2', 'entry-4', 'entry-5', 'number'])
  })

  const names: [string, string, boolean][] = [
    ['Kund AB        ', 'KUND AKTIEBOLAG', true],
    ['Berg, Karin    ', 'Karin Berg     ', true],
    ['Karin Berg     ', 'Karin Maria Berg', true],
    ['Karin Berg     ', 'Karin Ek       ', false],
    ['AB             ', 'Kund AB        ', false],
    ['Al AB          ', 'Al AB          ', false],
    ['Åkes Bygg      ', 'Akes Bygg      ', false],
  ]
  test.each(names)('%s and %s', (left, right, same) => {
    expect(sameName(left.trim(), right.trim())).toBe(same)
  })
})

describe('documents that make a sum', () => {
  const of = (...kronor: number[]): Candidate[] =>
    kronor.map((ore, place) => ({
      kind: 'invoice',
      id: String(place),
      number: null,
      ocr: null,
      name: 'Kund AB',
      accounts: [],
      endToEndId: null,
      ore: BigInt(ore),
      dueDate: '2026-07-01' as Day,
    }))
  const cases: [what: string, amounts: number[], sum: number, found: number[] | null][] = [
    ['all of them          ', [1, 2, 4], 7, [0, 1, 2]],
    ['the longest due first', [5, 3, 2, 5], 5, [1, 2]],
    ['less a credit note   ', [10, 6, -2], 8, [0, 2]],
    ['none that fit        ', [5, 3], 7, null],
    ['one alone            ', [5, 3], 5, null],
    ['a single one         ', [5], 5, null],
    ['nothing              ', [], 5, null],
    ['too many together    ', Array.from({ length: 14 }, () => 1), 13, null],
    ['too much work        ', Array.from({ length: 30 }, (_, place) => 2 ** place * 2), 2 ** 31 - 1, null],
  ]
  test.each(cases)('are %s', (_, amounts, sum, found) => {
    const parts = summing(of(...amounts), BigInt(sum))
    expect(parts?.map(({ id }) => Number(id)) ?? null).toEqual(found)
  })
})

describe('the order of what is proposed', () => {
  const told = { ore: 100n }
  const one = (reason: 'ocr' | 'entry', ore: bigint) =>
    ({
      kind: 'invoice' as const,
      id: reason,
      number: null,
      ocr: null,
      name: null,
      accounts: [],
      endToEndId: null,
      ore,
      reason,
      dueDate: '2026-07-01' as Day,
    }) as const
  const account = (reason: 'rule' | 'ownTransfer' | 'habit' | 'taxAccount', number: number) => ({
    reason,
    account: number,
    name: null,
    times: null,
    rule: null,
  })
  const several = { reason: 'numbers' as const, parts: [] }
  const cases: [
    what: string,
    Parameters<typeof ranked>[1],
    Parameters<typeof ranked>[2],
    Parameters<typeof ranked>[3],
    string[],
  ][] = [
    [
      'whole, several, in part, account',
      [one('ocr', 100n), one('ocr', 7n)],
      several,
      [account('habit', 1)],
      ['ocr', 'numbers', 'ocr', 'habit'],
    ],
    ['the tax account alone           ', [], null, [account('taxAccount', 1)], ['taxAccount']],
    ['the tax account in part         ', [one('ocr', 7n)], null, [account('taxAccount', 1)], ['ocr', 'taxAccount']],
    ['no tax account after a habit    ', [], null, [account('habit', 2), account('taxAccount', 1)], ['habit']],
    [
      'a rule before what is in part   ',
      [one('ocr', 7n)],
      null,
      [account('rule', 1), account('habit', 1)],
      ['rule', 'ocr'],
    ],
    ['no tax account beside a rule    ', [], null, [account('rule', 1), account('taxAccount', 2)], ['rule']],
    ['one account once                ', [], null, [account('ownTransfer', 1), account('habit', 1)], ['ownTransfer']],
    [
      'no transfer that is booked      ',
      [one('entry', 100n)],
      null,
      [account('ownTransfer', 1), account('habit', 2)],
      ['entry', 'habit'],
    ],
  ]
  test.each(cases)('is %s', (_, ones, sums, accounts, reasons) => {
    expect(ranked(told, ones, sums, accounts).map(({ reason }) => reason)).toEqual(reasons)
  })
})
