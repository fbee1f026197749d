// Banking as the operator does it on the command line: accounts, signatories, and what becomes of bank payments.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'
import { newPersonInside } from '#support/visitor'
import { at, read, textAt, wrongIn } from './pain.ts'
import { aTransfer, decided, IBAN, newSignatory, paid, pathOf, statusOf } from './paying.ts'

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

test('bank-account: added, listed, and one of them the default', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id]
  const add = (...more: string[]) => ['bank-account', 'add', ...of, '--name', 'Konto', '--account', '1930', ...more]
  const first = await runJson(...add('--iban', 'se45 5000 0000 0583 9825 7466', '--bic', 'essesess'))
  expect(first).toMatchObject({ iban: IBAN, bic: 'ESSESESS', currency: 'SEK', account: 1930, isDefault: true })
  const second = await runJson(
    ...add('--iban', 'SE7280000810340009783242', '--bankgiro', '9912346', '--agreement', 'A-1'),
  )
  expect(second).toMatchObject({ bic: null, bankgiro: '991-2346', agreement: 'A-1', isDefault: false })
  const euro = await runJson(...add('--iban', 'FI2112345600000785', '--currency', 'EUR'))
  expect((await runJson('bank-account', 'default', ...of, '--id', second.id)).isDefault).toBe(true)
  const { accounts } = await runJson('bank-account', 'list', ...of)
  expect(accounts.map(({ isDefault }: { isDefault: boolean }) => isDefault)).toEqual([false, true, false])
  const wrong: [string[], RegExp][] = [
    [
      add('--iban', 'SE4550000000058398257467', '--bic', 'X', '--bankgiro', '1', '--agreement', 'å'),
      /iban.*\n.*bic.*\n.*bankgiro.*\n.*agreement/,
    ],
    [add('--iban', IBAN), /has an account with this IBAN/],
    [
      ['bank-account', 'add', ...of, '--name', ' ', '--account', '3001', '--iban', IBAN],
      /name must not.*\n.*3001 is not/,
    ],
    [['bank-account', 'default', ...of, '--id', euro.id], /accounts in SEK/],
  ]
  for (const [words, said] of wrong) expect(await refused(...words)).toMatch(said)
  const history = await service.database.rows<{ what: string }>(sql`
    select what from platform.history where company_id = ${company.id} and what like 'bank-account.%' order by id`)
  expect(history.map(({ what }) => what)).toEqual([...Array(3).fill('bank-account.added'), 'bank-account.default'])
})

test('member signatory: a member comes to sign, and stops', async () => {
  const company = await service.newCompany()
  const { visitor, person } = await newSignatory(service, company, false)
  const words = ['member', 'signatory', '--company', company.id, '--email', person.email]
  expect((await visitor.get(pathOf(company))).status).toBe(403)
  expect(await runJson(...words, '--yes')).toEqual({ id: person.id, isSignatory: true })
  expect((await visitor.get(pathOf(company))).status).toBe(200)
  const { members } = await runJson('member', 'list', '--company', company.id)
  expect(members).toMatchObject([{ personId: person.id, isSignatory: true }])
  await runJson(...words, '--no')
  expect((await visitor.get(pathOf(company))).status).toBe(403)
  const { person: stranger } = await newPersonInside(service)
  const strange = ['member', 'signatory', '--company', company.id, '--yes', '--email']
  expect(await refused(...strange, stranger.email)).toMatch(/is not a member/)
  expect(await refused(...words)).toMatch(/either --yes or --no/)
  const history = await service.database.rows<{ detail: object }>(sql`
    select detail from platform.history where company_id = ${company.id} and what = 'member.signatory' order by id`)
  expect(history.slice(-2).map(({ detail }) => detail)).toEqual([
    { personId: person.id, isSignatory: true },
    { personId: person.id, isSignatory: false },
  ])
})

test('bank-payments: listed, exported, rejected, cancelled', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id]
  const { visitor, path } = await newSignatory(service, company)
  const first = await paid(company)
  const second = await paid(company, { recipientRef: aTransfer })
  await runJson('bank-account', 'add', ...of, '--name', 'Konto', '--account', '1930', '--iban', IBAN)
  expect(await refused('bank-payments', 'export', ...of)).toMatch(/No signed bank payment/)
  await decided(visitor, path)
  const third = await paid(company)
  const output = join(service.folder, 'payments.xml')
  const made = await runJson('bank-payments', 'export', ...of, '--output', output)
  const xml = readFileSync(output, 'utf8')
  expect(wrongIn(read(xml))).toEqual([])
  expect(textAt(read(xml), 'CstmrCdtTrfInitn/GrpHdr/MsgId')).toBe(made.id.replaceAll('-', ''))
  expect(at(read(xml), 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf')).toHaveLength(2)
  expect(statSync(output).mode & 0o077).toBe(0)
  // The same file may be written again, but over nothing; and nothing is left for another one.
  const copy = `${output}.copy`
  await runJson('bank-payments', 'export', ...of, '--file', made.id, '--output', copy)
  expect(readFileSync(copy, 'utf8')).toBe(xml)
  const over = await refused('bank-payments', 'export', ...of, '--file', made.id, '--output', copy)
  expect(over).toMatch(/EEXIST/)
  expect(await refused('bank-payments', 'export', ...of)).toMatch(/No signed bank payment/)

  await runJson('bank-payments', 'reject', ...of, '--id', first.id, '--reason', 'Kontot är avslutat')
  expect(await refused('bank-payments', 'cancel', ...of, '--id', second.id)).toMatch(/in a file for the bank/)
  await runJson('bank-payments', 'cancel', ...of, '--id', second.id, '--in-file', '--reason', 'Avbruten hos banken')
  await runJson('bank-payments', 'cancel', ...of, '--id', third.id)
  const failing = await paid(company)
  await decided(visitor, path)
  await runJson('bank-payments', 'reject', ...of, '--id', failing.id, '--reason', 'Tekniskt fel', '--error')
  const all = [failing, third, second, first]
  expect(await Promise.all(all.map(({ id }) => statusOf(company, id)))).toEqual([
    'error',
    'cancelled',
    'cancelled',
    'rejected',
  ])
  const { payments } = await runJson('bank-payments', 'list', ...of)
  expect(payments.map(({ id }: { id: string }) => id)).toEqual(all.map(({ id }) => id))
  expect(payments.at(-1)).toMatchObject({
    status: 'rejected',
    reason: 'Kontot är avslutat',
    fileId: made.id,
    amount: 1250.5,
  })
  const history = await service.database.rows<{ what: string; actor: string }>(sql`
    select what, actor_kind as actor from platform.history
    where company_id = ${company.id} and (what like 'bank-payment.%' or what like 'payment-file.%') order by id`)
  expect(history.map(({ what, actor }) => `${actor} ${what}`)).toEqual([
    'token bank-payment.created',
    'token bank-payment.created',
    'user bank-payment.signed',
    'user bank-payment.signed',
    'token bank-payment.created',
    'operator payment-file.created',
    'operator payment-file.fetched',
    'operator payment-file.fetched',
    'operator bank-payment.rejected',
    'operator bank-payment.cancelled',
    'operator bank-payment.cancelled',
    'token bank-payment.created',
    'user bank-payment.signed',
    'operator bank-payment.failed',
  ])
})
