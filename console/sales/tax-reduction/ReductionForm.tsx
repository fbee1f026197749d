// What the tax authority has answered about the reduction of an invoice: paid, or refused, in whole or in part.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { usePaidTo } from '#console/sales/invoices/PaymentForm.tsx'
import { words } from '#console/sales/words.ts'
import {
  DayInput,
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  kronorOf,
  MoneyInput,
  type Ore,
  oreOf,
  today,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { reductionWords } from './reduction-words.ts'

export type ReductionAnswer = 'paid' | 'refused'

const addresses = {
  paid: '/companies/{companyId}/invoices/{invoiceId}/tax-reduction/paid',
  refused: '/companies/{companyId}/invoices/{invoiceId}/tax-reduction/refused',
} as const

export const ReductionForm = ({
  invoice: { id: invoiceId, taxReduction },
  answer,
  onClose,
}: {
  invoice: Schema<'Invoice'>
  answer: ReductionAnswer
  onClose: () => void
}) => {
  const texts = useWords(reductionWords)
  const common = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const intent = useIntent()
  const accounts = usePaidTo()
  const [ore, setOre] = useState<Ore | null>(oreOf(taxReduction?.askedAmount ?? 0))
  const [date, setDate] = useState(today())
  const [account, setAccount] = useState(accounts.usual)
  const { run, isBusy, error, fields } = useAction()
  const submit = async () => {
    const body = {
      amount: kronorOf(ore ?? 0),
      date,
      ...(answer === 'paid' ? { bookkeepingAccountNumber: account } : {}),
    }
    const isDone = await run(async () => {
      const params = { path: { companyId, invoiceId } }
      try {
        await api.POST(addresses[answer], { params, body, headers: intent.headers(body) })
        intent.done()
      } finally {
        await refresh('invoices')
      }
    })
    if (!isDone) return focusFirstWrong()
    say(texts.said[answer])
    onClose()
  }
  return (
    <form
      className="card form-grid"
      aria-label={texts.answers[answer]}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>{texts.answers[answer]}</h3>
      <p className="soft">{texts.leads[answer]}</p>
      <MoneyInput label={common.paidAmount} autoFocus value={ore} error={fields.amount} onChange={setOre} />
      <DayInput label={common.date} value={date} error={fields.date} onChange={setDate} />
      {answer === 'paid' && (
        <NativeSelect
          label={common.account}
          value={String(account)}
          error={fields.bookkeepingAccountNumber}
          onChange={({ currentTarget }) => setAccount(Number(currentTarget.value))}
          data={accounts.choices}
        />
      )}
      <FormEnd press={common.book} cancel={common.cancel} isBusy={isBusy} onClose={onClose} />
      {error ? <FailureMessage error={error} /> : null}
    </form>
  )
}
