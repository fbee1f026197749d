// A field for an account, found by its number or its name.
import type { TextInputProps } from '@mantine/core'
import { queries, useCompany } from '#client'
import { Pick } from '#ui'

/** As many as a list shows. */
const MOST_SHOWN = 30

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  value: string
  onChange: (value: string) => void
}

export const AccountPick = ({ value, onChange, ...rest }: Given) => {
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/chart-of-accounts', {
    params: { path: { companyId } },
  })
  const accounts = data ?? []
  const known = accounts.find(({ account }) => String(account) === value)
  const choicesFor = (text: string) => {
    const asked = text.trim().toLowerCase()
    return accounts
      .filter(({ account, name }) =>
        /^\d/.test(asked) ? String(account).startsWith(asked) : name.toLowerCase().includes(asked),
      )
      .slice(0, MOST_SHOWN)
      .map(({ account, name }) => ({ value: String(account), label: `${account} ${name}` }))
  }
  return (
    <Pick
      {...rest}
      value={value}
      shown={known ? `${known.account} ${known.name}` : value}
      choicesFor={choicesFor}
      onChange={onChange}
    />
  )
}
