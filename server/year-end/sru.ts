// SRU: the figures of a fiscal year for the tax return, in the form of its accounts alone. They are those of the tax
// forms.
import type { FileAnswer } from '#http'
import { type CompanyCall, warn } from '#platform/call'
import { textFromOre } from '#platform/money'
import { fileOfForms, formFiles } from '#year-end/tax-forms/form-files'
import type { FormSheet } from '#year-end/tax-forms/forms.rules'
import { accountsSheetOf, type TaxForms, taxFormsOf } from '#year-end/tax-forms/tax-forms'
import { yearEndWarnings as doubts, yearEndRefusals as refusals } from './refusals.ts'

export type Sru = { forms: TaxForms; sheet: FormSheet }

/** Maximum number of accounts without a field in a warning. */
const MAX_WARNED = 8

/** The figures of a year; reads one snapshot. Warns of accounts without a field, and of an imbalance. */
export const sruOf = async (call: CompanyCall, id: string): Promise<Sru> => {
  const forms = await taxFormsOf(call, id)
  for (const { account, name, ore } of forms.unmapped.slice(0, MAX_WARNED)) {
    warn(call, doubts.unmapped({ account, name, amount: textFromOre(ore) }))
  }
  if (forms.difference !== 0n) {
    warn(call, doubts.difference({ amount: textFromOre(forms.difference) }))
  }
  if (forms.year.status === 'open') warn(call, doubts.openYear())
  return { forms, sheet: accountsSheetOf(forms) }
}

/** One of the two files of a year; refused if required data is missing in the company's address. */
export const sruFile = async (call: CompanyCall, { id, file }: { id: string; file: string }): Promise<FileAnswer> => {
  const name = formFiles.find((one) => one === file)
  if (!name) throw refusals.noSruFile({ file, known: formFiles.join(', ') })
  const { forms, sheet } = await sruOf(call, id)
  return fileOfForms(call, { file: name, year: forms.year, sheets: [sheet] })
}
