// A field for an account: its number or its name, and Tab or Enter takes what is highlighted.
import type { TextInputProps } from '@mantine/core'
import { useCallback } from 'react'
import { Pick } from '#ui'
import { choicesOf, useAccounts } from './accounts.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  /** The number; empty while there is none. */
  value: string
  onChange: (account: string) => void
}

export const AccountInput = ({ value, onChange, ...rest }: Given) => {
  const { accounts, nameOf } = useAccounts()
  const choicesFor = useCallback((text: string) => choicesOf(accounts, text), [accounts])
  const shown = value === '' ? '' : `${value} ${nameOf(Number(value))}`.trim()
  return <Pick {...rest} value={value} shown={shown} choicesFor={choicesFor} onChange={onChange} />
}
