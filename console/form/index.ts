// Forms that are tables of fields, and writes of one press.
export { Form } from './Form.tsx'
export type { FieldRow, Values } from './field.rules.ts'
export { Sure } from './Sure.tsx'
export { send, sendTagged, useDo } from './send.ts'
