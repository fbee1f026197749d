// Import of bank statements over HTTP: each transaction once, in any number and order of files; all of a file or
// nothing; and the file as it came.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { accountMeant, decide, identified, type KnownTransaction } from '#rules/banking/statements/statement'
import { markPaid } from '#server/banking/payments/payment'
import type { CamtEntry } from '#server/banking/statements/camt-entry'
import { connectWhere, LOCK_WAITS } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { camtFile, IBAN, type WrittenEntry, type WrittenFile } from '#support/samples/camt-file'
import { requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { runSteps } from '#threads/steps'
import { faultOf, imported, importing, transactionsOf } from './importing.ts'
import { paid, statusOf, withBankAccount } from './paying.ts'

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

const received: WrittenEntry = {
  ore: 125_000n,
  date: '2026-06-08',
  valueDate: '2026-06-09',
  reference: 'R1',
  details: [{ ore: 125_000n, name: 'Kund AB', account: '5050-1055', ocr: '1032', text: 'Tack' }],
}
const fee: WrittenEntry = { ore: -4_500n, reference: 'R2', info: 'Bankavgift' }
const coming: WrittenEntry = { ore: 900n, status: 'PDNG' }

const batch = (details?: WrittenEntry['details']): WrittenEntry => ({
  ore: 300n,
  reference: 'BATCH',
  info: 'Bankgiro inbetalningar',
  ...(details && { details }),
})
const parts = [
  { ore: 100n, name: 'A' },
  { ore: 200n, name: 'B' },
]

const file = (id: string, entries: WrittenEntry[], more: Partial<WrittenFile> = {}, opening = 0n): WrittenFile => ({
  ...more,
  statements: [{ id, opening, entries }],
})

/** The money that a company knows of: what was replaced is told by its details. */
const moneyOf = async ({ id }: TestCompany): Promise<number[]> =>
  (
    await service.database.rows<{ ore: bigint }>(sql`
      select amount_ore as ore from banking.transaction
      where company_id = ${id} and replaced_by_statement_id is null order by id`)
  ).map(({ ore }) => Number(ore))

describe('a file', () => {
  test('is taken in and shown, and kept as it came', async () => {
    const company = await newCompany()
    const bytes = camtFile(file('U1', [received, fee, coming], { version: '08', encoding: 'ISO-8859-1' }, 10_000n))
    const [statement] = await imported(company, bytes)
    expect(statement).toMatchObject({
      kind: 'camt.053',
      reference: 'U1',
      currency: 'SEK',
      fileName: 'utdrag.xml',
      bankAccountRef: { iban: IBAN },
      fromDate: '2026-06-08',
      toDate: '2026-06-09',
      openingBalance: 100,
      closingBalance: 1305,
      newTransactions: 2,
      knownTransactions: 0,
      leftOutEntries: 1,
    })
    expect(ok(await company.get(`/bank-statements/${statement.id}`))).toEqual(statement)
    expect(ok(await company.get('/bank-statements')).items).toEqual([statement])
    const shown = await transactionsOf(company, statement)
    expect(shown).toMatchObject([
      {
        date: '2026-06-08',
        valueDate: '2026-06-09',
        amount: 1250,
        currency: 'SEK',
        status: 'open',
        counterparty: 'Kund AB',
        counterpartyAccount: '5050-1055',
        references: ['1032'],
        message: 'Tack',
        bankReference: 'R1',
        isReversal: false,
        bankPaymentRef: null,
        journalEntryRef: null,
        matchedWith: null,
      },
      { amount: -45, message: 'Bankavgift', references: [], proposals: [] },
    ])
    expect(ok(await company.get(`/bank-statements/${statement.id}/transactions/${shown[1].id}`))).toEqual(shown[1])
    const download = await company.get(`/bank-statements/${statement.id}/download`)
    expect(Buffer.from(download.text, 'latin1').equals(bytes)).toBe(true)
    expect(download.headers.get('content-type')).toBe('application/xml')
    expect(await faultOf(service, company)).toBeNull()
  })

  test('is taken in once', async () => {
    const company = await newCompany()
    const first = ok(await importing(company, file('U1', [received])))
    const again = ok(await importing(company, file('U1', [received])))
    expect([first.alreadyImported, again.alreadyImported]).toEqual([false, true])
    expect(again.statements).toEqual(first.statements)
    expect(await moneyOf(company)).toEqual([125_000])
  })

  test('is taken in once, also when it comes several times at the same moment', async () => {
    const company = await newCompany()
    const one = file('U1', [received, fee])
    const other = file('U2', [fee, received, { ore: 1n, reference: 'R3' }])
    const answers = await Promise.all([one, other, one, other].map((each) => importing(company, each)))
    expect(answers.map(({ body }) => body.alreadyImported).sort()).toEqual([false, false, true, true])
    expect((await moneyOf(company)).sort((a, b) => a - b)).toEqual([-4_500, 1, 125_000])
    expect(await faultOf(service, company)).toBeNull()
  })

  test('may have statements of several accounts, named in every way', async () => {
    const company = await newCompany()
    await withBankAccount(service, company, { iban: 'DE89370400440532013000', currency: 'EUR', account: 1940 })
    await withBankAccount(service, company, { iban: 'SE7280000810340009783242', bankgiro: '991-2346', account: 1920 })
    const accounts = [IBAN, 'DE89370400440532013000', '991-2346', '58398257466']
    const statements = accounts.map((account, index) => ({
      id: `U${index}`,
      account,
      entries: [{ ore: BigInt(index + 1) }],
      ...(account.startsWith('DE') && { currency: 'EUR' }),
    }))
    const found = await imported(company, { statements })
    expect(found.map(({ bankAccountRef, currency }) => [bankAccountRef.iban, currency])).toEqual([
      [IBAN, 'SEK'],
      ['DE89370400440532013000', 'EUR'],
      ['SE7280000810340009783242', 'SEK'],
      [IBAN, 'SEK'],
    ])
    expect(await moneyOf(company)).toEqual([1, 2, 3, 4])
  })

  test('of more than a quarter of a mebibyte is read in a thread, and says the same', async () => {
    const company = await newCompany()
    const many = Array.from({ length: 600 }, (_, index): WrittenEntry => ({ ...received, reference: `T${index}` }))
    const bytes = camtFile(file('U1', many))
    expect(bytes.length).toBeGreaterThan(300_000)
    const [statement] = await imported(company, bytes)
    expect(statement.newTransactions).toBe(600)
    const broken = Buffer.from(bytes.toString().replace('<Amt Ccy="SEK">1250.00', '<Amt Ccy="SEK">1250.0x'))
    expect((await importing(company, broken)).body.errors).toEqual([
      {
        field: '#/file',
        message: expect.stringMatching(
          /^statement 1, .* its amount 1250.0x is not an amount with at most two decimals$/,
        ),
      },
    ])
  })

  test('of many transactions does not read all of them for each', async () => {
    const company = await newCompany()
    // Its only connection has looked up foreign keys while the table was small.
    const alone = await startService({ beside: service, poolSize: 1 })
    const own = { ...company, ...requestsWith(`${alone.base}/companies/${company.id}`, company.token) }
    const read = async (): Promise<bigint> => {
      await alone.database.rows(sql`select pg_stat_force_next_flush()`)
      const { rows } = await alone.database.one<{ rows: bigint }>(sql`
        select sum(t.seq_tup_read + i.read)::bigint as rows
        from pg_stat_user_tables t
        cross join lateral (
          select sum(i.idx_tup_read) as read from pg_stat_user_indexes i where i.relid = t.relid
        ) i
        where t.relid in ('banking.transaction'::regclass, 'banking.statement_line'::regclass)`)
      return rows
    }
    for (let day = 1; day < 8; day++) await imported(own, file(`U${day}`, [{ ...received, reference: `S${day}` }]))
    const before = await read()
    const many = Array.from({ length: 3_000 }, (_, index): WrittenEntry => ({ ore: 1n, reference: `T${index}` }))
    await imported(own, file('U9', many))
    expect(Number((await read()) - before)).toBeLessThan(100_000)
    await alone.close()
  })

  test('that is refused leaves nothing', async () => {
    const company = await newCompany()
    const right = { id: 'U1', entries: [received] }
    const refused: [WrittenFile | Buffer, string[]][] = [
      [Buffer.from('hej'), ['the file: it is neither an XML file nor a table']],
      [
        { statements: [right, { ...right, closing: 1n }] },
        ['statement 2: the opening balance 0.00 and the entries add up to'],
      ],
      [{ statements: [right, { ...right, account: '123' }] }, ['statement 2: the company has no bank account 123']],
      [
        {
          statements: [
            { ...right, currency: 'EUR' },
            { ...right, account: 'SE7280000810340009783242' },
          ],
        },
        [
          'statement 1: it is in EUR, and the bank account is in SEK',
          'statement 2: the company has no bank account SE7280000810340009783242',
        ],
      ],
    ]
    for (const [bytes, told] of refused) {
      const { status, body } = await importing(company, bytes)
      expect(status).toBe(400)
      expect(body.errors.map(({ message }: { message: string }) => message)).toEqual(
        told.map((start) => expect.stringContaining(start)),
      )
    }
    expect(await moneyOf(company)).toEqual([])
    expect(ok(await company.get('/bank-statements')).items).toEqual([])
    expect(() => readdirSync(join(service.folder, 'files', company.id))).toThrow()
  })
})

describe('files with the same money', () => {
  const orders: [name: string, files: WrittenFile[], counts: [number, number][], money: number[]][] = [
    [
      'days that overlap',
      [file('1', [received, fee]), file('2', [fee, { ore: 7n, reference: 'R3' }])],
      [
        [2, 0],
        [1, 1],
      ],
      [125_000, -4_500, 7],
    ],
    [
      'alike in one file',
      [file('1', [{ ore: 5n }, { ore: 5n }]), file('2', [{ ore: 5n }, { ore: 5n }, { ore: 5n }])],
      [
        [2, 0],
        [1, 2],
      ],
      [5, 5, 5],
    ],
    [
      'notified before  ',
      [file('1', [batch(parts)], { kind: 'camt.054' }), file('2', [batch()])],
      [
        [2, 0],
        [0, 2],
      ],
      [100, 200],
    ],
    [
      'notified after   ',
      [file('1', [batch()]), file('2', [batch(parts)], { kind: 'camt.054' })],
      [
        [1, 0],
        [2, 0],
      ],
      [100, 200],
    ],
    [
      'named by payer   ',
      [
        file('1', [{ ore: -5n, details: [{ ore: -5n, endToEndId: 'E1' }] }]),
        file('2', [{ ore: -5n, info: 'x', details: [{ ore: -5n, endToEndId: 'E1' }] }]),
      ],
      [
        [1, 0],
        [0, 1],
      ],
      [-5],
    ],
  ]
  test.each(orders)('%s', async (_, files, counts, money) => {
    const company = await newCompany()
    for (const [index, one] of files.entries()) {
      const [statement] = await imported(company, one)
      expect([statement.newTransactions, statement.knownTransactions]).toEqual(counts[index])
    }
    expect(await moneyOf(company)).toEqual(money)
    expect(await faultOf(service, company)).toBeNull()
  })

  test('show what was replaced where it was told', async () => {
    const company = await newCompany()
    const [statement] = await imported(company, file('1', [batch()]))
    const [whole] = await transactionsOf(company, statement)
    await imported(company, file('2', [batch(parts)], { kind: 'camt.054' }))
    expect(await transactionsOf(company, statement)).toMatchObject([
      { id: whole.id, status: 'replaced', proposals: [] },
    ])
    const match = await company.post(`/bank-statements/${statement.id}/transactions/${whole.id}/match`, {
      account: 3740,
    })
    expect(match.body).toMatchObject({ code: 'operation-not-allowed', message: expect.stringContaining('replaced') })
    // Once more as it was: the details are known by now.
    const [third] = await imported(company, file('3', [batch(), { ore: 1n, reference: 'R9' }]))
    expect([third.newTransactions, third.knownTransactions]).toEqual([1, 2])
  })

  test('do not replace what is booked', async () => {
    const company = await newCompany()
    const [statement] = await imported(company, file('1', [batch()]))
    const [whole] = await transactionsOf(company, statement)
    ok(await company.post(`/bank-statements/${statement.id}/transactions/${whole.id}/match`, { account: 3740 }))
    const [notified] = await imported(company, file('2', [batch(parts)], { kind: 'camt.054' }))
    expect([notified.newTransactions, notified.knownTransactions]).toEqual([0, 1])
    expect(await moneyOf(company)).toEqual([300])
  })

  test('are the same money in any order', () => {
    const reference = fc.option(fc.constantFrom('A', 'B', 'C'), { nil: null })
    const entry = fc.record({ reference, ore: fc.bigInt({ min: 1n, max: 3n }), count: fc.integer({ min: 0, max: 3 }) })
    const files = fc.array(fc.record({ entries: fc.array(entry, { maxLength: 6 }) }), { maxLength: 5 })
    fc.assert(
      fc.property(files, (given) => {
        const kept = new Map<string, { entry: string; ore: bigint; isDetailed: boolean }>()
        const told = given.map(({ entries }) => identified(entries.map(camtEntry)))
        for (const entries of told) {
          const known = [...kept].map(
            ([id, one]): KnownTransaction => ({
              id,
              entryIdentity: one.entry,
              isDetailed: one.isDetailed,
              isMatched: false,
            }),
          )
          const { lines, replaced } = runSteps(decide(entries, known))
          for (const id of replaced) kept.delete(id)
          for (const line of lines) {
            if ('known' in line) continue
            const { identity, entry: of, detail } = line.added
            expect(kept.has(identity)).toBe(false)
            kept.set(identity, { entry: of.identity, ore: detail.ore, isDetailed: of.isDetailed })
          }
        }
        const money = new Map(told.flat().map(({ identity, ore }) => [identity, ore]))
        const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, ore) => total + ore, 0n)
        expect(sum([...kept.values()].map(({ ore }) => ore))).toBe(sum(money.values()))
      }),
    )
  })
})

/** An entry of so many parts; of none when the file does not say what it is made of. */
const camtEntry = ({ reference, ore, count }: { reference: string | null; ore: bigint; count: number }): CamtEntry => {
  const unsaid = { counterparty: null, counterpartyAccount: null, references: [], message: null, endToEndId: null }
  const whole = { ...unsaid, instructed: null }
  const details = Array.from({ length: Math.max(1, count) }, (_, index) => ({ ...whole, ore: index === 0 ? ore : 0n }))
  const base = { bankReference: reference ?? 'none', date: '2026-06-09' as Day, valueDate: null, isReversal: false }
  return { ...base, ore, isDetailed: count > 0, isDisputed: false, details }
}

describe('an account is meant', () => {
  const own = [
    { iban: IBAN, bankgiro: null },
    { iban: 'SE7280000810340009783242', bankgiro: '991-2346' },
    { iban: 'SE3560000000000123456789', bankgiro: null },
  ]
  const cases: [name: string, scheme: string | null, place: number | undefined][] = [
    ['50000000058398257466', null, 0],
    ['58398257466         ', 'BBAN', 0],
    ['5839-825 74 66      ', null, 0],
    ['8103-4 0009783242   ', null, 1],
    ['6000 123 456 789    ', 'BBAN', 2],
    ['123456789           ', null, 2],
    ['991-2346            ', 'BGNR', 1],
    ['9912346             ', null, 1],
    ['9912346             ', 'BBAN', undefined],
    ['1                   ', null, undefined],
    ['-                   ', null, undefined],
  ]
  test.each(cases)('%s %s', (other, scheme, place) => {
    const meant = accountMeant({ other: other.trim(), scheme }, own)
    expect(meant).toBe(place === undefined ? undefined : own[place])
  })

  test('by its IBAN, and by no other', () => {
    expect(accountMeant({ iban: IBAN }, own)).toBe(own[0])
    expect(accountMeant({ iban: 'DE89370400440532013000' }, own)).toBeUndefined()
  })
})

describe('a debit that names one of our bank payments', () => {
  const signed = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<string> => {
    const { id } = await paid(company, changes)
    await service.database.rows(sql`
      update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
      where id = ${id}`)
    return id
  }
  const debit = (id: string, ore = -125_050n, more: Partial<WrittenEntry> = {}): WrittenEntry => ({
    ore,
    reference: `D${id}`,
    details: [{ ore, endToEndId: id.replaceAll('-', '').toUpperCase() }],
    ...more,
  })

  test('moves it to paid, once, on the day of the bank', async () => {
    const company = await newCompany()
    const id = await signed(company)
    const [statement] = await imported(company, file('1', [debit(id), { ...debit(id), reference: 'again' }]))
    expect(await statusOf(company, id)).toBe('paid')
    const [first, second] = await transactionsOf(company, statement)
    expect([first.bankPaymentRef, second.bankPaymentRef]).toEqual([{ id }, null])
    const { paidOn } = await service.database.one<{ paidOn: string }>(
      sql`select paid_on as "paidOn" from banking.payment where id = ${id}`,
    )
    expect(paidOn).toBe('2026-06-09')
    expect(await faultOf(service, company)).toBeNull()
  })

  test('waits for a transaction that locks several, in the same order', async () => {
    const company = await newCompany()
    const one = await signed(company)
    const two = await signed(company)
    const other = await connectWhere(service, company.id)
    const hold = (id: string) => other.query('select from banking.payment where id = $1 for update', [id])
    await other.query('begin')
    await hold(one)
    const entries = [debit(two), debit(one)]
    const answer = importing(company, { statements: [{ entries }, { id: 'S2', entries: [debit(one, -1n)] }] })
    await expect.poll(async () => (await other.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
    await hold(two)
    await other.query('commit')
    await other.end()
    expect((await answer).status).toBe(200)
    expect([await statusOf(company, one), await statusOf(company, two)]).toEqual(['paid', 'paid'])
  })

  test('says of what was noted as paid by hand which transaction it was', async () => {
    const company = await newCompany()
    const id = await signed(company)
    await service.operateFor(company.id, (call) =>
      markPaid(call, { id, date: '2026-06-08' as Day, bankTransactionId: id }),
    )
    const [statement] = await imported(company, file('1', [debit(id)]))
    expect(await transactionsOf(company, statement)).toMatchObject([{ bankPaymentRef: { id } }])
  })

  test('does nothing when it is as much of another currency', async () => {
    const company = await newCompany()
    const account = 'DE89370400440532013000'
    await withBankAccount(service, company, { iban: account, currency: 'EUR', account: 1940 })
    const id = await signed(company)
    const [statement] = await imported(company, { statements: [{ account, currency: 'EUR', entries: [debit(id)] }] })
    expect(await transactionsOf(company, statement)).toMatchObject([{ currency: 'EUR', bankPaymentRef: null }])
    expect(await statusOf(company, id)).toBe('scheduled')
  })

  test('does nothing when it is another amount, comes back, or was never signed', async () => {
    const company = await newCompany()
    const one = await signed(company)
    const two = await signed(company)
    const three = (await paid(company)).id
    const entries = [debit(one, -125_049n), debit(two, 125_050n, { reversal: true }), debit(three)]
    const [statement] = await imported(company, file('1', entries))
    const all = await transactionsOf(company, statement)
    expect(all.map(({ bankPaymentRef }) => bankPaymentRef)).toEqual([null, null, null])
    expect(await Promise.all([one, two, three].map((id) => statusOf(company, id)))).toEqual([
      'scheduled',
      'scheduled',
      'readyToSign',
    ])
  })
})

describe('lists', () => {
  let company: TestCompany
  let statement: { id: string }
  beforeAll(async () => {
    company = await newCompany()
    ;[statement] = await imported(
      company,
      file('U1', [received, fee, { ore: 10n, date: '2026-06-10', reference: 'R3' }]),
    )
    await imported(company, file('N1', [{ ...received, date: '2026-06-01' }], { kind: 'camt.054' }))
  })

  const filters: [path: string, query: string, count: number][] = [
    ['', 'kind==camt.054                        ', 1],
    ['', 'reference==U1&&toDate>=2026-06-10     ', 1],
    ['', `iban==${IBAN}                         `, 2],
    ['', 'fromDate<=2026-06-01                  ', 1],
    ['', 'importedDateTime>2026-06-10T10:00:00Z ', 0],
    ['transactions', 'amount<0                  ', 1],
    ['transactions', 'status==open              ', 3],
    ['transactions', 'status!=open              ', 0],
    ['transactions', 'date>=2026-06-10          ', 1],
    ['transactions', 'counterparty~Kund         ', 1],
    ['transactions', 'message==Bankavgift       ', 1],
  ]
  test.each(filters)('%s %s', async (part, query, count) => {
    const path = part === '' ? '/bank-statements' : `/bank-statements/${statement.id}/${part}`
    expect(ok(await company.get(`${path}?query=${encodeURIComponent(query.trim())}`)).totalItems).toBe(count)
  })
})

test('the database keeps what the bank said, and verification reports what is missing there', async () => {
  const company = await newCompany()
  const [statement] = await imported(company, file('U1', [received, fee]))
  const [first] = await transactionsOf(company, statement)
  const refused: [statement: string, what: RegExp][] = [
    [`update banking.transaction set amount_ore = 1 where id = '${first.id}'`, /keeps what the bank said/],
    [`delete from banking.transaction where id = '${first.id}'`, /is never removed/],
    [`delete from banking.statement_line where transaction_id = '${first.id}'`, /cannot be changed or removed/],
    [`update banking.statement set closing_ore = 1 where id = '${statement.id}'`, /cannot be changed or removed/],
    ['truncate banking.transaction cascade', /cannot be changed or removed/],
  ]
  const client = await connectWhere(service, company.id)
  try {
    for (const [text, what] of refused) {
      await expect(client.query(text)).rejects.toMatchObject({ code: 'GB072', message: expect.stringMatching(what) })
    }
    await client.query('set session_replication_role = replica')
    await client.query(refused[0]?.[0] ?? '')
    expect(await faultOf(service, company)).toMatch(
      /^bank statement .*: its transactions add up to -4499, its balances to 120500$/,
    )
    await client.query(`update banking.transaction set amount_ore = 125000 where id = '${first.id}'`)
  } finally {
    await client.end()
  }
  const folder = join(service.folder, 'files', company.id, 'statements')
  const [inner = ''] = readdirSync(folder)
  const [name = ''] = readdirSync(join(folder, inner))
  writeFileSync(join(folder, inner, name), 'hej')
  expect(await faultOf(service, company)).toMatch(/^the file of bank statement .* is not what was received$/)
})
