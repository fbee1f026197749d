// One field of a form, by its kind.
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AccountInput } from '#console/accounts'
import { Act, DayInput, kronorOf, MoneyInput, oreOf } from '#ui'
import type { FieldRow } from './field.rules.ts'

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
      return (
        <Checkbox.Group
          label={label}
          description={hint}
          error={error}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
        >
          {field.sets && (
            <div className="page-actions" role="group" aria-label={label}>
              {field.sets.map((set) => (
                <Act key={set.label} variant="default" onClick={() => onChange([...set.values])}>
                  {set.label}
                </Act>
              ))}
            </div>
          )}
          <div className={choices.some(({ group }) => group) ? 'form-groups' : undefined}>
            {groupsOf(choices).map(({ group, own }) => (
              <fieldset key={group} className="form-group">
                {group !== '' && <legend>{group}</legend>}
                <div className="form-choices">
                  {own.map((one) => (
                    <Checkbox key={one.value} value={one.value} label={one.label} />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </Checkbox.Group>
      )
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

type Choices = NonNullable<FieldRow['choices']>

/** Choices by their group, in the order in which they come. */
const groupsOf = (choices: Choices): { group: string; own: Choices }[] =>
  [...new Set(choices.map(({ group = '' }) => group))].map((group) => ({
    group,
    own: choices.filter((one) => (one.group ?? '') === group),
  }))
