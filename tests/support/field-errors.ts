// Errors of fields in tests: a test that names the field and the message of one compares these. Reason and values are
// compared where the test names them too; that they fit the message is checked of every answer (checked.ts).
import { expect } from 'vitest'

type FieldError = { field: string; message: unknown; reason?: unknown; values?: unknown }

const NAMES = new Set(['field', 'message', 'reason', 'values', 'said'])

const isFieldError = (value: unknown): value is FieldError => {
  if (typeof value !== 'object' || value === null || !('field' in value) || !('message' in value)) return false
  return Object.keys(value).every((name) => NAMES.has(name))
}

expect.addEqualityTesters([
  function sameFieldError(one: unknown, other: unknown) {
    if (!isFieldError(one) || !isFieldError(other)) return undefined
    if (Object.keys(one).length === Object.keys(other).length) return undefined
    return this.equals(one.field, other.field) && this.equals(one.message, other.message)
  },
])
