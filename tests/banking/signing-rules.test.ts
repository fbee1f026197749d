// Which payments two sign: large ones, and small ones to one recipient that together are large.
import { expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { needsTwoSigners, type Signable } from '#rules/banking/payments/signing'

const [MONDAY, TUESDAY, FRIDAY] = ['2026-06-08', '2026-06-09', '2026-06-12'] as Day[] as [Day, Day, Day]
const one = (changes: Partial<Signable> = {}): Signable => ({
  id: 'p',
  payee: '5050-1055',
  paymentDate: FRIDAY,
  signedOn: [],
  baseOre: 60n,
  ...changes,
})
const other = (changes: Partial<Signable> = {}) => one({ id: 'q', ...changes })

test.each<[what: string, payment: Signable, together: Signable[], signed: Signable[], two: boolean]>([
  ['alone and small', one(), [], [], false],
  ['alone and just too large', one({ baseOre: 100n }), [], [], true],
  ['alone, by no rate', one({ baseOre: null }), [], [], true],
  ['itself counts once', one(), [one()], [one({ signedOn: [MONDAY] })], false],
  ['with another in the decision', one(), [other({ baseOre: 40n, paymentDate: MONDAY })], [], true],
  ['with a smaller one in the decision', one(), [other({ baseOre: 39n })], [], false],
  ['with one to another payee in the decision', one(), [other({ payee: '1' })], [], false],
  ['with one of no rate in the decision', one(), [other({ baseOre: null })], [], true],
  ['one is signed for the same day', one(), [], [other({ signedOn: [MONDAY] })], true],
  ['one is signed today', one(), [], [other({ paymentDate: MONDAY, signedOn: [TUESDAY] })], true],
  ['one is signed yesterday for another day', one(), [], [other({ paymentDate: MONDAY, signedOn: [MONDAY] })], false],
  [
    'it was signed together with one yesterday',
    one({ signedOn: [MONDAY] }),
    [],
    [other({ paymentDate: MONDAY, signedOn: [MONDAY] })],
    true,
  ],
])('%s', (_, payment, together, signed, two) => {
  expect(needsTwoSigners(payment, { today: TUESDAY, together, signed }, 100n)).toBe(two)
})
