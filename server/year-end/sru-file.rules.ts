// The SRU files for the tax authority: INFO.SRU identifies the sender, BLANKETTER.SRU has the figures. ISO 8859-1,
// lines ended by CR and LF. Pure.
import type { Day } from '#platform/day'
import { latinText } from '#text/latin-text'

type SruSender = { number: string; name: string; postalCode: string; city: string; email: string; phone: string }

/** The time of creation, as `YYYYMMDD HHMMSS` in Swedish time. */
type SruMoment = string

/** The period code of a form, by the last month of the year. */
export const formName = (form: string, endDate: Day): string => `${form}-${periodOf(endDate)}`

/** The period of a year that ends on a day, such as `2025P4`. */
export const periodOf = (endDate: Day): string => {
  const month = Number(endDate.slice(5, 7))
  const period = PERIODS.findIndex((last) => month <= last) + 1
  return `${endDate.slice(0, 4)}P${period}`
}

/** The last months of the periods P1 to P4. */
const PERIODS = [4, 6, 8, 12]

/** Program and version in the file. */
const PROGRAM = 'Grundbok 1'

/** Maximum length of a telephone number in the file, in characters; a longer one is left out. */
const PHONE_MAX_CHARACTERS = 15

export const infoFile = ({ number, name, postalCode, city, email, phone }: SruSender, moment: SruMoment): string =>
  linesOf([
    ['DATABESKRIVNING_START'],
    ['PRODUKT', 'SRU'],
    ['SKAPAD', moment],
    ['PROGRAM', PROGRAM],
    ['FILNAMN', 'BLANKETTER.SRU'],
    ['DATABESKRIVNING_SLUT'],
    ['MEDIELEV_START'],
    ['ORGNR', number],
    ['NAMN', name],
    ['POSTNR', postalCode.replace(/\s/g, '')],
    ['POSTORT', city],
    ...(email === '' ? [] : [['EMAIL', email]]),
    ...(phone === '' || phone.length > PHONE_MAX_CHARACTERS ? [] : [['TELEFON', phone]]),
    ['MEDIELEV_SLUT'],
  ])

/** A form as a block of the file; `name` is null where the form has no name. Values are as the file has them. */
type FormBlock = {
  /** For example `INK2R-2025P4`. */
  form: string
  startDate: Day
  endDate: Day
  /** Whose form it is, in twelve digits. */
  number: string
  name: string | null
  values: readonly { field: string; value: string }[]
}

/** The file of several forms, each a block. */
export const formsFile = (blocks: readonly FormBlock[], moment: SruMoment): string =>
  linesOf([
    ...blocks.flatMap(({ form, number, name, startDate, endDate, values }) => [
      ['BLANKETT', form],
      ['IDENTITET', number, moment],
      ...(name === null ? [] : [['NAMN', name]]),
      ['UPPGIFT', FIRST_DAY, digitsOf(startDate)],
      ['UPPGIFT', LAST_DAY, digitsOf(endDate)],
      ...values.map(({ field, value }) => ['UPPGIFT', field, value]),
      ['BLANKETTSLUT'],
    ]),
    ['FIL_SLUT'],
  ])

/** The fields of the first and last day of the year. */
const FIRST_DAY = '7011'
const LAST_DAY = '7012'

const digitsOf = (day: Day): string => day.replaceAll('-', '')

const linesOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((words) => `#${words.map(cleaned).join(' ')}\r\n`).join('')

/** A line break or label sign within a text is replaced. */
const cleaned = (word: string): string => latinText(word).replaceAll('#', '?')
