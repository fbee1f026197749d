// What companies keep in files: that nothing is kept beyond the quota, wherever it comes in and however much at once.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { deleteUpload, documentsContribution, type FileNamespace } from '#documents'
import { addMember, removeMember } from '#identity'
import { Outage } from '#platform/outage'
import { sql } from '#platform/sql'
import { levelOf, percentOf, sizeText } from '#rules/storage/level'
import { changeSettings, salesContribution } from '#sales'
import { readStorage, storageAdmin, storageContribution, storageFigures } from '#storage'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { command } from '#support/commands'
import { ok, warningsOf } from '#support/entries'
import { EVERY_MS, every } from '#support/every'
import { listenOn } from '#support/mail-in'
import { needs } from '#support/needs'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { incoming } from '#support/samples/e-invoice-file'
import { pngChunk, pngFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside } from '#support/visitor'

const MB = 1_000_000
const HOUR_MS = 3_600_000

/** What the settings of this service allow, in bytes. */
const perCompany = 2 * MB
const perOwner = 3 * MB
let hasRoom = true
let service: Service
beforeAll(async () => {
  const requireRoom = async () => {
    if (!hasRoom) throw new Outage('disk', 'Only 4 % are free', { undone: true })
  }
  service = await startService({ storage: { perCompany, perOwner, requireRoom } })
})
afterAll(() => service.close())

const newCompany = async () => checkedCompany(await service.newCompany())

let count = 0
/** A picture of somewhat more bytes than these, another one each time. */
const picture = (bytes = 1000): Buffer => {
  count += 1
  const filling = Buffer.alloc(bytes, 'x')
  filling.write(`Comment\0${count} `)
  return pngFile({ between: [pngChunk('tEXt', filling)] })
}

const uploaded = (company: TestCompany, bytes: Buffer) => company.upload('/uploads', 'kvitto.png', bytes)
const storageOf = async (company: TestCompany) => ok(await company.get('/storage'))
const usedBy = async (company: TestCompany): Promise<number> => (await storageOf(company)).usedBytes
const setQuota = (company: TestCompany, bytes: number | null) =>
  service.operateFor(company.id, (call) => storageAdmin.setStorageQuota(call, bytes))

const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
const draft = async (company: TestCompany): Promise<string> => {
  const customerRef = { id: ok(await company.post('/customers', { name: 'Kund AB', type: 'company' })).id }
  return ok(await company.post('/invoices', { invoiceDate: '2026-06-10', customerRef, lineItems: [line] })).id
}

const withAccount = async (company: TestCompany): Promise<string> => {
  const account = { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }
  return (await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, account))).id
}
const aPayment = {
  paymentDate: '2026-06-15',
  amount: 1250.5,
  currency: 'SEK',
  recipientRef: { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' },
}

/** What comes in, and of which kind it is; `prepare` is what has to be there before. */
type Entrance = {
  kind: string
  prepare?: (company: TestCompany) => Promise<string>
  bring: (company: TestCompany, prepared: string) => Promise<Answer>
}

const entrances: Record<string, Entrance> = {
  upload: { kind: 'upload', bring: (company) => uploaded(company, picture()) },
  attachment: {
    kind: 'attachment',
    prepare: draft,
    bring: (company, id) => company.upload(`/invoices/${id}/attachments`, 'bild.png', picture()),
  },
  'e-invoice': {
    kind: 'upload',
    prepare: async (company) => ok(await company.get('/company-information')).organizationNumber,
    bring: (company, buyerNumber) =>
      company.upload('/supplier-invoices/e-invoices', 'faktura.xml', Buffer.from(incoming({ buyerNumber }))),
  },
  statement: {
    kind: 'bankStatement',
    prepare: async (company) => withAccount(company),
    bring: (company) =>
      company.upload(
        '/bank-statements',
        'camt.xml',
        camtFile({ statements: [{ account: IBAN, opening: 0n, entries: [{ ore: 100n }] }] }),
      ),
  },
  'payment file': {
    kind: 'paymentFile',
    prepare: async (company) => {
      await withAccount(company)
      const { id } = ok(await company.post('/bank-payments', aPayment))
      await service.database.rows(sql`
        update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
        where id = ${id}`)
      return id
    },
    bring: (company) => company.post('/bank-payments/files'),
  },
  'SIE import': {
    kind: 'sieImport',
    bring: (company) => company.upload('/sie/import?force=true', '2025.se', readFileSync('examples/2025.se')),
  },
  logo: {
    kind: 'logo',
    bring: async (company) => {
      const ask = await callingAs(service, company, 'administrator')
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(picture())]), 'logo.png')
      return ask('PUT', '/sales-settings/logo', form)
    },
  },
  'published PDF with an attachment': {
    kind: 'document',
    prepare: async (company) => {
      const id = await draft(company)
      ok(await company.upload(`/invoices/${id}/attachments`, 'bild.png', picture()))
      return id
    },
    bring: (company, id) => company.post(`/invoices/${id}/publish`),
  },
}

test(
  'is refused at every entrance where there is no room, and counted where there is',
  () =>
    every(
      Object.entries(entrances),
      ([name]) => name,
      async ([, { kind, prepare, bring }]) => {
        const company = await newCompany()
        const prepared = (await prepare?.(company)) ?? ''
        const before = await usedBy(company)
        await setQuota(company, 0)
        const refused = await bring(company, prepared)
        expect([refused.status, refused.body.code], refused.text).toEqual([403, 'quota-exceeded'])
        expect(refused.body.message).toMatch(/uses .* of 0 bytes for files, and this one has \d/)
        expect(await usedBy(company)).toBe(before)
        await setQuota(company, null)
        const taken = await bring(company, prepared)
        expect(taken.status, taken.text).toBe(200)
        const { usedBytes, kinds } = await storageOf(company)
        expect(usedBytes).toBeGreaterThan(before)
        expect(kinds.map((one: { kind: string }) => one.kind)).toContain(kind)
        expect(usedBytes).toBe(await keptBy(company))
      },
    ),
  EVERY_MS,
)

/** What the files that are listed come to. */
const keptBy = async ({ id }: TestCompany): Promise<number> => {
  const { bytes } = await service.database.one<{ bytes: bigint }>(sql`
    select coalesce(sum(bytes), 0)::bigint as bytes from storage.file where company_id = ${id} and released_at is null`)
  return Number(bytes)
}

describe('the quota of a company', () => {
  test('is never exceeded by what comes at once', async () => {
    const company = await newCompany()
    const answers = await Promise.all(Array.from({ length: 30 }, () => uploaded(company, picture(180_000))))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(11)
    expect(statuses.filter((status) => status === 403)).toHaveLength(19)
    const used = await usedBy(company)
    expect(used).toBeLessThanOrEqual(perCompany)
    expect(used).toBe(await keptBy(company))
    // The books go on.
    const id = await draft(company)
    ok(await company.post(`/invoices/${id}/publish`))
    ok(await company.post(`/invoices/${id}/record`))
  })

  test('counts equal bytes once, and takes them when it is full', async () => {
    const company = await newCompany()
    const bytes = picture(150_000)
    ok(await uploaded(company, bytes))
    const used = await usedBy(company)
    await setQuota(company, used)
    ok(await uploaded(company, bytes))
    expect(await usedBy(company)).toBe(used)
    expect((await uploaded(company, picture())).status).toBe(403)
  })

  test('is given back by what is deleted, once nothing has it, and for good once the file is', async () => {
    const company = await newCompany()
    const id = await draft(company)
    const bytes = picture(900_000)
    const attach = async () => ok(await company.upload(`/invoices/${id}/attachments`, 'bild.png', bytes)).id
    const one = await attach()
    const other = await attach()
    const used = await usedBy(company)
    await company.delete(`/invoices/${id}/attachments/${one}`)
    expect(await usedBy(company)).toBe(used)
    await company.delete(`/invoices/${id}/attachments/${other}`)
    const after = await storageOf(company)
    expect([after.usedBytes, after.kinds]).toEqual([0, [{ kind: 'deleted', bytes: used }]])
    // The same bytes again are what they were.
    const again = await attach()
    await clean(salesContribution.attachmentFiles)
    expect(await storageOf(company)).toMatchObject({ usedBytes: used, kinds: [{ kind: 'attachment', bytes: used }] })
    await company.delete(`/invoices/${id}/attachments/${again}`)
    const { id: upload } = ok(await uploaded(company, picture(500_000)))
    await service.operateFor(company.id, (call) => deleteUpload(call, upload))
    const { kinds } = await storageOf(company)
    await clean(documentsContribution.uploadFiles)
    expect((await storageOf(company)).kinds).toEqual([{ kind: 'deleted', bytes: used }])
    expect(kinds[0].bytes).toBeGreaterThan(used)
  })

  test('bounds what is on its way out as well', async () => {
    const company = await newCompany()
    await service.database.rows(sql`
      insert into storage.change (company_id, id, kind, bytes)
      values (${company.id}, gen_random_uuid(), 'deleted', ${106 * MB})`)
    ok(await uploaded(company, picture(100_000)))
    const ask = await uploaded(company, picture(2_900_000))
    expect(ask.status).toBe(403)
    await setQuota(company, 4 * MB)
    const refused = await uploaded(company, picture(2_900_000))
    expect(refused.body.message).toMatch(/The company has no room for a file of .* until its deleted files are gone/)
    expect(refused.status).toBe(403)
  })

  const clean = (corner: FileNamespace) =>
    documentsContribution.deleteDroppedFiles(
      service.usedDatabase,
      service.standing,
      new Date(Date.now() + 2 * HOUR_MS),
      corner,
    )
})

test('PDFs that can be made again are made without being kept where there is no room', async () => {
  const company = await newCompany()
  const id = await draft(company)
  ok(await company.post(`/invoices/${id}/publish`))
  await setQuota(company, 0)
  const first = await company.get(`/invoices/${id}/download`)
  expect([first.status, await usedBy(company)]).toEqual([200, 0])
  await setQuota(company, null)
  const second = await company.get(`/invoices/${id}/download`)
  expect([second.status, second.text === first.text]).toEqual([200, true])
  expect(await usedBy(company)).toBeGreaterThan(0)
})

const ofOwner = async ({ id }: TestCompany) => (await service.operateFor(id, readStorage)).ofOwner

describe('the companies of an owner', () => {
  test('share what one owner may have, without those that have a quota of their own', async () => {
    // Several machines count what the owner has on each.
    needs('one machine')
    const one = await newCompany()
    const other = await newCompany()
    const { person } = await newPersonInside(service)
    for (const { id } of [one, other]) {
      const tenant = { type: 'company', id } as const
      await service.operate((call) => addMember(call, { tenant, personId: person.id, role: 'owner' }))
    }
    const answers = await Promise.all(
      [...Array(10).keys()].flatMap(() => [uploaded(one, picture(199_000)), uploaded(other, picture(199_000))]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15)
    const refused = answers.find(({ status }) => status === 403)
    expect(refused?.body.message).toMatch(/^The companies of an owner of this company together use 3 MB of 3 MB/)
    expect(await ofOwner(one)).toEqual({ used: (await usedBy(one)) + (await usedBy(other)), allowed: perOwner })
    expect((await storageOf(one)).ofOwner).toBeNull()
    await setQuota(one, 10 * MB)
    ok(await uploaded(one, picture(199_000)))
    expect([(await storageOf(one)).hasOwnQuota, await ofOwner(one)]).toEqual([true, null])
    expect((await ofOwner(other))?.used).toBe(await usedBy(other))
    // A former member has nothing in a company any more.
    await setQuota(one, null)
    const tenant = { type: 'company', id: other.id } as const
    const { person: heir } = await newPersonInside(service)
    await service.operate((call) => addMember(call, { tenant, personId: heir.id, role: 'owner' }))
    await service.operate((call) => removeMember(call, { tenant, personId: person.id }))
    expect((await ofOwner(one))?.used).toBe(await usedBy(one))
    expect((await ofOwner(other))?.used).toBe(await usedBy(other))
  })
})

describe('what is told before it is full', () => {
  test('is a header, an event for each level once, a row in the queue, and the answer', async () => {
    const company = await newCompany()
    const warned = async (bytes: number) => warningsOf(await uploaded(company, picture(bytes)))[0] ?? null
    expect(await warned(1_500_000)).toBeNull()
    expect(await warned(150_000)).toMatch(/^8\d % of the space for files is used \(1\.\d MB of 2 MB\)/)
    expect(await warned(20_000)).toMatch(/^8\d %/)
    expect(await storageOf(company)).toMatchObject({ level: 'nearlyFull', allowedBytes: perCompany })
    expect(await warned(250_000)).toMatch(/^9\d %/)
    const told = ok(await company.get('/history?query=what==storage.nearly-full')).items
    expect(told.map(({ detail }: { detail: { percent: number } }) => detail.percent)).toEqual([96, 82])
    const ask = await callingAs(service, company, 'reader')
    const { items } = ok(await ask('GET', '/queue'))
    expect(items.filter(({ kind }: { kind: string }) => kind === 'storage.nearlyFull')).toMatchObject([
      { id: company.id, name: '96 %' },
    ])
    const { bytes, almostFull } = await storageFigures(service.usedDatabase, { perCompany })
    expect(almostFull).toBeGreaterThan(0)
    expect(bytes).toBeGreaterThan(perCompany * 0.95)
  })

  test.each([
    [{ used: 79, allowed: 100 }, 79, 'ok'],
    [{ used: 80, allowed: 100 }, 80, 'nearlyFull'],
    [{ used: 949, allowed: 1000 }, 94, 'nearlyFull'],
    [{ used: 95, allowed: 100 }, 95, 'almostFull'],
    [{ used: 1, allowed: 0 }, 100, 'almostFull'],
    [{ used: 1, allowed: null }, 0, 'ok'],
  ])('%j is %i percent, %s', (use, percent, level) => {
    expect([percentOf(use), levelOf(use)]).toEqual([percent, level])
  })

  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [20_971_520, '21 MB'],
    [1_550_000, '1.6 MB'],
    [10_000_000_000, '10 GB'],
    [123_456_789_000_000, '123 TB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

test('a mail goes back where there is no room, is noted, and is taken when it comes again', async () => {
  const listener = await listenOn(service)
  const company = await newCompany()
  const ask = await callingAs(service, company, 'administrator')
  const { address } = ok(await ask('POST', '/mail-address'))
  const mail = {
    from: 'faktura@papper.example',
    to: address,
    subject: 'Kvitto',
    text: 'Hej!',
    messageId: '<1@papper.example>',
    date: new Date('2026-06-10'),
    attachments: [{ filename: 'kvitto.png', content: picture() }],
  }
  const raw = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail)
  const send = () =>
    createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true }).sendMail({
      envelope: { from: mail.from, to: address },
      raw: raw.message as Buffer,
    })
  await setQuota(company, 0)
  for (const _ of [1, 2]) {
    await expect(send()).rejects.toMatchObject({ responseCode: 552, response: expect.stringContaining('no room') })
  }
  const parts = async () =>
    ok(await ask('GET', '/received-mails')).items.map((one: { parts: unknown[] }) => one.parts[0])
  expect(await parts()).toMatchObject([
    { name: 'kvitto.png', outcome: 'notKept', reason: expect.stringMatching('0 bytes') },
  ])
  expect(ok(await company.get('/uploads')).totalItems).toBe(0)
  await setQuota(company, null)
  await send()
  expect(await parts()).toMatchObject([{ outcome: 'upload' }, { outcome: 'notKept' }])
  await listener.close()
})

test('no file is kept while the disk has too little room, and the books go on', async () => {
  const company = await newCompany()
  hasRoom = false
  try {
    const refused = await uploaded(company, picture())
    expect([refused.status, refused.body.code]).toEqual([503, 'service-unavailable'])
    expect(refused.headers.get('retry-after')).not.toBeNull()
    const id = await draft(company)
    ok(await company.post(`/invoices/${id}/publish`))
    expect((await company.get(`/invoices/${id}/download`)).status).toBe(200)
  } finally {
    hasRoom = true
  }
  ok(await uploaded(company, picture()))
})

test('nothing but storage keeps files of companies', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const keeping = sources.filter((name) => /\bfiles\.keep\(/.test(readFileSync(join('server', name), 'utf8')))
  expect(keeping.sort()).toEqual([
    // Copies to another place, files of the installation, and a probe that goes at once.
    'admin/commands/files.ts',
    'anchors/anchor.ts',
    // Takes the room first.
    'documents/stored-file.ts',
    // Hands on what a verb has stored, which took the room.
    'http/trial-files.ts',
    'platform/files.ts',
    'programs/doctor/doctor-facts.ts',
    'storage/reservation.ts',
  ])
})

test('verification holds what is counted against what is listed', async () => {
  const company = await newCompany()
  ok(await uploaded(company, picture(10_000)))
  const faults = () => service.operateFor(company.id, storageContribution.verify)
  expect(await faults()).toEqual([])
  await service.database.rows(sql`update storage.change set bytes = bytes - 1 where company_id = ${company.id}`)
  expect(await faults()).toEqual([
    expect.stringMatching(/^the files of the kind upload count \d+ bytes, and there are/),
  ])
})

describe('the commands', () => {
  test('list the largest, show one, and set its quota', async () => {
    const company = await newCompany()
    ok(await uploaded(company, picture(1_990_000)))
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await command(service, words)
      expect(code, stderr).toBe(0)
      return stdout
    }
    const listed = JSON.parse(await run('storage', 'list', '--json'))
    expect(listed.companies.map(({ companyId }: { companyId: string }) => companyId)).toContain(company.id)
    expect(await run('storage', 'set-quota', '--company', company.id, '--mb', '3')).toMatch(/2 MB of 3 MB \(66 %\)/)
    expect(await run('storage', 'show', '--company', company.id)).toMatch(/a quota of its own\n {2}upload: 2 MB/)
    ok(await uploaded(company, picture(500_000)))
    await run('storage', 'set-quota', '--company', company.id, '--mb', 'none')
    expect((await storageOf(company)).hasOwnQuota).toBe(false)
    const told = ok(await company.get('/history?query=what==storage.quota-changed')).items
    expect(told.map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { before: 3 * MB, after: null },
      { before: null, after: 3 * MB },
    ])
    const { code, stderr } = await command(service, ['storage', 'list', '--most', 'all'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('--most')])
  })

  test('keep within the quota as requests do', async () => {
    const company = await newCompany()
    await setQuota(company, 0)
    const logo = join(service.folder, 'logo.png')
    writeFileSync(logo, picture())
    const set = service.operateFor(company.id, (call) => changeSettings(call, { logo }))
    await expect(set).rejects.toThrow(/uses 0 bytes of 0 bytes/)
  })
})
