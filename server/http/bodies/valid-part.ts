// The valid part of a malformed body, so that it can be validated further and all errors are reported together:
// validators only see values of the right form.
import { type FieldError, MAX_ERRORS } from '#platform/refusal'
import { isLarge } from './schema.ts'

/**
 * A copy of a body without everything that `errors` names; null in its place in arrays. Undefined if nothing is left,
 * or if not all errors were reported. Missing required properties are still missing.
 */
export const validPartOf = (body: unknown, errors: readonly FieldError[]): unknown => {
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
