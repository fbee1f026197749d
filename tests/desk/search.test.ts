// The search over everything of a company: what is found by what, in which order, and by whom.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identityService } from '#identity'
import { checkedCompany, checkedRequests } from '#support/checked'
import { ok } from '#support/entries'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let number: string
let ocr: string

beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  const customer = ok(
    await company.post('/customers', { name: 'Åkeriet Norr AB', type: 'company', orgNumber: '556036-0793' }),
  )
  ok(await company.post('/customers', { name: 'Norrlands 100 % Bygg_AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
  const body = { invoiceDate: '2026-06-01', customerRef: { id: customer.id }, lineItems: [line] }
  const draft = ok(await company.post('/invoices', body))
  const published = ok(await company.post(`/invoices/${draft.id}/publish`))
  number = String(published.invoiceNumber)
  ocr = published.paymentReference
  ok(await company.post(`/invoices/${draft.id}/credit`))
  ok(await company.post('/items', { ...line, description: 'Stol i björk', unitType: 'piece' }))
  const supplier = ok(await company.post('/suppliers', { name: 'Norrtele AB' }))
  const bill = { supplierRef: { id: supplier.id }, invoiceNumber: 'N-4711', totalAmount: 1250 }
  ok(await company.post('/supplier-invoices', { ...bill, invoiceDate: '2026-06-01', dueDate: '2026-06-30' }))
  const template = [
    { kind: 'share', account: 5010, side: 'debit', percent: 100 },
    { kind: 'rest', account: 1930 },
  ]
  ok(await company.post('/entry-templates', { name: 'Frakt från Norge', items: template }))
  ok(await company.post('/journal-entries', anEntry({ title: 'Hyra för kontoret i Norrköping' })))
})
afterAll(() => service.close())

type Found = { kind: string; title: string; number?: string; amount?: number; date?: string }
const found = async (q: string, limit = 5, from: { get: TestCompany['get'] } = company): Promise<Found[]> => {
  const answer = await from.get(`/search?${new URLSearchParams({ q, limit: String(limit) })}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const told = (items: Found[]) => items.map(({ kind, title }) => `${kind} ${title}`)

test.each<[string, string[]]>([
  [
    'norr      ',
    [
      'customer Norrlands 100 % Bygg_AB',
      'customer Åkeriet Norr AB',
      'invoice Åkeriet Norr AB',
      'creditNote Åkeriet Norr AB',
      'supplier Norrtele AB',
      'supplierInvoice Norrtele AB',
      'journalEntry Hyra för kontoret i Norrköping',
    ],
  ],
  ['ÅKERIET   ', ['customer Åkeriet Norr AB', 'invoice Åkeriet Norr AB', 'creditNote Åkeriet Norr AB']],
  ['g_a       ', ['customer Norrlands 100 % Bygg_AB']],
  ['556036-07 ', ['customer Åkeriet Norr AB', 'invoice Åkeriet Norr AB', 'creditNote Åkeriet Norr AB']],
  ['n-47      ', ['supplierInvoice Norrtele AB']],
  ['norge     ', ['entryTemplate Frakt från Norge']],
  ['v1        ', ['journalEntry Hyra för kontoret i Norrköping']],
  ['björk     ', ['item Stol i björk']],
  ['125,00    ', ['invoice Åkeriet Norr AB', 'creditNote Åkeriet Norr AB']],
  ['1 250,0   ', ['supplierInvoice Norrtele AB']],
  ['finns inte', []],
  ['9'.repeat(99), []],
  [`${'1 '.repeat(49)}`, []],
  ['999 999 999 999 999 999 999,99', []],
])('%s', async (q, expected) => {
  expect(told(await found(q.trim()))).toEqual(expected)
})

test('an invoice is found by its number and by its payment reference', async () => {
  for (const q of [number, ocr]) {
    const [first] = (await found(q)).filter(({ kind }) => kind === 'invoice')
    expect(first, q).toMatchObject({ title: 'Åkeriet Norr AB', number, amount: 125, date: '2026-06-01' })
  }
})

test('an account is found by number before the others that begin so', async () => {
  const numbers = (await found('19', 3)).filter(({ kind }) => kind === 'account').map((one) => one.number)
  expect(numbers).toHaveLength(3)
  expect(numbers.every((one) => one?.startsWith('19'))).toBe(true)
  expect((await found('1930'))[0]).toMatchObject({ kind: 'account', number: '1930' })
})

describe('who asks', () => {
  test('finds only what they may read', async () => {
    const scopes = ['company-information:read', 'suppliers:read']
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Prov', scopes }),
    )
    expect(told(await found('norr', 5, checkedRequests(company.url, token)))).toEqual(['supplier Norrtele AB'])
  })

  test('finds nothing of another company', async () => {
    expect(await found('norr', 5, checkedCompany(await service.newCompany()))).toEqual([])
  })
})
