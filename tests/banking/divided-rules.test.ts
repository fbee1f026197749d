// What an entry is made of that paid several of our payments as one: divided only where that is sure.
import { expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { splitOf } from '#rules/banking/statements/split-entries'
import type { CamtEntry } from '#server/banking/statements/camt-entry'

const unsaid = { counterparty: null, counterpartyAccount: null, references: [], message: null, instructed: null }

type Amount = bigint | 'not told' | 'wrong'

const entry = (ore: bigint, named: [string | null, Amount][], batch?: string): CamtEntry => ({
  bankReference: 'R1',
  date: '2026-06-09' as Day,
  valueDate: null,
  ore,
  isReversal: false,
  isDetailed: false,
  isDisputed: false,
  details: [{ ...unsaid, endToEndId: null, ore }],
  ...(named.length > 0 ? { named: named.map(([endToEndId, said]) => ({ ...unsaid, endToEndId, ore: said })) } : {}),
  ...(batch === undefined ? {} : { batch }),
})

const a = { endToEndId: 'aa11', ore: 1000n, currency: 'SEK' }
const b = { endToEndId: 'bb22', ore: 2000n, currency: 'SEK' }
const euro = { endToEndId: 'cc33', ore: 2000n, currency: 'EUR' }
const own = {
  byName: new Map([a, b, euro].map((one) => [one.endToEndId, one])),
  byBatch: new Map([
    ['F-1', [a, b]],
    ['F-2', [a, euro]],
  ]),
}

const untold = 'not told'
const cases: [said: string, entry: CamtEntry, expected: [string | null, bigint][] | null][] = [
  [
    'names alone                 ',
    entry(-3000n, [
      ['aa11', untold],
      ['BB-22', untold],
    ]),
    [
      ['aa11', -1000n],
      ['BB-22', -2000n],
    ],
  ],
  [
    'one amount of the two       ',
    entry(-3000n, [
      ['aa11', -1000n],
      ['bb22', untold],
    ]),
    [
      ['aa11', -1000n],
      ['bb22', -2000n],
    ],
  ],
  [
    'more than its payments      ',
    entry(-3050n, [
      ['aa11', untold],
      ['bb22', untold],
    ]),
    null,
  ],
  [
    'another amount of one       ',
    entry(-3000n, [
      ['aa11', -1500n],
      ['bb22', untold],
    ]),
    null,
  ],
  [
    'an amount that is none      ',
    entry(-3000n, [
      ['aa11', 'wrong'],
      ['bb22', untold],
    ]),
    null,
  ],
  [
    'one of them twice           ',
    entry(-2000n, [
      ['aa11', untold],
      ['aa11', untold],
    ]),
    null,
  ],
  [
    'one that is not ours        ',
    entry(-3000n, [
      ['aa11', untold],
      ['bb22', untold],
      ['x', untold],
    ]),
    null,
  ],
  [
    'one without a name          ',
    entry(-1000n, [
      ['aa11', untold],
      [null, untold],
    ]),
    null,
  ],
  [
    'one in another currency     ',
    entry(-3000n, [
      ['aa11', untold],
      ['cc33', untold],
    ]),
    null,
  ],
  [
    'its group                   ',
    entry(-3000n, [], 'F-1'),
    [
      ['aa11', -1000n],
      ['bb22', -2000n],
    ],
  ],
  ['a group of another sum      ', entry(-2500n, [], 'F-1'), null],
  ['a group in two currencies   ', entry(-3000n, [], 'F-2'), null],
  ['a group that is not ours    ', entry(-3000n, [], 'X-1'), null],
  [
    'a payment of its group only ',
    entry(
      -3000n,
      [
        ['aa11', untold],
        [null, untold],
      ],
      'F-1',
    ),
    null,
  ],
  ['nothing                     ', entry(-3000n, []), null],
]

test.each(cases)('an entry with %s', (_, one, expected) => {
  const { details } = splitOf(one, 'SEK', own)
  expect(details?.map(({ endToEndId, ore }) => [endToEndId, ore]) ?? null).toEqual(expected)
})
