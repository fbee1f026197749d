// A field for an amount. The library's number fields are not used: in Swedish they read the dot of a number pad as a
// group of thousands, and the arrow keys change the amount.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useUnread } from '#console/ui/unread.ts'
import { words } from '#console/ui/words.ts'
import { useLanguage, useWords } from '#words'
import { amountText, type Ore } from './amount.rules.ts'
import { parseAmount } from './typed-amount.rules.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'onBlur'> & {
  /** Öre; null while it is empty, and while what is typed cannot be read. */
  value?: Ore | null
  onChange?: (value: Ore | null) => void
  /** Called on blur if the field holds an amount or is empty: the value may be saved. */
  onBlur?: TextInputProps['onBlur']
}

export const MoneyInput = ({ value = null, onChange = () => undefined, error, onBlur, ...rest }: Given) => {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : amountText(value, language))
  const texts = useWords(words)
  const isUnread = typed !== null && typed.trim() !== '' && parseAmount(typed) === null
  const unread = useUnread(isUnread)
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="money"
      value={shown}
      {...unread.mark}
      error={error ?? (unread.isWrong ? texts.amount : undefined)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(currentTarget.value.trim() === '' ? null : parseAmount(currentTarget.value))
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={(event) => {
        unread.onLeave()
        if (isUnread) return
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
