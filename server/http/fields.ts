// The fields of forms and of addresses, as application/x-www-form-urlencoded has them. They are counted before anything
// walks them, and walked once.

/** Maximum number of fields in a form or an address. */
export const MAX_FIELDS = 200

/** The first value of each name, without anything that an object has by nature; names given again; NUL in a value. */
export type Fields = { values: Record<string, string>; repeated: string[]; hasNul: boolean }

export const noFields = (): Fields => ({ values: Object.create(null), repeated: [], hasNul: false })

/** The fields of a text; null when there are more than {@link MAX_FIELDS}. */
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

/** Whether a text has more than {@link MAX_FIELDS} fields: stops at the first that is too much. */
export const hasMoreFields = (text: string): boolean => {
  let count = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_FIELDS) return true
  }
  return false
}
