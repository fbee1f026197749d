// A field for an account: its number or its name, and Tab or Enter takes what is highlighted. A number that the chart
// does not have is offered to be added.
import type { TextInputProps } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useCompany } from '#client'
import { type Choice, Dialog, Pick } from '#ui'
import { useWords } from '#words'
import { choicesOf, useAccounts } from './accounts.ts'
import { isAccountNumber, NewAccount } from './NewAccount.tsx'
import { newAccountWords } from './new-account-words.ts'

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  /** The number; empty while there is none. */
  value: string
  onChange: (account: string) => void
}

/** Stands before a number that is to be added. */
const NEW = 'new:'

export const AccountInput = ({ value, onChange, ...rest }: Given) => {
  const texts = useWords(newAccountWords)
  const { may } = useCompany()
  const { accounts, names, nameOf, isLoading } = useAccounts()
  const [adding, setAdding] = useState<string | null>(null)
  const mayAdd = may('chart-of-accounts:manage') && accounts.length > 0
  const choicesFor = useCallback(
    (text: string): Choice[] => {
      const typed = text.trim()
      // A user who knows the number need not wait for the chart; the service knows whether the account exists.
      if (isLoading) return isAccountNumber(typed) ? [{ value: typed, label: typed }] : []
      const isNew = mayAdd && isAccountNumber(typed) && !names.has(Number(typed))
      const add = isNew ? [{ value: `${NEW}${typed}`, label: texts.addNumber(typed) }] : []
      return [...choicesOf(accounts, text), ...add]
    },
    [accounts, names, mayAdd, texts, isLoading],
  )
  const shown = value === '' ? '' : `${value} ${nameOf(Number(value))}`.trim()
  return (
    <>
      <Pick
        {...rest}
        value={value}
        shown={shown}
        choicesFor={choicesFor}
        onChange={(chosen) => (chosen.startsWith(NEW) ? setAdding(chosen.slice(NEW.length)) : onChange(chosen))}
      />
      {adding !== null && (
        <Dialog title={texts.title} isOpen onClose={() => setAdding(null)}>
          <NewAccount
            number={adding}
            onSaved={(account) => {
              setAdding(null)
              onChange(account)
            }}
            onCancel={() => setAdding(null)}
          />
        </Dialog>
      )}
    </>
  )
}
