// What a company says of itself, as its people change it: how it is reached, and what its invoices say.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ask, callingAs, historyOfKind } from '#support/calling'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany()
  ask = await callingAs(service, company, 'administrator')
})

describe('the company', () => {
  const address = { line1: 'Storgatan 1', line2: 'Box 7', city: 'Åmål', postalCode: '662 00', country: 'SE' }
  const reached = { name: 'Nya Bolaget AB', phone: '08-123 45 67', email: 'bok@prov.example', address }
  const change = (body: object) => ask('PATCH', '/company-information', body)

  test('is called and reached as its people say, what is left out stays, and null takes away', async () => {
    const { status, body } = await change({ ...reached, name: ' Nya Bolaget AB ' })
    expect([status, body]).toEqual([200, expect.objectContaining(reached)])
    expect((await company.get('/company-information')).body).toEqual(body)
    const moved = await change({ address: { line1: 'Ågatan 2', line2: null }, phone: null })
    const after = { ...reached, phone: '', address: { ...address, line1: 'Ågatan 2', line2: null } }
    expect(moved.body).toMatchObject(after)
    expect(await historyOfKind(company, 'company.changed')).toMatchObject([
      { actor: { kind: 'user' }, detail: { before: { phone: reached.phone }, after: { phone: null } } },
      { actor: { kind: 'user' }, detail: { after: { email: reached.email, city: 'Åmål' } } },
    ])
    expect((await change({})).body).toMatchObject(after)
    expect(await historyOfKind(company, 'company.changed')).toHaveLength(2)
  })

  const wrong: [object, string, RegExp][] = [
    [{ name: ' ' }, '#/name', /must not be empty/],
    [{ name: 'x'.repeat(201) }, '#/name', /at most 200 characters/],
    [{ name: 'Bolaget\u202e AB' }, '#/name', /must not contain control characters/],
    [{ email: 'anna' }, '#/email', /e-mail address/],
    [{ phone: 'x'.repeat(101) }, '#/phone', /at most 100 characters/],
    [{ address: { country: 'Sverige' } }, '#/address/country', /country code/],
    [{ address: { country: 'XX' } }, '#/address/country', /country code/],
    [{ address: { city: 'x'.repeat(101) } }, '#/address/city', /at most 100 characters/],
    [{ address: 'Storgatan 1' }, '#/address', /object/],
    [{ nam: 'Bolaget AB' }, '#/nam', /did you mean/],
  ]
  test.each(wrong)('%j is refused', async (body, field, message) => {
    const answer = await change(body)
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field, message: expect.stringMatching(message) }]])
    expect(await historyOfKind(company, 'company.changed')).toEqual([])
  })

  test('has a business account only when the operator says so', async () => {
    const { headers, body } = await change({ hasBBA: true, organizationNumber: '556677-8899' })
    expect(headers.get('service-ignored')).toBe('#/hasBBA, #/organizationNumber')
    expect(body).toMatchObject({ hasBBA: false })
  })

  test('is changed in what was seen, or not at all', async () => {
    const seen = await ask('GET', '/company-information')
    const etag = { 'if-match': seen.headers.get('etag') ?? '' }
    expect((await ask('PATCH', '/company-information', { phone: '1' }, etag)).status).toBe(200)
    expect((await ask('PATCH', '/company-information', { phone: '2' }, etag)).status).toBe(412)
  })
})

describe('the settings of sales', () => {
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
    nextInvoiceNumber: 1,
  }
  const change = (body: object) => ask('PATCH', '/sales-settings', body)

  test('are as usual until they are changed, each stays until it is changed again, and everything is in the history', async () => {
    expect((await ask('GET', '/sales-settings')).body).toEqual(usual)
    const given = {
      vatNumber: 'se 559999-0008 01',
      fTax: true,
      seat: ' Åmål ',
      website: 'https://prov.example',
      bankgiro: '58056201',
      plusgiro: '2865434',
      iban: 'SE45 5000 0000 0583 9825 7466',
      bic: 'essesess',
      paymentTermsDays: 14,
      lateInterest: 'Dröjsmålsränta enligt räntelagen',
      roundsTotal: true,
      refusesIncomplete: true,
      tellsSeen: true,
      nextInvoiceNumber: 1001,
      mailSubject: 'Faktura {number}',
      mailText: 'Hej!\n{company}',
      mailSubjectEnglish: 'Invoice {number}',
      mailTextEnglish: 'Hello!',
    }
    const after = {
      ...given,
      vatNumber: 'SE559999000801',
      seat: 'Åmål',
      bankgiro: '5805-6201',
      plusgiro: '28 65 43-4',
      iban: 'SE4550000000058398257466',
      bic: 'ESSESESS',
      logo: null,
    }
    expect((await change(given)).body).toEqual(after)
    expect((await (await callingAs(service, company, 'reader'))('GET', '/sales-settings')).body).toEqual(after)
    expect((await change({ seat: null, bic: '' })).body).toEqual({ ...after, seat: null, bic: null })
    expect(await historyOfKind(company, 'sales-settings.changed')).toMatchObject([
      { actor: { kind: 'user' }, detail: { before: { seat: 'Åmål' }, after: { seat: null, bic: null } } },
      { detail: { after: { fTax: true } } },
    ])
    expect(await historyOfKind(company, 'invoice-series.begun-at')).toMatchObject([
      { detail: { before: '1', after: '1001' } },
    ])
  })

  const wrong: [object, string, RegExp][] = [
    [{ bankgiro: '5805-6202' }, '#/bankgiro', /is not such a number, or its check digit is wrong/],
    [{ vatNumber: 'DE811907980' }, '#/vatNumber', /is not such a number/],
    [{ iban: 'SE4650000000058398257466' }, '#/iban', /is not such a number/],
    [{ seat: 'x'.repeat(201) }, '#/seat', /at most 200 characters/],
    [{ paymentTermsDays: 366 }, '#/paymentTermsDays', /from 0 to 365/],
    [{ paymentTermsDays: 0.5 }, '#/paymentTermsDays', /must be a whole number/],
    [{ nextInvoiceNumber: 0 }, '#/nextInvoiceNumber', /from 1 to 999999999/],
    [{ fTax: 'yes' }, '#/fTax', /must be true or false/],
  ]
  test.each(wrong)('%j is refused, and nothing is changed', async (body, field, message) => {
    const answer = await change({ website: 'https://prov.example', ...body })
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field, message: expect.stringMatching(message) }]])
    expect((await ask('GET', '/sales-settings')).body).toEqual(usual)
  })

  test('begin no series twice', async () => {
    const customer = (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
    const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
    const { id } = (await company.post('/invoices', draft)).body
    await company.post(`/invoices/${id}/publish`)
    const { status, body } = await change({ seat: 'Mora', nextInvoiceNumber: 7 })
    expect([status, body.message]).toEqual([
      400,
      'The number of the next invoice is 2 and cannot be changed: the series began with 1 and must have no gaps',
    ])
    expect((await ask('GET', '/sales-settings')).body).toMatchObject({ seat: null, nextInvoiceNumber: 2 })
  })
})

describe('the logo', () => {
  const put = (bytes: Uint8Array) => {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(bytes)]), 'logo.png')
    return ask('PUT', '/sales-settings/logo', form)
  }
  const download = async () => {
    const answer = await ask('GET', '/sales-settings/logo')
    return [answer.status, answer.headers.get('content-type')]
  }

  test('is uploaded, stands in the settings, is shown, and taken away', async () => {
    expect(await download()).toEqual([404, 'application/json; charset=utf-8'])
    const picture = pngFile({ width: 30, height: 8 })
    const { status, body } = await put(picture)
    expect([status, body.logo]).toEqual([200, { contentType: 'image/png' }])
    expect(await download()).toEqual([200, 'image/png'])
    // The very same once more, and another one.
    expect((await put(picture)).body.logo).toEqual(body.logo)
    expect((await put(pngFile({ width: 31, height: 8 }))).status).toBe(200)
    expect((await ask('DELETE', '/sales-settings/logo')).status).toBe(204)
    expect((await ask('DELETE', '/sales-settings/logo')).status).toBe(404)
    expect(await download()).toEqual([404, 'application/json; charset=utf-8'])
    const told = await historyOfKind(company, 'sales-settings.changed')
    expect(told.map(({ detail }: { detail: { after: { logo: unknown } } }) => detail.after.logo)).toEqual([
      null,
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ])
  })

  const whole = pngFile({ width: 20, height: 20 })
  test.each([
    ['text', new TextEncoder().encode('not a picture')],
    ['nothing', new Uint8Array()],
    ['a part of one', whole.subarray(0, whole.length - 20)],
    ['one of too many pixels', pngFile({ width: 2001, height: 1 })],
  ])('%s is none', async (_, bytes) => {
    const { status, body } = await put(bytes)
    expect([status, body.errors]).toEqual([400, [{ field: '#/file', message: expect.any(String) }]])
    expect((await ask('GET', '/sales-settings')).body.logo).toBe(null)
  })

  test('of more bytes than it may have is refused before it is read', async () => {
    expect((await put(new Uint8Array(1024 * 1024 + 1))).status).toBe(413)
  })
})

test('what a company says of itself is for its administrators to change, and for all to read', async () => {
  for (const role of ['bookkeeper', 'reader'] as const) {
    const other = await callingAs(service, company, role)
    expect((await other('PATCH', '/company-information', { phone: '1' })).body.message).toMatch(/^Your role/)
    expect((await other('PATCH', '/sales-settings', { bankgiro: '5805-6201' })).body.message).toMatch(/^Your role/)
    expect((await other('DELETE', '/sales-settings/logo')).status).toBe(403)
    expect((await other('GET', '/sales-settings')).status).toBe(200)
  }
})
