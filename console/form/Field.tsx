// One field of a form, by its kind.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DayInput, kronorOf, MoneyInput, oreOf } from '#ui'
import { AccountPick } from './AccountPick.tsx'
import type { FieldRow, Values } from './field.ts'

const inputModes = { number: 'decimal', tel: 'tel', email: 'email', url: 'url' } as const

export const Field = ({ field, form }: { field: FieldRow; form: UseFormReturnType<Values> }) => {
  const { name, label, kind = 'text', hint, isRequired = false, choices = [] } = field
  const { value, onChange, error, onBlur, onFocus } = form.getInputProps(name)
  const common = { label, description: hint, error, onBlur, onFocus, withAsterisk: isRequired, name }
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
      return <NativeSelect {...common} data={[...choices]} value={value} onChange={onChange} />
    case 'choices':
      return (
        <Checkbox.Group label={label} description={hint} error={error} value={value} onChange={onChange}>
          <div className="form-choices">
            {choices.map((one) => (
              <Checkbox key={one.value} value={one.value} label={one.label} />
            ))}
          </div>
        </Checkbox.Group>
      )
    case 'day':
      return <DayInput {...common} value={value} onChange={onChange} />
    case 'amount':
      return (
        <MoneyInput
          {...common}
          value={value === null ? null : oreOf(value)}
          onChange={(ore) => onChange(ore === null ? null : kronorOf(ore))}
        />
      )
    case 'account':
      return <AccountPick {...common} value={value} onChange={onChange} />
    case 'long':
      return <Textarea {...common} autosize={false} rows={3} value={value} onChange={onChange} />
    default:
      return (
        <TextInput
          {...common}
          value={value}
          onChange={onChange}
          inputMode={kind === 'text' ? 'text' : inputModes[kind]}
          autoComplete="off"
        />
      )
  }
}
