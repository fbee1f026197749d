// Bank payments over HTTP: what is taken, what is refused and where that is told, and who sees what.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { bankgiroNumber } from '#numbers/giro'
import { luhnDigit } from '#numbers/luhn'
import { sql } from '#platform/sql'
import { bankText, bankTextOf, unlikeable } from '#rules/banking/statements/bank-text'
import { newIntegration } from '#support/callers'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { aBankgiro, aPayment, aTransfer, paid } from './paying.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

describe('a bank payment', () => {
  const recipients: [string, object, object][] = [
    ['bankgiro with ocr      ', aBankgiro, aBankgiro],
    [
      'bankgiro with message  ',
      { ...aBankgiro, ocr: null, message: ' Faktura 7 ' },
      { ...without(aBankgiro, 'ocr'), message: 'Faktura 7' },
    ],
    [
      'bankgiro, seven digits ',
      { ...aBankgiro, bankgiroNumber: '9912346' },
      { ...aBankgiro, bankgiroNumber: '991-2346' },
    ],
    ['ocr with blanks        ', { ...aBankgiro, ocr: '100 23 77' }, aBankgiro],
    ['transfer               ', aTransfer, aTransfer],
    ['transfer, no reference ', { ...aTransfer, recipientReference: '' }, without(aTransfer, 'recipientReference')],
    [
      'five clearing digits   ',
      { ...aTransfer, clearingNumber: '8424-4', accountNumber: '983 189 224-6' },
      { ...aTransfer, clearingNumber: '84244', accountNumber: '9831892246' },
    ],
    [
      'a name with marks      ',
      { ...aTransfer, recipientName: ' Łukasz & Čapek™ ' },
      { ...aTransfer, recipientName: 'Łukasz & Čapek™' },
    ],
  ]
  test.each(recipients)('is kept to %s', async (_, recipientRef, kept) => {
    const { body } = await company.post('/bank-payments', aPayment({ recipientRef, ownNote: 'Juni' }))
    expect(body).toEqual({
      id: expect.any(String),
      status: 'readyToSign',
      signedBy: [],
      createdDateTime: '2026-06-10T10:00:00Z',
      modifiedDateTime: '2026-06-10T10:00:00Z',
      needsAttention: false,
      amount: 1250.5,
      paymentDate: '2026-06-11',
      ownNote: 'Juni',
      recipientRef: kept,
    })
    expect((await company.get(`/bank-payments/${body.id}`)).body).toEqual(body)
  })

  const faults: [string, Record<string, unknown>, string, RegExp][] = [
    ['no money          ', { amount: 0 }, '#/amount', /above 0/],
    ['money back        ', { amount: -1 }, '#/amount', /above 0/],
    ['parts of an öre   ', { amount: 1.005 }, '#/amount', /two decimals/],
    ['yesterday         ', { paymentDate: '2026-06-09' }, '#/paymentDate', /no earlier than today, 2026-06-10/],
    ['a year too far    ', { paymentDate: '2300-01-01' }, '#/paymentDate', /from 1900 to 2199/],
    [
      'no name           ',
      { recipientRef: { ...aBankgiro, recipientName: ' \u200b' } },
      '#/recipientRef/recipientName',
      /empty/,
    ],
    [
      'a long name       ',
      { recipientRef: { ...aBankgiro, recipientName: 'x'.repeat(71) } },
      '#/recipientRef/recipientName',
      /70/,
    ],
    [
      'a strange name    ',
      { recipientRef: { ...aBankgiro, recipientName: '纸 AB' } },
      '#/recipientRef/recipientName',
      /纸/,
    ],
    [
      'a wrong check digit',
      { recipientRef: { ...aBankgiro, bankgiroNumber: '5050-1054' } },
      '#/recipientRef/bankgiroNumber',
      /bankgiro/,
    ],
    [
      'no bankgiro       ',
      { recipientRef: without(aBankgiro, 'bankgiroNumber') },
      '#/recipientRef/bankgiroNumber',
      /required/,
    ],
    ['neither ocr nor message', { recipientRef: without(aBankgiro, 'ocr') }, '#/recipientRef', /exactly one/],
    ['ocr and message   ', { recipientRef: { ...aBankgiro, message: 'Tack' } }, '#/recipientRef', /exactly one/],
    ['a wrong ocr       ', { recipientRef: { ...aBankgiro, ocr: '1002378' } }, '#/recipientRef/ocr', /check digit/],
    [
      'a long ocr        ',
      { recipientRef: { ...aBankgiro, ocr: withCheckDigit('1'.repeat(25)) } },
      '#/recipientRef/ocr',
      /25/,
    ],
    [
      'a long message    ',
      { recipientRef: { ...aBankgiro, ocr: null, message: 'x'.repeat(141) } },
      '#/recipientRef/message',
      /140/,
    ],
    [
      'long when spelled out',
      { recipientRef: { ...aBankgiro, ocr: null, message: '%'.repeat(20) } },
      '#/recipientRef/message',
      /140/,
    ],
    [
      'an account on a bankgiro',
      { recipientRef: { ...aBankgiro, accountNumber: '1' } },
      '#/recipientRef/accountNumber',
      /kind bankgiro/,
    ],
    ['an ocr on a transfer', { recipientRef: { ...aTransfer, ocr: '1002377' } }, '#/recipientRef/ocr', /kind transfer/],
    [
      'no account number ',
      { recipientRef: without(aTransfer, 'accountNumber') },
      '#/recipientRef/accountNumber',
      /required/,
    ],
    [
      'no such bank      ',
      { recipientRef: { ...aTransfer, clearingNumber: '0999' } },
      '#/recipientRef/clearingNumber',
      /clearing/,
    ],
    [
      'a wrong account   ',
      { recipientRef: { ...aTransfer, clearingNumber: '5000', accountNumber: '1234567' } },
      '#/recipientRef/accountNumber',
      /5000/,
    ],
    ['another kind      ', { recipientRef: { ...aBankgiro, kind: 'swift' } }, '#/recipientRef/kind', /must be one of/],
    ['no recipient      ', { recipientRef: undefined }, '#/recipientRef', /required/],
  ]
  test.each(faults)('is refused with %s', async (_, changes, field, message) => {
    const { status, body } = await company.post('/bank-payments', aPayment(changes))
    expect([status, body.code]).toEqual([400, 'validation-error'])
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(message) }])
  })

  test('may be for today, which begins in Sweden', async () => {
    service.setNow('2026-06-10T22:30:00Z')
    expect((await company.post('/bank-payments', aPayment({ paymentDate: '2026-06-11' }))).status).toBe(200)
    expect((await company.post('/bank-payments', aPayment({ paymentDate: '2026-06-10' }))).status).toBe(400)
    service.setNow('2026-06-10T10:00:00Z')
  })
})

describe('bulk', () => {
  test('makes all, in order, with one line in the history', async () => {
    const own = checkedCompany(await service.newCompany())
    const payments = Array.from({ length: 100 }, (_, index) => aPayment({ amount: index + 1 }))
    const { status, body } = await own.post('/bank-payments/bulk', { payments })
    expect([status, body.map(({ amount }: { amount: number }) => amount)]).toEqual([
      200,
      payments.map(({ amount }) => amount),
    ])
    const history = await service.database.rows<{ detail: { ids: string[]; total: string } }>(sql`
      select detail from platform.history where company_id = ${own.id} and what = 'bank-payment.created'`)
    expect(history).toEqual([{ detail: { ids: body.map(({ id }: { id: string }) => id), total: '5050.00' } }])
  })

  test('makes none when one is wrong, and names it', async () => {
    const own = checkedCompany(await service.newCompany())
    const payments = [
      aPayment(),
      aPayment(),
      aPayment({ amount: '1' }),
      aPayment({ amount: 0, recipientRef: without(aBankgiro, 'ocr') }),
    ]
    const { status, body } = await own.post('/bank-payments/bulk', { payments })
    expect(status).toBe(400)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      '#/payments/2/amount',
      '#/payments/3/amount',
      '#/payments/3/recipientRef',
    ])
    expect((await own.get('/bank-payments')).body.totalItems).toBe(0)
  })

  test.each([
    ['none', 0],
    ['101 ', 101],
  ])('refuses %s', async (_, length) => {
    const payments = Array.from({ length }, () => aPayment())
    const { status, body } = await company.post('/bank-payments/bulk', { payments })
    expect([status, body.errors[0].field]).toEqual([400, '#/payments'])
  })
})

test('that an equal payment waits already is told, and no other', async () => {
  const own = await service.newCompany()
  const told = async (answer: Promise<Answer>) => {
    const { status, headers, text } = await answer
    expect(status, text).toBe(200)
    return decodeURIComponent(headers.get('service-warning') ?? '')
  }
  const waits = /a payment of 1250\.50 on 2026-06-11 to the same recipient with the same reference is already waiting/
  expect(await told(own.post('/bank-payments', aPayment()))).toBe('')
  const others = [
    aPayment({ amount: 1250.51 }),
    aPayment({ recipientRef: { ...aBankgiro, ocr: '1002385' } }),
    aPayment({ recipientRef: { ...aBankgiro, bankgiroNumber: '991-2346' } }),
  ]
  expect(await told(own.post('/bank-payments/bulk', { payments: others }))).toBe('')
  // For any recipient name and payment date.
  const again = { paymentDate: '2026-06-20', recipientRef: { ...aBankgiro, recipientName: 'Papper & Pennor AB' } }
  expect(await told(own.post('/bank-payments', aPayment(again)))).toMatch(waits)
  const payments = [aPayment({ amount: 7 }), aPayment()]
  const said = await told(own.post('/bank-payments/bulk', { payments }))
  expect(said).toMatch(waits)
  expect(said).toContain('#/payments/1/recipientRef')
  expect(said).not.toContain('#/payments/0/')
})

test('an integration sees its own only', async () => {
  const own = checkedCompany(await service.newCompany())
  const mine = await paid(own)
  const { token } = await service.operateFor(own.id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes: ['bank-payments:write', 'bank-payments:read-limited'] }),
  )
  const integration = await newIntegration(service)
  const connected = await integration.connect({ type: 'company', id: own.id })
  const again = await integration.connect({ type: 'company', id: own.id })
  const unknown = await own.get('/bank-payments/019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d')
  for (const other of [checkedRequests(own.url, token), checkedRequests(own.url, connected.token)]) {
    const answer = await other.get(`/bank-payments/${mine.id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.message.replace(mine.id, 'ID')).toBe(unknown.body.message.replace(/[0-9a-f-]{36}/, 'ID'))
    expect((await other.get('/bank-payments')).body.items).toEqual([])
    const made = await other.post('/bank-payments', aPayment())
    expect([made.status, made.headers.get('service-warning')]).toEqual([200, null])
    expect((await other.get('/bank-payments')).body.totalItems).toBe(1)
  }
  // It is the integration that counts, and not the token it has at the moment.
  expect((await checkedRequests(own.url, again.token).get('/bank-payments')).body.totalItems).toBe(1)
  expect((await own.get('/bank-payments')).body.items).toEqual([mine])
})

test('the list is filtered', async () => {
  const own = checkedCompany(await service.newCompany())
  const small = await paid(own, { amount: 99.5, paymentDate: '2026-06-10' })
  const large = await paid(own, { amount: 5000, paymentDate: '2026-07-01' })
  await service.database.rows(sql`
    update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'K'
    where company_id = ${own.id}`)
  const table: [string, Answer['body'][]][] = [
    ['amount==99.5', [small]],
    ['amount>99.5', [large]],
    ['status==onTheWay', [small]],
    ['status==scheduled', [large]],
    ['status==readyToSign', []],
    ['paymentDate<2026-07-01', [small]],
    ['createdDateTime>=2026-06-10T10:00:00Z&&status!=paid', [large, small]],
    ['createdDateTime>2026-06-10T10:00:00Z', []],
  ]
  for (const [query, expected] of table) {
    const { body } = await own.get(`/bank-payments?query=${encodeURIComponent(query)}`)
    expect(body.items.map(idOf), query).toEqual(expected.map(idOf))
  }
  expect((await own.get('/bank-payments?query=status%3D%3Dsigned')).status).toBe(400)
  service.setNow('2026-07-01T00:00:00+02:00')
  expect((await own.get(`/bank-payments/${large.id}`)).body.status).toBe('onTheWay')
  service.setNow('2026-06-10T10:00:00Z')
})

test('the database keeps what a payment says, and how it moves', async () => {
  const { id } = await paid(company)
  const change = (statement: ReturnType<typeof sql>) =>
    service.database.rows(statement).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )
  const sign = sql`update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id,
    signed_by_name = 'K' where id = ${id}`
  const steps: [string, ReturnType<typeof sql>][] = [
    ['GB071', sql`update banking.payment set amount_ore = 1 where id = ${id}`],
    ['GB071', sql`update banking.payment set recipient = '{}' where id = ${id}`],
    ['GB071', sql`update banking.payment set state = 'paid', paid_on = payment_date where id = ${id}`],
    ['23514', sql`update banking.payment set state = 'signed' where id = ${id}`],
    ['done', sign],
    ['GB071', sql`update banking.payment set signed_by_name = 'L' where id = ${id}`],
    ['GB071', sql`update banking.payment set payment_date = '2026-06-12' where id = ${id}`],
    ['GB071', sql`update banking.payment set state = 'readyToSign', signed_at = null where id = ${id}`],
    ['GB071', sql`delete from banking.payment where id = ${id}`],
    ['GB071', sql`truncate banking.payment cascade`],
    ['done', sql`update banking.payment set state = 'rejected', reason = 'Konto saknas' where id = ${id}`],
    ['GB071', sql`update banking.payment set state = 'signed' where id = ${id}`],
    ['done', sql`update banking.payment set state = 'paid', paid_on = payment_date where id = ${id}`],
    ['GB071', sql`update banking.payment set state = 'cancelled' where id = ${id}`],
  ]
  for (const [code, statement] of steps) expect(await change(statement), statement.text).toBe(code)
})

describe('texts as banks take them', () => {
  test.each([
    ['Åsa Öhman-Ärlig', 'Åsa Öhman-Ärlig'],
    ['Łódź & Çelik', 'Lodz + Celik'],
    ['Smørrebrød ½ “x”', "Smörrebröd 1/2 'x'"],
    ['50 % rabatt; #7!', '50 procent rabatt, nr 7.'],
    ['rad\r\n\tnästa', 'rad nästa'],
    ['A\u030Asa', 'Åsa'],
  ])('%j is %j', (text, expected) => {
    expect(bankText(text)).toBe(expected)
    expect(bankTextOf(text, 140)).toBe(expected)
  })

  test('accepted text has only characters that banks accept, and others are named', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const taken = bankText(text)
        expect(taken === null).toBe(unlikeable(text).length > 0)
        for (const one of [taken ?? '', bankTextOf(text, 35)]) expect(one).toMatch(/^[A-Za-zÅÄÖåäö0-9/\-?:().,'+ ]*$/)
        expect(bankTextOf(text, 35).length).toBeLessThanOrEqual(35)
      }),
    )
    expect(bankText('€uro 纸')).toBe(null)
    expect(unlikeable('纸纸张')).toEqual(['纸', '张'])
  })

  test('every printable ASCII sign has a likeness', () => {
    const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
    expect(unlikeable(signs)).toEqual([])
  })
})

test('a bankgiro number with any other last digit is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100_000, max: 9_999_999 }), fc.integer({ min: 0, max: 9 }), (front, digit) => {
      const right = luhnDigit(String(front)) === String(digit)
      expect(bankgiroNumber(`${front}${digit}`) !== null).toBe(right)
    }),
  )
})

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

function withCheckDigit(digits: string): string {
  return `${digits}${luhnDigit(digits)}`
}

const idOf = ({ id }: Answer['body']) => id
