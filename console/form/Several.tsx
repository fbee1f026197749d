// Several choices of one field, in groups. Those that programs have names for are found by these, too.
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { choicesWith, type FieldRow } from './field.rules.ts'
import { words } from './words.ts'

type Given = {
  field: FieldRow
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}

export const Several = ({ field: { label, hint, sets, choices = [] }, value, error, onChange }: Given) => {
  const texts = useWords(words)
  const [sought, setSought] = useState('')
  // What is not shown stays chosen.
  const shown = choicesWith(choices, sought)
  return (
    <Checkbox.Group label={label} description={hint} error={error} value={value} onChange={onChange}>
      {sets && (
        <div className="page-actions" role="group" aria-label={label}>
          {sets.map((set) => (
            <ActionButton key={set.label} variant="default" onClick={() => onChange([...set.values])}>
              {set.label}
            </ActionButton>
          ))}
        </div>
      )}
      {choices.some(({ code }) => code) && (
        <TextInput
          className="form-search"
          type="search"
          aria-label={texts.findChoice}
          placeholder={texts.findChoice}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
          onKeyDown={(event) => {
            // It would send the form.
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
          autoComplete="off"
        />
      )}
      {shown.length === 0 && <p role="status">{texts.noChoice}</p>}
      <div className={choices.some(({ group }) => group) ? 'form-groups' : undefined}>
        {groupsOf(shown).map(({ group, own }) => (
          <fieldset key={group} className="form-group">
            {group !== '' && <legend>{group}</legend>}
            <div className="form-choices">
              {own.map((one) => (
                <Checkbox
                  key={one.value}
                  value={one.value}
                  label={one.label}
                  description={one.code && <code>{one.code}</code>}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Checkbox.Group>
  )
}

type Choices = NonNullable<FieldRow['choices']>

/** Choices by their group, in the order in which they come. */
const groupsOf = (choices: Choices): { group: string; own: Choices }[] =>
  [...new Set(choices.map(({ group = '' }) => group))].map((group) => ({
    group,
    own: choices.filter((one) => (one.group ?? '') === group),
  }))
