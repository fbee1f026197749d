// A new secret key as an operator gives an installation one: the old one goes to EARLIER_SECRET_KEYS, what it has
// sealed is sealed anew, what it has signed is vouched for, and then it goes. The commands about the tax authority run
// beside it.
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import { admin, adminJson, newServedDataDir, startFailing, startMain } from '#support/programs'
import { requestsWith } from '#support/service'

const [first, second] = ['1'.repeat(64), '2'.repeat(64)] as const
const today = dayOf(new Date())
const year = today.slice(0, 4)
const anna = '19850709-9805'

const named = async (dataDir: string) => {
  const made = ['company', 'create', '--name', 'Städ AB', '--organization-number', '559999-0008']
  const withKey = { SECRET_KEY: first }
  const { id } = await adminJson(dataDir, [...made, '--fiscal-year', `${year}-01-01:${year}-12-31`], withKey)
  const token = ['token', 'create', '--company', id, '--name', 'Prov', '--scopes', 'all']
  const created = await adminJson(dataDir, token, withKey)
  return { id, token: created.token }
}

/** Makes, publishes and records an invoice of an hour's work, which the customer pays. */
const paidWork = async ({ post }: ReturnType<typeof requestsWith>): Promise<string> => {
  const customer = await post('/customers', { name: 'Kim Kund', type: 'private' })
  const line = { description: 'Städning', itemType: 'salesItem', productType: 'services', unitType: 'hour' }
  const taxReduction = { taxReductionType: 'rut', jobType: 'rutCleaning' }
  const people = [{ personalNumber: anna, deductionAmount: 500 }]
  const { body, text } = await post('/invoices', {
    customerRef: { id: customer.body.id },
    invoiceDate: today,
    lineItems: [{ ...line, unitPrice: 800, taxRate: 25, taxReduction }],
    taxReduction: { type: 'rut', description: 'Städning hemma', deductionPeople: people },
  })
  expect(body.id, text).toBeTypeOf('string')
  await post(`/invoices/${body.id}/publish`)
  await post(`/invoices/${body.id}/record`)
  const payment = { date: today, sumBaseCurrency: 500, bookkeepingAccountNumber: 1930 }
  const { body: paid } = await post(`/invoices/${body.id}/payments`, payment)
  expect((await post(`/invoices/${body.id}/payments/${paid.id}/record`)).status).toBe(200)
  return body.id
}

test('a secret key is replaced without losing what it has sealed', async () => {
  const dataDir = await newServedDataDir()
  const running = (env: Record<string, string>) => startMain({ env: { DATA_DIR: dataDir, ...env } }, ['--no-demo'])
  const before = await running({ SECRET_KEY: first })
  const { id, token } = await named(dataDir)
  const requests = (base: string) => requestsWith(`${base}/companies/${id}`, token)
  const invoice = await paidWork(requests(before.base))
  const paper = await requests(before.base).get(`/invoices/${invoice}/download`)
  expect(paper.status).toBe(200)
  await adminJson(dataDir, ['anchors', 'make'], { SECRET_KEY: first })
  await before.stop()

  const between = await running({ SECRET_KEY: second, EARLIER_SECRET_KEYS: first })
  const rotate = () => admin(dataDir, ['keys', 'rotate', '--json'], { SECRET_KEY: second, EARLIER_SECRET_KEYS: first })
  const rotated = await rotate()
  expect(rotated.stderr).toBe('')
  expect(JSON.parse(rotated.stdout)).toMatchObject({ resealed: { 'personal numbers': 1, papers: 1 }, vouched: 1 })
  const again = JSON.parse((await rotate()).stdout)
  expect(again).toMatchObject({ resealed: { 'personal numbers': 0, papers: 0 }, vouched: 0 })
  await between.stop()

  const after = await running({ SECRET_KEY: second })
  const { body } = await requests(after.base).get(`/invoices/${invoice}`)
  expect(body.taxReduction).toMatchObject({ status: 'readyToSubmit', deductionPeople: [{ personalNumber: anna }] })
  expect((await requests(after.base).get(`/invoices/${invoice}/download`)).text).toBe(paper.text)
  expect(await adminJson(dataDir, ['verify'], { SECRET_KEY: second })).toMatchObject({ companies: 1, faults: [] })
  const command = async (...words: string[]) => {
    const { code, stdout, stderr } = await admin(dataDir, ['tax-reduction', ...words, '--invoice', invoice], {
      SECRET_KEY: second,
    })
    return code === 0 ? stdout.trim() : stderr
  }
  expect(await command('submitted')).toBe('The tax reduction is submitted: 0 kronor paid, 0 refused, 500 not answered')
  expect(await command('refused', '--amount', '100')).toMatch(/submitted: 0 kronor paid, 100 refused, 400 not answered/)
  expect(await command('paid', '--date', today, '--account', '1930')).toMatch(/completed: 400 kronor paid, 100 refused/)
  expect(await command('paid')).toMatch(/is completed: only one that was submitted can be paid or refused/)
  expect(await command('paid', '--amount', 'all')).toMatch(/--amount: all is not an amount/)
  expect(await command('paid', '--date', 'today')).toMatch(/--date: today is not a day/)
  expect(await command('paid', '--account', 'bank')).toMatch(/--account: bank is not an account/)
  await after.stop()
})

test('another secret key than that of the database starts nothing, until the operator says that the key is lost', async () => {
  const dataDir = await newServedDataDir()
  const running = (key: string) => startMain({ env: { DATA_DIR: dataDir, SECRET_KEY: key } }, ['--no-demo'])
  await (await running(first)).stop()
  await adminJson(dataDir, ['anchors', 'make'], { SECRET_KEY: first })
  const { code, stderr } = await admin(dataDir, ['company', 'list'], { SECRET_KEY: second })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The secret key is not the one that this database was/)])
  const refused = await startFailing({ DATA_DIR: dataDir, SECRET_KEY: second })
  expect(refused.code).toBe(78)
  expect(refused.stdout + refused.stderr).toContain(
    'The secret key is not the one that this database was written with.',
  )
  const lost = (key: string, ...words: string[]) =>
    admin(dataDir, ['keys', 'lost', '--json', ...words], { SECRET_KEY: key })
  expect((await lost(second)).stderr).toMatch(/^What the lost key has sealed does not come back: add --force/)
  expect(JSON.parse((await lost(first, '--force')).stdout)).toEqual({ lost: false, anchorKeys: [] })
  const { keyId } = await adminJson(dataDir, ['anchors', 'key'], { SECRET_KEY: first })
  const anchorKeys = [{ keyId, first: 1, last: expect.any(Number) }]
  expect(JSON.parse((await lost(second, '--force')).stdout)).toEqual({ lost: true, anchorKeys })
  await (await running(second)).stop()
  expect(await adminJson(dataDir, ['verify'], { SECRET_KEY: second })).toMatchObject({ faults: [] })
  expect((await admin(dataDir, ['company', 'list'], { SECRET_KEY: first })).code).toBe(1)
})
