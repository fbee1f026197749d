// A form made of a table of fields: what is typed is kept, and what was refused stands on its field.
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { isRefused, useDraft } from '#client'
import { Act, DraftElsewhere, entered, focusFirstWrong, Wrong } from '#ui'
import { useWords } from '#words'
import { Field } from './Field.tsx'
import { bodyOf, changesOf, type FieldRow, initialOf, type Values } from './field.ts'
import { words } from './words.ts'

type Given = {
  /** Under what the draft is kept: `settings/company`. */
  name: string
  fields: readonly FieldRow[]
  /** What was read, of a change; nothing, of what is new. */
  read?: unknown
  /** Sends it; whatever it throws is shown. */
  onSend: (body: Values) => Promise<void>
  action?: string
  onCancel?: () => void
  children?: ReactNode
}

export const Form = ({ name, fields, read, onSend, action, onCancel, children }: Given) => {
  const texts = useWords(words)
  const draft = useDraft<Values>(name, { offersOther: true })
  const [before] = useState(() => initialOf(fields, read))
  const [kept] = useState(() => draft.kept())
  const [wrong, setWrong] = useState<unknown>(null)
  const [isSending, setIsSending] = useState(false)
  const form = useForm<Values>({
    initialValues: kept ? { ...before, ...kept } : before,
    onValuesChange: (values) => draft.keep(values),
  })
  const [isOld, setIsOld] = useState(kept !== null)
  const forget = () => {
    draft.drop()
    form.setValues(before)
    form.clearErrors()
    setIsOld(false)
    setWrong(null)
    setTimeout(draft.drop)
  }
  const send = async () => {
    const isChange = read !== undefined
    const body = isChange ? changesOf(fields, form.values, before) : bodyOf(fields, form.values)
    setIsSending(true)
    setWrong(null)
    try {
      await onSend(body)
      draft.drop()
      setIsOld(false)
    } catch (thrown) {
      const known = new Set(fields.map((field) => field.name))
      const said = isRefused(thrown) ? Object.entries(thrown.fields).filter(([path]) => known.has(path)) : []
      form.setErrors(Object.fromEntries(said))
      setWrong(thrown)
      if (said.length > 0) focusFirstWrong()
    } finally {
      setIsSending(false)
    }
  }
  return (
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
      {isOld && (
        <p className="form-kept">
          {texts.kept}{' '}
          <button type="button" className="link-button" onClick={forget}>
            {texts.forget}
          </button>
        </p>
      )}
      <DraftElsewhere
        elsewhere={form.isDirty() ? null : draft.elsewhere}
        other={draft.other}
        shown={form.getValues()}
        onTake={(values) => form.setValues({ ...before, ...values })}
      />
      {fields.map((field) => (
        <Field key={field.name} field={field} form={form} />
      ))}
      {children}
      {wrong !== null && <Wrong error={wrong} />}
      <div className="page-actions">
        <Act type="submit" keys="Mod+Enter" loading={isSending}>
          {action ?? texts.save}
        </Act>
        {onCancel && (
          <Act variant="default" keys="Escape" onClick={() => [draft.drop(), onCancel()]}>
            {texts.cancel}
          </Act>
        )}
      </div>
    </form>
  )
}
