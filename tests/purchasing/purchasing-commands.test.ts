// Purchases as the operator sees to them on the command line: rates, settings, what waits to be approved.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'
import { anInvoiceOf, madeAt, newSupplier } from './supplier-invoicing.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const run = (words: string[]) => command(service, words)

/** A command that succeeds, with the one object it prints. */
const runJson = async (...words: string[]) => {
  const { code, stdout, stderr } = await run([...words, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const refused = async (...words: string[]): Promise<string> => {
  const { code, stderr } = await run(words)
  expect(code).toBe(1)
  return stderr
}

const fileWith = (content: string | Uint8Array): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'grundbok-rates-')), 'rates.csv')
  writeFileSync(path, content)
  return path
}

test('rates: loaded from a file, set, listed', async () => {
  const good = fileWith('date;currency;rate\n2025-06-02;EUR;10,9245\n2025-06-03;EUR;10,9310\n2025-06-03;USD;9,60\n')
  expect(await runJson('rates', 'load', '--file', good)).toEqual({ added: 3, replaced: 0, unchanged: 0 })
  expect((await run(['rates', 'load', '--file', good])).stdout).toBe('0 rates added, 0 replaced, 3 as they were\n')
  const wrong = fileWith('2025-06-04;EUR;10,95\n2025-06-04;XYZ;1\n4 juni;EUR;1\n')
  const told = await refused('rates', 'load', '--file', wrong)
  expect(told).toMatch(
    /^Validation failed with 2 errors\n {2}file line 2: XYZ is not .*\n {2}file line 3: 4 juni is not a day/,
  )
  for (const path of [
    join(service.folder, 'nowhere.csv'),
    fileWith(Uint8Array.of(0xff)),
    fileWith(' '.repeat(2_097_153)),
  ]) {
    expect(await refused('rates', 'load', '--file', path)).toContain(`${path} cannot be read: `)
  }
  const set = ['rates', 'set', '--currency', 'EUR', '--date', '2025-06-03', '--rate']
  expect((await run([...set, '10,94'])).stdout).toBe('2025-06-03  EUR  10.94, was 10.931\n')
  expect(await refused(...set, '0')).toMatch(/rate 0 is not a rate/)
  const list = ['rates', 'list', '--currency', 'EUR']
  expect((await run(list)).stdout).toBe('2025-06-03  EUR  10.94\n2025-06-02  EUR  10.9245\n')
  expect((await runJson(...list, '--from', '2025-06-03')).rates).toHaveLength(1)
  expect((await run([...list, '--to', '2025-06-01'])).stdout).toBe('No rates\n')
  expect(await refused(...list, '--to', 'June')).toMatch(/--to: June is not a day/)
})

test('supplier invoices wait until they are approved', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id]
  expect(await runJson('purchasing-settings', 'show', ...of)).toEqual({ approves: false })
  expect(await refused('purchasing-settings', 'set', ...of, '--approves', 'maybe')).toMatch(/must be yes or no/)
  expect((await run(['purchasing-settings', 'set', ...of, '--approves', 'yes'])).stdout).toBe('approves  yes\n')
  const { id } = await madeAt(company, '/supplier-invoices', anInvoiceOf(await newSupplier(company)))
  const line = `${id}  due 2026-07-01  12500.00 SEK  Papper AB  4711`
  const waiting = ['supplier-invoice', 'list', ...of, '--unapproved']
  expect((await run(waiting)).stdout).toBe(`${line}  to approve\n`)
  expect((await runJson(...waiting)).supplierInvoices).toMatchObject([{ id, total: '12500.00', approvedAt: null }])
  const approved = await runJson('supplier-invoice', 'approve', ...of, '--id', id)
  expect(approved).toMatchObject({ id, approvedBy: 'Operator', approvedAt: expect.any(String) })
  expect((await run(waiting)).stdout).toBe('No supplier invoices\n')
  expect((await run(['supplier-invoice', 'list', ...of])).stdout).toBe(`${line}\n`)
  expect(await refused('supplier-invoice', 'approve', ...of, '--id', id)).toMatch(/is already approved/)
  expect(await refused('supplier-invoice', 'approve', ...of, '--id', '1')).toMatch(/--id: 1 is not an id/)
})

test('supplier-invoice set-rate', async () => {
  const company = await service.newCompany()
  await run(['rates', 'set', '--currency', 'NOK', '--date', '2025-05-30', '--rate', '0.96'])
  const supplierId = await newSupplier(company, { currency: 'NOK' })
  const days = { invoiceDate: '2025-06-01', dueDate: '2025-07-01' }
  const { id } = await madeAt(company, '/supplier-invoices', anInvoiceOf(supplierId, days))
  const set = ['supplier-invoice', 'set-rate', '--company', company.id, '--id', id, '--rate']
  expect((await run([...set, '0,97'])).stdout).toContain('12500.00 NOK at 0.97  ')
  expect(await refused(...set, 'much')).toMatch(/rate must be a rate above 0/)
  expect((await company.get(`/supplier-invoices/${id}`)).body.currencyRate).toBe(0.97)
})
