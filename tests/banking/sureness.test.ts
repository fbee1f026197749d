// Which proposals are sure: pure.
import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { certainAmong, type Proposed } from '#rules/banking/matching/certainty'
import type { Proposal } from '#rules/banking/matching/match'

describe('sureness', () => {
  const one = (id: string, reason: string, changes: Partial<{ kind: string; ore: bigint }> = {}) =>
    ({
      kind: 'invoice',
      id,
      reason,
      number: null,
      ocr: null,
      name: null,
      accounts: [],
      endToEndId: null,
      ore: 100n,
      dueDate: '2026-07-01' as Day,
      ...changes,
    }) as Proposal
  const account = (reason: string, times: number | null = null) =>
    ({ kind: 'account', reason, account: 6570, name: null, times, ore: 100n }) as Proposal
  const several = (reason: string, ...ids: string[]) =>
    ({ kind: 'parts', reason, parts: ids.map((id) => one(id, 'number')), ore: 100n }) as Proposal
  const line = (id: string, ...proposals: Proposal[]): Proposed => ({ id, ore: 100n, proposals })
  const sure = (asked: Proposed[], others: Proposed[] = []) => [...certainAmong(asked, others)]

  const cases: [what: string, proposals: Proposal[], isSure: boolean][] = [
    ['nothing                        ', [], false],
    ['an OCR number                  ', [one('i', 'ocr')], true],
    ['an OCR number, another amount  ', [one('i', 'ocr', { ore: 90n })], false],
    ['an OCR number beside a name    ', [one('i', 'ocr'), one('o', 'amountAndName')], true],
    ['two OCR numbers                ', [one('i', 'ocr'), one('o', 'ocr')], false],
    ['an OCR number beside an entry  ', [one('i', 'ocr'), one('e', 'entry', { kind: 'journalEntry' })], false],
    ['a number                       ', [one('i', 'number')], true],
    ['a number beside a name         ', [one('i', 'number'), one('o', 'amountAndName')], false],
    ['a number beside another amount ', [one('i', 'number'), one('o', 'number', { ore: 90n })], true],
    ['a giro                         ', [one('s', 'giro')], true],
    ['a name                         ', [one('i', 'amountAndName')], false],
    ['an entry                       ', [one('e', 'entry', { kind: 'journalEntry' })], true],
    ['two entries                    ', [one('e', 'entry'), one('f', 'entry')], false],
    ['a bank payment                 ', [one('p', 'endToEndId', { kind: 'bankPayment' })], false],
    ['several by their numbers       ', [several('numbers', 'i', 'o')], true],
    ['several of one name            ', [several('sumAndName', 'i', 'o')], false],
    ['a habit of twice               ', [account('habit', 2)], false],
    ['a habit of three times         ', [account('habit', 3)], true],
    ['a habit of many, and another   ', [account('habit', 9), account('habit', 1)], false],
    ['a rule                         ', [account('rule')], true],
    ['a rule and a habit             ', [account('rule'), account('habit', 9)], true],
    ['two rules                      ', [account('rule'), account('rule')], false],
    ['a rule beside a part           ', [account('rule'), one('i', 'ocr', { ore: 90n })], false],
    ['an own transfer                ', [account('ownTransfer')], false],
    ['the tax account                ', [account('taxAccount')], false],
  ]
  test.each(cases)('%s', (_, proposals, isSure) => {
    expect(sure([line('t', ...proposals)])).toEqual(isSure ? ['t'] : [])
  })

  test('two that would take the same are not sure, whether both are asked for or not', () => {
    const a = line('a', one('i', 'ocr'))
    const b = line('b', one('i', 'ocr'))
    const c = line('c', one('o', 'ocr'))
    expect(sure([a, b, c])).toEqual(['c'])
    expect(sure([a, c], [b])).toEqual(['c'])
    expect(sure([a, c], [line('d', several('numbers', 'o', 'x'))])).toEqual(['a'])
    // What is only second best takes nothing.
    expect(sure([a], [line('d', one('x', 'ocr'), one('i', 'number'))])).toEqual(['a'])
  })
})
