// The book on the command line: accounts and opening balances.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'
import { balanceOf } from './support.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const run = (words: string[]) => command(service, words)

const runJson = async (...words: string[]) => {
  const { code, stdout, stderr } = await run([...words, '--json'])
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

test('opening balances are set, corrected and shown', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id]
  await runJson('opening-balances', 'set', ...of, '--balance', '1930:100', '--balance', '2081:-100')
  const wrong = await run(['opening-balances', 'set', ...of, '--balance', '1930:100.5', '--reason', 'Prov'])
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('sum to 100.50 and not to 0.00')])
  const forced = ['--balance', '1930:100.5', '--reason', 'Prov', '--force', '--fiscal-year', company.fiscalYearId]
  await runJson('opening-balances', 'set', ...of, ...forced)
  expect(await runJson('opening-balances', 'show', ...of)).toMatchObject({
    revision: 2,
    balances: [{ account: 1930, amount: 100.5 }],
    earlier: [{ revision: 1, balances: expect.arrayContaining([{ account: 2081, amount: -100 }]) }],
  })
  expect(await balanceOf(company, 1930)).toBe(100.5)
  expect((await run(['opening-balances', 'set', ...of, '--balance', '1930'])).stderr).toContain('ACCOUNT:AMOUNT')
})

test('an account is renamed and given codes', async () => {
  const { id } = await service.newCompany()
  const update = (...more: string[]) => ['account', 'update', '--company', id, '--number', '6110', ...more]
  const changed = await runJson(...update('--name', 'Papper', '--sru', '7513, 7514', '--vat-code', '48'))
  expect(changed).toMatchObject({ name: 'Papper', sruCodes: ['7513', '7514'], vatCode: '48' })
  expect(await runJson(...update('--sru', 'none', '--vat-code', 'none'))).toMatchObject({
    name: 'Papper',
    sruCodes: [],
    vatCode: null,
  })
  expect((await run(update('--vat-code', '99'))).stderr).toContain('must be a box of the VAT return')
})
