// Settings of sales and how a company is reached, as the operator changes them on the command line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompanyChanges, changeCompany } from '#identity'
import { fetchKept, filesOnDisk } from '#platform/files'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { changeSettings, settingsOf } from '#sales'
import { nextInvoiceNumber, type SettingsChanges, setNextInvoiceNumber } from '#server/sales/settings/settings-change'
import { command } from '#support/commands'
import { type Service, startService, type TestCompany } from '#support/service'
import { madeInvoice, published } from './invoicing.ts'

let service: Service
const folder = mkdtempSync(join(tmpdir(), 'grundbok-settings-'))

beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

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

/** What a verb says is wrong, field by field. */
const faultsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const refusal: unknown = await work.catch((cause: unknown) => cause)
  expect(refusal).toBeInstanceOf(Refusal)
  return (refusal as Refusal).errors.map(({ field, message }) => `${field} ${message}`)
}

const told = async ({ id }: TestCompany, what: string) =>
  (
    await service.database.rows<{ actor_kind: string; detail: unknown }>(sql`
      select actor_kind, detail from platform.history where company_id = ${id} and what = ${what} order by id`)
  ).map(({ actor_kind, detail }) => [actor_kind, detail])

const pictureFile = (name: string, width: number, height: number): string => {
  const path = join(folder, name)
  writeFileSync(path, PNG.sync.write(new PNG({ width, height })))
  return path
}

const usual = {
  vatNumber: null,
  fTax: false,
  seat: null,
  website: null,
  bankgiro: null,
  plusgiro: null,
  iban: null,
  bic: null,
  paymentTermsDays: null,
  lateInterest: null,
  roundsTotal: false,
  refusesIncomplete: false,
  tellsSeen: false,
  mailSubject: null,
  mailText: null,
  mailSubjectEnglish: null,
  mailTextEnglish: null,
  logo: null,
}

describe('settings of sales', () => {
  test('are as usual until they are changed, and each stays until it is changed again', async () => {
    const company = await service.newCompany({ fiscalYear: null })
    const of = ['--company', company.id]
    const shown = { companyId: company.id, ...usual, nextInvoiceNumber: 1 }
    expect(await runJson('sales-settings', 'show', ...of)).toEqual(shown)
    const all = {
      vatNumber: 'SE559999000801',
      fTax: true,
      seat: 'Åmål',
      website: 'https://prov.example',
      bankgiro: '5805-6201',
      plusgiro: '28 65 43-4',
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
      paymentTermsDays: 14,
      lateInterest: 'Dröjsmålsränta enligt räntelagen',
      roundsTotal: true,
      refusesIncomplete: true,
      tellsSeen: true,
      mailSubject: 'Faktura {number}',
      mailText: 'Hej {customer}!\n\nBetala {amount} senast {dueDate}.',
      mailSubjectEnglish: 'Invoice {number}',
      mailTextEnglish: 'Hello!',
    }
    const given = [
      '--vat-number',
      'se 559999-0008 01',
      '--f-tax',
      'yes',
      '--seat',
      ' Åmål ',
      '--website',
      all.website,
      '--bankgiro',
      '58056201',
      '--plusgiro',
      '2865434',
      '--iban',
      'SE45 5000 0000 0583 9825 7466',
      '--bic',
      'essesess',
      '--payment-terms-days',
      '14',
      '--late-interest',
      all.lateInterest,
      '--rounds-total',
      'yes',
      '--refuses-incomplete',
      'yes',
      '--next-invoice-number',
      '1001',
      '--tells-seen',
      'yes',
      '--mail-subject',
      all.mailSubject,
      '--mail-text',
      all.mailText,
      '--mail-subject-english',
      all.mailSubjectEnglish,
      '--mail-text-english',
      all.mailTextEnglish,
    ]
    const after = { ...shown, ...all, nextInvoiceNumber: 1001 }
    expect(await runJson('sales-settings', 'set', ...of, ...given)).toEqual(after)
    expect(await runJson('sales-settings', 'show', ...of)).toEqual(after)
    const { logo, ...before } = usual
    expect(await told(company, 'sales-settings.changed')).toEqual([['operator', { before, after: all }]])
    expect(await told(company, 'invoice-series.begun-at')).toEqual([['operator', { before: '1', after: '1001' }]])

    const second = await runJson(
      'sales-settings',
      'set',
      ...of,
      '--plusgiro',
      'none',
      '--f-tax',
      'no',
      '--seat',
      'Åmål',
    )
    expect(second).toEqual({ ...after, plusgiro: null, fTax: false })
    expect((await told(company, 'sales-settings.changed'))[1]).toEqual([
      'operator',
      { before: { fTax: true, plusgiro: '28 65 43-4' }, after: { fTax: false, plusgiro: null } },
    ])
    await runJson('sales-settings', 'set', ...of, '--f-tax', 'no')
    expect(await told(company, 'sales-settings.changed')).toHaveLength(2)
    const { stdout } = await run(['sales-settings', 'show', ...of])
    expect(stdout).toMatch(/^vatNumber +SE559999000801\nfTax +no\nseat +Åmål\n/m)
    expect(stdout).toMatch(/^plusgiro +-$/m)
  })

  test('belong to one company', async () => {
    const one = await service.newCompany()
    const other = await service.newCompany()
    await service.operateFor(one.id, (call) => changeSettings(call, { seat: 'Mora' }))
    expect(await service.operateFor(other.id, settingsOf)).toEqual(usual)
    expect(await service.operateFor(one.id, settingsOf)).toEqual({ ...usual, seat: 'Mora' })
  })

  const wrong: [string, SettingsChanges, string][] = [
    ['a bankgiro number  ', { bankgiro: '5805-6202' }, '#/bankgiro "5805-6202" is not such a number'],
    ['a plusgiro number  ', { plusgiro: '28 65 43-5' }, '#/plusgiro "28 65 43-5" is not such a number'],
    [
      'an account number  ',
      { iban: 'SE4650000000058398257466' },
      '#/iban "SE4650000000058398257466" is not such a number',
    ],
    ['a bank             ', { bic: 'ESS' }, '#/bic "ESS" is not such a number'],
    ['a check digit      ', { vatNumber: 'SE559999000901' }, '#/vatNumber "SE559999000901" is not such a number'],
    ['a foreign number   ', { vatNumber: 'DE811907980' }, '#/vatNumber "DE811907980" is not such a number'],
    ['an endless text    ', { seat: 'x'.repeat(201) }, '#/seat must be at most 200 characters'],
    [
      'too many days      ',
      { paymentTermsDays: 366 },
      '#/paymentTermsDays must be a whole number of days from 0 to 365',
    ],
    [
      'days before        ',
      { paymentTermsDays: -1 },
      '#/paymentTermsDays must be a whole number of days from 0 to 365',
    ],
    [
      'half a day         ',
      { paymentTermsDays: 0.5 },
      '#/paymentTermsDays must be a whole number of days from 0 to 365',
    ],
    [
      'no file            ',
      { logo: 'nowhere.png' },
      '#/logo must be an undamaged PNG or JPEG picture of at most 1048576 bytes',
    ],
    ['one of two         ', { seat: 'Mora', bic: 'ESS' }, '#/bic "ESS" is not such a number'],
  ]
  test.each(wrong)('with %s wrong are refused, and nothing is changed', async (_, changes, sentence) => {
    const { id } = await service.newCompany({ fiscalYear: null })
    const [only, ...others] = await faultsOf(service.operateFor(id, (call) => changeSettings(call, changes)))
    expect(only?.slice(0, sentence.length)).toBe(sentence)
    expect(others).toEqual([])
    expect(await service.operateFor(id, settingsOf)).toEqual(usual)
  })

  test('are refused when the command is not understood', async () => {
    const { id } = await service.newCompany()
    const not: [string[], RegExp][] = [
      [['--payment-terms-days', '10.5'], /--payment-terms-days: 10\.5 is not a whole number/],
      [['--f-tax', 'perhaps'], /--f-tax must be yes or no/],
      [['--next-invoice-number', '5', '--bic', 'ESS'], /bic "ESS" is not such a number/],
      [[], /Nothing to change/],
    ]
    for (const [options, sentence] of not) {
      expect(await refused('sales-settings', 'set', '--company', id, ...options), options.join(' ')).toMatch(sentence)
    }
    expect(await service.operateFor(id, nextInvoiceNumber)).toBe(1n)
  })

  test('two changes at once both hold', async () => {
    const company = await service.newCompany()
    const set = (changes: SettingsChanges) => service.operateFor(company.id, (call) => changeSettings(call, changes))
    await Promise.all([set({ seat: 'Mora' }), set({ website: 'https://prov.example' }), set({ fTax: true })])
    const changed = { seat: 'Mora', website: 'https://prov.example', fTax: true }
    expect(await service.operateFor(company.id, settingsOf)).toEqual({ ...usual, ...changed })
  })
})

describe('a logo', () => {
  test('is kept byte for byte under its digest', async () => {
    const company = await service.newCompany()
    const path = pictureFile('logo.png', 300, 80)
    const set = (file: string) => runJson('sales-settings', 'set', '--company', company.id, '--logo', file)
    const { logo } = await set(path)
    expect(logo).toEqual({ contentType: 'image/png', digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const kept = (await service.operateFor(company.id, settingsOf)).logo
    expect(kept).toEqual({ contentType: 'image/png', digest: Buffer.from(logo.digest, 'hex') })
    const inProgram = await fetchKept(filesOnDisk(service.folder), company.id, Buffer.from(logo.digest, 'hex'))
    expect(readFileSync(inProgram.path).equals(readFileSync(path))).toBe(true)
    expect(await set('none')).toMatchObject({ logo: null })
    expect(await told(company, 'sales-settings.changed')).toEqual([
      ['operator', { before: { logo: null }, after: { logo: logo.digest } }],
      ['operator', { before: { logo: logo.digest }, after: { logo: null } }],
    ])
  })

  test('must be a whole picture that is not too large', async () => {
    const company = await service.newCompany()
    const whole = readFileSync(pictureFile('whole.png', 20, 20))
    const files: [string, Buffer][] = [
      ['text.png', Buffer.from('not a picture')],
      ['empty.png', Buffer.alloc(0)],
      ['cut.png', whole.subarray(0, whole.length - 20)],
      ['wide.png', readFileSync(pictureFile('w.png', 2001, 1))],
      ['heavy.png', Buffer.concat([whole, Buffer.alloc(1024 * 1024)])],
    ]
    for (const [name, bytes] of files) {
      const logo = join(folder, name)
      writeFileSync(logo, bytes)
      const faults = await faultsOf(service.operateFor(company.id, (call) => changeSettings(call, { logo })))
      expect(faults, name).toEqual([
        '#/logo must be an undamaged PNG or JPEG picture of at most 1048576 bytes and 2000 pixels on each side',
      ])
    }
  })
})

describe('the number of the next invoice', () => {
  test('is where the series begins, until the first one is published', async () => {
    const company = await service.newCompany()
    const set = (number: bigint) => service.operateFor(company.id, (call) => setNextInvoiceNumber(call, { number }))
    const limits = ['#/nextInvoiceNumber must be a whole number from 1 to 999999999']
    expect(await faultsOf(set(0n))).toEqual(limits)
    expect(await faultsOf(set(1_000_000_000n))).toEqual(limits)
    const draft = await madeInvoice(company)
    await set(5000n)
    await set(301n)
    expect(await published(company, draft.id)).toMatchObject({ invoiceNumber: '301' })
    await expect(set(400n)).rejects.toThrow(/next invoice is 302 and cannot be changed: the series began with 301/)
    await expect(set(1n)).rejects.toThrow(/next invoice is 302 and cannot be changed/)
    await set(302n)
    expect(await published(company, (await madeInvoice(company)).id)).toMatchObject({ invoiceNumber: '302' })
    expect(await told(company, 'invoice-series.begun-at')).toHaveLength(2)
  })
})

describe('a company', () => {
  const reached = {
    name: 'Provbolaget AB',
    phone: '08-123 45 67',
    email: 'bok@prov.example',
    address: { line1: 'Storgatan 1', line2: 'Box 7', city: 'Åmål', postalCode: '662 00', country: 'SE' },
  }

  test('is reached as the operator says, and the API shows it', async () => {
    const company = await service.newCompany()
    const of = ['company', 'update', '--company', company.id]
    const given = [
      '--phone',
      reached.phone,
      '--email',
      reached.email,
      '--address-line1',
      'Storgatan 1',
      '--address-line2',
      'Box 7',
      '--postal-code',
      '662 00',
      '--city',
      'Åmål',
      '--country',
      'SE',
    ]
    expect(await runJson(...of, ...given)).toMatchObject(reached)
    expect((await company.get('/company-information')).body).toMatchObject(reached)
    const changed = { phone: null, email: null, addressLine1: null, addressLine2: null, city: null, postalCode: null }
    const after = {
      phone: reached.phone,
      email: reached.email,
      addressLine1: 'Storgatan 1',
      addressLine2: 'Box 7',
      city: 'Åmål',
      postalCode: '662 00',
    }
    expect(await told(company, 'company.changed')).toEqual([['operator', { before: changed, after }]])
    await runJson(...of, '--phone', 'none', '--name', ' Nya Bolaget AB ')
    expect((await company.get('/company-information')).body).toMatchObject({
      ...reached,
      name: 'Nya Bolaget AB',
      phone: '',
    })
    await runJson(...of, '--city', 'Åmål')
    expect(await told(company, 'company.changed')).toHaveLength(2)
  })

  test('with what is wrong is refused', async () => {
    const company = await service.newCompany()
    const wrong: [CompanyChanges, string][] = [
      [{ email: 'anna' }, '#/email must be an e-mail address'],
      [{ country: 'Sverige' }, '#/address/country must be a country code of two letters, such as SE'],
      [{ country: 'XX' }, '#/address/country must be a country code of two letters, such as SE'],
      [{ country: '' }, '#/address/country must be a country code of two letters, such as SE'],
      [{ name: ' ' }, '#/name must not be empty'],
      [{ name: 'x'.repeat(201) }, '#/name must be at most 200 characters'],
      [{ city: 'x'.repeat(101) }, '#/address/city must be at most 100 characters'],
    ]
    for (const [changes, sentence] of wrong) {
      expect(await faultsOf(service.operateFor(company.id, (call) => changeCompany(call, changes)))).toEqual([sentence])
    }
    expect(await refused('company', 'update', '--company', company.id)).toMatch(/Nothing to change/)
    expect(await told(company, 'company.changed')).toEqual([])
  })
})
