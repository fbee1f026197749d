// Places in a JSON value, and what stands in them replaced by any text, such as no value would become: for bodies that
// no client should send.

export type Path = readonly (string | number)[]

/** Every place in a value, itself too. */
export const placesIn = (value: unknown, at: Path = []): Path[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) =>
        placesIn(member, [...at, Array.isArray(value) ? Number(key) : key]),
      )
    : []),
]

export const valueAt = (value: unknown, at: Path): unknown =>
  at.reduce((inside, key) => (inside as Record<string | number, unknown> | undefined)?.[key], value)

const MARK = '@@hostile@@'

/** The JSON text of a value with another text in one place. */
export const replaced = (value: unknown, [first, ...rest]: Path, text: string): string => {
  if (first === undefined) return text
  return JSON.stringify(withValue(value, [first, ...rest], MARK)).replace(`"${MARK}"`, () => text)
}

/** The value with another one in a place; `undefined` there leaves a name out. */
export const withValue = (inside: unknown, [key, ...further]: Path, value: unknown): unknown => {
  if (key === undefined) return value
  if (Array.isArray(inside)) return inside.map((one, place) => (place === key ? withValue(one, further, value) : one))
  return { ...(inside as object), [key]: withValue((inside as Record<string, unknown>)?.[key], further, value) }
}
