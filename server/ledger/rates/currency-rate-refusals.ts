// Why currency rates are rejected.
import { fault } from '#platform/refusal'

export const rateFaults = {
  line: fault('currency-rate.line', 'line {line}: {problem}', 'rad {line}: {problem}'),
  noLines: fault('currency-rate.no-lines', 'has no rates', 'har inga kurser'),
  tooMany: fault('currency-rate.too-many', 'has more than {limit} rates', 'har fler än {limit} kurser'),
  date: fault('currency-rate.date', '{date} is not a day, YYYY-MM-DD', '{date} är ingen dag, ÅÅÅÅ-MM-DD'),
  dayToCome: fault('currency-rate.day-to-come', '{date} is in the future', '{date} är i framtiden'),
  currency: fault(
    'currency-rate.currency',
    '{currency} is not a currency of ISO 4217 other than SEK',
    '{currency} är ingen annan valuta än SEK enligt ISO 4217',
  ),
  rate: fault(
    'currency-rate.rate',
    '{rate} is not a rate: above 0, below {limit}, at most eight decimals',
    '{rate} är ingen kurs: över 0, under {limit}, högst åtta decimaler',
  ),
}
