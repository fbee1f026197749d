// Examples for the documentation, composed from the examples within the schemas.
import type { TSchema } from '#http/bodies/schema'

type Node = {
  examples?: unknown[]
  default?: unknown
  enum?: unknown[]
  const?: unknown
  type?: string
  format?: string
  minimum?: number
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
}

/** A value that fits the schema. */
export const exampleOf = (schema: TSchema): unknown => {
  const {
    examples,
    default: preset,
    enum: allowed,
    const: only,
    type,
    format,
    properties,
    items,
    anyOf,
    minimum,
  } = schema as Node
  if (examples?.[0] !== undefined) return examples[0]
  if (preset !== undefined) return preset
  if (only !== undefined) return only
  if (allowed?.[0] !== undefined) return allowed[0]
  if (anyOf) return anyOf[0] ? exampleOf(anyOf[0]) : null
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, exampleOf(property)]))
  }
  switch (type) {
    case 'array':
      return items ? [exampleOf(items)] : []
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return false
    case 'string':
      return format === 'uuid' ? '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' : 'text'
    case 'object':
      return {}
    default:
      return null
  }
}
