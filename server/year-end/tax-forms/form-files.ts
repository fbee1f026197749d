// The two files of the tax forms, as the tax authority's file transfer takes them.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { LEGAL_PERSON_PREFIX } from '#numbers/organization-number'
import { personalNumber } from '#numbers/personal-number'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { yearEndRefusals } from '#year-end/refusals'
import { formName, formsFile, infoFile } from '#year-end/sru-file.rules'
import { valuesOf } from './form-checks.rules.ts'
import type { FormSheet } from './forms.rules.ts'

export const formFiles = ['INFO.SRU', 'BLANKETTER.SRU'] as const

type Asked = {
  file: (typeof formFiles)[number]
  year: { startDate: Day; endDate: Day }
  /** The forms, each a block; those on paper are left out. */
  sheets: readonly FormSheet[]
  /** The number of a partner whose own forms they are. */
  partner?: string | null
}

/** Forms whose block has no name of the one who hands it in. */
const UNNAMED: ReadonlySet<string> = new Set(['INK2'])

/** A file of forms; refused if the company's address lacks what it must say. */
export const fileOfForms = async (
  call: CompanyCall,
  { file, year, sheets, partner = null }: Asked,
): Promise<FileAnswer> => {
  const { organizationNumber, address, ...company } = await companyInformation(call)
  const { postalCode, city } = address
  if (postalCode === '' || city === '') throw yearEndRefusals.noPostalAddress()
  const today = dayOf(call.now)
  const own = twelveDigits(organizationNumber, today)
  const moment = momentIn(call.now)
  const sender = { number: own, name: company.name, postalCode, city, email: company.email, phone: company.phone }
  const { startDate, endDate } = year
  const blocks = sheets
    .filter(({ isOnPaper }) => !isOnPaper)
    .map((sheet) => ({
      form: formName(sheet.form, endDate),
      startDate,
      endDate,
      number: partner === null ? own : twelveDigits(partner, today),
      name: UNNAMED.has(sheet.form) || partner !== null ? null : company.name,
      values: valuesOf(sheet).map((one) => asInFile(sheet, one, today)),
    }))
  const text = file === 'INFO.SRU' ? infoFile(sender, moment) : formsFile(blocks, moment)
  const bytes = Buffer.from(text, 'latin1')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name: file, size: bytes.length, contentType: 'application/octet-stream' }
}

/** Numbers of persons and organizations have twelve digits in the file. */
const asInFile = ({ cells }: FormSheet, { field, value }: { field: string; value: string }, today: Day) => {
  const kind = cells.find((cell) => cell.field.field === field)?.field.kind
  if (kind !== 'identity') return { field, value }
  const digits = value.replace(/\D/g, '')
  return { field, value: digits.length === 10 ? twelveDigits(digits, today) : digits }
}

/** A personal number with its century; other numbers with the prefix of legal persons. */
const twelveDigits = (number: string, today: Day): string =>
  (personalNumber(number, today) ?? `${LEGAL_PERSON_PREFIX}${number}`).replace(/\D/g, '')

const momentIn = (now: Date): string => {
  const [day = '', time = ''] = now.toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' }).split(' ')
  return `${day.replaceAll('-', '')} ${time.replaceAll(':', '')}`
}
