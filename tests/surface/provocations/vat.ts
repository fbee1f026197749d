// How the refusals of VAT returns come about.
import { setVatSetting, type VatSetting } from '#identity'
import { newId } from '#platform/id'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const FIRST = { startDate: '2026-01-01', endDate: '2026-03-31' }

const set = (service: Service, { id }: TestCompany, setting: VatSetting) =>
  service.operateFor(id, (call) => setVatSetting(call, setting))

const made = (body: object): Provocation =>
  over(async (company, service) => {
    await set(service, company, 'quarterly')
    return company.post('/vat-returns', body)
  })

/** One return after another: the last one is refused. */
const afterOne = (first: object, next: (id: string) => object): Provocation =>
  over(async (company, service) => {
    await set(service, company, 'quarterly')
    const { body } = await company.post('/vat-returns', first)
    return company.post('/vat-returns', next(body.id))
  })

export const ofVat: Record<string, Provocation> = {
  returnNotFound: over((company) => company.get(`/vat-returns/${newId()}`)),
  noSetting: over((company) => company.post('/vat-returns', FIRST)),
  notRegistered: over(async (company, service) => {
    await set(service, company, 'notRegisteredForVat')
    return company.post('/vat-returns', FIRST)
  }),
  alreadyReported: afterOne(FIRST, () => FIRST),
  settledBefore: over(async (company, service) => {
    await set(service, company, 'quarterly')
    const vouchers = [
      ['20260110', '1930 {} 125', '3001 {} -100', '2611 {} -25'],
      ['20260331', '2611 {} 25', '2650 {} -25'],
    ]
    const rows = vouchers.flatMap(([date, ...items], at) => [
      `#VER A ${at + 1} ${date} "Prov"`,
      '{',
      ...items.map((item) => `#TRANS ${item}`),
      '}',
    ])
    const head = ['#FLAGGA 0', '#PROGRAM "Prov" 1', '#FORMAT PC8', '#GEN 20260401', '#SIETYP 4', '#FNAMN "Prov AB"']
    await company.upload('/sie/import', 'file.si', Buffer.from([...head, ...rows, ''].join('\r\n')))
    return company.post('/vat-returns', FIRST)
  }),
  basesDiffer: over(async (company, service) => {
    await set(service, company, 'quarterly')
    await company.post('/journal-entries', entryOf([4535, 1000], [1930, -1000]))
    return company.post('/vat-returns', FIRST)
  }),
  correctedAlready: over(async (company, service) => {
    await set(service, company, 'quarterly')
    const { body } = await company.post('/vat-returns', FIRST)
    await company.post('/vat-returns', { corrects: body.id })
    return company.post('/vat-returns', { corrects: body.id })
  }),
  noFigures: over(async (company) => {
    const { body } = await company.post('/vat-returns', { ...FIRST, reportedElsewhere: true })
    return company.get(`/vat-returns/${body.id}/file`)
  }),
}

type Line = [account: number, kronor: number, vatCode?: string]

const entryOf = (...lines: Line[]) => ({
  title: 'Prov',
  date: '2026-02-10',
  items: lines.map(([account, kronor, vatCode]) => ({
    account,
    ...(kronor > 0 ? { debit: kronor } : { credit: -kronor }),
    ...(vatCode ? { vatCode } : {}),
  })),
})

const booked = (...lines: Line[]): Provocation => over((company) => company.post('/journal-entries', entryOf(...lines)))

/** Of VAT rows, and of days whose VAT is reported. */
export const ofVatRows: Record<string, Provocation> = {
  taxOnOther: booked([5420, 1000, '48'], [1930, -1000]),
  baseOnTax: booked([2611, 1000, '05'], [1930, -1000]),
  vatLocked: over(async (company, service) => {
    await set(service, company, 'quarterly')
    await company.post('/vat-returns', FIRST)
    return company.post('/journal-entries', entryOf([2641, 1000], [1930, -1000]))
  }),
}

export const ofVatFaults: Record<string, Provocation> = {
  rateOfKronor: made({ ...FIRST, rateOfEuro: 11 }),
  rate: over(
    async (company, service) => {
      await set(service, company, 'quarterly')
      return company.post('/vat-returns', { ...FIRST, rateOfEuro: 11.123456789 })
    },
    { accountingCurrency: 'EUR' },
  ),
  daysMissing: made({ startDate: '2026-01-01' }),
  order: made({ startDate: '2026-03-31', endDate: '2026-01-01' }),
  notOver: made({ startDate: '2026-04-01', endDate: '2026-06-30' }),
  notPeriod: made({ startDate: '2026-01-01', endDate: '2026-01-31' }),
  noYear: over(async (company, service) => {
    await set(service, company, 'yearly')
    return company.post('/vat-returns', { startDate: '2020-01-01', endDate: '2020-12-31' })
  }),
  elsewhereToo: afterOne({ ...FIRST, reportedElsewhere: true }, (id) => ({ corrects: id })),
  otherDays: afterOne(FIRST, (id) => ({ corrects: id, startDate: '2026-04-01' })),
}
