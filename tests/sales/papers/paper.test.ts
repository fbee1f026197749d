// Documents as they are sent: the PDF that is made once, of what was frozen at publication, and the same content as an
// e-invoice.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany } from '#identity'
import { ledgerAdmin } from '#ledger'
import { fetchKept, readKept } from '#platform/files'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { archiveContribution } from '#server/sales/archive/contribution'
import type { SettingsChanges } from '#server/sales/settings/settings-change'
import { checkedCompany } from '#support/checked'
import { codeOf, infoOf, textOf, textsOf } from '#support/reading/pages'
import { pdfFile, pngFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { ok } from '#tests/sales/booking/booked'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany({ name: 'Åkerlöfs Måleri AB' }))
  await settle({
    vatNumber: 'SE559999000801',
    fTax: true,
    seat: 'Åmål',
    bankgiro: '5050-1055',
    iban: 'SE45 5000 0000 0583 9825 7466',
    bic: 'ESSESESS',
    lateInterest: 'Dröjsmålsränta enligt räntelagen.',
    logo: pictureFile(),
  })
  await service.operateFor(company.id, (call) =>
    changeCompany(call, {
      phone: '0532-123 45',
      email: 'faktura@akerlofs.example',
      addressLine1: 'Färggränd 1',
      postalCode: '66230',
      city: 'Åmål',
    }),
  )
})
afterAll(() => service.close())

const settle = (changes: SettingsChanges, of = company) =>
  service.operateFor(of.id, (call) => changeSettings(call, changes))

const pictureFile = (): string => {
  const path = join(service.folder, 'logo.png')
  writeFileSync(path, pngFile({ width: 40, height: 20 }))
  return path
}

const bytesOf = ({ text }: Answer): Buffer => Buffer.from(text, 'latin1')

const downloaded = async (path: string, of = company): Promise<Answer> => {
  const answer = await of.get(`${path}/download`)
  expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  return answer
}

const address = { line1: 'Storgatan 1', postalCode: '90326', city: 'Umeå', country: 'SE' }

/** The text of a published invoice, without spaces: where those are is the reader's guess. */
const pageOf = async (changes: Record<string, unknown>, customer: Record<string, unknown> = {}): Promise<string> => {
  const customerRef = { id: (await madeCustomer(company, customer)).id }
  const { id } = await published(company, (await madeInvoice(company, { customerRef, ...changes })).id)
  return textOf(bytesOf(await downloaded(`/invoices/${id}`))).replaceAll(' ', '')
}

const credited = async (invoiceId: string, of = company) => {
  const { body } = await of.post(`/invoices/${invoiceId}/credit`)
  const answer = await of.post(`/credit-notes/${body.id}/publish`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const personalNumber = '19850709-9805'
const householdWork = async () => {
  const customerRef = { id: (await madeCustomer(company, { name: 'Anna Ek', type: 'private', address })).id }
  const work = { taxReductionType: 'rot', jobType: 'rotPainting' }
  const line = aLine({ productType: 'services', unitType: 'hour', quantity: 10, unitPrice: 400, taxReduction: work })
  return madeInvoice(company, {
    customerRef,
    lineItems: [line, aLine({ description: 'Färg' })],
    taxReduction: {
      type: 'rot',
      description: 'Målning av kök',
      propertyType: 'realEstate',
      realEstateNumber: 'Åmål Eken 1:23',
      deductionPeople: [{ personalNumber, deductionAmount: 1500 }],
    },
  })
}

/** Where the file with these bytes is kept. */
const keptFile = (digest: Buffer): string => {
  const all = readdirSync(service.folder, { recursive: true, encoding: 'utf8' })
  const found = all.find((path) => path.endsWith(digest.toString('hex')))
  if (found === undefined) throw new Error('No such file is kept')
  return join(service.folder, found)
}

const closed = (text: string) => text.replaceAll(' ', '')

test('a draft is seen as it will be: marked as a draft, without number and payment code, and not kept', async () => {
  const { id } = await madeInvoice(company, {})
  const before = await downloadedPreview(id)
  expect(infoOf(before)).toMatchObject({ Title: 'Faktura utkast, Åkerlöfs Måleri AB' })
  const text = textOf(before)
  expect(text).toContain('Utkast')
  expect(text).not.toContain('OCR')
  expect(codeOf(before)).toBeNull()
  expect((await company.get(`/invoices/${id}/download`)).status).toBe(400)
  const kept = await service.database.rows(sql`select from sales.paper where invoice_id = ${id}`)
  expect(kept).toEqual([])
  await company.post(`/invoices/${id}/publish`)
  expect(await downloadedPreview(id)).toEqual(bytesOf(await downloaded(`/invoices/${id}`)))
})

const downloadedPreview = async (id: string): Promise<Buffer> => {
  const answer = await company.get(`/invoices/${id}/preview`)
  expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  return bytesOf(answer)
}

describe('an invoice', () => {
  test('is a PDF with all that the books know of it', async () => {
    const customer = await madeCustomer(company, {
      name: 'Björk & Ek AB',
      orgNumber: '556036-0793',
      vatNumber: 'SE556036079301',
      paymentTerms: '20',
      contactsDetails: [{ name: 'Eva Ek', email: 'eva@bjork.example' }],
      address,
    })
    const draft = await madeInvoice(company, {
      customerRef: { id: customer.id },
      orderNumberReference: 'PO 7',
      projectReference: 'P-12',
      buyerReference: 'Ref 55',
      contractReference: 'A3',
      deliveryAddress: { ...address, line1: 'Lagervägen 2' },
      lineItems: [
        aLine({ description: 'Färg', quantity: 3, unitType: 'liter', unitPrice: 99.5 }),
        aLine({ description: 'Bok', taxRate: 6 }),
        { itemType: 'descriptionOnlyItem', description: 'Tack för förtroendet' },
      ],
    })
    const { invoiceNumber, paymentReference } = await published(company, draft.id)
    const answer = await downloaded(`/invoices/${draft.id}`)
    const name = `Faktura-${invoiceNumber}.pdf`
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
    const text = closed(textOf(bytesOf(answer)))
    const wanted = [
      `Fakturanummer ${invoiceNumber}`,
      'Fakturadatum 2026-06-10',
      'Förfallodatum 2026-06-30',
      'Betalningsvillkor 20 dagar',
      `Kundnummer ${customer.customerNumber}`,
      'Er referens Ref 55',
      'Ert ordernummer PO 7',
      'Björk & Ek AB',
      'Storgatan 1',
      '903 26 Umeå',
      'Org.nr 556036-0793',
      'Momsreg.nr SE556036079301',
      'Eva Ek, eva@bjork.example',
      'Lagervägen 2',
      'Färg 3 l 99,50 25 % 298,50',
      'Bok 1 100,00 6 % 100,00',
      'Tack för förtroendet',
      '25 % 298,50 74,63',
      '6 % 100,00 6,00',
      'Att betala 479,13 kr',
      paymentReference,
      '5050-1055',
      'Dröjsmålsränta enligt räntelagen.',
      'Färggränd 1',
      'Telefon 0532-123 45',
      'Org.nr 559999-0008',
      'Momsreg.nr SE559999000801',
      'Säte Åmål',
      'Godkänd för F-skatt',
    ]
    expect(
      wanted.filter((one) => !text.includes(closed(one))),
      text,
    ).toEqual([])
    expect(JSON.parse(codeOf(bytesOf(answer)) ?? '')).toMatchObject({
      acc: '5050-1055',
      due: 479.13,
      iref: paymentReference,
    })
  })

  const buyers: [string, Record<string, unknown>, Record<string, unknown>, string[]][] = [
    ['exempt at home', { taxRate: 0 }, {}, ['Undantaget från moms']],
    [
      'services to a business in the EU',
      { taxRate: 0, productType: 'services' },
      { vatNumber: 'DE811907980', address: { ...address, country: 'DE' }, language: 'en' },
      ['Reverse charge', 'Article 196', 'VAT no. DE811907980', 'GERMANY'],
    ],
    [
      'goods to a business in the EU',
      { taxRate: 0 },
      { vatNumber: 'DE811907980', address: { ...address, country: 'DE' } },
      ['artikel 138', 'TYSKLAND'],
    ],
    ['goods out of the EU', { taxRate: 0 }, { address: { ...address, country: 'NO' } }, ['artikel 146', 'NORGE']],
    [
      'reverse charge at home',
      { taxRate: 0, bookkeepingAccountNumber: 3231 },
      { vatNumber: 'SE556036079301' },
      ['Omvänd betalningsskyldighet', 'Momsreg.nr SE556036079301'],
    ],
    [
      'the middleman’s sale in a triangular trade',
      { taxRate: 0, bookkeepingAccountNumber: 3107 },
      { vatNumber: 'DE811907980', address: { ...address, country: 'DE' } },
      ['Omvänd betalningsskyldighet', 'trepartshandel', 'artiklarna 141 och 197', 'Momsreg.nr DE811907980'],
    ],
    [
      'the same in English',
      { taxRate: 0, bookkeepingAccountNumber: 3107 },
      { vatNumber: 'DE811907980', address: { ...address, country: 'DE' }, language: 'en' },
      ['Reverse charge', 'triangular trade', 'Articles 141 and 197', 'VAT no. DE811907980', 'VAT no. SE559999000801'],
    ],
  ]
  test.each(buyers)('says why there is no tax: %s', async (_, line, customer, wanted) => {
    const text = await pageOf({ lineItems: [aLine(line)] }, customer)
    expect(
      wanted.filter((one) => !text.includes(closed(one))),
      text,
    ).toEqual([])
  })

  test('in another currency says the rate and the tax in SEK', async () => {
    const text = await pageOf({ currency: 'EUR', currencyRate: 11.2345 })
    for (const wanted of ['1 EUR = 11,2345 SEK', 'Moms i SEK', '25,00 280,86', '125,00 EUR']) {
      expect(text).toContain(closed(wanted))
    }
  })

  const numbers: [string, string | null, number[], string | null][] = [
    ['with tax, none was set   ', null, [25, 0], 'SE559999000801'],
    ['with tax, another was set', 'SE559999000802', [6], 'SE559999000802'],
    ['without tax, none was set', null, [0], null],
    ['without tax, one was set ', 'SE559999000802', [0], 'SE559999000802'],
  ]
  test.each(numbers)('says the VAT number of the company: %s', async (_, vatNumber, rates, said) => {
    const seller = checkedCompany(await service.newCompany())
    if (vatNumber) await settle({ vatNumber }, seller)
    const customer = await madeCustomer(seller, { orgNumber: '556036-0793', address })
    const lineItems = rates.map((taxRate) => aLine({ taxRate }))
    const { id } = await madeInvoice(seller, { customerRef: { id: customer.id }, lineItems })
    await published(seller, id)
    const note = await credited(id, seller)
    for (const path of [`/invoices/${id}`, `/credit-notes/${note.id}`]) {
      const page = closed(textOf(bytesOf(await downloaded(path, seller))))
      expect(/Momsreg\.nr(SE\d{12})/.exec(page)?.[1] ?? null, path).toBe(said)
      const electronic = ok(await seller.get(`${path}/download?format=ubl`))
      const [party = ''] = /<cac:AccountingSupplierParty>.*<\/cac:AccountingSupplierParty>/s.exec(electronic) ?? []
      expect(/<cbc:CompanyID>(SE\d+)<\/cbc:CompanyID>/.exec(party)?.[1] ?? null, path).toBe(said)
    }
  })

  test('rounds what is paid when the company does', async () => {
    const rounding = checkedCompany(await service.newCompany())
    await settle({ roundsTotal: true }, rounding)
    const draft = await madeInvoice(rounding, { lineItems: [aLine({ unitPrice: 99.7 })] })
    await published(rounding, draft.id)
    const text = closed(textOf(bytesOf(await downloaded(`/invoices/${draft.id}`, rounding))))
    for (const wanted of ['Öresavrundning 0,37', 'Att betala 125,00 kr']) expect(text).toContain(closed(wanted))
  })

  test('has its attachments behind it, in the order they came', async () => {
    const { id } = await madeInvoice(company)
    for (const [name, bytes] of [
      ['Ritning.png', pngFile()],
      ['Avtal.pdf', await pdfFile(2)],
    ] as const) {
      expect((await company.upload(`/invoices/${id}/attachments`, name, bytes)).status).toBe(200)
    }
    await published(company, id)
    const texts = textsOf(bytesOf(await downloaded(`/invoices/${id}`)))
    expect(texts).toHaveLength(4)
    expect(texts[0]).toContain('Bilagor: Ritning.png, Avtal.pdf')
    expect(texts[1]).toContain('Bilaga: Ritning.png')
  })

  test('is not published with a picture that no page can show, and stays a draft', async () => {
    const { id } = await madeInvoice(company)
    const uploaded = await company.upload(`/invoices/${id}/attachments`, 'Stor.png', pngFile({ width: 77 }))
    const { digest } = await service.database.one<{ digest: Buffer }>(
      sql`select digest from sales.attachment where id = ${uploaded.body.id}`,
    )
    const huge = pngFile({ width: 4960, height: 7016, depth: 16, colour: 6, interlace: 1, pixels: Buffer.alloc(1) })
    writeFileSync(keptFile(digest), huge)
    const answer = await company.post(`/invoices/${id}/publish`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'operation-not-allowed' } })
    expect(answer.body.message).toContain('its attachments do not fit in one PDF')
    expect((await company.get(`/invoices/${id}`)).body).toMatchObject({ status: 'draft', invoiceNumber: null })
  })
})

describe('a credit note', () => {
  test('names the invoice it credits, and the number is of the same series', async () => {
    const { id } = await madeInvoice(company)
    const { invoiceNumber } = await published(company, id)
    const note = await credited(id)
    const answer = await downloaded(`/credit-notes/${note.id}`)
    expect(answer.headers.get('content-disposition')).toContain(`"Kreditfaktura-${note.invoiceNumber}.pdf"`)
    const text = textOf(bytesOf(answer))
    expect(text).toContain(`Krediterar faktura ${invoiceNumber} av 2026-06-10`)
    expect(text).toContain('Er tillgodo')
    expect(codeOf(bytesOf(answer))).toBeNull()
  })

  test('deals with tax as its invoice did, even if the customer has changed', async () => {
    const customer = {
      name: 'Käufer',
      type: 'company',
      vatNumber: 'DE811907980',
      address: { ...address, country: 'DE' },
    }
    const made = await madeCustomer(company, customer)
    const lineItems = [aLine({ taxRate: 0, productType: 'services' })]
    const { id } = await madeInvoice(company, { customerRef: { id: made.id }, lineItems })
    await published(company, id)
    const moved = { ...customer, vatNumber: undefined, address }
    expect((await company.put(`/customers/${made.id}`, moved)).status).toBe(200)
    const note = await credited(id)
    expect(textOf(bytesOf(await downloaded(`/credit-notes/${note.id}`)))).toContain('artikel 196')
  })
})

describe('what was sent', () => {
  test('stays the same bytes, despite later changes', async () => {
    const other = checkedCompany(await service.newCompany())
    const customer = await madeCustomer(other)
    const { id } = await madeInvoice(other, { customerRef: { id: customer.id } })
    await published(other, id)
    const before = bytesOf(await downloaded(`/invoices/${id}`, other))
    await settle({ bankgiro: '5050-1055', fTax: true, logo: pictureFile() }, other)
    await service.operateFor(other.id, (call) => changeCompany(call, { name: 'Nya Namnet AB' }))
    await service.operateFor(other.id, (call) =>
      ledgerAdmin.setAccountRole(call, { role: 'salesReverseCharge', account: 3004 }),
    )
    await other.put(`/customers/${customer.id}`, { name: 'Ny Kund AB', type: 'company' })
    service.setNow('2026-12-24T10:00:00.000Z')
    const after = bytesOf(await downloaded(`/invoices/${id}`, other))
    service.setNow('2026-06-10T10:00:00.000Z')
    expect(after.equals(before)).toBe(true)
    expect(infoOf(after).Title).toContain('Provbolaget AB')
  })

  test('leaves no work file behind', async () => {
    const { id } = await madeInvoice(company)
    await published(company, id)
    await downloaded(`/invoices/${id}`)
    await downloaded(`/invoices/${id}`)
    await expect.poll(() => readdirSync(join(service.folder, 'work'))).toEqual([])
  })

  test('is witnessed by the database', async () => {
    const { id } = await madeInvoice(company)
    await published(company, id)
    const changes = [
      sql`update sales.paper set content = '{}' where invoice_id = ${id}`,
      sql`update sales.paper set pdf_key = '\\x00' where invoice_id = ${id}`,
      sql`delete from sales.paper where invoice_id = ${id}`,
      sql`truncate sales.paper`,
    ]
    for (const change of changes) await expect(service.database.rows(change)).rejects.toMatchObject({ code: 'GB041' })
  })

  test('is verified byte for byte', async () => {
    const other = checkedCompany(await service.newCompany())
    const { id } = await madeInvoice(other)
    await published(other, id)
    await downloaded(`/invoices/${id}`, other)
    const verified = () => service.operateFor(other.id, archiveContribution.verifyPapers)
    expect(await verified()).toEqual([])
    const { digest } = await service.database.one<{ digest: Buffer }>(
      sql`select pdf_digest as digest from sales.paper where invoice_id = ${id}`,
    )
    const { path } = await fetchKept(service.standing.files, other.id, digest)
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('x')]))
    expect(await verified()).toEqual(['the file of document 1 is not what was sent'])
  })
})

describe('personal numbers', () => {
  test('are on the PDF, and in clear nowhere else', async () => {
    const { id } = await published(company, (await householdWork()).id)
    const answer = bytesOf(await downloaded(`/invoices/${id}`))
    const text = closed(textOf(answer))
    for (const wanted of [
      `Skattereduktion, personnummer ${personalNumber} 1 500,00`,
      'Arbetskostnad inkl. moms 5 000,00',
      'Övriga kostnader inkl. moms 125,00',
      'Totalt 5 125,00',
      'Att betala 3 625,00 kr',
      'Fastighetsbeteckning Åmål Eken 1:23',
    ]) {
      expect(text).toContain(closed(wanted))
    }
    const kept = await service.database.one<{ content: unknown; digest: Buffer; size: number }>(
      sql`select content, pdf_digest as digest, pdf_size as size from sales.paper where invoice_id = ${id}`,
    )
    expect(JSON.stringify(kept.content)).not.toContain(personalNumber.slice(-4))
    expect(kept.size).toBe(answer.length)
    const sealed = await readKept(service.standing.files, company.id, kept.digest)
    // Of sealed bytes a few may be those of any short word.
    expect(sealed.includes(answer.subarray(0, 64))).toBe(false)
    expect(bytesOf(await downloaded(`/invoices/${id}`)).equals(answer)).toBe(true)
    await expect.poll(() => readdirSync(join(service.folder, 'work'))).toEqual([])
    expect(await service.operateFor(company.id, archiveContribution.verifyPapers)).toEqual([])
  })
})

test('a credit note of household work leaves the tax authority’s part out of what is paid back', async () => {
  const { id } = await published(company, (await householdWork()).id)
  const note = await credited(id)
  const text = closed(textOf(bytesOf(await downloaded(`/credit-notes/${note.id}`))))
  for (const wanted of ['Totalt 5 125,00', 'Skattereduktion −1 500,00', 'Er tillgodo 3 625,00 kr']) {
    expect(text).toContain(closed(wanted))
  }
})

describe('the download', () => {
  test('is refused for a draft, for the wrong kind and for other formats', async () => {
    const { id } = await madeInvoice(company)
    const draft = await company.get(`/invoices/${id}/download`)
    expect(draft).toMatchObject({ status: 400, body: { code: 'operation-not-allowed' } })
    expect(draft.body.message).toContain(id)
    await published(company, id)
    expect(await company.get(`/credit-notes/${id}/download`)).toMatchObject({ status: 404 })
    expect(await company.get(`/invoices/${id}/download?format=doc`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'format', message: 'must be one of pdf, ubl' }] },
    })
  })

  test('as UBL gives the e-invoice of the kept content', async () => {
    const customer = { name: 'Björk AB', orgNumber: '556036-0793', vatNumber: 'SE556036079301', address }
    const customerRef = { id: (await madeCustomer(company, customer)).id }
    const { id } = await madeInvoice(company, { customerRef, buyerReference: 'Ref 55' })
    const { invoiceNumber } = await published(company, id)
    const answer = await company.get(`/invoices/${id}/download?format=ubl`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/xml')
    expect(answer.headers.get('content-disposition')).toContain(`"Faktura-${invoiceNumber}.xml"`)
    expect(answer.text).toContain(`<cbc:ID>${invoiceNumber}</cbc:ID>`)
    const again = await company.get(`/invoices/${id}/download?format=ubl`)
    expect(again.text).toBe(answer.text)
  })
})
