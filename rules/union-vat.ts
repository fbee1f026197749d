// VAT in the other member states: their names, and the standard rate of each by day, for what is sold to consumers
// there (the union scheme, mervärdesskattelagen 2023:200, 22 kap.). Reduced rates are for the seller to know.
import { lawOn } from '#rule/law'

/** ISO 3166-1 alpha-2, without Sweden. */
export const unionCountries = {
  AT: { sv: 'Österrike', en: 'Austria' },
  BE: { sv: 'Belgien', en: 'Belgium' },
  BG: { sv: 'Bulgarien', en: 'Bulgaria' },
  CY: { sv: 'Cypern', en: 'Cyprus' },
  CZ: { sv: 'Tjeckien', en: 'Czechia' },
  DE: { sv: 'Tyskland', en: 'Germany' },
  DK: { sv: 'Danmark', en: 'Denmark' },
  EE: { sv: 'Estland', en: 'Estonia' },
  ES: { sv: 'Spanien', en: 'Spain' },
  FI: { sv: 'Finland', en: 'Finland' },
  FR: { sv: 'Frankrike', en: 'France' },
  GR: { sv: 'Grekland', en: 'Greece' },
  HR: { sv: 'Kroatien', en: 'Croatia' },
  HU: { sv: 'Ungern', en: 'Hungary' },
  IE: { sv: 'Irland', en: 'Ireland' },
  IT: { sv: 'Italien', en: 'Italy' },
  LT: { sv: 'Litauen', en: 'Lithuania' },
  LU: { sv: 'Luxemburg', en: 'Luxembourg' },
  LV: { sv: 'Lettland', en: 'Latvia' },
  MT: { sv: 'Malta', en: 'Malta' },
  NL: { sv: 'Nederländerna', en: 'Netherlands' },
  PL: { sv: 'Polen', en: 'Poland' },
  PT: { sv: 'Portugal', en: 'Portugal' },
  RO: { sv: 'Rumänien', en: 'Romania' },
  SI: { sv: 'Slovenien', en: 'Slovenia' },
  SK: { sv: 'Slovakien', en: 'Slovakia' },
} as const
export type UnionCountry = keyof typeof unionCountries

export const isUnionCountry = (code: string): code is UnionCountry => Object.hasOwn(unionCountries, code)

/** The standard rate of a country in percent; null on days that the law's table does not know. */
export const standardRateOn = (country: UnionCountry, day: string): number | null =>
  lawOn(day).find(`unionVat.${country}`)?.value ?? null

const MAX_RATE = 50
const HUNDRED = 100
/** What a number with two decimals may be off as a binary fraction. */
const ROUNDING_ERROR = 1e-6

/** Whether a number in percent may be a rate of another country: above zero, with at most two decimals. */
export const isRateOfUnion = (percent: number): boolean => {
  const hundredths = Math.round(percent * HUNDRED)
  return hundredths > 0 && percent <= MAX_RATE && Math.abs(percent * HUNDRED - hundredths) < ROUNDING_ERROR
}

/** The code of a country in VAT numbers and in the return: Greece is EL (directive 2006/112/EC, article 215). */
export const vatCodeOf = (country: UnionCountry): string => (country === 'GR' ? 'EL' : country)
