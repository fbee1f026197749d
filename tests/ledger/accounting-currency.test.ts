// Books in euro (bokföringslagen 4 kap. 6 §): which companies may have them and when they are chosen, what is foreign
// currency in them, what is declared in kronor and by which rate (lag 2000:46, 15 §), what the files say, and what the
// service refuses to make of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { setRate } from '#ledger'
import { isInAccountingCurrency, mayAccountIn, roundsToWhole } from '#rule/currency'
import { crossRate, meanRate, outOfBase } from '#rules/ledger/rates/currency-rate'
import { ok } from '#support/entries'
import { type Owned, owned } from '#support/owned'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
  service.setNow('2026-06-30T10:00:00Z')
  // Every Thursday of the first quarter, and days that documents below have.
  for (let day = new Date('2026-01-01T12:00:00Z'); day < new Date('2026-06-30'); day.setDate(day.getDate() + 7)) {
    const date = day.toISOString().slice(0, 10)
    const rate = date < '2026-02-15' ? '11' : '11.2'
    await service.operate((call) => setRate(call, { currency: 'EUR', date, rate }))
  }
  await service.operate((call) => setRate(call, { currency: 'USD', date: '2026-01-08', rate: '9.9' }))
})
afterAll(() => service.close())

const inEuro = async (): Promise<Owned> => {
  service.setNow('2026-06-10T10:00:00Z')
  return owned(service, { accountingCurrency: 'EUR' })
}

const line = { description: 'Råd', itemType: 'salesItem', productType: 'services', unitPrice: 1000, taxRate: 25 }

const sold = async (company: Owned, changes: object = {}): Promise<{ id: string; journalEntryId: string }> => {
  const { id: customerId } = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const sale = { invoiceDate: '2026-01-08', customerRef: { id: customerId }, lineItems: [line] }
  const { id } = ok(await company.post('/invoices', { ...sale, ...changes }))
  ok(await company.post(`/invoices/${id}/publish`))
  const { journalEntryRef } = ok(await company.post(`/invoices/${id}/record`))
  return { id, journalEntryId: journalEntryRef?.id }
}

const itemsOf = async (company: Owned, id: string) => {
  const { items } = ok(await company.get(`/journal-entries/${id}`))
  return items.map(({ account, debit, credit }: Record<string, number>) => [account, (debit ?? 0) - (credit ?? 0)])
}

test('a bank account that names no currency is in that of the books, also to the matching', async () => {
  const company = await inEuro()
  const added = { name: 'Konto', iban: 'SE4550000000058398257466', account: 1930 }
  const { id, currency, isDefault } = ok(await company.as('POST', '/bank-accounts', added))
  // Payments in Sweden are made from an account in kronor, so that this one is not the default.
  expect([currency, isDefault]).toEqual(['EUR', false])
  expect(ok(await company.as('GET', `/bank-accounts/${id}`)).currency).toBe('EUR')
})

describe('the accounting currency', () => {
  test('is kronor, and euro for limited companies and cooperatives', () => {
    expect(mayAccountIn('SEK', 'proprietorship')).toBe(true)
    expect(['limitedCompany', 'cooperative'].every((form) => mayAccountIn('EUR', form))).toBe(true)
    expect(['proprietorship', 'partnership', 'nonProfitAssociation'].some((form) => mayAccountIn('EUR', form))).toBe(
      false,
    )
  })

  test('is chosen before anything is in it, and stays', async () => {
    service.setNow('2026-06-10T10:00:00Z')
    const company = await owned(service)
    const choose = (accountingCurrency: string) => company.as('PATCH', '/accounting-currency', { accountingCurrency })
    expect(ok(await choose('EUR'))).toEqual({ accountingCurrency: 'EUR' })
    expect(ok(await company.get('/accounting-currency'))).toEqual({ accountingCurrency: 'EUR' })
    const { id } = ok(await company.post('/invoices', { invoiceDate: '2026-01-08', lineItems: [line] }))
    expect((await choose('SEK')).body).toMatchObject({
      code: 'operation-not-allowed',
      reason: 'accounting-currency.in-use',
    })
    ok(await company.delete(`/invoices/${id}`))
    expect(ok(await choose('SEK'))).toEqual({ accountingCurrency: 'SEK' })
    ok(
      await company.post('/journal-entries', {
        title: 'Insats',
        date: '2026-01-08',
        items: [
          { account: 1930, debit: 100 },
          { account: 2081, credit: 100 },
        ],
      }),
    )
    expect((await choose('EUR')).body.reason).toBe('accounting-currency.in-use')
  })

  test('is not euro for a sole trader', async () => {
    const company = await owned(service, { companyType: 'proprietorship' })
    const { body } = await company.as('PATCH', '/accounting-currency', { accountingCurrency: 'EUR' })
    expect(body.errors).toEqual([
      {
        field: '#/accountingCurrency',
        message: 'can be EUR only for limited companies and cooperatives (bokföringslagen 4 kap. 6 §)',
      },
    ])
  })
})

describe('documents of books in euro', () => {
  test('are in euro where they name no currency, at the rate 1, and are not rounded to whole units', async () => {
    const company = await inEuro()
    const { id, journalEntryId } = await sold(company, { lineItems: [{ ...line, unitPrice: 100.3 }] })
    expect(ok(await company.get(`/invoices/${id}`))).toMatchObject({
      currency: 'EUR',
      currencyRate: 1,
      totalAmount: 125.38,
    })
    expect(await itemsOf(company, journalEntryId)).toEqual(
      expect.arrayContaining([
        [1510, 125.38],
        [2611, -25.08],
      ]),
    )
    ok(
      await company.post(`/invoices/${id}/payments`, {
        date: '2026-01-15',
        sumBaseCurrency: 124.9,
        bookkeepingAccountNumber: 1930,
      }),
    )
    expect(ok(await company.get(`/invoices/${id}`)).status).toBe('overdue')
  })

  test('in kronor are in foreign currency: they need a rate, and their payment has a difference', async () => {
    const company = await inEuro()
    const { body } = await company.post('/invoices', {
      invoiceDate: '2026-01-08',
      lineItems: [line],
      currency: 'SEK',
      currencyRate: 1,
    })
    expect(body.errors).toMatchObject([{ field: '#/currencyRate' }])
    const { id, journalEntryId } = await sold(company, { currency: 'SEK', currencyRate: 0.09 })
    expect(await itemsOf(company, journalEntryId)).toEqual(
      expect.arrayContaining([
        [1510, 112.5],
        [2611, -22.5],
      ]),
    )
    const payment = ok(
      await company.post(`/invoices/${id}/payments`, {
        date: '2026-02-20',
        amount: 1250,
        sumBaseCurrency: 115,
        bookkeepingAccountNumber: 1930,
      }),
    )
    ok(await company.post(`/invoices/${id}/payments/${payment.id}/record`))
    const { status, settledAmount } = ok(await company.get(`/invoices/${id}`))
    expect([status, settledAmount ?? null]).toEqual(['paid', settledAmount ?? null])
    expect(ok(await company.get('/chart-of-accounts/3960')).accountBalance).toBe(-2.5)
  })

  test('from suppliers are valued in euro, by the rates of both currencies on their day', async () => {
    const company = await inEuro()
    const bought = async (currency: string | undefined) => {
      const supplier = ok(
        await company.post('/suppliers', { name: `Papper ${currency}`, ...(currency ? { currency } : {}) }),
      )
      const invoice = { invoiceNumber: '1', invoiceDate: '2026-01-08', dueDate: '2026-02-08', totalAmount: 990 }
      return ok(await company.post('/supplier-invoices', { ...invoice, supplierRef: { id: supplier.id } }))
    }
    expect(await bought(undefined)).toMatchObject({ currency: 'EUR', currencyRate: 1 })
    expect(await bought('SEK')).toMatchObject({ currency: 'SEK', currencyRate: 0.09090909 })
    expect(await bought('USD')).toMatchObject({ currency: 'USD', currencyRate: 0.9 })
  })
})

describe('the VAT return of books in euro', () => {
  const FIRST = { startDate: '2026-01-01', endDate: '2026-03-31' }
  const withSale = async () => {
    const company = await inEuro()
    await service.operateFor(company.id, (call) => setVatSetting(call, 'quarterly'))
    await sold(company)
    return company
  }

  test('is in whole kronor at the mean rate of the period, and books euro', async () => {
    const company = await withSale()
    const made = ok(await company.post('/vat-returns', FIRST))
    // Thirteen Thursdays: seven at 11 and six at 11.2.
    expect(made.rateOfEuro).toBeCloseTo((7 * 11 + 6 * 11.2) / 13, 7)
    const boxes = Object.fromEntries(made.boxes.map(({ box, reported }: Record<string, string>) => [box, reported]))
    expect(boxes).toMatchObject({ '05': 11092, 10: 2773 })
    expect(made.payable).toBe(2773)
    expect(made.boxes.find(({ box }: { box: string }) => box === '05').amount).toBe(1000)
    expect(made.entry.items).toEqual([
      { account: 2611, debit: 250, credit: 0 },
      { account: 2650, debit: 0, credit: 249.99 },
      { account: 3740, debit: 0, credit: 0.01 },
    ])
    const file = await company.get(`/vat-returns/${made.id}/file`)
    expect(file.text).toContain('<ForsMomsEjAnnan>11092</ForsMomsEjAnnan>')
    const report = ok(await company.get('/reports/vat-report?from=2026-01-01&to=2026-03-31'))
    const sales = report.rows.find(({ key }: { key: string }) => key === '05')
    expect(sales.values[0]).toMatchObject({ reported: 11092, amount: 1000 })
  })

  test('takes the rate that is given, and is refused without any', async () => {
    const company = await withSale()
    const { body } = await company.post('/vat-returns?dryRun=true', { ...FIRST, rateOfEuro: 11.5 })
    expect([body.rateOfEuro, body.payable]).toEqual([11.5, 2875])
    service.setNow('2027-02-10T10:00:00Z')
    const late = await company.post('/vat-returns', { startDate: '2026-07-01', endDate: '2026-09-30' })
    expect(late.body.reason).toBe('report.no-rate-of-euro')
    const kronor = await owned(service)
    await service.operateFor(kronor.id, (call) => setVatSetting(call, 'quarterly'))
    const told = await kronor.post('/vat-returns', { ...FIRST, rateOfEuro: 11 })
    expect(told.body.errors).toMatchObject([{ field: '#/rateOfEuro' }])
  })
})

describe('files of books in euro', () => {
  const yearFile = (currency: string) =>
    [
      '#FLAGGA 0',
      '#PROGRAM "Prov" 1',
      '#FORMAT PC8',
      '#GEN 20260101',
      '#SIETYP 4',
      '#FNAMN "Provbolaget AB"',
      '#RAR 0 20260101 20261231',
      ...(currency ? [`#VALUTA ${currency}`] : []),
      '#IB 0 1930 100',
      '#IB 0 2081 -100',
      '',
    ].join('\r\n')

  test('say so, and are read only by books of their currency', async () => {
    const company = await inEuro()
    await sold(company)
    const { text } = await company.get(`/sie/${company.fiscalYearId}/download`)
    expect(text).toContain('#VALUTA EUR')
    const read = async (currency: string) => {
      return company.upload('/sie/import', 'prov.se', Buffer.from(yearFile(currency)))
    }
    for (const currency of ['SEK', '']) {
      const { body } = await read(currency)
      expect(JSON.stringify(body)).toContain('Filen är i SEK, och företagets redovisningsvaluta är EUR')
    }
    expect((await read('EUR')).status).toBe(200)
  })
})

describe('what is made of books in kronor alone', () => {
  const cases: [what: string, method: string, path: (company: Owned) => string, reason: string, body?: object][] = [
    ['SRU', 'GET', ({ fiscalYearId: id }) => `/fiscal-years/${id}/sru`, 'year-end.forms-in-kronor'],
    ['tax forms', 'GET', ({ fiscalYearId: id }) => `/fiscal-years/${id}/tax-forms`, 'year-end.forms-in-kronor'],
    ['proposals', 'GET', ({ fiscalYearId: id }) => `/fiscal-years/${id}/proposals`, 'year-end-proposal.in-kronor'],
    [
      'statements',
      'GET',
      ({ fiscalYearId: id }) => `/fiscal-years/${id}/financial-statements`,
      'annual-report.in-kronor',
    ],
    ['annual report', 'GET', ({ fiscalYearId: id }) => `/fiscal-years/${id}/annual-report`, 'annual-report.in-kronor'],
  ]
  test.each(cases)('%s are refused, with what to do', async (_, method, path, reason, body) => {
    const company = await inEuro()
    const answer = await company.as(method, path(company), body)
    expect([answer.status, answer.body.reason]).toEqual([400, reason])
  })
})

describe('rates', () => {
  test('between two currencies follow from both, and a mean from every day', () => {
    expect(crossRate('9.9', '11')).toBe('0.9')
    expect(crossRate('1', '11')).toBe('0.09090909')
    expect(meanRate(['11', '11.2', '11.1'])).toBe('11.1')
    expect(meanRate([])).toBeNull()
    expect(outOfBase(277_300n, '11.0923')).toBe(24_999n)
  })

  test('tell what is in the accounting currency: kronor or euro at the rate 1', () => {
    const of = (currency: string, currencyRate: string) => ({ currency, currencyRate })
    const known = [of('SEK', '1'), of('EUR', '1'), of('SEK', '0.09'), of('EUR', '11'), of('USD', '1')]
    expect(known.map(isInAccountingCurrency)).toEqual([true, true, false, false, false])
    expect(known.map(roundsToWhole)).toEqual([true, false, false, false, false])
  })
})
