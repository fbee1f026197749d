// Payments as they are prepared: a day, an amount and a reference for each, sent together, all or none.
import { CloseButton, TextInput } from '@mantine/core'
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api, isRefused, useCompany, useIntent, useRefresh } from '#client'
import { paidAt, type Supplier } from '#console/suppliers'
import { MAX_PAYMENT_MESSAGE } from '#rule/limits'
import {
  ActionButton,
  bound,
  DayInput,
  FailureMessage,
  FieldLock,
  isOwnCurrency,
  Money,
  MoneyInput,
  type Ore,
  useAnnounce,
} from '#ui'
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
  // What was typed, by the invoice: others come and go while the form is open.
  const [typed, setTyped] = useState<Typed>({})
  const latest = useRef(typed)
  const { prepare, isBusy, wrong, sent } = usePreparing(onDone)
  const set = (id: string, change: Partial<Prepared>) => {
    if (isBusy) return
    latest.current = { ...latest.current, [id]: { ...latest.current[id], ...change } }
    setTyped(latest.current)
  }
  const fields = isRefused(wrong) ? wrong.fields : {}
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong !== null) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong])
  const onFocus = useFocusKeptIn(box, invoices)
  const errorAt = (id: string, ...names: readonly string[]): string | undefined =>
    names.map((name) => fields[`payments.${sent.indexOf(id)}.${name}`]).find(Boolean)
  return (
    <FieldLock isHeld={isBusy}>
      <form
        ref={box}
        className="form"
        onFocus={onFocus}
        onSubmit={(event) => {
          event.preventDefault()
          const payments = invoices.flatMap((invoice) => {
            const supplier = suppliers.find(({ id }) => id === invoice.supplierRef.id)
            const one = asTyped(invoice, latest.current)
            return supplier ? [{ id: invoice.id, payment: paymentOf(invoice, supplier, one) }] : []
          })
          void prepare(payments)
        }}
      >
        <div className="detail-head">
          <h2>{texts.prepareTitle}</h2>
          <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
        </div>
        <p className="soft">{texts.prepareLead}</p>
        {invoices.map((invoice) => {
          const supplier = suppliers.find(({ id }) => id === invoice.supplierRef.id)
          const { amount, day, reference } = asTyped(invoice, typed)
          const isLikeOcr = /^\d{5,25}$/.test(reference) && !isOcr(reference)
          return (
            <fieldset key={invoice.id} className="plain-fieldset" data-invoice={invoice.id}>
              <legend>
                <strong>{invoice.supplierRef.name}</strong> <span className="soft">{supplier && paidAt(supplier)}</span>
              </legend>
              <div className="payment-line">
                <TextInput
                  label={texts.reference}
                  value={reference}
                  maxLength={MAX_PAYMENT_MESSAGE}
                  onChange={({ currentTarget }) => set(invoice.id, { reference: currentTarget.value })}
                  description={isLikeOcr ? texts.ocrWrong : undefined}
                  error={errorAt(invoice.id, ...REFERENCES.map((name) => `recipientRef.${name}`))}
                />
                <DayInput
                  label={texts.day}
                  value={day}
                  onChange={(value) => set(invoice.id, { day: value })}
                  error={errorAt(invoice.id, 'paymentDate')}
                />
                <MoneyInput
                  label={isOwnCurrency(invoice.currency) ? texts.amount : `${texts.amount} (${invoice.currency})`}
                  value={amount}
                  onChange={(value) => set(invoice.id, { amount: value })}
                  error={errorAt(invoice.id, 'amount')}
                />
              </div>
            </fieldset>
          )
        })}
        {wrong !== null && <FailureMessage error={wrong} />}
        <Sums invoices={invoices} typed={typed} />
        <div className="form-actions">
          <ActionButton type="submit" keys="Mod+Enter" loading={isBusy || known.loading} disabled={known.disabled}>
            {texts.prepare(invoices.length)}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {texts.cancel}
          </ActionButton>
        </div>
      </form>
    </FieldLock>
  )
}

/** What was typed of each invoice, by its id. */
type Typed = Readonly<Record<string, Partial<Prepared>>>

const asTyped = (invoice: Invoice, typed: Typed): Prepared => ({ ...preparedOf(invoice), ...typed[invoice.id] })

/** The focus: which field of which invoice. */
type Place = { id: string; field: number }

/**
 * Focuses an invoice that has just been chosen, unless the focus is in the form. If the focused invoice disappears,
 * since another user has prepared it, the focus moves to the same field of the next one, or of the previous one.
 */
const useFocusKeptIn = (box: RefObject<HTMLFormElement | null>, invoices: readonly Invoice[]) => {
  const known = useRef<readonly string[]>([])
  const hands = useRef<Place | null>(null)
  const ids = invoices.map(({ id }) => id).join()
  // Before anything else looks for a place of a focus that was lost.
  useLayoutEffect(() => {
    const before = known.current
    const now = ids.split(',')
    known.current = now
    const fieldsOf = (id: string) => box.current?.querySelectorAll<HTMLElement>(`[data-invoice="${id}"] input`)
    const place = hands.current
    if (place && !now.includes(place.id) && document.activeElement === document.body) {
      const next = nextTo(place.id, before, now)
      if (next !== undefined) fieldsOf(next)?.[place.field]?.focus()
    }
    const added = now.find((id) => !before.includes(id))
    if (added === undefined || box.current?.contains(document.activeElement)) return
    fieldsOf(added)?.[0]?.focus()
  }, [box, ids])
  return ({ target }: { target: HTMLElement }): void => {
    const group = target.closest<HTMLElement>('[data-invoice]')
    const field = group ? [...group.querySelectorAll<HTMLElement>('input')].indexOf(target) : -1
    hands.current = group?.dataset.invoice && field >= 0 ? { id: group.dataset.invoice, field } : null
  }
}

/** Of those that are left, the one that came after it, or else the last one before it. */
const nextTo = (id: string, before: readonly string[], left: readonly string[]): string | undefined => {
  const at = before.indexOf(id)
  const isLeft = (one: string) => left.includes(one)
  return before.slice(at + 1).find(isLeft) ?? before.slice(0, Math.max(0, at)).findLast(isLeft)
}

/** What the payments come to, for each currency by itself. */
const Sums = ({ invoices, typed }: { invoices: readonly Invoice[]; typed: Typed }) => {
  const texts = useWords(paymentWords)
  const sums = new Map<string, Ore>()
  for (const invoice of invoices) {
    const { currency } = invoice
    sums.set(currency, (sums.get(currency) ?? 0) + (asTyped(invoice, typed).amount ?? 0))
  }
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
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  /** The invoices of what was refused, in its order. */
  const [sent, setSent] = useState<readonly string[]>([])
  const prepare = async (asked: readonly { id: string; payment: ReturnType<typeof paymentOf> }[]) => {
    setIsBusy(true)
    const payments = asked.map(({ payment }) => payment)
    try {
      const body = { payments }
      await api.POST('/companies/{companyId}/bank-payments/bulk', {
        params: { path: { companyId } },
        headers: intent.headers(body),
        body,
      })
      say(texts.prepared(payments.length))
      await refresh('bank-payments')
      onDone()
    } catch (cause) {
      setSent(asked.map(({ id }) => id))
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return { prepare, isBusy, wrong, sent }
}
