// A field for a day, typed in any of the ways that bookkeepers write one.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseDay, today } from './day.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** `YYYY-MM-DD`; empty while there is none. */
  value?: string
  onChange?: (value: string) => void
  /** What short forms are near to; today when left out. */
  near?: string
  /** What is said of a text that is no day. */
  wrong?: string
}

export const DayInput = ({ value = '', onChange = () => undefined, near, wrong, error, onBlur, ...rest }: Given) => {
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string) => parseDay(text, near || value || today())
  const isWrong = typed !== null && typed.trim() !== '' && read(typed) === null
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="ÅÅÅÅ-MM-DD"
      className="day"
      value={typed ?? value}
      error={error ?? (isWrong ? (wrong ?? true) : undefined)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed !== null && !isWrong) onChange(read(typed) ?? '')
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={(event) => {
        if (typed !== null && !isWrong) {
          onChange(typed.trim() === '' ? '' : (read(typed) ?? ''))
          setTyped(null)
        }
        onBlur?.(event)
      }}
    />
  )
}
