// The operator's commands for VAT periods.
import { setVatSetting, type VatSetting, vatSettings } from '#identity'
import { type Day, isDay } from '#platform/day'
import { reportVat } from '#sales'
import { type Given, UsageError } from './arguments.ts'
import { type Command, companyOption, forCompany, forceOption, leftOut } from './command.ts'

export const vatCommands: readonly Command[] = [
  {
    name: 'vat-setting set',
    summary: 'Set how often a company reports VAT',
    options: [companyOption, { name: 'to', value: vatSettings.join('|'), required: true, description: 'How often' }],
    run: forCompany(async (call, given) => {
      const setting = vatSettings.find((one) => one === given.text('to')) as VatSetting | undefined
      if (!setting) throw new UsageError(`--to must be one of ${vatSettings.join(', ')}`)
      await setVatSetting(call, setting)
      return { json: { vatSetting: setting }, text: `VAT is reported: ${setting}` }
    }),
  },
  {
    name: 'vat-period reported',
    summary: 'Note that VAT has been reported, for one period or for several together',
    options: [
      companyOption,
      { name: 'start', value: 'DATE', required: true, description: 'The first day' },
      { name: 'end', value: 'DATE', required: true, description: 'The last day' },
      forceOption,
    ],
    run: forCompany(async (call, given) => {
      const [start, end] = [dayIn(given, 'start'), dayIn(given, 'end')]
      const unrecorded = await reportVat(call, { start, end, force: given.has('force') })
      return { json: { start, end, unrecorded }, text: `VAT of ${start} to ${end} is reported${leftOut(unrecorded)}` }
    }),
  },
]

const dayIn = (given: Given, option: string): Day => {
  const text = given.text(option) ?? ''
  if (!isDay(text)) throw new UsageError(`--${option}: ${text} is not a day, YYYY-MM-DD`)
  return text
}
