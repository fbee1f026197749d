// What can be wrong with a field of any request.
import { FIRST_YEAR, LAST_YEAR } from './day.ts'
import { fault } from './refusal.ts'

export const noDay = fault(
  'field.no-day',
  `must be a day from ${FIRST_YEAR} to ${LAST_YEAR}, as YYYY-MM-DD`,
  `ska vara en dag från ${FIRST_YEAR} till ${LAST_YEAR}, som ÅÅÅÅ-MM-DD`,
)

export const invisibleCharactersFault = fault(
  'field.has-unseen',
  'must not have control characters, or characters that turn the direction of writing',
  'får inte innehålla styrtecken, eller tecken som vänder skrivriktningen',
)

export const noCurrency = fault(
  'field.no-currency',
  'must be a currency code of ISO 4217, such as SEK',
  'ska vara en valutakod enligt ISO 4217, till exempel SEK',
)
