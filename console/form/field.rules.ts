// The fields of a form, and how their values become a request body.
type FieldKind =
  | 'text'
  | 'email'
  | 'tel'
  | 'url'
  | 'long'
  | 'number'
  | 'amount'
  | 'day'
  | 'account'
  | 'switch'
  | 'choice'
  | 'choices'

export type FieldRow = {
  /** Its path in the body: `address.line1`. */
  name: string
  label: string
  kind?: FieldKind
  hint?: string
  isRequired?: boolean
  /** Of a choice, and of several; those of one group stand together. `code` is what programs call it. */
  choices?: readonly { value: string; label: string; group?: string; code?: string }[]
  /** Of several: choices that are made at once. What is new begins with the first. */
  sets?: readonly { label: string; values: readonly string[] }[]
}

export type Values = { [name: string]: unknown }

export const valueAt = (values: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((found, part) => (found as Record<string, unknown> | null | undefined)?.[part], values)

const put = (values: Values, name: string, value: unknown): void => {
  const [first = '', ...rest] = name.split('.')
  if (rest.length === 0) values[first] = value
  else {
    values[first] ??= {}
    put(values[first] as Values, rest.join('.'), value)
  }
}

/** The values with another one in a place. */
export const withValue = (values: Values, name: string, value: unknown): Values => {
  const next = structuredClone(values)
  put(next, name, value)
  return next
}

type Choices = NonNullable<FieldRow['choices']>

/** The choices whose group, label and code together contain all typed words, ignoring case. */
export const choicesWith = (choices: Choices, typed: string): Choices => {
  const parts = typed.toLowerCase().split(/\s+/)
  return choices.filter(({ label, group = '', code = '' }) => {
    const said = `${group} ${label} ${code}`.toLowerCase()
    return parts.every((part) => said.includes(part))
  })
}

/** A value in words, as the field shows it. */
export const wordsOf = ({ choices = [] }: FieldRow, value: unknown): string =>
  [value]
    .flat()
    .map((one) =>
      typeof one === 'boolean' ? (one ? '✓' : '–') : (choices.find((choice) => choice.value === one)?.label ?? one),
    )
    .join(', ')

const emptyOf = ({ kind = 'text', choices = [], sets = [] }: FieldRow): unknown =>
  kind === 'switch'
    ? false
    : kind === 'choices'
      ? [...(sets[0]?.values ?? [])]
      : kind === 'amount'
        ? null
        : kind === 'choice'
          ? (choices[0]?.value ?? '')
          : ''

/** What the fields begin with. */
export const initialOf = (fields: readonly FieldRow[], read: unknown): Values => {
  const values: Values = {}
  for (const field of fields) {
    const value = valueAt(read, field.name)
    const isNumber = field.kind === 'number' || field.kind === 'account'
    put(values, field.name, value === null || value === undefined ? emptyOf(field) : isNumber ? String(value) : value)
  }
  return values
}

const bodyValueOf = ({ kind }: FieldRow, value: unknown, empty: null | undefined): unknown => {
  if (value === '' || value === null || value === undefined) return empty
  if (kind !== 'number' && kind !== 'account') return value
  const number = Number(String(value).replace(',', '.').replace(/\s/g, ''))
  // The service says what is wrong with a text that is no number.
  return Number.isNaN(number) ? value : number
}

/** The body of a create: what is empty is left out. */
export const bodyOf = (fields: readonly FieldRow[], values: Values): Values => {
  const body: Values = {}
  for (const field of fields) {
    const value = bodyValueOf(field, valueAt(values, field.name), undefined)
    if (value !== undefined) put(body, field.name, value)
  }
  return body
}

/** The body of a change: only what was changed, and null for what was emptied. */
export const changesOf = (fields: readonly FieldRow[], values: Values, before: Values): Values => {
  const body: Values = {}
  for (const field of fields) {
    const value = valueAt(values, field.name)
    if (JSON.stringify(value) !== JSON.stringify(valueAt(before, field.name)))
      put(body, field.name, bodyValueOf(field, value, null))
  }
  return body
}
