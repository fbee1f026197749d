// A file is of an account that the company has not added: it can be added here, with the number of the file.
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { answered, api, isRefused, newIntent, useCompany, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { entered, FailureMessage, FormEnd } from '#ui'
import { useWords } from '#words'
import type { UnknownAccount } from './import.ts'
import { sheetWords } from './sheet-words.ts'

type Given = {
  file: string
  unknown: UnknownAccount
  /** Whether the company has no other bank account. */
  isFirst: boolean
  onAdded: () => Promise<void>
  onClose: () => void
}

/** The usual account in the chart of a company's first bank account. */
const USUAL = '1930'

export const NewBankAccount = ({ file, unknown, isFirst, onAdded, onClose }: Given) => {
  const texts = useWords(sheetWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const isIban = /^[A-Z]{2}\d{2}/.test(unknown.number)
  const [name, setName] = useState(isFirst ? texts.usual : '')
  const [iban, setIban] = useState(isIban ? unknown.number : '')
  const [account, setAccount] = useState(isFirst ? USUAL : '')
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const fields = isRefused(wrong) ? wrong.fields : {}
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setWrong(null)
    try {
      answered(
        await api.POST('/companies/{companyId}/bank-accounts', {
          params: { path: { companyId } },
          headers: { 'Idempotency-Key': newIntent() },
          body: { name, iban, account: Number(account), currency: unknown.currency },
        }),
      )
      await refresh('bank-accounts')
      await onAdded()
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form ref={entered} className="sheet-question" onSubmit={(event) => void send(event)}>
      <h2>{texts.title(file)}</h2>
      <p>{texts.unknownLead(unknown.number)}</p>
      <div className="sheet-fields">
        <TextInput
          label={texts.name}
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fields.name}
        />
        <TextInput
          label={texts.iban}
          required
          value={iban}
          onChange={({ currentTarget }) => setIban(currentTarget.value)}
          error={fields.iban}
        />
        <AccountInput
          label={texts.bookAccount}
          description={texts.bookAccountHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          value={account}
          onChange={setAccount}
          error={fields.account}
        />
      </div>
      {wrong !== null && <FailureMessage error={wrong} />}
      <FormEnd press={texts.add} cancel={texts.leave} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
