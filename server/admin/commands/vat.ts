// The operator's commands for VAT: the period, and the returns.

import { type Given, idOf, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany, forceOption } from '#admin/command'
import { setVatSetting, type VatSetting, vatSettings } from '#identity'
import { type Day, isDay } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { reportVat } from '#vat'

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
    name: 'vat-return make',
    summary: 'Report VAT for a period: book its settlement, and lock its days',
    options: [
      companyOption,
      { name: 'start', value: 'DATE', description: 'The first day' },
      { name: 'end', value: 'DATE', description: 'The last day' },
      { name: 'corrects', value: 'ID', description: 'The return of the same period that this one corrects' },
      { name: 'elsewhere', description: 'It was reported by other means: book and lock nothing' },
      { name: 'accept-differences', description: 'Report it although bases and taxes do not belong together' },
      { name: 'dry-run', description: 'Only tell what would be' },
      forceOption,
    ],
    run: forCompany(async (call, given) => {
      const asked = {
        start: dayIn(given, 'start'),
        end: dayIn(given, 'end'),
        corrects: given.text('corrects') && idOf(given, 'corrects'),
        isElsewhere: given.has('elsewhere'),
        acceptsDifferences: given.has('accept-differences'),
      }
      const made = await reportVat(call, asked, { force: given.has('force'), dryRun: given.has('dry-run') })
      const { id, startDate: start, endDate: end, journalEntryNumber } = made
      const payable = numberFromOre(made.payable)
      const text = `VAT of ${start} to ${end}${id === null ? ' would be' : ':'} ${payable} kronor${entryText(journalEntryNumber)}`
      return { json: { id, start, end, payable, journalEntryNumber }, text }
    }),
  },
]

const entryText = (number: string | null): string => (number === null ? '' : `, settled by entry ${number}`)

const dayIn = (given: Given, option: string): Day | undefined => {
  const text = given.text(option)
  if (text === undefined) return undefined
  if (!isDay(text)) throw new UsageError(`--${option}: ${text} is not a day, YYYY-MM-DD`)
  return text
}
