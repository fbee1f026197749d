// The countries that forms offer are those that the service knows.
import { expect, test } from 'vitest'
import { countriesIn } from '#console-rules/ui/inputs/countries'
import { isCountry } from '#numbers/country'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const known = letters.flatMap((one) => letters.map((other) => `${one}${other}`)).filter(isCountry)

test.each(['sv', 'en'])('in %s forms offer each country that the service knows, the one at home first', (language) => {
  const offered = countriesIn(language)
  expect(offered.map(({ value }) => value).toSorted()).toEqual(known)
  expect(offered[0]?.value).toBe('SE')
})
