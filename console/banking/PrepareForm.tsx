// Payments as they are prepared: a day, an amount and a reference for each, sent together, all or none.
import { CloseButton, TextInput } from '@mantine/core'
import { Fragment, useEffect, useRef, useState } from 'react'
import { api, isRefused, useCompany, useIntent, useRefresh } from '#client'
import { paidAt, type Supplier } from '#console/suppliers'
import { Act, bound, DayInput, Money, MoneyInput, type Ore, useSay, Wrong } from '#ui'
import { useWords } from '#words'
import { type Invoice, inCurrency, isOcr, type Prepared, paymentOf, preparedOf } from './payable.ts'
import { paymentWords } from './payment-words.ts'

/** What an error about a recipient is about, on the field where it is typed. */
const REFERENCES = ['ocr', 'message', 'recipientReference']

export const PrepareForm = ({
  invoices,
  suppliers,
  known,
  onClose,
  onDone,
}: {
  invoices: readonly Invoice[]
  suppliers: readonly Supplier[]
  /** Whether it is still being found out, or cannot be, that none of them is prepared already. */
  known: { loading: boolean; disabled: boolean }
  onClose: () => void
  onDone: () => void
}) => {
  const texts = useWords(paymentWords)
  const [prepared, setPrepared] = useState<readonly Prepared[]>(() => invoices.map(preparedOf))
  const latest = useRef(prepared)
  const set = (place: number, change: Partial<Prepared>) => {
    latest.current = latest.current.map((one, at) => (at === place ? { ...one, ...change } : one))
    setPrepared(latest.current)
  }
  const { prepare, isBusy, wrong } = usePreparing(onDone)
  const fields = isRefused(wrong) ? wrong.fields : {}
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(wrong === null ? 'input' : '[aria-invalid=true]')?.focus()
  }, [wrong])
  const errorAt = (place: number, ...names: readonly string[]): string | undefined =>
    names.map((name) => fields[`payments.${place}.${name}`]).find(Boolean)
  return (
    <form
      ref={box}
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const payments = invoices.flatMap((invoice, place) => {
          const supplier = suppliers.find(({ id }) => id === invoice.supplierRef.id)
          const one = latest.current[place]
          return supplier && one ? [paymentOf(invoice, supplier, one)] : []
        })
        void prepare(payments)
      }}
    >
      <div className="detail-head">
        <h2>{texts.prepareTitle}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <p className="soft">{texts.prepareLead}</p>
      {invoices.map((invoice, place) => {
        const supplier = suppliers.find(({ id }) => id === invoice.supplierRef.id)
        const { amount, day, reference } = prepared[place] ?? preparedOf(invoice)
        const isLikeOcr = /^\d{5,25}$/.test(reference) && !isOcr(reference)
        return (
          <fieldset key={invoice.id} className="plain-fieldset">
            <legend>
              <strong>{invoice.supplierRef.name}</strong> <span className="soft">{supplier && paidAt(supplier)}</span>
            </legend>
            <div className="payment-line">
              <TextInput
                label={texts.reference}
                value={reference}
                maxLength={140}
                onChange={({ currentTarget }) => set(place, { reference: currentTarget.value })}
                description={isLikeOcr ? texts.ocrWrong : undefined}
                error={errorAt(place, ...REFERENCES.map((name) => `recipientRef.${name}`))}
              />
              <DayInput
                label={texts.day}
                value={day}
                onChange={(value) => set(place, { day: value })}
                error={errorAt(place, 'paymentDate')}
              />
              <MoneyInput
                label={invoice.currency === 'SEK' ? texts.amount : `${texts.amount} (${invoice.currency})`}
                value={amount}
                onChange={(value) => set(place, { amount: value })}
                error={errorAt(place, 'amount')}
              />
            </div>
          </fieldset>
        )
      })}
      {wrong !== null && <Wrong error={wrong} />}
      <Sums invoices={invoices} prepared={prepared} />
      <div className="form-actions">
        <Act type="submit" keys="Mod+Enter" loading={isBusy || known.loading} disabled={known.disabled}>
          {texts.prepare(invoices.length)}
        </Act>
        <Act variant="default" onClick={onClose}>
          {texts.cancel}
        </Act>
      </div>
    </form>
  )
}

/** What the payments come to, for each currency by itself. */
const Sums = ({ invoices, prepared }: { invoices: readonly Invoice[]; prepared: readonly Prepared[] }) => {
  const texts = useWords(paymentWords)
  const sums = new Map<string, Ore>()
  for (const [place, { currency }] of invoices.entries())
    sums.set(currency, (sums.get(currency) ?? 0) + (prepared[place]?.amount ?? 0))
  return (
    <p>
      {texts.sum}{' '}
      {[...sums].map(([currency, ore], place) => (
        <Fragment key={currency}>
          {place > 0 && ' · '}
          <Money ore={ore} />
          {inCurrency(currency)}
        </Fragment>
      ))}
    </p>
  )
}

const usePreparing = (onDone: () => void) => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const refresh = useRefresh()
  const say = useSay()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const prepare = async (payments: ReturnType<typeof paymentOf>[]) => {
    setIsBusy(true)
    try {
      const body = { payments }
      await api.POST('/companies/{companyId}/bank-payments/bulk', {
        ...{ params: { path: { companyId } }, headers: intent.headers(body), body },
      })
      say(texts.prepared(payments.length))
      await refresh('bank-payments')
      onDone()
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return { prepare, isBusy, wrong }
}
