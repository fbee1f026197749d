// Numbers with wrong check digits: master data takes them and says so, and everything that moves money or is sent
// refuses them and names the field to mend.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  await service.operateFor(company.id, (call) =>
    changeSettings(call, { vatNumber: 'SE559999000801', bankgiro: '5050-1055' }),
  )
})
afterAll(() => service.close())

const warningsOf = ({ headers }: Answer): string[] =>
  (headers.get('service-warning') ?? '')
    .split(',')
    .map((one) => decodeURIComponent(one.trim()))
    .filter(Boolean)

const wrong = (field: string, number: string): string => `#/${field}: the check digit of ${number} is wrong`

type Case = [what: string, said: Record<string, unknown>, kept: Record<string, unknown>, warnings: string[]]

const parties: Case[] = [
  ['nothing       ', {}, {}, []],
  ['right numbers ', { orgNumber: '5560360793', vatNumber: 'SE556036079301' }, { orgNumber: '556036-0793' }, []],
  ['an org number ', { orgNumber: '5566778890' }, { orgNumber: '556677-8890' }, [wrong('orgNumber', '556677-8890')]],
  ['twelve digits ', { orgNumber: '165566778890' }, { orgNumber: '556677-8890' }, [wrong('orgNumber', '556677-8890')]],
  [
    'a VAT number  ',
    { vatNumber: 'se 556677-8890-01' },
    { vatNumber: 'SE556677889001' },
    [wrong('vatNumber', 'SE556677889001')],
  ],
  [
    'both of them  ',
    { orgNumber: '556677-8890', vatNumber: 'SE556677889001' },
    {},
    [wrong('orgNumber', '556677-8890'), wrong('vatNumber', 'SE556677889001')],
  ],
]

const account = (type: string, details: Record<string, string>) => ({ paymentDetails: { type, ...details } })
const bic = 'ESSESESS'

const payable: Case[] = [
  [
    'a bankgiro    ',
    account('bankgiro', { bankgiroNumber: '50501054' }),
    account('bankgiro', { bankgiroNumber: '5050-1054' }),
    [wrong('paymentDetails/bankgiroNumber', '5050-1054')],
  ],
  [
    'a plusgiro    ',
    account('plusgiro', { plusgiroNumber: '28 65 43-5' }),
    account('plusgiro', { plusgiroNumber: '28 65 43-5' }),
    [wrong('paymentDetails/plusgiroNumber', '28 65 43-5')],
  ],
  [
    'an account    ',
    account('transfer', { clearingNumber: '5000', accountNumber: '1234567' }),
    account('transfer', { clearingNumber: '5000', accountNumber: '1234567' }),
    [wrong('paymentDetails/accountNumber', '1234567')],
  ],
  [
    'an IBAN       ',
    account('internationalPayment', { iban: 'SE45 5000 0000 0583 9825 7467', bic }),
    account('internationalPayment', { iban: 'SE4550000000058398257467', bic }),
    [wrong('paymentDetails/iban', 'SE4550000000058398257467')],
  ],
  ['a right one   ', account('bankgiro', { bankgiroNumber: '5050-1055' }), {}, []],
]

describe.each([
  ['customers', parties],
  ['suppliers', [...parties, ...payable]],
])('%s', (path, cases) => {
  test.each(cases)('are kept with %s, and the doubt is reported', async (_, said, kept, warnings) => {
    const body = { name: 'Berg AB', ...(path === 'customers' ? { type: 'company' } : {}), ...said }
    const made = await company.post(`/${path}`, body)
    expect([made.status, warningsOf(made)], made.text).toEqual([200, warnings])
    expect(made.body).toMatchObject(kept)
    const again = await company.put(`/${path}/${made.body.id}`, { ...body, name: 'Berg i Umeå AB' })
    expect([again.status, warningsOf(again)], again.text).toEqual([200, warnings])
    expect((await company.get(`/${path}/${made.body.id}`)).body).toMatchObject(kept)
  })
})

/** Forms are still asked for, and personal numbers to their check digit. */
const refused: [path: string, said: Record<string, unknown>, field: string][] = [
  ['customers', { type: 'company', orgNumber: '556036-079' }, '#/orgNumber'],
  ['customers', { type: 'company', orgNumber: '850709-9806' }, '#/orgNumber'],
  ['customers', { type: 'private', orgNumber: '19850709-9806' }, '#/orgNumber'],
  ['customers', { type: 'company', vatNumber: 'SE850709980601' }, '#/vatNumber'],
  ['customers', { type: 'company', vatNumber: 'SE556677889000' }, '#/vatNumber'],
  ['suppliers', { orgNumber: '8507099806' }, '#/orgNumber'],
  ['suppliers', account('bankgiro', { bankgiroNumber: '000-0000' }), '#/paymentDetails/bankgiroNumber'],
  ['suppliers', account('plusgiro', { plusgiroNumber: '0-0' }), '#/paymentDetails/plusgiroNumber'],
  ['suppliers', account('internationalPayment', { iban: 'XX4550000000058398257466', bic }), '#/paymentDetails/iban'],
]

test.each(refused)('%s refuse %j', async (path, said, field) => {
  const answer = await company.post(`/${path}`, { name: 'Berg AB', ...said })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field])
  expect(answer.headers.get('service-warning')).toBeNull()
})

test('a bank payment refuses them', async () => {
  const about = { amount: 100, paymentDate: '2026-06-30' }
  const recipients: [Record<string, string>, string][] = [
    [{ kind: 'bankgiro', bankgiroNumber: '5050-1054', message: 'Hej' }, 'bankgiroNumber'],
    [{ kind: 'bankgiro', bankgiroNumber: '5050-1055', ocr: '1234567' }, 'ocr'],
    [{ kind: 'transfer', clearingNumber: '5000', accountNumber: '1234567' }, 'accountNumber'],
  ]
  for (const [recipient, field] of recipients) {
    const recipientRef = { recipientName: 'Berg AB', ...recipient }
    const answer = await company.post('/bank-payments', { ...about, recipientRef })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, `#/recipientRef/${field}`])
  }
})

const publishedFor = async (customer: Record<string, unknown>): Promise<Answer> => {
  const body = { name: 'Berg AB', type: 'company', ...customer }
  const { id } = (await company.post('/customers', body)).body
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitType: 'hour' }
  const draft = await company.post('/invoices', {
    customerRef: { id },
    invoiceDate: '2026-06-10',
    lineItems: [{ ...line, quantity: 1, unitPrice: 100, taxRate: 25 }],
  })
  return company.post(`/invoices/${draft.body.id}/publish`)
}

test('publishing warns of them, and the e-invoice refuses them; the PDF is there', async () => {
  const published = await publishedFor({ orgNumber: '556677-8890', vatNumber: 'SE556677889001' })
  expect([published.status, warningsOf(published)]).toEqual([
    200,
    [wrong('customerRef/orgNumber', '556677-8890'), wrong('customerRef/vatNumber', 'SE556677889001')],
  ])
  const path = `/invoices/${published.body.id}/download`
  const { status, body } = await company.get(`${path}?format=ubl`)
  const mend = (name: string) => `correct ${name} of the customer, credit this document and publish a new one`
  expect([status, body.code, body.errors]).toEqual([
    400,
    'operation-not-allowed',
    [
      {
        field: '#/customerRef/orgNumber',
        message: `the check digit of 556677-8890 is wrong: ${mend('orgNumber')}`,
      },
      {
        field: '#/customerRef/vatNumber',
        message: `the check digit of SE556677889001 is wrong: ${mend('vatNumber')}`,
      },
    ],
  ])
  expect((await company.get(path)).status).toBe(200)
})

test('a right number beside a wrong one opens no door', async () => {
  for (const numbers of [
    { orgNumber: '556677-8890', vatNumber: 'SE556036079301' },
    { orgNumber: '556036-0793', vatNumber: 'SE556677889001' },
  ]) {
    const { body } = await publishedFor(numbers)
    const answer = await company.get(`/invoices/${body.id}/download?format=ubl`)
    expect([answer.status, answer.body.errors?.length]).toEqual([400, 1])
  }
  const { body, headers } = await publishedFor({ orgNumber: '556036-0793', vatNumber: 'SE556036079301' })
  expect(headers.get('service-warning')).toBeNull()
  expect((await company.get(`/invoices/${body.id}/download?format=ubl`)).status).toBe(200)
})
