// A new account: its number, its name and its VAT code. One that was put aside is taken into use again instead.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, isRefused, queries, useAction, useCompany, useIntent, useRefresh } from '#client'
import { MAX_ACCOUNT_DIGITS, MAX_ACCOUNT_NAME } from '#rule/limits'
import { ActionButton, FailureMessage, focusFirstWrong, useAnnounce } from '#ui'
import { useWords } from '#words'
import { useAccounts } from './accounts.ts'
import { newAccountWords } from './new-account-words.ts'

/** The code that accounts of the number usually have, as the service gives it. */
const USUAL = 'usual'

/** Four to eight digits, and no zero first. */
export const isAccountNumber = (text: string): boolean => /^[1-9]\d{3,7}$/.test(text)

type Given = {
  /** What was typed already. */
  number?: string
  onSaved: (account: string) => void
  onCancel: () => void
}

export const NewAccount = ({ number: first = '', onSaved, onCancel }: Given) => {
  const texts = useWords(newAccountWords)
  const { id: companyId } = useCompany()
  const { names } = useAccounts()
  const { data: codes = [] } = queries.useQuery('get', '/companies/{companyId}/vat-codes', {
    params: { path: { companyId } },
  })
  const [number, setNumber] = useState(first)
  const [name, setName] = useState('')
  const [vatCode, setVatCode] = useState(USUAL)
  const [wrong, setWrong] = useState<string | null>(null)
  const intent = useIntent()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { run, isBusy, error, fields, forget } = useAction()
  // What is in the chart and not in the list has been put aside.
  const isAside = isRefused(error) && error.code === 'operation-not-allowed'
  const done = async (text: string) => {
    await refresh('chart-of-accounts', 'vat-codes')
    say(text)
    onSaved(number)
  }
  const add = async () => {
    const typed = number.trim()
    setWrong(null)
    if (!isAccountNumber(typed) || names.has(Number(typed))) {
      setWrong(isAccountNumber(typed) ? texts.exists(typed, names.get(Number(typed)) ?? '') : texts.digits)
      return focusFirstWrong()
    }
    const code = vatCode === USUAL ? {} : { vatCode: vatCode || null }
    const body = { account: Number(typed), name: name.trim(), ...code }
    const isDone = await run(async () => {
      const params = { path: { companyId }, header: intent.headers(body) }
      await api.POST('/companies/{companyId}/chart-of-accounts', { params, body })
      intent.done()
    })
    if (isDone) await done(texts.added(`${typed} ${name.trim()}`))
    else focusFirstWrong()
  }
  const use = async () => {
    const isDone = await run(async () => {
      const path = '/companies/{companyId}/chart-of-accounts/{account}'
      await api.PATCH(path, { params: { path: { companyId, account: number.trim() } }, body: { active: true } })
    })
    if (isDone) await done(texts.used(number.trim()))
  }
  return (
    <form
      className="form"
      aria-label={texts.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // It may stand in a form of its own, such as that of an entry.
        event.stopPropagation()
        void add()
      }}
    >
      <TextInput
        label={texts.number}
        description={texts.numberHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_ACCOUNT_DIGITS}
        data-autofocus={first === '' || undefined}
        autoFocus={first === ''}
        value={number}
        error={wrong ?? fields.account}
        onChange={({ currentTarget }) => {
          setNumber(currentTarget.value)
          setWrong(null)
          if (isAside) forget()
        }}
      />
      <TextInput
        label={texts.name}
        autoComplete="off"
        maxLength={MAX_ACCOUNT_NAME}
        data-autofocus={first !== '' || undefined}
        autoFocus={first !== ''}
        value={name}
        error={fields.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={texts.vatCode}
        value={vatCode}
        error={fields.vatCode}
        onChange={({ currentTarget }) => setVatCode(currentTarget.value)}
        data={[
          { value: USUAL, label: texts.usualCode },
          { value: '', label: texts.noCode },
          ...codes.map(({ code, name: what }) => ({ value: code, label: `${code} ${what}` })),
        ]}
      />
      {error && !isAside ? <FailureMessage error={error} /> : null}
      {isAside && (
        <p className="is-wrong" role="alert">
          {texts.aside(number.trim())}
        </p>
      )}
      <div className="page-actions">
        {isAside ? (
          <ActionButton loading={isBusy} onClick={() => void use()}>
            {texts.use}
          </ActionButton>
        ) : (
          <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
            {texts.add}
          </ActionButton>
        )}
        <ActionButton variant="default" keys="Escape" onClick={onCancel}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}
