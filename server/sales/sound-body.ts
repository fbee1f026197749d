// What of a malformed body can be judged all the same: all errors are reported together.
import { checkOf, type TSchema, withoutReadOnly } from '#http'

/**
 * Makes a copy of a body in which everything of the wrong form is left out; in arrays null stands in its place. Null
 * when nothing is left. What is missing though the schema requires it is still missing.
 */
export const soundPartOf = (schema: TSchema): ((body: unknown) => unknown) => {
  const check = checkOf(withoutReadOnly(schema))
  return (body) => {
    const copy: unknown = structuredClone(body)
    for (const { field } of check(copy)) {
      const path = field.split('/').slice(1)
      if (path.length === 0) return null
      leaveOut(
        copy,
        path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
      )
    }
    return copy
  }
}

const leaveOut = (value: unknown, [first = '', ...rest]: readonly string[]): void => {
  if (typeof value !== 'object' || value === null) return
  const parent = value as Record<string, unknown>
  if (rest.length > 0) leaveOut(parent[first], rest)
  else if (!Array.isArray(value)) delete parent[first]
  else if (first in value) parent[first] = null
}
