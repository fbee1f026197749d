// What of a malformed body can be judged all the same: all errors are reported together, and a judgement sees nothing
// but values whose form is right.
import { type FieldError, MAX_ERRORS } from '#platform/refusal'
import { isLarge } from './schema.ts'

/**
 * A copy of a body in which everything that `errors` name is left out; in arrays null stands in its place. Undefined
 * when nothing is left, or when not everything that is wrong has been told. What is missing though the schema requires
 * it is still missing.
 */
export const soundPartOf = (body: unknown, errors: readonly FieldError[]): unknown => {
  if (errors.length >= MAX_ERRORS || isLarge(body)) return undefined
  const copy: unknown = structuredClone(body)
  for (const { field } of errors) {
    const [root, ...path] = field.split('/')
    if (root !== '#') continue
    if (path.length === 0) return undefined
    leaveOut(
      copy,
      path.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
    )
  }
  return copy
}

const leaveOut = (value: unknown, [first = '', ...rest]: readonly string[]): void => {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return
  const parent = value as Record<string, unknown>
  if (rest.length > 0) leaveOut(parent[first], rest)
  else if (Array.isArray(value)) parent[first] = null
  else delete parent[first]
}
