// The same money in a statement and in a notification that say other days of it, or of which one has no reference: it
// is there once, whichever comes first; what only looks alike is there as often as it was paid. Over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { connectWhere } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { camtFile, type WrittenDetail, type WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { faultOf, imported, transactionsOf } from './importing.ts'
import { withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  const company = checkedCompany(await service.newCompany())
  await withBankAccount(service, company)
  return company
}

type File = [kind: 'camt.053' | 'camt.054', entries: WrittenEntry[]]

let files = 0

/** Imports files one after the other; answers how many transactions of each are new. */
const importedAll = async (company: TestCompany, given: readonly File[]): Promise<number[]> => {
  const added: number[] = []
  for (const [kind, entries] of given) {
    files += 1
    const [statement] = await imported(company, camtFile({ kind, statements: [{ id: `S${files}`, entries }] }))
    added.push(statement.newTransactions)
  }
  expect(await faultOf(service, company)).toBeNull()
  return added
}

/** The money that a company knows of: what was replaced is told by its details. */
const moneyOf = async ({ id }: TestCompany): Promise<number[]> =>
  (
    await service.database.rows<{ ore: bigint }>(sql`
      select amount_ore as ore from banking.transaction
      where company_id = ${id} and replaced_by_statement_id is null order by amount_ore`)
  ).map(({ ore }) => Number(ore))

/** An entry of 5 kronor with one detail. */
const told = (said: Partial<WrittenDetail>, more: Partial<WrittenEntry> = {}): WrittenEntry => ({
  ore: 500n,
  details: [{ ore: 500n, ...said }],
  ...more,
})
const whole = (more: Partial<WrittenEntry> = {}): WrittenEntry => ({ ore: 500n, ...more })

const R = { reference: 'R' }
const S = { reference: 'S' }
const eighth = { date: '2026-06-08' }
const sixteenth = { date: '2026-06-16' }

type Case = [name: string, statement: WrittenEntry[], notification: WrittenEntry[], money: number[]]
const cases: Case[] = [
  ['one reference, another day      ', [whole(R)], [told({ name: 'A' }, { ...R, ...eighth })], [500]],
  ['one reference, days far apart   ', [whole({ ...R, ...sixteenth })], [whole({ ...R, ...eighth })], [500, 500]],
  ['one reference, other amounts    ', [whole(R)], [{ ore: 501n, ...R }], [500, 501]],
  ['other references                ', [whole(R)], [whole(S)], [500, 500]],
  ['one name of the payer           ', [told({ endToEndId: 'E' }, R)], [told({ endToEndId: 'E' }, eighth)], [500]],
  ['other names of the payer        ', [told({ endToEndId: 'E' }, R)], [told({ endToEndId: 'F' })], [500, 500]],
  ['no reference in the notification', [whole(R)], [told({ name: 'A', text: 'Tack' })], [500]],
  ['no reference in the statement   ', [whole()], [told({ name: 'A' }, R)], [500]],
  ['no reference, another day       ', [whole(R)], [told({ name: 'A' }, eighth)], [500, 500]],
  ['no reference, one value date    ', [whole({ ...R, valueDate: '2026-06-09' })], [late()], [500]],
  ['no reference, one payer         ', [told({ name: 'Kund A AB' }, R)], [told({ name: 'Kund A' })], [500]],
  ['no reference, other payers      ', [told({ name: 'Kund A' }, R)], [told({ name: 'Kund B' })], [500, 500]],
  ['no reference, other OCR numbers ', [told({ ocr: '1032' }, R)], [told({ ocr: '1040' })], [500, 500]],
  ['two that are alike, in both     ', [whole(), whole()], [told({ name: 'A' }), told({ name: 'B' })], [500, 500]],
  ['two that are alike, in one      ', [whole(R), whole(S)], [told({ name: 'A' })], [500, 500]],
  ['two that are alike, of two days ', [whole(R), whole(S)], [whole({ ...R, ...eighth }), whole(S)], [500, 500]],
  ['a sum and its parts             ', [{ ore: 700n, ...R }], [parts({ ...R, ...eighth })], [200, 500]],
  ['a sum without reference         ', [{ ore: 700n }], [parts(R)], [200, 500]],
]

function late(): WrittenEntry {
  return told({ name: 'A' }, { ...eighth, valueDate: '2026-06-09' })
}

function parts(more: Partial<WrittenEntry>): WrittenEntry {
  const details = [
    { ore: 500n, name: 'A' },
    { ore: 200n, name: 'B' },
  ]
  return { ore: 700n, details, ...more }
}

describe.each(cases)('%s', (_, statement, notification, money) => {
  const both: File[] = [
    ['camt.053', statement],
    ['camt.054', notification],
  ]
  test.each([
    ['the statement first', both],
    ['the notification first', both.toReversed()],
  ])('%s', async (__, order) => {
    const company = await newCompany()
    await importedAll(company, order)
    expect(await moneyOf(company)).toEqual(money)
  })
})

const dated = (date: string, valueDate = date) => ({ ...R, date: `2026-06-${date}`, valueDate: `2026-06-${valueDate}` })

const later: [name: string, files: File[], added: number[]][] = [
  [
    'the notification comes again',
    [
      ['camt.053', [whole(dated('09'))]],
      ['camt.054', [whole(dated('08', '09'))]],
      ['camt.054', [whole(dated('08', '09')), { ore: 1n }]],
    ],
    [1, 0, 1],
  ],
  [
    'the notification comes again, after it was the first',
    [
      ['camt.054', [parts(dated('08', '09'))]],
      ['camt.053', [{ ore: 700n, ...dated('09') }]],
      ['camt.053', [{ ore: 700n, ...dated('09') }, { ore: 1n }]],
      ['camt.054', [parts(dated('08', '09')), { ore: 2n }]],
    ],
    [2, 0, 1, 1],
  ],
  [
    'the bank uses its reference again in one kind of file',
    [
      ['camt.053', [whole(dated('09'))]],
      ['camt.053', [whole(dated('10'))]],
    ],
    [1, 1],
  ],
  [
    'the bank uses its reference again after both kinds have told of it',
    [
      ['camt.053', [whole(dated('09'))]],
      ['camt.054', [whole(dated('08', '09'))]],
      ['camt.054', [whole(dated('12'))]],
      ['camt.053', [whole(dated('13'))]],
    ],
    [1, 0, 1, 0],
  ],
  [
    'the bank uses its reference and value day again after both kinds have told of it',
    [
      ['camt.053', [whole(dated('09'))]],
      ['camt.054', [whole(dated('08', '09'))]],
      ['camt.054', [whole(dated('10', '09'))]],
      ['camt.053', [whole(dated('10', '09'))]],
    ],
    [1, 0, 1, 0],
  ],
  [
    'the statement comes again without a value day',
    [
      ['camt.054', [whole({ ...R, ...eighth })]],
      ['camt.053', [whole(R)]],
      ['camt.053', [whole(R), { ore: 1n }]],
      ['camt.054', [whole({ ...R, ...eighth }), { ore: 2n }]],
    ],
    [1, 0, 1, 1],
  ],
  [
    'the statement comes again without a reference',
    [
      ['camt.054', [told({ name: 'A' }, R)]],
      ['camt.053', [whole()]],
      ['camt.053', [whole(), { ore: 1n }]],
      ['camt.054', [told({ name: 'A' }, R), { ore: 2n }]],
    ],
    [1, 0, 1, 1],
  ],
  [
    'the notification comes again with a reference',
    [
      ['camt.053', [whole()]],
      ['camt.054', [whole(R)]],
      ['camt.054', [whole(R), { ore: 1n }]],
      ['camt.053', [whole(), { ore: 2n }]],
    ],
    [1, 0, 1, 1],
  ],
  [
    'details replace a sum, and both come again',
    [
      ['camt.053', [{ ore: 700n }]],
      ['camt.054', [parts(R)]],
      ['camt.054', [parts(R), { ore: 1n }]],
      ['camt.053', [{ ore: 700n }, { ore: 2n }]],
    ],
    [1, 2, 1, 1],
  ],
  [
    'another payment was taken for one that comes later',
    [
      ['camt.054', [whole(dated('09'))]],
      ['camt.053', [whole({ ...eighth, valueDate: '2026-06-09' })]],
      ['camt.053', [whole(dated('09'))]],
      ['camt.053', [whole({ ...eighth, valueDate: '2026-06-09' }), whole(dated('09')), { ore: 1n }]],
      ['camt.054', [whole(dated('09')), { ore: 2n }]],
    ],
    [1, 0, 1, 1, 1],
  ],
  [
    'two payments of a day come one after the other',
    [
      ['camt.054', [told({ name: 'A' })]],
      ['camt.053', [whole(R), whole(S)]],
      ['camt.054', [told({ name: 'B' })]],
    ],
    [1, 1, 1],
  ],
]
test.each(later)('%s', async (_, given, added) => {
  expect(await importedAll(await newCompany(), given)).toEqual(added)
})

test.each([
  ['on the same day ', dated('09')],
  ['on another day  ', dated('10')],
])('no statement takes an entry of another statement in its file %s', async (_, later) => {
  const company = await newCompany()
  await importedAll(company, [['camt.054', [whole(dated('09'))]]])
  const early = whole({ ...eighth, valueDate: '2026-06-09' })
  const statements = [
    { id: 'MON', entries: [early] },
    { id: 'TUE', entries: [whole(later)] },
  ]
  const added = (await imported(company, camtFile({ statements }))).map(({ newTransactions }) => newTransactions)
  expect(added).toEqual([1, 0])
  expect(await moneyOf(company)).toEqual([500, 500])
})

test('of lines that do not say how the file told it the value day decides', async () => {
  const company = await newCompany()
  const before: File[] = [
    ['camt.054', [whole(dated('08', '09'))]],
    ['camt.053', [whole(dated('09'))]],
  ]
  expect(await importedAll(company, before)).toEqual([1, 0])
  const client = await connectWhere(service, company.id)
  await client.query('set session_replication_role = replica')
  await client.query(`update banking.statement_line set entry_identity = null where company_id = '${company.id}'`)
  await client.end()
  const again: File[] = [
    ['camt.054', [whole(dated('08', '09')), { ore: 1n }]],
    ['camt.053', [whole(dated('09')), { ore: 2n }]],
    ['camt.053', [whole(dated('09')), { ore: 3n }]],
  ]
  expect(await importedAll(company, again)).toEqual([1, 1, 1])
})

const shownOf = async (company: TestCompany, statementId: string) =>
  (await transactionsOf(company, { id: statementId })).map(
    ({ amount, counterparty, references, message, bankReference, valueDate }) => ({
      amount,
      counterparty,
      references,
      message,
      bankReference,
      valueDate,
    }),
  )

test('what only the later file says is added, and nothing that was said changes', async () => {
  const company = await newCompany()
  const inParts = (first: Partial<WrittenDetail>, second: Partial<WrittenDetail>): WrittenDetail[] => [
    { ore: 500n, ...first },
    { ore: 200n, ...second },
  ]
  const inTwo = (first: Partial<WrittenDetail>, second: Partial<WrittenDetail>): WrittenDetail[] => [
    { ore: 300n, ...first },
    { ore: 300n, ...second },
  ]
  const before: WrittenEntry[] = [
    told({ name: 'Kund A', text: 'Tack' }, { ...R, ...eighth }),
    { ore: 700n, reference: 'P', details: inParts({ name: 'B' }, {}) },
    { ore: 600n, reference: 'Q', details: inTwo({}, {}) },
  ]
  const after: WrittenEntry[] = [
    told({ name: 'KUND A', text: 'Hej', ocr: '1032' }, { ...R, valueDate: '2026-06-10' }),
    { ore: 700n, reference: 'P', details: inParts({ ocr: '1040' }, { name: 'C' }).toReversed() },
    { ore: 600n, reference: 'Q', details: inTwo({ ocr: '1057' }, { ocr: '1065' }) },
  ]
  const [{ id }] = await imported(company, camtFile({ kind: 'camt.054', statements: [{ entries: before }] }))
  expect(await importedAll(company, [['camt.053', after]])).toEqual([0])
  const said = { counterparty: undefined, references: [], message: undefined, valueDate: undefined }
  expect(await shownOf(company, id)).toEqual([
    {
      amount: 5,
      counterparty: 'Kund A',
      references: ['1032'],
      message: 'Tack',
      bankReference: 'R',
      valueDate: '2026-06-10',
    },
    { ...said, amount: 5, counterparty: 'B', references: ['1040'], bankReference: 'P' },
    { ...said, amount: 2, counterparty: 'C', bankReference: 'P' },
    // It cannot be told which is which.
    { ...said, amount: 3, bankReference: 'Q' },
    { ...said, amount: 3, bankReference: 'Q' },
  ])
  const { items } = ok(await company.get('/events?types=bank-transaction.changed'))
  expect(items.map(({ current }: Answer['body']) => current.amount).sort()).toEqual([2, 5, 5])
  const client = await connectWhere(service, company.id)
  const change = `update banking.transaction set counterparty = 'X' where company_id = '${company.id}'`
  await expect(client.query(`${change} and counterparty = 'C'`)).rejects.toMatchObject({ code: 'GB072' })
  await client.end()
})

test('nothing is added where as much money of the day may be another payer’s', async () => {
  const ofOne = told({ ocr: '1032' }, R)
  const ofOther = told({ text: 'Tack' }, S)
  const lists: [before: WrittenEntry[], after: WrittenEntry[], said: object[]][] = [
    // Either may be the one of which it was told.
    [[told({ name: 'A' })], [ofOne, ofOther], [{ counterparty: 'A', references: [] }]],
    [[told({ name: 'A' }), told({ name: 'B' })], [ofOne], [{ references: [] }, { references: [] }]],
    [[told({ name: 'A' })], [ofOne], [{ counterparty: 'A', references: ['1032'], bankReference: 'R' }]],
  ]
  for (const [before, after, said] of lists) {
    const company = await newCompany()
    const [{ id }] = await imported(company, camtFile({ kind: 'camt.054', statements: [{ entries: before }] }))
    // The file of the next week says it once more.
    const again: File = ['camt.053', [...after, { ore: 1n, reference: 'T' }]]
    await importedAll(company, [['camt.053', after], again])
    expect(await shownOf(company, id)).toMatchObject(said)
  }
})

test('what is booked stays, when its notification says another day', async () => {
  const company = await newCompany()
  const [statement] = await imported(company, camtFile({ statements: [{ id: 'B', entries: [{ ore: 700n, ...R }] }] }))
  const [first] = await transactionsOf(company, statement)
  ok(await company.post(`/bank-statements/${statement.id}/transactions/${first.id}/match`, { account: 3740 }))
  expect(await importedAll(company, [['camt.054', [parts({ ...R, ...eighth })]]])).toEqual([0])
  expect(await moneyOf(company)).toEqual([700])
})
