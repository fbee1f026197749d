// The form of what a person gives for a proposal: fields, and rows of fields.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { newIntent, type Schema, useCompany, useDraft, useRefresh } from '#client'
import { send, useDo } from '#console/form'
import { ActionButton, DayInput, DecimalInput, MoneyInput } from '#ui'
import { useWords } from '#words'
import {
  emptyOf,
  type Field,
  type Section,
  sections,
  sentSection,
  type Typed,
  type TypedSection,
  typedSection,
} from './inputs.rules.ts'
import { words } from './words.ts'

type Inputs = Schema<'YearEndProposalInputs'>

export const ADDRESS = '/companies/{companyId}/fiscal-years/{fiscalYearId}/proposal-inputs'

export const InputsForm = ({ kind, inputs, fiscalYearId }: { kind: string; inputs: Inputs; fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const section = sections[kind]
  const kept = (inputs as Readonly<Record<string, unknown>>)[kind] as Readonly<Record<string, unknown>> | null
  const draft = useDraft<TypedSection>(`year-end/proposal/${kind}/${fiscalYearId}`)
  const [typed, setTyped] = useState<TypedSection>(() =>
    section ? (draft.kept() ?? typedSection(section, kept)) : { single: {}, rows: [] },
  )
  if (!section) return null
  const change = (next: TypedSection) => {
    setTyped(next)
    draft.keep(next)
  }
  const save = () =>
    run(async () => {
      const body = { [kind]: sentSection(section, typed) }
      const headers = { 'Idempotency-Key': newIntent() }
      await send('PATCH', ADDRESS, { path: { companyId, fiscalYearId }, body, headers })
      draft.drop()
      await refresh('fiscal-years')
    }, texts.saved)
  return (
    <form
      className="form inner-form"
      aria-label={texts.inputs}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h3>{texts.inputs}</h3>
      {section.single.map((field) => (
        <OneField
          key={field.key}
          field={field}
          label={labelOf(texts, field)}
          value={typed.single[field.key] ?? ''}
          onChange={(value) => change({ ...typed, single: { ...typed.single, [field.key]: value } })}
        />
      ))}
      {section.rows && <Rows rows={section.rows} typed={typed.rows} onChange={(rows) => change({ ...typed, rows })} />}
      <div className="form-actions">
        <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
          {texts.save}
        </ActionButton>
      </div>
    </form>
  )
}

type Texts = ReturnType<typeof useWords<(typeof words)['sv']>>

/** The words of a field. */
const labelOf = ({ fields }: Texts, { key, words: other }: Field): string =>
  (fields as Readonly<Record<string, string>>)[other ?? key] ?? key

const Rows = ({
  rows: { key, fields },
  typed,
  onChange,
}: {
  rows: NonNullable<Section['rows']>
  typed: readonly Typed[]
  onChange: (rows: readonly Typed[]) => void
}) => {
  const texts = useWords(words)
  const title = (texts.rowsOf as Readonly<Record<string, string>>)[key] ?? key
  const put = (at: number, name: string, value: string) =>
    onChange(typed.map((row, index) => (index === at ? { ...row, [name]: value } : row)))
  return (
    <fieldset className="proposal-rows">
      <legend>{title}</legend>
      {typed.map((row, at) => (
        // Rows are told apart by their place alone.
        <div key={`${at}`} className="proposal-row">
          {fields.map((field) => (
            <OneField
              key={field.key}
              field={field}
              label={texts.ofRow(labelOf(texts, field), at + 1)}
              shown={labelOf(texts, field)}
              value={row[field.key] ?? ''}
              onChange={(value) => put(at, field.key, value)}
            />
          ))}
          <button
            type="button"
            className="icon-button"
            aria-label={texts.remove(at + 1)}
            onClick={() => onChange(typed.filter((_, index) => index !== at))}
          >
            ×
          </button>
        </div>
      ))}
      <div>
        <ActionButton variant="default" keys="n" onClick={() => onChange([...typed, emptyOf(fields)])}>
          {texts.add}
        </ActionButton>
      </div>
    </fieldset>
  )
}

const OneField = ({
  field: { kind, choices },
  label,
  shown = label,
  value,
  onChange,
}: {
  field: Field
  label: string
  /** What is seen of the label, where it is one of many alike. */
  shown?: string
  value: string
  onChange: (value: string) => void
}) => {
  const texts = useWords(words)
  const named = { label: shown, ...(shown === label ? {} : { 'aria-label': label }) }
  if (kind === 'money')
    return (
      <MoneyInput
        {...named}
        value={value === '' ? null : Number(value)}
        onChange={(ore) => onChange(ore === null ? '' : String(ore))}
      />
    )
  if (kind === 'number') return <DecimalInput {...named} value={value} onChange={onChange} />
  if (kind === 'day') return <DayInput {...named} value={value} onChange={onChange} />
  if (kind === 'choice')
    return (
      <NativeSelect
        {...named}
        value={value}
        data={(choices ?? []).map((one) => ({
          value: one,
          label: (texts.choices as Readonly<Record<string, string>>)[one] ?? one,
        }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  return <TextInput {...named} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
}
