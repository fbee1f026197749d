// The file for the bank: its structure by the rules in pain.ts, what it says of each payment, and that each payment is
// in one file, for any caller and any number of concurrent requests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankingAdmin, bankingContribution, listBankAccounts } from '#banking'
import { identityService } from '#identity'
import { luhnDigit } from '#numbers/luhn'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom } from '#platform/day'
import { raw, sql } from '#platform/sql'
import {
  batchNamed,
  type PaymentFileContent,
  paymentFileText,
  paymentsOfBatch,
} from '#rules/banking/payments/payment-file'
import { bankTextOf } from '#rules/banking/statements/bank-text'
import { LOCK_WAITS } from '#support/by-company'
import { checkedCompany, checkedRequests } from '#support/checked'
import { needs, STANDARDS } from '#support/needs'
import { type Service, startService, type TestCompany } from '#support/service'
import { at, type Element, read, textAt, wrongIn } from './pain.ts'
import { aBankgiro, aTransfer, decided, newSignatory, paid, statusOf, withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  const company = checkedCompany(await service.newCompany({ name: 'Böckernas & Co <AB>' }))
  await withBankAccount(service, company)
  return company
}

const signed = async (company: TestCompany): Promise<void> => {
  const { visitor, path } = await newSignatory(service, company)
  const page = await decided(visitor, path)
  expect([page.status, page.url]).toEqual([200, expect.stringContaining('done=sign')])
}

const fileOf = async (company: TestCompany): Promise<{ id: string; xml: string; file: Element }> => {
  const { status, body, text } = await company.post('/bank-payments/files')
  expect(status, text).toBe(200)
  const download = await company.get(`/bank-payments/files/${body.id}/download`)
  const xml = Buffer.from(download.text, 'latin1').toString('utf8')
  return { id: body.id, xml, file: read(xml) }
}

test('a file has the signed payments, in the structure that banks read', async () => {
  const company = await newCompany()
  const today = { paymentDate: '2026-06-10', amount: 100 }
  const first = await paid(company, { ...today, recipientRef: { ...aBankgiro, recipientName: 'Papper & Söner <AB>' } })
  const second = await paid(company, {
    ...today,
    recipientRef: { ...aBankgiro, ocr: null, message: 'Łåda "7" & 50 %' },
  })
  const third = await paid(company, {
    recipientRef: { ...aTransfer, clearingNumber: '84244', accountNumber: '9831892246' },
  })
  await signed(company)
  const unsigned = await paid(company)
  const { id, xml, file } = await fileOf(company)
  expect(wrongIn(file)).toEqual([])
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns=')).toBe(true)
  const header = at(file, 'CstmrCdtTrfInitn/GrpHdr')[0] as Element
  expect(header.children.map(({ name, text }) => [name, text]).slice(0, 4)).toEqual([
    ['MsgId', id.replaceAll('-', '')],
    ['CreDtTm', '2026-06-10T10:00:00Z'],
    ['NbOfTxs', '3'],
    ['CtrlSum', '1450.50'],
  ])
  expect(textAt(header, 'InitgPty/Nm')).toBe('Böckernas + Co (AB)')
  expect(textAt(header, 'InitgPty/Id/OrgId/Othr/Id')).toBe('5599990008')
  const groups = at(file, 'CstmrCdtTrfInitn/PmtInf')
  expect(groups.map((group) => ['ReqdExctnDt', 'NbOfTxs', 'CtrlSum'].map((name) => textAt(group, name)))).toEqual([
    ['2026-06-10', '2', '200.00'],
    ['2026-06-11', '1', '1250.50'],
  ])
  expect(new Set(groups.map((group) => textAt(group, 'PmtInfId'))).size).toBe(2)
  for (const group of groups) {
    expect(textAt(group, 'DbtrAcct/Id/IBAN')).toBe('SE4550000000058398257466')
    expect(textAt(group, 'DbtrAgt/FinInstnId/BIC')).toBe('ESSESESS')
  }
  const rows = groups.flatMap((group) => at(group, 'CdtTrfTxInf')).map(toldBy)
  expect(rows).toEqual([
    ['100.00', '9900', '50501055', 'BGNR', 'Papper + Söner (AB)', '1002377 100.00', endToEnd(first)],
    ['100.00', '9900', '50501055', 'BGNR', 'Papper AB', "Låda '7' + 50 procent", endToEnd(second)],
    ['1250.50', '8424', '84249831892246', 'BBAN', 'Karin Ek', 'Utlägg juni', endToEnd(third)],
  ])
  expect(await statusOf(company, unsigned.id)).toBe('readyToSign')
  // What it was made of is in the history, and its bytes stay.
  const [{ detail } = { detail: {} }] = await service.database.rows<{ detail: object }>(sql`
    select detail from platform.history where company_id = ${company.id} and what = 'payment-file.created'`)
  const digest = createHash('sha256').update(xml).digest('hex')
  expect(detail).toEqual({ id, payments: 3, total: '1450.50', digest })
  const again = await company.get(`/bank-payments/files/${id}/download`)
  expect(Buffer.from(again.text, 'latin1').toString('utf8')).toBe(xml)
  expect(again.headers.get('content-type')).toBe('application/xml')
  expect(again.headers.get('content-disposition')).toMatch(/^attachment; filename="betalningar-2026-06-10-\w{6}\.xml"/)
})

const endToEnd = ({ id }: { id: string }) => id.replaceAll('-', '')

/** Amount, bank, account, scheme, name, what it says, and its reference. */
const toldBy = (transaction: Element): (string | undefined)[] => [
  textAt(transaction, 'Amt/InstdAmt'),
  textAt(transaction, 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId'),
  textAt(transaction, 'CdtrAcct/Id/Othr/Id'),
  ...at(transaction, 'CdtrAcct/Id/Othr/SchmeNm').flatMap(({ children }) => children.map(({ text }) => text)),
  textAt(transaction, 'Cdtr/Nm'),
  textAt(transaction, 'RmtInf/Ustrd') ??
    `${textAt(transaction, 'RmtInf/Strd/CdtrRefInf/Ref')} ${textAt(transaction, 'RmtInf/Strd/RfrdDocAmt/RmtdAmt')}`,
  textAt(transaction, 'PmtId/EndToEndId'),
]

test('a file needs something signed, and an account; no payment is in two', async () => {
  const company = checkedCompany(await service.newCompany())
  await paid(company)
  const without = await company.post('/bank-payments/files')
  expect([without.status, without.body.message]).toEqual([400, expect.stringContaining('no bank account')])
  await withBankAccount(service, company, { bic: undefined, bankgiro: '991-2346', agreement: 'AVTAL-7' })
  expect((await company.post('/bank-payments/files')).body.message).toContain('No signed bank payment')
  await paid(company, { recipientRef: aTransfer })
  await signed(company)
  const { file } = await fileOf(company)
  expect(wrongIn(file)).toEqual([])
  expect(textAt(file, 'CstmrCdtTrfInitn/GrpHdr/InitgPty/Id/OrgId/Othr/Id')).toBe('AVTAL-7')
  const groups = at(file, 'CstmrCdtTrfInitn/PmtInf')
  expect(groups.map((group) => textAt(group, 'DbtrAcct/Id/Othr/Id'))).toEqual(['9912346', undefined])
  expect(groups.map((group) => textAt(group, 'DbtrAgt/FinInstnId/Othr/Id'))).toEqual(['NOTPROVIDED', 'NOTPROVIDED'])
  expect((await company.post('/bank-payments/files')).status).toBe(400)
})

const plusgiro = { kind: 'plusgiro', recipientName: 'Skatteverket', plusgiroNumber: '2865434', ocr: '1002377' }
const wise = { kind: 'internationalPayment', recipientName: 'Papier GmbH', iban: 'DE89 3704 0044 0532 0130 00' }

/** A company with accounts in kronor and euro, and with two suppliers whose towns it knows. */
const withTwoAccounts = async (): Promise<TestCompany> => {
  const company = checkedCompany(await service.newCompany())
  await withBankAccount(service, company, { paymentFormat: 'pain.001.001.09', bankgiro: '991-2346' })
  const euro = { iban: 'FI2112345600000785', bic: 'NDEAFIHH', currency: 'EUR', account: 1940, bankgiro: undefined }
  await withBankAccount(service, company, { ...euro, paymentFormat: 'pain.001.001.09' })
  await company.post('/suppliers', {
    name: 'Papper AB',
    address: { line1: 'Storgatan 1', city: 'Umeå', country: 'SE' },
    paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
  })
  await company.post('/suppliers', {
    name: 'Karin Ek',
    address: { city: 'Malmö' },
    paymentDetails: { type: 'transfer', clearingNumber: '6000', accountNumber: '123456789' },
  })
  return company
}

test('a plusgiro, an IBAN and euro are written, with towns, in a file for each currency', async () => {
  const company = await withTwoAccounts()
  const place = { recipientCity: 'Köln', recipientCountry: 'DE' }
  const shown = await paid(company, { recipientRef: { ...wise, bic: 'cobadeffxxx', currency: 'EUR', ...place } })
  expect(shown.recipientRef).toEqual({
    kind: 'internationalPayment',
    recipientName: 'Papier GmbH',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    currency: 'EUR',
    ...place,
  })
  await paid(company, { recipientRef: plusgiro })
  await paid(company)
  await paid(company, { recipientRef: aTransfer })
  await paid(company, { recipientRef: { ...wise, recipientReference: 'Rechnung 7' } })
  await paid(company, { recipientRef: { ...wise, currency: 'EUR' }, amount: 10 })
  const { visitor, path } = await newSignatory(service, company)
  const page = await visitor.get(path)
  for (const text of ['Plusgiro 28 65 43-4', 'IBAN DE89 3704 0044 0532 0130 00 COBADEFFXXX', 'Köln, DE', '€']) {
    expect(page.text).toContain(text)
  }
  await decided(visitor, path)
  const files = [await company.post('/bank-payments/files'), await company.post('/bank-payments/files')]
  expect(files.map(({ body }) => [body.currency, body.numberOfPayments, body.totalAmount])).toEqual([
    ['EUR', 2, 1260.5],
    ['SEK', 4, 5002],
  ])
  const [inEuro, inKronor] = await Promise.all(
    files.map(async ({ body }) => {
      const { text } = await company.get(`/bank-payments/files/${body.id}/download`)
      return read(Buffer.from(text, 'latin1').toString('utf8'))
    }),
  )
  if (!inEuro || !inKronor) throw new Error('There are two files')
  expect([wrongIn(inEuro), wrongIn(inKronor)]).toEqual([[], []])
  const groupsIn = (file: Element) => at(file, 'CstmrCdtTrfInitn/PmtInf')
  const about = (group: Element) =>
    ['PmtTpInf/SvcLvl/Cd', 'ChrgBr', 'DbtrAcct/Id/IBAN', 'DbtrAcct/Id/Othr/Id', 'ReqdExctnDt/Dt'].map(
      (name) => textAt(group, name) ?? '',
    )
  expect(groupsIn(inEuro).map(about)).toEqual([['SEPA', 'SLEV', 'FI2112345600000785', '', '2026-06-11']])
  expect(groupsIn(inKronor).map(about)).toEqual([
    ['NURG', '', '', '9912346', '2026-06-11'],
    ['NURG', 'SHAR', 'SE4550000000058398257466', '', '2026-06-11'],
    ['NURG', '', 'SE4550000000058398257466', '', '2026-06-11'],
  ])
  const rowsIn = (file: Element) =>
    groupsIn(file)
      .flatMap((group) => at(group, 'CdtTrfTxInf'))
      .map((one) => [
        textAt(one, 'Cdtr/Nm'),
        textAt(one, 'CdtrAcct/Id/IBAN') ?? textAt(one, 'CdtrAcct/Id/Othr/Id'),
        textAt(one, 'CdtrAgt/FinInstnId/BICFI') ?? textAt(one, 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId') ?? '',
        `${textAt(one, 'Cdtr/PstlAdr/TwnNm') ?? ''} ${textAt(one, 'Cdtr/PstlAdr/Ctry') ?? ''}`.trim(),
        at(one, 'Amt/InstdAmt')[0]?.attributes.Ccy,
      ])
  expect(rowsIn(inEuro)).toEqual([
    ['Papier GmbH', 'DE89370400440532013000', 'COBADEFFXXX', 'Köln DE', 'EUR'],
    ['Papier GmbH', 'DE89370400440532013000', '', '', 'EUR'],
  ])
  expect(rowsIn(inKronor).sort()).toEqual([
    ['Karin Ek', '6000123456789', '6000', 'Malmö SE', 'SEK'],
    ['Papier GmbH', 'DE89370400440532013000', '', '', 'SEK'],
    ['Papper AB', '50501055', '9900', 'Umeå SE', 'SEK'],
    ['Skatteverket', '2865434', '9500', '', 'SEK'],
  ])
})

test('an account without a bankgiro number of its own is warned of, and so is a file of bankgiros', async () => {
  const warned = (warnings: Set<string>) => [...warnings].map((one) => one.slice(0, 49))
  const told = ['#/bankgiro: banks pay to a bankgiro number from a']
  const company = checkedCompany(await service.newCompany())
  const noted = async (work: (call: CompanyCall) => Promise<unknown>): Promise<string[]> => {
    const warnings = new Set<string>()
    await service.operateFor(company.id, (call) => work({ ...call, warnings }))
    return warned(warnings)
  }
  const account = { name: 'Konto', account: 1930 }
  expect(
    await noted((call) => bankingAdmin.addBankAccount(call, { ...account, iban: 'SE4550000000058398257466' })),
  ).toEqual(told)
  const [{ id } = { id: '' }] = await service.operateFor(company.id, listBankAccounts)
  await paid(company)
  await signed(company)
  const answer = await company.post('/bank-payments/files')
  expect(decodeURIComponent(answer.headers.get('service-warning') ?? '').slice(0, 49)).toBe(told[0])
  expect(await noted((call) => bankingAdmin.changeBankAccount(call, id, { bankgiro: '991-2346' }))).toEqual([])
  await paid(company)
  await signed(company)
  const silent = await company.post('/bank-payments/files')
  expect([silent.status, silent.headers.get('service-warning')]).toEqual([200, null])
})

/** What of a recipient is refused: of kinds with numbers of their own, and of places. */
const refusedRecipients: [what: object, field: string][] = [
  [{ kind: 'plusgiro', plusgiroNumber: '28 65 43-5', message: 'Hej' }, 'plusgiroNumber'],
  [{ kind: 'plusgiro', message: 'Hej' }, 'plusgiroNumber'],
  [{ kind: 'plusgiro', plusgiroNumber: '28 65 43-4' }, ''],
  [{ kind: 'internationalPayment' }, 'iban'],
  [{ kind: 'internationalPayment', iban: 'DE89370400440532013001' }, 'iban'],
  [{ kind: 'internationalPayment', iban: 'DE89370400440532013000', bic: 'ESSESESS' }, 'bic'],
  [{ kind: 'internationalPayment', iban: 'DE89370400440532013000', currency: 'USD' }, 'currency'],
  [{ ...aTransfer, currency: 'EUR' }, 'currency'],
  [{ ...aTransfer, recipientCity: 'Umeå' }, 'recipientCountry'],
  [{ ...aTransfer, recipientCountry: 'SE' }, 'recipientCity'],
  [{ ...aTransfer, recipientCity: 'Umeå', recipientCountry: 'Sverige' }, 'recipientCountry'],
]
test.each(refusedRecipients)('%j is no recipient', async (recipient, field) => {
  const company = await service.newCompany()
  const recipientRef = { recipientName: 'Papper AB', ...recipient }
  const { status, body } = await company.post('/bank-payments', { amount: 1, paymentDate: '2026-06-11', recipientRef })
  const at = field === '' ? '#/recipientRef' : `#/recipientRef/${field}`
  expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [at]])
})

test('many who ask at once, over the API and on the page, get each payment once', async () => {
  const company = await newCompany()
  const { visitor, path } = await newSignatory(service, company)
  const payments = Array.from({ length: 20 }, (_, index) => ({
    amount: index + 1,
    paymentDate: '2026-06-11',
    recipientRef: aBankgiro,
  }))
  await company.post('/bank-payments/bulk', { payments })
  await decided(visitor, path)
  const list = await visitor.get(path)
  const { asked } = await service.operateFor(company.id, async ({ db }) => {
    // While the payments are held, several who ask come as far as they can without each other.
    await db.rows(sql`select from banking.payment where company_id = ${company.id} for update`)
    const answers = Promise.all([
      ...Array.from({ length: 4 }, () => company.post('/bank-payments/files')),
      ...Array.from({ length: 2 }, () => visitor.submit(list, {}, { action: `${path}/files`, follow: false })),
    ])
    const waiting = async () => (await service.database.rows(raw(LOCK_WAITS))).length
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(1)
    return { asked: answers }
  })
  expect((await asked).filter(({ status }) => status >= 500)).toEqual([])
  const files = await service.database.rows<{ digest: Buffer; payments: number; total: bigint }>(sql`
    select digest, payments, total_ore as total from banking.payment_file where company_id = ${company.id}`)
  expect(files.map(({ payments: count, total }) => [count, total])).toEqual([[20, 21_000n]])
  const loose = await service.database.rows(sql`
    select from banking.payment where company_id = ${company.id} and payment_file_id is null`)
  expect(loose).toEqual([])
})

test('an integration makes files of its own payments, and sees no others', async () => {
  const company = await newCompany()
  const scopes = ['bank-payments:write', 'bank-payments:read-limited']
  const { token } = await service.operateFor(company.id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes }),
  )
  const other = { ...company, ...checkedRequests(company.url, token) }
  await paid(company)
  await paid(other, { amount: 7 })
  await signed(company)
  const { file } = await fileOf(other)
  expect(textAt(file, 'CstmrCdtTrfInitn/GrpHdr/CtrlSum')).toBe('7.00')
  const { visitor, path } = await newSignatory(service, company)
  const page = await visitor.submit(await visitor.get(path), {}, { action: `${path}/files` })
  expect(page.url).toContain('done=file')
  const ids = [...page.text.matchAll(/\/files\/([0-9a-f-]{36})\/download/g)].map(([, id]) => id)
  expect(ids).toHaveLength(2)
  // The page shows both; each integration only what it made itself.
  const statuses = await Promise.all(
    ids.map(async (id) => (await other.get(`/bank-payments/files/${id}/download`)).status),
  )
  expect(statuses).toEqual([404, 200])
  expect((await company.get(`/bank-payments/files/${ids[0]}/download`)).status).toBe(404)
  const seen = (await other.get('/bank-payments/files')).body.items
  expect(seen.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
  expect((await other.get(`/bank-payments/files/${ids[0]}`)).status).toBe(404)
  const answer = await visitor.get(`${path}/files/${ids[0]}/download`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml'])
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(textAt(read(answer.text), 'CstmrCdtTrfInitn/GrpHdr/CtrlSum')).toBe('1250.50')
})

test('files are kept apart from others, and stay as they are', async () => {
  const company = await newCompany()
  await paid(company)
  await signed(company)
  const { id, xml } = await fileOf(company)
  const digest = createHash('sha256').update(xml).digest()
  const kept = await service.standing.files.fetch(`${company.id}/payment-files`, digest)
  expect(readFileSync(kept?.path ?? '', 'utf8')).toBe(xml)
  const verified = () => service.operateFor(company.id, bankingContribution.verifyPaymentFiles)
  expect(await verified()).toEqual([])
  writeFileSync(kept?.path ?? '', xml.replace('1250.50', '9250.50'))
  expect(await verified()).toEqual([`the bytes of payment file ${id} are not those that were made`])
  rmSync(kept?.path ?? '')
  expect(await verified()).toEqual([`the bytes of payment file ${id} are missing`])
  await expect(company.get(`/bank-payments/files/${id}/download`)).resolves.toMatchObject({ status: 500 })
  for (const statement of [
    sql`update banking.payment_file set payments = 2 where id = ${id}`,
    sql`delete from banking.payment_file where id = ${id}`,
    sql`update banking.payment set payment_file_id = null where payment_file_id = ${id}`,
  ]) {
    await expect(service.database.rows(statement)).rejects.toMatchObject({ code: 'GB071' })
  }
})

describe('any content', () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((one) => bankTextOf(one, 70) !== '')
  const ocr = fc.bigInt({ min: 1n, max: 10n ** 23n }).map((base) => `${base}${luhnDigit(String(base))}`)
  const recipient = fc.oneof(
    fc.record({
      kind: fc.constant('bankgiro' as const),
      recipientName: text,
      bankgiroNumber: fc.constant('5050-1055'),
      ocr,
    }),
    fc.record({
      kind: fc.constant('bankgiro' as const),
      recipientName: text,
      bankgiroNumber: fc.constant('991-2346'),
      message: text,
    }),
    fc.record({
      kind: fc.constant('transfer' as const),
      recipientName: text,
      clearingNumber: fc.constant('6000'),
      accountNumber: fc.constant('123456789'),
    }),
    fc.record({
      kind: fc.constant('plusgiro' as const),
      recipientName: text,
      plusgiroNumber: fc.constant('28 65 43-4'),
      ocr,
      recipientCity: text,
      recipientCountry: fc.constant('SE'),
    }),
    fc.record(
      {
        kind: fc.constant('internationalPayment' as const),
        recipientName: text,
        recipientReference: text,
        iban: fc.constantFrom('DE89370400440532013000', 'SE4550000000058398257466', 'TR330006100519786457841326'),
        bic: fc.constant('COBADEFFXXX'),
        currency: fc.constantFrom('SEK' as const, 'EUR' as const),
      },
      { requiredKeys: ['kind', 'recipientName', 'iban', 'currency'] },
    ),
  )
  const day = fc.integer({ min: 1, max: 28 }).map((date): Day => dayFrom(`2026-06-${String(date).padStart(2, '0')}`))
  const payment = fc.record({
    endToEndId: fc.constant('0'.repeat(32)),
    amountOre: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    paymentDate: day,
    recipient,
    town: fc.option(fc.record({ city: text, country: fc.constant('NO') })),
  })
  const account = fc.record({
    iban: fc.constant('SE4550000000058398257466'),
    bic: fc.constantFrom(null, 'ESSESESS'),

    currency: fc.constant('SEK'),
    bankgiro: fc.constantFrom(null, '991-2346'),
    agreement: fc.constantFrom(null, 'A1'),
    paymentFormat: fc.constantFrom(...bankingAdmin.paymentFormats),
  })
  const content: fc.Arbitrary<PaymentFileContent> = fc.record({
    messageId: fc.constant('f'.repeat(32)),
    madeAt: fc.constant(new Date(0)),
    today: day,
    account,
    company: fc.record({
      name: text,
      organizationNumber: fc.constant('559999-0008'),
      city: fc.option(text),
      country: fc.constant('SE'),
    }),
    payments: fc.array(payment, { minLength: 1, maxLength: 30 }),
  })

  test('makes a file that has the structure, the sums and no day that is over', () => {
    fc.assert(
      fc.property(content, (given) => {
        const file = read(paymentFileText(given))
        expect(wrongIn(file)).toEqual([])
        // A blank bankgiro number of the account is none.
        const of = (bankgiro: string | null) => paymentFileText({ ...given, account: { ...given.account, bankgiro } })
        expect(of('')).toBe(of(null))
        const groups = at(file, 'CstmrCdtTrfInitn/PmtInf')
        const oreOf = (element: Element | undefined) => BigInt(element?.text.replace('.', '') ?? '')
        for (const part of [...groups, ...at(file, 'CstmrCdtTrfInitn')]) {
          const sums = part.name === 'PmtInf' ? part : (at(part, 'GrpHdr')[0] as Element)
          const transactions = part.name === 'PmtInf' ? at(part, 'CdtTrfTxInf') : at(part, 'PmtInf/CdtTrfTxInf')
          const total = transactions.reduce((sum, one) => sum + oreOf(at(one, 'Amt/InstdAmt')[0]), 0n)
          expect([textAt(sums, 'NbOfTxs'), oreOf(at(sums, 'CtrlSum')[0])]).toEqual([`${transactions.length}`, total])
        }
        expect(
          groups.every(
            (group) => (textAt(group, 'ReqdExctnDt/Dt') ?? textAt(group, 'ReqdExctnDt') ?? '') >= given.today,
          ),
        ).toBe(true)
        expect(new Set(groups.map((group) => textAt(group, 'PmtInfId'))).size).toBe(groups.length)
        // By the name of a group its payments are found again, and by that of the message all of them.
        const named = (name = '') => {
          const batch = batchNamed(name)
          return batch && paymentsOfBatch(given, batch).map(({ amountOre }) => amountOre)
        }
        const amountsIn = (element: Element, path: string) => at(element, path).map(oreOf)
        for (const group of groups)
          expect(named(textAt(group, 'PmtInfId'))).toEqual(amountsIn(group, 'CdtTrfTxInf/Amt/InstdAmt'))
        expect(named(given.messageId)).toEqual(given.payments.map(({ amountOre }) => amountOre))
        expect(at(file, 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf')).toHaveLength(given.payments.length)
      }),
      { numRuns: 60 },
    )
  })

  test('is valid by the official schema of its version', () => {
    needs('xmllint')
    needs('standards')
    const folder = mkdtempSync(join(tmpdir(), 'grundbok-pain-'))
    try {
      for (const format of bankingAdmin.paymentFormats) {
        const files = fc.sample(content, { numRuns: 60, seed: 11 }).map((given, index) => {
          const file = join(folder, `${format}-${index}.xml`)
          writeFileSync(file, paymentFileText({ ...given, account: { ...given.account, paymentFormat: format } }))
          return file
        })
        const schema = join(STANDARDS, 'iso20022', `${format}.xsd`)
        const { status, stderr } = spawnSync('xmllint', ['--nonet', '--noout', '--schema', schema, ...files])
        expect([
          status,
          String(stderr)
            .split('\n')
            .filter((line) => line && !line.endsWith(' validates')),
        ]).toEqual([0, []])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('is judged by rules that find what is out of place', () => {
    const [given] = fc.sample(content, { numRuns: 1, seed: 7 })
    const right = paymentFileText(given as PaymentFileContent)
    const broken: [string, string][] = [
      ['<MsgId>', '<Extra>x</Extra><MsgId>'],
      ['<NbOfTxs>', '<NbOfTxs>x'],
      ['<PmtMtd>TRF</PmtMtd>', ''],
      ['Ccy="', 'Ccy="U'],
      ['pain.001.001.0', 'pain.001.001.1'],
    ]
    for (const [from, to] of broken) expect(wrongIn(read(right.replace(from, to))), from).not.toEqual([])
  })
})
