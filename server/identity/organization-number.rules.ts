// Swedish organization numbers (lag 1974:174 om identitetsbeteckning för juridiska personer m.fl.): ten digits, the
// third at least 2 so that none can be taken for a date, the last a check digit by the Luhn formula (ISO/IEC 7812-1). A
// sole proprietor's number is the personal identity number (folkbokföringslag 1991:481, 18 §), or the coordination
// number, in which the day is 60 more.
import { isDay } from '#platform/day'

/**
 * The number as `NNNNNN-NNNN`, or null when it is not one. Twelve digits are read too: with the prefix 16, or the
 * century of a personal number. `+` stands for the hyphen in the personal number of somebody who is 100.
 */
export const organizationNumber = (text: string): string | null => {
  const parts = /^(\d{2})?(\d{6})([-+]?)(\d{4})$/.exec(text.trim())
  if (!parts) return null
  const [, prefix, front = '', separator, back = ''] = parts
  if (!luhnHolds(front + back)) return null
  const ofLegalPerson = Number(front[2]) >= LEAST_THIRD_DIGIT
  const right = ofLegalPerson
    ? (prefix === undefined || prefix === LEGAL_PERSON_PREFIX) && separator !== '+'
    : (prefix === undefined ? CENTURIES : [prefix]).some((century) => isBirthday(century, front))
  return right ? `${front}-${back}` : null
}

const LEAST_THIRD_DIGIT = 2
const LEGAL_PERSON_PREFIX = '16'
/** The centuries that people who live may be born in. */
const CENTURIES = ['19', '20']
/** What is added to the day in a coordination number (samordningsnummer). */
const COORDINATION = 60

const isBirthday = (century: string, front: string): boolean => {
  const [year, month, day] = [front.slice(0, 2), front.slice(2, 4), Number(front.slice(4))]
  const date = day > COORDINATION ? day - COORDINATION : day
  return CENTURIES.includes(century) && isDay(`${century}${year}-${month}-${String(date).padStart(2, '0')}`)
}

const luhnHolds = (digits: string): boolean => {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return sum % 10 === 0
}
