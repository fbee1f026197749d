// Errors in sales settings.
import { fault, refusal } from '#platform/refusal'

export const settingsRefusals = {
  seriesHasBegun: refusal(
    'operation-not-allowed',
    'The number of the next invoice is {next} and cannot be changed: the series began with {first} and must have no gaps',
  ),
  noLogo: refusal('not-found', 'The company has no logo'),
}

export const settingsFaults = {
  wrongNumber: fault('"{text}" is not one, or its check digit is wrong'),
  textTooLong: fault('must be at most {limit} characters'),
  paymentTermsDays: fault('must be a whole number of days from 0 to {limit}'),
  logo: fault('must be an undamaged PNG or JPEG picture of at most {bytes} bytes and {pixels} pixels on each side'),
  firstNumber: fault('must be a whole number from 1 to {limit}'),
}
