// The page that a payment link leads to: what it shows of an invoice as that is paid, and when a link works.
import jsQR from 'jsqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { standingOf, unpaidOf } from '#rules/sales/sending/payment-link'
import { changeSettings } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { newVisitor, type Page, type Visitor } from '#support/visitor'
import { paid, recorded } from '#tests/sales/booking/booked'
import { aLine, madeCustomer } from '#tests/sales/invoicing'
import { refusedWork } from '#tests/sales/tax-reduction/household'

let service: Service
let company: TestCompany
let visitor: Visitor

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany({ name: 'Åkerlöfs Måleri AB' }))
  await service.operateFor(company.id, (call) =>
    changeSettings(call, { bankgiro: '5050-1055', iban: 'SE4550000000058398257466', bic: 'ESSESESS' }),
  )
  visitor = newVisitor(service)
})
afterAll(() => service.close())

const invoiced = async (changes: object = {}) => {
  const customer = await madeCustomer(company, { name: 'Kund & <Son> AB' })
  return recorded(company, { customerRef: { id: customer.id }, lineItems: [aLine()], ...changes })
}

const linkTo = async (id: string): Promise<string> => {
  const answer = await company.post(`/invoices/${id}/payment-link`)
  expect(answer.status, answer.text).toBe(200)
  return new URL(answer.body.url).pathname
}

const plain = ({ text }: Page): string => text.replaceAll('\u00a0', ' ')

/** What the app of a bank reads in the code of a page: its path, as pixels. */
const codeIn = ({ text }: Page): string | undefined => {
  const [, size = '0', path = ''] = /<svg viewBox="0 0 (\d+) .*?<path d="([^"]*)"/s.exec(text) ?? []
  const wide = Number(size)
  const pixels = new Uint8ClampedArray(wide * wide * SCALE * SCALE * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < SCALE * SCALE; at += 1) {
      const row = Number(y) * SCALE + Math.floor(at / SCALE)
      const pixel = (row * wide * SCALE + Number(x) * SCALE + (at % SCALE)) * 4
      pixels.fill(0, pixel, pixel + 3)
    }
  }
  const read = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR
  return read(pixels, wide * SCALE, wide * SCALE)?.data
}
const SCALE = 4

describe('a payment page', () => {
  test('says who, what and where to, and what is left after a part was paid', async () => {
    const { id, invoiceNumber, paymentReference } = await invoiced()
    const link = await linkTo(id)
    const page = await visitor.get(link)
    expect(page.status).toBe(200)
    for (const said of ['Att betala: 125,00 kr', 'Åkerlöfs Måleri AB', 'Kund &amp; &lt;Son&gt; AB', '5050-1055'])
      expect(plain(page)).toContain(said)
    expect(page.text).toContain(`data-text="${paymentReference}"`)
    expect(page.headers.get('x-robots-tag')).toContain('noindex')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const code = { uqr: 1, tp: 1, iref: paymentReference, due: 125, vat: 25, pt: 'BG', acc: '5050-1055', cur: 'SEK' }
    expect(JSON.parse(codeIn(page) ?? '{}')).toMatchObject(code)

    await paid(company, id, { date: '2026-06-10', sum: 50 })
    const half = await visitor.get(`${link}?lang=en`)
    expect(plain(half)).toContain('Left to pay: SEK 75.00')
    expect(JSON.parse(codeIn(half) ?? '{}')).toMatchObject({ due: 75, vat: 15 })
    await paid(company, id, { date: '2026-06-10', sum: 75 })
    const done = await visitor.get(`${link}?lang=sv`)
    expect(done.text).toContain('Fakturan är betald. Tack!')
    expect(done.text).not.toContain('class="qr"')

    const pdf = await visitor.get(`${link}/pdf`)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toContain(`Faktura-${invoiceNumber}.pdf`)
  })

  test('has the European code for euro, and no bankgiro', async () => {
    const { id, paymentReference } = await invoiced({ currency: 'EUR', currencyRate: 11.5 })
    const page = await visitor.get(await linkTo(id))
    expect(page.text).not.toContain('5050-1055')
    expect(codeIn(page)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'ESSESESS',
      'Åkerlöfs Måleri AB',
      'SE4550000000058398257466',
      'EUR125.00',
      '',
      '',
      paymentReference,
    ])
  })

  test('says that a credited invoice is nothing to pay', async () => {
    const { id } = await invoiced()
    const link = await linkTo(id)
    const note = await company.post(`/invoices/${id}/credit`)
    await company.post(`/credit-notes/${note.body.id}/publish`)
    expect((await visitor.get(link)).text).toContain('Fakturan är krediterad')
  })
})

describe('an invoice whose seller wants to know that it was seen', () => {
  const standing = async (id: string) => (await company.get(`/invoices/${id}/payment-link`)).body
  const eventsOf = async (id: string): Promise<number> =>
    Number(
      (
        await service.database.one<{ seen: bigint }>(
          sql`select count(*) as seen from platform.event where resource_id = ${id} and kind = 'invoice.seen'`,
        )
      ).seen,
    )
  const telling = (tellsSeen: boolean) => service.operateFor(company.id, (call) => changeSettings(call, { tellsSeen }))

  test('is shown once the button is pressed, which says who is told what', async () => {
    await telling(true)
    const { id } = await invoiced()
    const link = await linkTo(id)
    // A link scanner, and a request for headers only: the invoice counts as unseen.
    for (const method of ['GET', 'HEAD']) await fetch(service.origin + link, { method })
    const cover = await visitor.get(link)
    expect(cover.text).toContain('Åkerlöfs Måleri AB får veta att fakturan har visats')
    expect(cover.text).not.toContain('5050-1055')
    expect(await standing(id)).toEqual({ working: 1, seenDateTime: null })
    const shown = await visitor.submit(cover, {})
    expect(shown.text).toContain('5050-1055')
    expect((await visitor.get(link)).text).toContain('5050-1055')
    const seenDateTime = `${service.now().toISOString().slice(0, 19)}Z`
    expect(await standing(id)).toEqual({ working: 1, seenDateTime })
    expect(await eventsOf(id)).toBe(1)
    // Another link asks its own reader, and the event is not told twice.
    const second = await linkTo(id)
    await visitor.submit(await visitor.get(second), {})
    expect(await eventsOf(id)).toBe(1)
    await telling(false)
  })

  test('is shown at once, and reported to no one, where the seller does not ask for it', async () => {
    const { id } = await invoiced()
    const link = await linkTo(id)
    await telling(true)
    const cover = await visitor.get(link)
    await telling(false)
    expect((await visitor.get(link)).text).toContain('5050-1055')
    await visitor.submit(cover, {})
    expect(await standing(id)).toEqual({ working: 1, seenDateTime: null })
    expect(await eventsOf(id)).toBe(0)
  })
})

describe('a payment link', () => {
  test('ends when another is made, and all end at once', async () => {
    const { id } = await invoiced()
    const first = await linkTo(id)
    const second = await linkTo(id)
    const sent = await company.post(`/invoices/${id}/send`, { to: ['karin@kund.example'] })
    expect(sent.status, sent.text).toBe(200)
    const worked = async (link: string) => (await visitor.get(link)).status
    expect([await worked(first), await worked(second)]).toEqual([410, 200])
    expect((await company.post(`/invoices/${id}/payment-link/end`)).body).toEqual({ ended: 2 })
    expect(await worked(second)).toBe(410)
    expect((await visitor.get(second)).text).toContain('Länken gäller inte längre')
    const { working } = await service.database.one<{ working: bigint }>(sql`
      select count(*) as working from sales.payment_link where invoice_id = ${id} and ended_at is null`)
    expect(working).toBe(0n)
  })

  test('keeps no secret, and is not found by half of it', async () => {
    const { id } = await invoiced()
    const link = await linkTo(id)
    const wrong = `${link.slice(0, -43)}${'A'.repeat(43)}`
    expect((await visitor.get(wrong)).status).toBe(404)
    const { rows } = await service.database.one<{ rows: string }>(sql`
      select string_agg(p::text, ' ') as rows from sales.payment_link p where invoice_id = ${id}`)
    expect(rows).not.toContain(link.slice(-43))
  })

  test('that leads nowhere is slowed down when there are many', async () => {
    const answers: number[] = []
    for (let count = 0; count < 62; count += 1) answers.push((await visitor.get('/pay/nothing')).status)
    expect([answers[0], answers.at(-1)]).toEqual([404, 429])
  })
})

test('what the tax authority has refused is to be paid 30 days after that, and late thereafter', async () => {
  const link = await linkTo(await refusedWork(service, company))
  service.setNow('2026-07-20T10:00:00Z')
  const page = plain(await visitor.get(`${link}?lang=en`))
  expect(page).toContain('SEK 500.00')
  expect(page).toContain('Pay by')
  expect(page).not.toContain('It was due on')
  service.setNow('2026-07-21T10:00:00Z')
  expect(plain(await visitor.get(`${link}?lang=en`))).toMatch(/It was due on [^<]*20/)
})

const facts: Parameters<typeof unpaidOf>[0] = {
  totalOre: 12_500n,
  totalBaseOre: 12_500n,
  reductionBaseOre: 0n,
  paidBaseOre: 0n,
  settledBaseOre: 0n,
  creditedBaseOre: 0n,
  status: 'published',
}

test.each([
  ['nothing is paid', {}, 12_500n],
  ['a part is paid', { paidBaseOre: 2_500n }, 10_000n],
  ['the tax authority pays half', { reductionBaseOre: 6_250n }, 6_250n],
  ['all is paid', { paidBaseOre: 12_500n, status: 'paid' }, 0n],
  ['öre are left', { paidBaseOre: 12_450n, status: 'paid' }, 0n],
  ['too much is paid', { paidBaseOre: 13_000n, status: 'overPaid' }, 0n],
  ['it is in another currency', { totalBaseOre: 143_750n, paidBaseOre: 43_125n }, 8_750n],
] as const satisfies [string, Partial<Parameters<typeof unpaidOf>[0]>, bigint][])(
  'what is left where %s',
  (_, changes, left) => {
    expect(unpaidOf({ ...facts, ...changes })).toBe(left)
  },
)

test.each([
  [100n, 'overdue', false, 'overdue'],
  [100n, 'underPaid', true, 'partlyPaid'],
  [100n, 'published', false, 'unpaid'],
  [0n, 'credited', false, 'credited'],
  [0n, 'paid', true, 'paid'],
] as const)('how it stands: %s öre left, %s', (unpaid, status, wasPaid, standing) => {
  expect(standingOf({ unpaid, status, wasPaid })).toBe(standing)
})
