// Swedish organization numbers (lag 1974:174 om identitetsbeteckning för juridiska personer m.fl.): ten digits, the
// third at least 2 so that none can be taken for a date, the last a check digit by the Luhn formula. That of a sole
// proprietor is the personal identity number (folkbokföringslag 1991:481, 18 §), or the coordination number, in which
// the day is 60 more.
import { luhnHolds } from './luhn.ts'
import { birthdayOf, CENTURIES } from './personal-number.ts'

/**
 * The number as `NNNNNN-NNNN`, or null when it is not one. Twelve digits are read too: with the prefix 16, or the
 * century of a personal number. `+` stands for the hyphen in the personal number of somebody who is 100.
 */
export const organizationNumber = (text: string): string | null => {
  const number = writtenOrganizationNumber(text)
  return number !== null && luhnHolds(number.replace('-', '')) ? number : null
}

/** The same, whatever the check digit of a legal person is: a number as it may be mistyped. */
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
/** What stands before the ten digits where twelve are wanted. */
export const LEGAL_PERSON_PREFIX = '16'
