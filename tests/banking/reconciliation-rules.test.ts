// What a difference between bank and ledger is said to be made of, as cases: each in a line of its own.
import { expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { type BankRow, explain, type LedgerRow } from '#rules/banking/reconciliation/explanation'

/** `A 05-30 100 V1`: name, day, kronor, and what it is matched with or reverses. */
const parsed = (text: string) => {
  const [id = '', day = '', kronor = '0', other] = text.split(' ')
  return { id, date: dayFrom(`2026-${day}`), ore: BigInt(Math.round(Number(kronor) * 100)), other }
}
const bankRow = (text: string): BankRow => {
  const { id, date, ore, other } = parsed(text)
  return { id, statementId: 'S', date, ore, text: id.replace(/\d/g, ''), entries: other?.split(',') ?? [] }
}
const entry = (text: string): LedgerRow => {
  const { id, date, ore, other } = parsed(text)
  return { id, number: id, date, ore, title: id, reversesId: other ?? null }
}

const within = { from: dayFrom('2026-05-01'), to: dayFrom('2026-05-31') }

const cases: [what: string, bank: string[], ledger: string[], lines: string[]][] = [
  ['the same money', ['A 05-30 100 V1'], ['V1 05-30 100'], []],
  ['the bank alone', ['A 05-30 100'], [], ['missingInLedger 100 A']],
  ['the ledger alone', [], ['V1 05-30 100'], ['missingAtBank -100 V1']],
  ['an entry and its reversal', [], ['V1 05-10 100', 'V2 05-12 -100 V1'], []],
  ['a reversal of a later month', [], ['V1 05-10 100', 'V2 06-12 -100 V1'], ['missingAtBank -100 V1']],
  ['booked the day after the last', ['A 05-31 100 V1'], ['V1 06-01 100'], ['otherDay 100 A V1']],
  ['at the bank the day after the last', ['A 06-01 100 V1'], ['V1 05-31 100'], ['otherDay -100 A V1']],
  ['not matched, the day after the last', ['A 05-31 100'], ['V1 06-01 100'], ['otherDay 100 A V1']],
  ['the month after alone', ['A 06-01 100'], ['V1 06-01 100'], []],
  ['other days within the month', ['A 05-10 100 V1'], ['V1 05-20 100'], []],
  ['not matched', ['A 05-10 100'], ['V1 05-10 100'], ['notMatched 0 A V1']],
  ['not matched, other days', ['A 05-10 100'], ['V1 05-12 100'], ['otherDay 0 A V1']],
  ['an entry of several rows, one missing', ['A 05-10 60 V1'], ['V1 05-10 100'], ['otherAmount -40 A V1']],
  ['a row of several entries', ['A 05-10 100 V1,V2'], ['V1 05-10 60', 'V2 05-10 40'], []],
  ['digits that changed places', ['A 05-10 1250'], ['V1 05-11 1520'], ['otherAmount -270 A V1']],
  ['booked twice', ['A 05-10 100 V1'], ['V1 05-10 100', 'V2 05-11 100'], ['doubleInLedger -100 V2 =V1']],
  ['twice at the bank', ['A1 05-10 9 V1', 'A2 05-10 9'], ['V1 05-10 9'], ['doubleAtBank 9 A2 =A1']],
  [
    'the nearest in time are a pair, and each is taken once',
    ['A 05-10 100', 'B 05-20 100'],
    ['V1 05-19 100'],
    ['missingInLedger 100 A', 'otherDay 0 B V1'],
  ],
]

test('lines of a difference, and their sum', () => {
  const found = cases.map(([what, bank, ledger]) => {
    const rows = { bank: bank.map(bankRow), ledger: ledger.map(entry) }
    const lines = explain(rows, within)
    const isIn = ({ date }: { date: string }) => date >= within.from && date <= within.to
    const sum = (of: readonly { ore: bigint }[]) => of.reduce((total, { ore }) => total + ore, 0n)
    expect(sum(lines), what).toBe(sum(rows.bank.filter(isIn)) - sum(rows.ledger.filter(isIn)))
    return [
      what,
      bank,
      ledger,
      lines.map(({ kind, ore, twinId, ...one }) => {
        const names = [...one.bank, ...one.ledger].map(({ id }) => id)
        return [kind, Number(ore) / 100, ...names, ...(twinId === null ? [] : [`=${twinId}`])].join(' ')
      }),
    ]
  })
  expect(found).toEqual(cases)
})
