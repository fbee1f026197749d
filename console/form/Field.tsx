// One field of a form, by its kind.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AccountInput } from '#console/accounts'
import { DayInput, kronorOf, MoneyInput, oreOf } from '#ui'
import type { FieldRow } from './field.rules.ts'
import { Several } from './Several.tsx'

const inputModes = { number: 'decimal', tel: 'tel', email: 'email', url: 'url' } as const

type Given = { field: FieldRow; value: unknown; error: string | undefined; onChange: (value: unknown) => void }

export const Field = ({ field, value, error, onChange }: Given) => {
  const { name, label, kind = 'text', hint, isRequired = false, choices = [] } = field
  const common = { label, description: hint, error, withAsterisk: isRequired, name }
  const text = String(value ?? '')
  switch (kind) {
    case 'switch':
      return (
        <Checkbox
          label={label}
          description={hint}
          error={error}
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={[...choices]}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'choices':
      return <Several field={field} value={Array.isArray(value) ? value : []} error={error} onChange={onChange} />
    case 'day':
      return <DayInput {...common} value={text} onChange={onChange} />
    case 'amount':
      return (
        <MoneyInput
          {...common}
          value={typeof value === 'number' ? oreOf(value) : null}
          onChange={(ore) => onChange(ore === null ? null : kronorOf(ore))}
        />
      )
    case 'account':
      return <AccountInput {...common} value={text} onChange={onChange} />
    case 'long':
      return (
        <Textarea
          {...common}
          autosize={false}
          rows={3}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...common}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          inputMode={kind === 'text' ? 'text' : inputModes[kind]}
          autoComplete="off"
        />
      )
  }
}
