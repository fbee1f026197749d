// Small forms within an open supplier invoice: a payment that was made elsewhere, and another rate.

import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, isRefused, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import {
  ActionButton,
  DayInput,
  FailureMessage,
  isOwnCurrency,
  kronorOf,
  MoneyInput,
  numberText,
  type Ore,
  oreOf,
  today,
  useAnnounce,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { foreignWords } from './foreign-words.ts'
import { words } from './words.ts'

type Given = { invoice: Schema<'SupplierInvoiceGet'>; onDone: () => void }

const useSending = (about: unknown, onDone: () => void) => {
  const refresh = useRefresh()
  const say = useAnnounce()
  const intent = useIntent()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const fields = isRefused(wrong) ? wrong.fields : {}
  const send = async (said: string, what: (headers: Record<string, string>) => Promise<unknown>) => {
    setIsBusy(true)
    try {
      await what(intent.headers(about))
      intent.done()
      // When it is opened again, it shows what is left now.
      await refresh('supplier-invoices', 'journal-entries')
      say(said)
      onDone()
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return { send, isBusy, wrong, fields }
}

export const PayForm = ({ invoice, onDone }: Given) => {
  const texts = useWords(words)
  const ofForeign = useWords(foreignWords)
  const { id: companyId } = useCompany()
  const { currency, currencyRate } = invoice
  const isForeign = !isOwnCurrency(currency)
  const [date, setDate] = useState(today())
  const [amount, setAmount] = useState<Ore | null>(oreOf(invoice.remainingAmount))
  // The amount in kronor that left the account: by the rate of the invoice until the user types it.
  const [typed, setTyped] = useState<Ore | null | undefined>(undefined)
  const [account, setAccount] = useState(String(USUAL_PAYMENT_ACCOUNT))
  const byRate = amount === null ? null : Math.round(amount * currencyRate)
  const kronor = typed === undefined ? byRate : typed
  const { send, isBusy, wrong, fields } = useSending({ date, amount, kronor, account }, onDone)
  const pay = (event: FormEvent) => {
    event.preventDefault()
    void send(texts.paidNow, (headers) =>
      api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/payments', {
        params: { path: { companyId, supplierInvoiceId: invoice.id } },
        headers,
        body: {
          date,
          amount: kronorOf(amount ?? 0),
          ...(isForeign && kronor !== null ? { sumBaseCurrency: kronorOf(kronor) } : {}),
          ...(account === '' ? {} : { bookkeepingAccountNumber: Number(account) }),
        },
      }),
    )
  }
  return (
    <form className="form inner-form" onSubmit={pay}>
      <p className="soft">
        {texts.paymentLead} {isForeign && ofForeign.kronorLead}
      </p>
      <div className="form-row">
        <DayInput label={texts.date} value={date} onChange={setDate} error={fields.date} data-autofocus />
        <MoneyInput
          label={isForeign ? `${texts.amount} (${currency})` : texts.amount}
          value={amount}
          onChange={setAmount}
          error={fields.amount}
        />
        {isForeign && (
          <MoneyInput label={ofForeign.kronor} value={kronor} onChange={setTyped} error={fields.sumBaseCurrency} />
        )}
        <AccountInput
          label={texts.paymentAccount}
          value={account}
          onChange={setAccount}
          error={fields.bookkeepingAccountNumber}
        />
      </div>
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="form-actions">
        <ActionButton type="submit" loading={isBusy} keys="Mod+Enter">
          {texts.registerPayment}
        </ActionButton>
        <ActionButton variant="default" onClick={onDone}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}

export const RateForm = ({ invoice, onDone }: Given) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const [typed, setTyped] = useState(numberText(invoice.currencyRate, language))
  const { send, isBusy, wrong, fields } = useSending(typed, onDone)
  const rate = Number(typed.replace(/\s/g, '').replace(',', '.'))
  const isSound = Number.isFinite(rate) && rate > 0
  const set = (event: FormEvent) => {
    event.preventDefault()
    if (!isSound) return
    void send(texts.rateSet, (headers) =>
      api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/rate', {
        params: { path: { companyId, supplierInvoiceId: invoice.id } },
        headers,
        body: { rate },
      }),
    )
  }
  return (
    <form className="form inner-form" onSubmit={set}>
      <TextInput
        label={texts.rateLabel(invoice.currency)}
        inputMode="decimal"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={isSound ? fields.rate : texts.rateWrong}
      />
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="form-actions">
        <ActionButton type="submit" loading={isBusy} keys="Mod+Enter">
          {texts.setRate}
        </ActionButton>
        <ActionButton variant="default" onClick={onDone}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}
