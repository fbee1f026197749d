// Countries by name, for forms: their codes are those of ISO 3166-1, which the browser knows the names of. Pure.

/** Regions that have two letters and a name, and are no countries of the standard. */
const NONE = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'XK', 'ZZ'])

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const HOME = 'SE'

type Country = { value: string; label: string }

/** All countries in a language, by name; the one at home first. */
export const countriesIn = (language: string): Country[] => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`))
  const found = codes.flatMap((value): Country[] => {
    const label = NONE.has(value) || isFormer(value) ? undefined : names.of(value)
    return label === undefined ? [] : [{ value, label }]
  })
  const order = (one: Country, other: Country) =>
    Number(other.value === HOME) - Number(one.value === HOME) || one.label.localeCompare(other.label, language)
  return found.toSorted(order)
}

/** Withdrawn codes map to their successors: `DD` to `DE`. */
const isFormer = (code: string): boolean => Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
