// A field for a day, typed in any of the ways that bookkeepers write one.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useUnread } from '#console/ui/unread.ts'
import { words } from '#console/ui/words.ts'
import { useWords } from '#words'
import { today } from './day.ts'
import { parseDay } from './typed-day.rules.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** `YYYY-MM-DD`; empty while there is none. */
  value?: string
  onChange?: (value: string) => void
  /** What short forms are near to; today when left out. */
  near?: string
}

export const DayInput = ({
  value = '',
  onChange = () => undefined,
  near,
  error,
  onBlur,
  onKeyDown,
  ...rest
}: Given) => {
  const [typed, setTyped] = useState<string | null>(null)
  const read = (text: string) => parseDay(text, near || value || today())
  const texts = useWords(words)
  const isUnread = typed !== null && typed.trim() !== '' && read(typed) === null
  const unread = useUnread(isUnread)
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder={texts.dayForm}
      className="day"
      value={typed ?? value}
      {...unread.mark}
      error={error ?? (unread.isWrong ? texts.day : undefined)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed !== null && !isUnread) {
          onChange(read(typed) ?? '')
          // Read once: `+3` would be three days from the new day when the field is left.
          setTyped(null)
        }
        onKeyDown?.(event)
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={(event) => {
        unread.onLeave()
        // Drawn at once: the key or the click that leaves it may save.
        if (typed !== null && !isUnread)
          flushSync(() => {
            onChange(typed.trim() === '' ? '' : (read(typed) ?? ''))
            setTyped(null)
          })
        onBlur?.(event)
      }}
    />
  )
}
