// References within a bulk: an operation refers to the answer of an earlier one as `name#/pointer`, in its path in
// braces, in its body as an object with the only member `$ref` (as in JSON Reference).

/** `invoice#/id`: the name of an operation, and a JSON pointer (RFC 6901) into its answer. */
const REFERENCE = /^([A-Za-z][\w-]{0,49})#((?:\/[^/]*)*)$/
const IN_PATH = /\{([^{}]*)\}/g

/** The answers of earlier operations by name; null if one was refused. */
export type Answers = ReadonlyMap<string, unknown>

/** A reference that cannot be resolved. */
export type Dangling = { reference: string; reason: 'malformed' | 'unknown' | 'refused' | 'absent' }

/** The names that an operation refers to. */
export const namesIn = ({ path, body }: { path: string; body?: unknown }): string[] => {
  const references = [...path.matchAll(IN_PATH)].map(([, reference = '']) => reference)
  const walk = (value: unknown): void => {
    const reference = referenceOf(value)
    if (reference !== null) references.push(reference)
    else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) walk(member)
  }
  walk(body)
  return references.map((reference) => REFERENCE.exec(reference)?.[1] ?? '').filter((name) => name !== '')
}

/** The operation with its references resolved, and those that could not be. */
export const resolved = (
  { path, body }: { path: string; body?: unknown },
  answers: Answers,
): { path: string; body: unknown; dangling: Dangling[] } => {
  const dangling: Dangling[] = []
  const look = (reference: string): unknown => {
    const found = lookUp(reference, answers)
    if ('reason' in found) dangling.push({ reference, reason: found.reason })
    return 'value' in found ? found.value : null
  }
  const walk = (value: unknown): unknown => {
    const reference = referenceOf(value)
    if (reference !== null) return look(reference)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]))
  }
  const filled = path.replace(IN_PATH, (_, reference: string) => encodeURIComponent(String(look(reference))))
  return { path: filled, body: walk(body), dangling }
}

/** The reference in a value; null if it is not one. */
const referenceOf = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const [[name, reference] = [], more] = Object.entries(value)
  return name === '$ref' && more === undefined && typeof reference === 'string' ? reference : null
}

const lookUp = (reference: string, answers: Answers): { value: unknown } | Pick<Dangling, 'reason'> => {
  const [, name, pointer = ''] = REFERENCE.exec(reference) ?? []
  if (name === undefined) return { reason: 'malformed' }
  if (!answers.has(name)) return { reason: 'unknown' }
  let value = answers.get(name)
  if (value === null) return { reason: 'refused' }
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return { reason: 'absent' }
    value = (value as Record<string, unknown>)[key]
  }
  return { value }
}
