// A value of a tax form entered by hand, with why; and taken back.
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction, useCompany, useRefresh } from '#client'
import { send, useDo } from '#console/form'
import { ActionButton, FailureMessage, Money, momentText } from '#ui'
import { useWords } from '#words'
import { TAX_FORMS, type TaxField, type TaxForm } from './forms.ts'
import { formWords } from './words.ts'

export const FieldForm = ({
  of,
  form: { form, copy },
  fiscalYearId,
  onDone,
}: {
  of: TaxField
  form: TaxForm
  fiscalYearId: string
  onDone: () => void
}) => {
  const texts = useWords(formWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { entered, kind, automaticAmount } = of
  const [value, setValue] = useState(entered?.value ?? (kind === 'cross' ? 'X' : ''))
  const [note, setNote] = useState(entered?.note ?? '')
  const { run, isBusy, error, fields } = useAction()
  const taking = useDo()
  const path = { companyId, fiscalYearId, form, field: of.field }
  const save = async () => {
    const isDone = await run(async () => {
      const typed = kind === 'amount' || kind === 'signed' ? value.replace(/\s/g, '').replace('−', '-') : value
      await send('PUT', `${TAX_FORMS}/{form}/{field}`, { path, body: { value: typed, note, copy } })
      await refresh('fiscal-years')
    })
    if (isDone) onDone()
  }
  const takeBack = () =>
    taking.run(async () => {
      await send('DELETE', `${TAX_FORMS}/{form}/{field}`, { path, query: { copy } })
      await refresh('fiscal-years')
      onDone()
    }, texts.takenBack)
  return (
    <form
      className="form inner-form"
      aria-label={texts.enter}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {entered && (
        <p className="soft">
          {entered.note} ({texts.by(entered.changedBy, momentText(entered.changedDateTime))})
        </p>
      )}
      {entered && automaticAmount !== null && (
        <p className="soft">
          {texts.automatic}: <Money kronor={automaticAmount} decimals={0} />
        </p>
      )}
      {may('reports:write') && (
        <>
          {kind === 'cross' ? (
            <Checkbox
              size="md"
              label={texts.cross}
              checked={value === 'X'}
              onChange={({ currentTarget }) => setValue(currentTarget.checked ? 'X' : '')}
            />
          ) : (
            <TextInput
              label={kind === 'amount' || kind === 'signed' ? texts.value : texts.text}
              value={value}
              inputMode={kind === 'amount' || kind === 'signed' ? 'numeric' : 'text'}
              error={fields.value}
              required
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          )}
          <Textarea
            label={texts.why}
            value={note}
            error={fields.note}
            required
            maxLength={500}
            autosize
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {error !== null && !fields.value && !fields.note && <FailureMessage error={error} />}
          <div className="form-actions">
            <ActionButton type="submit" loading={isBusy} disabled={value === '' || note.trim() === ''}>
              {texts.save}
            </ActionButton>
            {entered && (
              <ActionButton variant="default" loading={taking.isBusy} onClick={() => void takeBack()}>
                {texts.takeBack}
              </ActionButton>
            )}
          </div>
        </>
      )}
    </form>
  )
}
