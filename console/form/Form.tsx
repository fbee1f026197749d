// A form made of a table of fields: what is typed is kept, and put together with what others save meanwhile; what was
// refused stands on its field.
import { type ReactNode, useState } from 'react'
import { isRefused, useTyped } from '#client'
import { ActionButton, Cancel, entered, FailureMessage, FieldLock, focusFirstWrong, KeptNote, TypedNotes } from '#ui'
import { useWords } from '#words'
import { Field } from './Field.tsx'
import { bodyOf, changesOf, type FieldRow, initialOf, type Values, valueAt, withValue, wordsOf } from './field.rules.ts'
import { words } from './words.ts'

type Given = {
  /** Under what the draft is kept: `settings/company`. */
  name: string
  fields: readonly FieldRow[]
  /** What was read, of a change; nothing, of what is new. */
  read?: unknown
  /** Sends the form; any error it throws is shown. */
  onSend: (body: Values) => Promise<void>
  action?: string
  onCancel?: () => void
  children?: ReactNode
  /** Whether the page has another form, which has the key. */
  isBeside?: boolean
}

export const Form = ({ name, fields, read, onSend, action, onCancel, children, isBeside }: Given) => {
  const texts = useWords(words)
  const [wrong, setWrong] = useState<unknown>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [sending, setSending] = useState<{ version: string | null } | null>(null)
  const before = initialOf(fields, read)
  // What was read is its own version. One that comes while this one is sent is met once that has been answered.
  const version = read === undefined ? null : JSON.stringify(before)
  const typed = useTyped<Values>(name, () => before, { etag: sending ? sending.version : version })
  // What others have saved as it was typed here is saved.
  const isUnsaved = read === undefined || Object.keys(changesOf(fields, typed.form, before)).length > 0
  const forget = () => {
    typed.startOver()
    setErrors({})
    setWrong(null)
  }
  // What is new is not here any more once it has been made.
  const isHeld = sending !== null && read === undefined
  const change = (field: string, value: unknown) => {
    if (isHeld) return
    typed.put(withValue(typed.latest(), field, value))
    setErrors(({ [field]: _, ...others }) => others)
  }
  const send = async () => {
    const values = typed.latest()
    setSending({ version })
    setErrors({})
    setWrong(null)
    try {
      await onSend(read === undefined ? bodyOf(fields, values) : changesOf(fields, values, before))
      typed.drop(values)
    } catch (thrown) {
      const known = new Set(fields.map((field) => field.name))
      const said = isRefused(thrown) ? Object.entries(thrown.fields).filter(([path]) => known.has(path)) : []
      setErrors(Object.fromEntries(said))
      setWrong(thrown)
      if (said.length > 0) focusFirstWrong()
    } finally {
      setSending(null)
    }
  }
  return (
    <FieldLock isHeld={isHeld}>
      <form
        // One that opens on a page; a page that is a form is read from its heading.
        ref={onCancel ? entered : null}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <KeptNote isTyped={typed.isTyped && isUnsaved} onForget={forget} />
        <TypedNotes
          typed={{ ...typed, lost: isUnsaved ? typed.lost : null, startOver: forget }}
          names={Object.fromEntries(fields.map((field) => [field.name, field.label]))}
          text={(at, value) => fields.flatMap((field) => (field.name === at ? [wordsOf(field, value)] : [])).join('')}
        />
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={valueAt(typed.form, field.name)}
            error={errors[field.name]}
            onChange={(value) => change(field.name, value)}
          />
        ))}
        {children}
        {typed.trouble(wrong) ? <FailureMessage error={wrong} /> : null}
        <div className="page-actions">
          <ActionButton type="submit" {...(!isBeside && { keys: 'Mod+Enter' })} loading={sending !== null}>
            {action ?? texts.save}
          </ActionButton>
          {onCancel && (
            <Cancel onDrop={typed.drop} onClose={onCancel}>
              {texts.cancel}
            </Cancel>
          )}
        </div>
      </form>
    </FieldLock>
  )
}
