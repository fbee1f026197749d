// Swedish organization numbers (lag 1974:174 om identitetsbeteckning för juridiska personer m.fl.): ten digits, the
// third at least 2 so that it is not mistaken for a date, the last a Luhn check digit. A sole proprietor's is the
// personal identity number (folkbokföringslag 1991:481, 18 §), or the coordination number, whose day is increased by
// 60.
import { luhnHolds } from './luhn.ts'
import { birthdayOf, CENTURIES } from './personal-number.ts'

/**
 * The number as `NNNNNN-NNNN`, otherwise null. Twelve digits are accepted too: with the prefix 16, or the century of a
 * personal number. `+` replaces the hyphen in the personal number of a person aged 100.
 */
export const organizationNumber = (text: string): string | null => {
  const number = writtenOrganizationNumber(text)
  return number !== null && luhnHolds(number.replace('-', '')) ? number : null
}

/** As {@link organizationNumber}, but accepts a wrong check digit of a legal person. */
export const writtenOrganizationNumber = (text: string): string | null => {
  const parts = /^(\d{2})?(\d{6})([-+]?)(\d{4})$/.exec(text.trim())
  if (!parts) return null
  const [, prefix, front = '', separator, back = ''] = parts
  const ofLegalPerson = Number(front[2]) >= LEAST_THIRD_DIGIT
  const right = ofLegalPerson
    ? (prefix === undefined || prefix === LEGAL_PERSON_PREFIX) && separator !== '+'
    : luhnHolds(front + back) &&
      (prefix === undefined ? CENTURIES : [prefix]).some((century) => birthdayOf(century, front) !== null)
  return right ? `${front}-${back}` : null
}

const LEAST_THIRD_DIGIT = 2
/** The prefix before the ten digits where twelve are required. */
export const LEGAL_PERSON_PREFIX = '16'
