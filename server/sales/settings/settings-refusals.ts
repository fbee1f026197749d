// Errors in sales settings.
import { fault, refusal } from '#platform/refusal'

export const settingsRefusals = {
  seriesHasBegun: refusal(
    'operation-not-allowed',
    'settings.series-has-begun',
    'The number of the next invoice is {next} and cannot be changed: the series began with {first} and must have no gaps',
    'Nästa fakturanummer är {next} och kan inte ändras: serien började med {first} och får inte ha luckor',
  ),
  noLogo: refusal('not-found', 'settings.no-logo', 'The company has no logo', 'Företaget har ingen logotyp'),
}

export const settingsFaults = {
  wrongNumber: fault(
    'settings.wrong-number',
    '"{text}" is not such a number, or its check digit is wrong',
    '”{text}” är inget sådant nummer, eller så är kontrollsiffran fel',
  ),
  textTooLong: fault('settings.text-too-long', 'must be at most {limit} characters', 'får ha högst {limit} tecken'),
  paymentTermsDays: fault(
    'settings.payment-terms-days',
    'must be a whole number of days from 0 to {limit}',
    'ska vara ett helt antal dagar från 0 till {limit}',
  ),
  logo: fault(
    'settings.logo',
    'must be an undamaged PNG or JPEG picture of at most {bytes} bytes and {pixels} pixels on each side',
    'ska vara en oskadad PNG- eller JPEG-bild på högst {bytes} byte och {pixels} bildpunkter på vardera sidan',
  ),
  firstNumber: fault(
    'settings.first-number',
    'must be a whole number from 1 to {limit}',
    'ska vara ett heltal från 1 till {limit}',
  ),
}
