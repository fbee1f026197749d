// A field for a number with up to six decimals, such as a quantity or a price per unit.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useUnread } from '#console/ui/unread.ts'
import { words } from '#console/ui/words.ts'
import { type Language, useLanguage, useWords } from '#words'
import { decimalOf } from './typed-amount.rules.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** `1234.5`; empty while there is none. */
  value: string
  onChange: (value: string) => void
}

/** As the reader's language writes it. */
export const decimalText = (value: string, language: Language): string =>
  (language === 'sv' ? value.replace('.', ',') : value).replace('-', '−')

export const DecimalInput = ({ value, onChange, error, onBlur, ...rest }: Given) => {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const texts = useWords(words)
  const isUnread = typed !== null && typed.trim() !== '' && decimalOf(typed, language) === null
  const unread = useUnread(isUnread)
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="money"
      value={typed ?? decimalText(value, language)}
      {...unread.mark}
      error={error ?? (unread.isWrong ? texts.number : undefined)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(decimalOf(currentTarget.value, language) ?? '')
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={(event) => {
        unread.onLeave()
        if (!isUnread) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
