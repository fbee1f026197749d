// The fields of forms and query strings (application/x-www-form-urlencoded). They are counted before anything else
// processes them, and parsed once.

/** Most fields in a form or a query string. */
export const MAX_FIELDS = 200

/** The first value of each name, without names that objects inherit; repeated names; whether a value contains NUL. */
type Fields = { values: Record<string, string>; repeated: string[]; hasNul: boolean }

export const noFields = (): Fields => ({ values: Object.create(null), repeated: [], hasNul: false })

/** The fields of a text; null if there are more than {@link MAX_FIELDS}. */
export const fieldsOf = (text: string): Fields | null => {
  if (hasMoreFields(text)) return null
  const { values, repeated, hasNul } = noFields()
  const twice = new Set(repeated)
  let withNul = hasNul
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in values) twice.add(name)
    else values[name] = value
    withNul ||= value.includes('\0')
  }
  return { values, repeated: [...twice], hasNul: withNul }
}

/** Whether a text has more than {@link MAX_FIELDS} fields; stops counting at the first excess one. */
export const hasMoreFields = (text: string): boolean => {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_FIELDS) return true
  }
  return false
}
