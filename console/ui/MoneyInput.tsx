// A field for an amount. The library's number fields are not used: in Swedish they read the dot of a number pad as a
// group of thousands, and the arrow keys change the amount.
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useLanguage } from '#words'
import { amountText, type Ore, parseAmount } from './amount.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  /** Öre; null while it is empty. */
  value?: Ore | null
  onChange?: (value: Ore | null) => void
  /** What is said of a text that is no amount. */
  wrong?: string
}

export const MoneyInput = ({ value = null, onChange = () => undefined, wrong, error, onBlur, ...rest }: Given) => {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === null ? '' : amountText(value, language))
  const isWrong = typed !== null && typed.trim() !== '' && parseAmount(typed) === null
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="money"
      value={shown}
      error={error ?? (isWrong ? (wrong ?? true) : undefined)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(currentTarget.value.trim() === '' ? null : parseAmount(currentTarget.value))
      }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={(event) => {
        if (!isWrong) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
