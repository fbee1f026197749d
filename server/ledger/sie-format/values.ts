// Parsing and formatting of amounts, days, periods and other values of SIE 4B §2.
import type { Words } from './findings.ts'
import { AMOUNT_MAX_DIGITS } from './limits.ts'

const AMOUNT = /^(-?)(\d*)(?:\.(\d{1,2}))?$/

/**
 * The öre of an amount in the format's notation: `.` as decimal sign, at most two decimals, no plus. Otherwise null.
 */
export const parseAmount = (text: string): bigint | null => {
  const parts = AMOUNT.exec(text)
  if (parts === null) return null
  const [, minus, whole = '', decimals = ''] = parts
  if (whole.length > AMOUNT_MAX_DIGITS || whole.length + decimals.length === 0) return null
  const ore = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  return minus === '-' ? -ore : ore
}

/** An amount of öre with two decimals, as `-1459.90`. */
export const formatAmount = (ore: bigint): string => {
  const digits = (ore < 0n ? -ore : ore).toString().padStart(3, '0')
  return `${ore < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const QUANTITY = /^-?\d{1,15}(\.\d{1,10})?$/

/** Whether a text is a quantity: a decimal number with a point. */
export const isQuantity = (text: string): boolean => QUANTITY.test(text)

/** The supported years. */
const FIRST_YEAR = 1900
const LAST_YEAR = 2199

/** `YYYYMMDD` as `YYYY-MM-DD`, or null if there is no such day. */
export const parseDay = (text: string): string | null => {
  if (!/^\d{8}$/.test(text)) return null
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(4, 6))
  const day = Number(text.slice(6))
  if (year < FIRST_YEAR || year > LAST_YEAR || day < 1 || day > daysOf(year, month)) return null
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** `YYYYMM` as `YYYY-MM`, or null if there is no such month. */
export const parsePeriod = (text: string): string | null =>
  /^\d{6}$/.test(text) && parseDay(`${text}01`) !== null ? `${text.slice(0, 4)}-${text.slice(4)}` : null

/** `YYYY-MM-DD` as `YYYYMMDD`. */
export const compactDay = (day: string): string => day.replaceAll('-', '')

/** The number of days in a month; 0 if there is no such month. */
const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** The name of a voucher in a finding, which may lack series or number. */
export const voucherTitle = (series: string, number: string | null): Words => {
  const name = [series, number ?? ''].filter((part) => part !== '').join(' ')
  if (name === '') return { sv: 'Verifikationen', en: 'The voucher' }
  return { sv: `Verifikation ${name}`, en: `Voucher ${name}` }
}

/** The name of a series in a finding. */
export const seriesTitle = (series: string): Words =>
  series === ''
    ? { sv: 'Serien utan namn', en: 'The series without a name' }
    : { sv: `Serie ${series}`, en: `Series ${series}` }
