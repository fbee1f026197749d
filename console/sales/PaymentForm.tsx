// A payment of an invoice: proposed in full and today, and booked at once.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { answered, api, queries, type Schema, useCompany, useDoing, useIntent, useRefresh } from '#client'
import { Act, DayInput, focusFirstWrong, kronorOf, MoneyInput, type Ore, today, useSay, Wrong } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

/** Accounts that may be paid to: money, and what stands between. */
const PAID_TO = 'account>=1900&&account<2000||account==1580||account==1630||account==2018||account==2893'
const USUAL = 1930

export const PaymentForm = ({
  invoice,
  leftOre,
  onClose,
}: {
  invoice: Schema<'Invoice'>
  leftOre: Ore | null
  onClose: () => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useSay()
  const [made, recorded] = [useIntent(), useIntent()]
  const [form, setForm] = useState({ date: today(), ore: leftOre, account: USUAL })
  const { run, isBusy, error, fields } = useDoing()
  const { data: accounts } = queries.useQuery('get', '/companies/{companyId}/chart-of-accounts', {
    params: { path: { companyId }, query: { query: PAID_TO } },
  })
  const of = { companyId, invoiceId: invoice.id }
  const save = async () => {
    const body = { date: form.date, sumBaseCurrency: kronorOf(form.ore ?? 0), bookkeepingAccountNumber: form.account }
    const { id } = answered(
      await api.POST('/companies/{companyId}/invoices/{invoiceId}/payments', {
        ...{ params: { path: of }, body, headers: made.headers() },
      }),
    )
    await api.POST('/companies/{companyId}/invoices/{invoiceId}/payments/{paymentId}/record', {
      ...{ params: { path: { ...of, paymentId: id } }, headers: recorded.headers() },
    })
  }
  const submit = async () => {
    const isDone = await run(save)
    // A payment that was made and not booked stands in the list of what has happened.
    await refresh('invoices')
    if (!isDone) return focusFirstWrong()
    say(texts.saidPaid)
    onClose()
  }
  return (
    <form
      className="card form-grid"
      aria-label={texts.pay}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <MoneyInput
        label={texts.paidAmount}
        data-autofocus
        autoFocus
        value={form.ore}
        error={fields.sumBaseCurrency}
        onChange={(ore) => setForm({ ...form, ore })}
      />
      <DayInput
        label={texts.paidOn}
        value={form.date}
        error={fields.date}
        onChange={(date) => setForm({ ...form, date })}
      />
      <NativeSelect
        label={texts.account}
        value={String(form.account)}
        error={fields.bookkeepingAccountNumber}
        onChange={({ currentTarget }) => setForm({ ...form, account: Number(currentTarget.value) })}
        data={(accounts ?? [{ account: USUAL, name: '' }]).map(({ account, name }) => ({
          value: String(account),
          label: `${account} ${name}`,
        }))}
      />
      <div className="page-actions">
        <Act type="submit" keys="Mod+Enter" loading={isBusy}>
          {texts.register}
        </Act>
        <Act variant="default" keys="Escape" onClick={onClose}>
          {texts.cancel}
        </Act>
      </div>
      {error ? <Wrong error={error} /> : null}
    </form>
  )
}
