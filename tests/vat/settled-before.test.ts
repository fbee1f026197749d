// Periods whose tax an earlier program settled in the books that were imported: a return here would move it once more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { balancesOf, ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const FIRST = { startDate: '2026-01-01', endDate: '2026-03-31' }
type Rows = [account: number, kronor: number][]
type Voucher = [date: string, rows: Rows]

/** A file of vouchers (4I) of another program. */
const feed = (vouchers: readonly Voucher[]): string =>
  [
    '#FLAGGA 0',
    '#PROGRAM "Annat" 1',
    '#FORMAT PC8',
    '#GEN 20260401',
    '#SIETYP 4',
    '#FNAMN "Provbolaget AB"',
    ...vouchers.flatMap(([date, rows], at) => [
      `#VER A ${at + 1} ${date.replaceAll('-', '')} "Prov"`,
      '{',
      ...rows.map(([account, kronor]) => `#TRANS ${account} {} ${kronor}`),
      '}',
    ]),
    '',
  ].join('\r\n')

const sale: Voucher = [
  '2026-01-10',
  [
    [1930, 1250],
    [3001, -1000],
    [2611, -250],
  ],
]
const purchase: Voucher = [
  '2026-02-20',
  [
    [6110, 200],
    [2641, 50],
    [1930, -250],
  ],
]
const settling = (date: string, output = 250): Voucher => [
  date,
  [
    [2611, output],
    [2641, -50],
    [2650, 50 - output],
  ],
]

const withBooks = async (vouchers: readonly Voucher[]): Promise<TestCompany> => {
  const company = await service.newCompany()
  await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
  const file = Buffer.from(feed(vouchers), 'latin1')
  expect(ok(await company.upload('/sie/import', 'file.si', file)).made.journalEntries).toBe(vouchers.length)
  return company
}

describe('a period', () => {
  const cases: [what: string, settled: Voucher[]][] = [
    ['settled on its last day', [settling('2026-03-31')]],
    ['settled when the tax was due', [settling('2026-05-12')]],
    [
      'settled by one entry for each account',
      [
        [
          '2026-03-31',
          [
            [2611, 250],
            [2650, -250],
          ],
        ],
        [
          '2026-03-31',
          [
            [2641, -50],
            [2650, 50],
          ],
        ],
      ],
    ],
  ]
  test.each(cases)('%s is settled already, and can be told as reported', async (_, settled) => {
    const company = await withBooks([sale, purchase, ...settled])
    for (const query of ['', '?dryRun=true', '?force=true']) {
      const refused = await company.post(`/vat-returns${query}`, FIRST)
      expect([refused.status, refused.body.reason]).toEqual([400, 'vat.settled-before'])
      expect(refused.body.message).toContain(`by the imported entry A3 of ${settled[0]?.[0]}`)
    }
    ok(await company.post('/vat-returns', { ...FIRST, reportedElsewhere: true }))
    expect((await balancesOf(company))[2650]).toBe(-200)
  })

  test('that was settled only in part, or not at all, is reported here', async () => {
    for (const settled of [[], [settling('2026-03-31', 200)]]) {
      const company = await withBooks([sale, purchase, ...settled])
      expect((await company.post('/vat-returns?dryRun=true', FIRST)).status).toBe(200)
    }
  })

  test('with tax booked here after the settlement is settled all the same', async () => {
    const company = await withBooks([sale, purchase, settling('2026-03-31')])
    const items = [
      { account: 1930, debit: 125 },
      { account: 3001, credit: 100 },
      { account: 2611, credit: 25 },
    ]
    ok(await company.post('/journal-entries', { title: 'Försäljning', date: '2026-03-30', items }))
    expect((await company.post('/vat-returns?dryRun=true', FIRST)).body.reason).toBe('vat.settled-before')
  })
})
