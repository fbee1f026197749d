// Forms that are tables of fields, and writes of one press.

export { ConfirmButton } from './ConfirmButton.tsx'
export { Form } from './Form.tsx'
export { type FieldRow, type Values, valueAt } from './field.rules.ts'
export { send, sendTagged, useDo } from './send.ts'
