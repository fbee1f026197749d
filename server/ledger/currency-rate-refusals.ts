// Why currency rates are rejected.
import { fault } from '#platform/refusal'

export const rateFaults = {
  line: fault('line {line}: {problem}'),
  noLines: fault('has no rates'),
  tooMany: fault('has more than {limit} rates'),
  date: fault('{date} is not a day, YYYY-MM-DD'),
  dayToCome: fault('{date} is in the future'),
  currency: fault('{currency} is not a currency of ISO 4217 other than SEK'),
  rate: fault('{rate} is not a rate: above 0, below {limit}, at most eight decimals'),
}
