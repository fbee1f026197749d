// VAT rows over HTTP: each entry shows what it adds to the return, by box; the return is their sum; and what an account
// says later changes no row.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { createAccount } from '#ledger'
import { sql } from '#platform/sql'
import { boxesOfCompany as allBoxesOf } from '#support/cases'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { type Owned, owned } from '#support/owned'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A line: account, kronor (debit is positive) and the row that it is given. */
type Line = readonly [account: number, kronor: number, vatCode?: string]
type Boxes = Readonly<Record<string, number>>

const draftOf = (lines: readonly Line[], date = '2026-05-15') => ({
  title: 'Prov',
  date,
  items: lines.map(([account, kronor, vatCode]) => ({
    account,
    ...(kronor > 0 ? { debit: kronor } : { credit: -kronor }),
    ...(vatCode ? { vatCode } : {}),
  })),
})

const book = async (company: TestCompany, lines: readonly Line[], date?: string) =>
  ok(await company.post('/journal-entries', draftOf(lines, date)))

type Row = { box: string; base: number | null; tax: number | null }

const boxesOfEntry = ({ vatRows }: { vatRows: Row[] }): Boxes =>
  Object.fromEntries(vatRows.map(({ box, base, tax }) => [box, base ?? tax ?? 0]))

const newCompany = () => owned(service)

/** The boxes of the report, without box 49, which is computed from them. */
const boxesOfCompany = async (company: TestCompany): Promise<Boxes> => {
  const { '49': _, ...boxes } = await allBoxesOf(company)
  return boxes
}

const set = (company: Owned, account: number, vatCode: string) =>
  company.as('PATCH', `/chart-of-accounts/${account}`, { vatCode })

const cases: readonly (readonly [name: string, lines: readonly Line[], boxes: Boxes])[] = [
  [
    'a sale at 25 %',
    [
      [1510, 1250],
      [3001, -1000],
      [2611, -250],
    ],
    { '05': 1000, '10': 250 },
  ],
  [
    'a sale at 12 %',
    [
      [1510, 1120],
      [3002, -1000],
      [2621, -120],
    ],
    { '05': 1000, '11': 120 },
  ],
  [
    'a sale at 6 %',
    [
      [1510, 1060],
      [3003, -1000],
      [2631, -60],
    ],
    { '05': 1000, '12': 60 },
  ],
  [
    'a credit note',
    [
      [1510, -1250],
      [3001, 1000],
      [2611, 250],
    ],
    { '05': -1000, '10': -250 },
  ],
  [
    'a purchase',
    [
      [6110, 400],
      [2641, 100],
      [1930, -500],
    ],
    { '48': 100 },
  ],
  [
    'goods from the EU on a cost account of its own',
    [
      [4010, 1000, '20'],
      [2440, -1000],
      [2614, -250],
      [2645, 250],
    ],
    { '20': 1000, '30': 250, '48': 250 },
  ],
  [
    'a service from the EU on an account for software',
    [
      [5420, 1000, '21'],
      [2440, -1000],
      [2614, -250],
      [2645, 250],
    ],
    { '21': 1000, '30': 250, '48': 250 },
  ],
  [
    'a service from the EU on an account of another box',
    [
      [4531, 1000, '21'],
      [2440, -1000],
      [2614, -250],
      [2645, 250],
    ],
    { '21': 1000, '30': 250, '48': 250 },
  ],
  [
    'construction with reverse charge, bought',
    [
      [4425, 1000],
      [2440, -1000],
      [2614, -250],
      [2647, 250],
    ],
    { '24': 1000, '30': 250, '48': 250 },
  ],
  [
    'construction with reverse charge, sold',
    [
      [1510, 1000],
      [3231, -1000],
    ],
    { '41': 1000 },
  ],
  [
    'an import',
    [
      [4545, 1000],
      [4549, -1000],
      [2615, -250],
      [2645, 250],
    ],
    { '50': 1000, '60': 250, '48': 250 },
  ],
  [
    'an export',
    [
      [1510, 1000],
      [3105, -1000],
    ],
    { '36': 1000 },
  ],
  [
    'income on a taxed account that is exempt',
    [
      [1930, 1000],
      [3001, -1000, '42'],
    ],
    { '42': 1000 },
  ],
  [
    'income that no box counts',
    [
      [1930, 1000],
      [3001, -1000, 'none'],
    ],
    {},
  ],
  [
    'a settlement by hand',
    [
      [2611, 250],
      [2641, -100],
      [2650, -150],
    ],
    {},
  ],
  [
    'a cost without tax',
    [
      [5010, 1000],
      [1930, -1000],
    ],
    {},
  ],
]

describe('an entry', () => {
  test('shows its rows, the return is their sum, and a reversal takes them back', async () => {
    await every(
      cases,
      ([name]) => name,
      async ([, lines, boxes]) => {
        const company = await newCompany()
        const entry = await book(company, lines)
        expect(boxesOfEntry(entry)).toEqual(boxes)
        expect(boxesOfEntry(ok(await company.get(`/journal-entries/${entry.id}`)))).toEqual(boxes)
        expect(await boxesOfCompany(company)).toEqual(boxes)
        const reversal = ok(await company.post(`/journal-entries/${entry.id}/reverse`))
        expect(boxesOfEntry(reversal)).toEqual(
          Object.fromEntries(Object.entries(boxes).map(([box, kronor]) => [box, -kronor])),
        )
        expect(await boxesOfCompany(company)).toEqual({})
      },
    )
  })

  test('tells of each row the section, the base or the tax, and its lines', async () => {
    const company = await newCompany()
    const entry = await book(company, [
      [5420, 1000, '21'],
      [2440, -1000],
      [2614, -250],
      [2645, 250],
    ])
    expect(entry.vatRows).toEqual([
      { box: '21', kind: 'purchases', base: 1000, tax: null, itemIds: [1] },
      { box: '30', kind: 'reverseTax', base: null, tax: 250, itemIds: [3] },
      { box: '48', kind: 'inputTax', base: null, tax: 250, itemIds: [4] },
    ])
    expect(entry.items.map(({ vatCode }: { vatCode: string | null }) => vatCode)).toEqual(['21', null, '30', '48'])
  })

  test('cannot declare tax from another account than one of tax, or a base from one of tax', async () => {
    const company = await newCompany()
    const refused = await company.post(
      '/journal-entries',
      draftOf([
        [5420, 1000, '48'],
        [2611, -250, '05'],
        [1930, -750],
      ]),
    )
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      '#/items/0/vatCode',
      '#/items/1/vatCode',
    ])
  })
})

describe('the code of an account', () => {
  test('that changes leaves what was booked, also by a reversal after it', async () => {
    const company = await newCompany()
    const lines: Line[] = [
      [1510, 1000],
      [3105, -1000],
    ]
    const before = await book(company, lines)
    ok(await set(company, 3105, '40'))
    expect(await boxesOfCompany(company)).toEqual({ '36': 1000 })
    expect(boxesOfEntry(ok(await company.get(`/journal-entries/${before.id}`)))).toEqual({ '36': 1000 })
    await book(company, lines)
    expect(await boxesOfCompany(company)).toEqual({ '36': 1000, '40': 1000 })
    const reversal = ok(await company.post(`/journal-entries/${before.id}/reverse`))
    expect(boxesOfEntry(reversal)).toEqual({ '36': -1000 })
    expect(await boxesOfCompany(company)).toEqual({ '40': 1000 })
  })

  test('that is set for the first time counts what was booked without one', async () => {
    const company = await newCompany()
    await service.operateFor(company.id, (call) => createAccount(call, { number: 3999, name: 'Övrigt' }))
    const entry = await book(company, [
      [1930, 1000],
      [3999, -1000],
    ])
    expect(boxesOfEntry(entry)).toEqual({})
    ok(await set(company, 3999, '42'))
    expect(await boxesOfCompany(company)).toEqual({ '42': 1000 })
    expect(boxesOfEntry(ok(await company.get(`/journal-entries/${entry.id}`)))).toEqual({ '42': 1000 })
  })
})

test('an entry without rows, as of an older version, goes by its accounts', async () => {
  const company = await service.newCompany()
  const { id } = await book(company, [
    [1510, 1250],
    [3001, -1000],
    [2611, -250],
  ])
  await service.database.of(company.id).transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    await db.rows(sql`
      update ledger.journal_entry_item set vat_code = null
      where company_id = ${company.id} and journal_entry_id = ${id}`)
    await db.rows(sql`
      update ledger.journal_entry
      set items = (select jsonb_agg(item - 'vatCode') from jsonb_array_elements(items) item)
      where company_id = ${company.id} and id = ${id}`)
  })
  expect(boxesOfEntry(ok(await company.get(`/journal-entries/${id}`)))).toEqual({ '05': 1000, '10': 250 })
  expect(await boxesOfCompany(company)).toEqual({ '05': 1000, '10': 250 })
})

describe('a reported period', () => {
  const FIRST = { startDate: '2026-01-01', endDate: '2026-03-31' }
  const day = '2026-03-31'

  const reported = async () => {
    const company = await newCompany()
    await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
    const sale = await book(
      company,
      [
        [1510, 1250],
        [3001, -1000],
        [2611, -250],
      ],
      '2026-02-10',
    )
    const bank = await book(
      company,
      [
        [6570, 50],
        [1930, -50],
      ],
      '2026-02-11',
    )
    ok(await company.post('/vat-returns', FIRST))
    return { company, sale, bank }
  }

  test('takes entries that leave its return as it is, and their reversals', async () => {
    const { company, sale, bank } = await reported()
    await book(
      company,
      [
        [7832, 500],
        [1229, -500],
      ],
      day,
    )
    await book(
      company,
      [
        [8910, 300],
        [2512, -300],
      ],
      day,
    )
    await book(
      company,
      [
        [4960, 200],
        [1460, -200],
      ],
      day,
    )
    await book(
      company,
      [
        [3001, 200, 'none'],
        [2970, -200],
      ],
      day,
    )
    expect(ok(await company.post(`/journal-entries/${bank.id}/reverse`)).date).toBe('2026-02-11')
    expect(ok(await company.post(`/journal-entries/${sale.id}/reverse`)).date).not.toBe('2026-02-10')
    // Nothing is in an account of tax that no box has.
    await boxesOfCompany(company)
    const { lockDate, vatLockDate } = ok(await company.as('GET', '/lock-date'))
    expect([lockDate, vatLockDate]).toEqual([null, day])
  })

  const refused: readonly (readonly Line[])[] = [
    [
      [3001, -1000],
      [1930, 1000],
    ],
    [
      [2641, 100],
      [1930, -100],
    ],
    [
      [5420, 100, '21'],
      [1930, -100],
    ],
    [
      [2618, 100],
      [1930, -100],
    ],
  ]
  test('refuses those that would change it, until people open it', async () => {
    const { company } = await reported()
    await every(
      refused,
      (lines) => lines.map(([account]) => account).join(),
      async (lines) => {
        const { status, body } = await company.post('/journal-entries', draftOf(lines, day))
        expect([status, body.errors?.map(({ reason }: { reason: string }) => reason)]).toEqual([
          400,
          ['ledger.vat-locked'],
        ])
      },
    )
    ok(await company.as('PATCH', '/lock-date', { lockDate: null, vatLockDate: null }))
    for (const lines of refused) await book(company, lines, day)
  })

  test('that people have locked takes nothing', async () => {
    const { company } = await reported()
    ok(await company.as('PATCH', '/lock-date', { lockDate: day }))
    const { body } = await company.post(
      '/journal-entries',
      draftOf(
        [
          [7832, 500],
          [1229, -500],
        ],
        day,
      ),
    )
    expect(body.errors).toMatchObject([{ reason: 'ledger.locked' }])
  })
})

describe('a return whose base and tax do not belong together', () => {
  test('is refused with the boxes and the difference, unless that is intended', async () => {
    const company = await newCompany()
    await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
    await book(
      company,
      [
        [1930, 1000],
        [3001, -1000],
      ],
      '2026-02-10',
    )
    await book(
      company,
      [
        [4535, 400],
        [1930, -400],
      ],
      '2026-02-11',
    )
    await book(
      company,
      [
        [1510, 125.01],
        [3001, -100],
        [2611, -25.01],
      ],
      '2026-02-12',
    )
    const asked = { startDate: '2026-01-01', endDate: '2026-03-31' }
    const { status, body } = await company.post('/vat-returns', asked)
    expect([status, body.reason]).toEqual([400, 'vat.bases-differ'])
    expect(body.message).toContain('05 / 10: 1000.00 (V1); 21 / –: 400.00 (V2)')
    expect((await company.post('/vat-returns?dryRun=true', asked)).status).toBe(status)
    ok(await company.post('/vat-returns', { ...asked, acceptDifferences: true }))
  })
})
