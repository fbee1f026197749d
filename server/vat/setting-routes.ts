// The endpoints of VAT periods: the reporting period, and which periods are reported.
import { DateOnly, DateTime, named, nullable, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { lockVatSetting, setVatSetting, vatSettingOf, vatSettings } from '#identity'
import { dayOf, momentText } from '#platform/day'
import { warnOfLargeBase } from './large-base.ts'
import { listVatPeriods, type VatPeriod, vatPeriodStatuses } from './period.ts'

const company = '/companies/{companyId}'
const tag = 'VAT periods'

const vatSetting = Type.Enum([...vatSettings], { description: 'How often the company reports VAT' })
const VatSettingGet = named('VatSetting', object({ vatSetting: nullable(vatSetting) }))

const VatPeriodGet = named(
  'VatPeriod',
  object({
    startDate: DateOnly,
    endDate: DateOnly,
    status: Type.Enum([...vatPeriodStatuses]),
    reportedDateTime: nullable(DateTime),
    reportedBy: nullable(Type.String({ examples: ['Anna Ek'] })),
    dueDate: nullable({ ...DateOnly, description: 'The last day for the return, sent in electronically' }),
  }),
)

const shown = ({ reportedAt, ...period }: VatPeriod) => ({
  ...period,
  reportedDateTime: reportedAt && momentText(reportedAt),
})

export const vatSettingRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/vat-setting`,
    operationId: 'getVatSetting',
    tag,
    summary: 'Read how often the company reports VAT',
    description: 'What the tax authority has decided; null until it is set.',
    by: 'people',
    scope: 'vat-setting:read',
    answer: { json: VatSettingGet },
    tagged: true,
    refusals: [],
    run: async (call) => ({ vatSetting: await vatSettingOf(call) }),
  }),
  row({
    method: 'PATCH',
    path: `${company}/vat-setting`,
    operationId: 'setVatSetting',
    tag,
    summary: 'Set how often the company reports VAT',
    description:
      'As the tax authority has decided. What has been reported stays reported. `Service-Warning` says so where the taxable base of the last twelve months is above the limit for anything but months.',
    by: 'people',
    scope: 'vat-setting:write',
    events: ['vat-setting.set'],
    body: named('VatSettingChange', object({ vatSetting })),
    answer: { json: VatSettingGet },
    tagged: true,
    refusals: [],
    current: async (call) => ({ vatSetting: await lockVatSetting(call) }),
    example: { body: { vatSetting: 'quarterly' } },
    run: async (call, { body }) => {
      await setVatSetting(call, body.vatSetting)
      await warnOfLargeBase(call, body.vatSetting, dayOf(call.now))
      return { vatSetting: await vatSettingOf(call) }
    },
  }),
  row({
    method: 'GET',
    path: `${company}/vat-periods`,
    operationId: 'listVatPeriods',
    tag,
    summary: 'List the VAT periods',
    description:
      'Those of all fiscal years, latest first. `query` filters on startDate, endDate and status: ongoing, unreported (it is over, and no return was made for it), reported, nothingBooked (it was over before the first entry, so no return is asked for) and yearClosed (its fiscal year was closed without one).',
    by: 'people',
    scope: 'vat-periods:read',
    query: pageQuery('status==unreported'),
    answer: { json: pageOf(VatPeriodGet) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listVatPeriods(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
]
