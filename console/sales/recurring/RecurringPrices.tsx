// Price changes of a recurring invoice: those that are decided, and a new one from a day on.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAction, useCompany, useRefresh } from '#client'
import { send } from '#console/form'
import {
  ActionButton,
  DayInput,
  DecimalInput,
  decimalText,
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  today,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { type PriceChange, type Recurring, recurringDraftOf, writtenRecurring } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

const ONE = '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}'
/** All lines at once; otherwise the number of a line. */
const PERCENT = 'percent'

type Given = { recurring: Recurring; etag: string | null }

/** Saves the recurring invoice with other price changes, as it was read. */
const useKeep = ({ recurring, etag }: Given) => {
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  return async (priceChanges: readonly PriceChange[]) => {
    await send('PUT', ONE, {
      path: { companyId, recurringInvoiceId: recurring.id },
      body: { ...writtenRecurring(recurringDraftOf(recurring)), priceChanges },
      headers: etag === null ? {} : { 'If-Match': etag },
    })
    await refresh('recurring-invoices')
  }
}

export const PriceChanges = (given: Given) => {
  const texts = useWords(recurringWords)
  const language = useLanguage()
  const { may } = useCompany()
  const [{ price }, set] = useUrl()
  const say = useAnnounce()
  const keep = useKeep(given)
  const { run, isBusy, error } = useAction()
  const { state, priceChanges = [] } = given.recurring
  const mayChange = may('invoices:write') && state !== 'ended'
  const remove = async (at: number) => {
    await keep(priceChanges.filter((_, place) => place !== at))
    say(texts.priceRemoved)
  }
  if (!mayChange && priceChanges.length === 0) return null
  return (
    <section className="stack" aria-label={texts.prices}>
      <h3>{texts.prices}</h3>
      <ul className="occurrences">
        {priceChanges.map((change, at) => (
          <li key={at}>
            <span>
              {change.kind === 'percent'
                ? texts.changedPercent(change.fromDate, decimalText(String(change.percent), language))
                : texts.changedPrice(change.fromDate, change.line, decimalText(String(change.unitPrice), language))}
            </span>
            {mayChange && (
              <button
                type="button"
                className="icon-button"
                aria-label={texts.removeChange(change.fromDate)}
                disabled={isBusy}
                onClick={() => void run(() => remove(at))}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {error ? <FailureMessage error={error} /> : null}
      {mayChange && !price && (
        <div className="page-actions">
          <ActionButton keys="i" variant="default" onClick={() => set({ price: '1' })}>
            {texts.changePrice}
          </ActionButton>
        </div>
      )}
      {mayChange && price && <NewChange {...given} onClose={() => set({ price: null })} />}
    </section>
  )
}

const NewChange = ({ recurring, etag, onClose }: Given & { onClose: () => void }) => {
  const texts = useWords(recurringWords)
  const say = useAnnounce()
  const keep = useKeep({ recurring, etag })
  const { run, isBusy, error, fields } = useAction()
  const { priceChanges = [], lineItems } = recurring
  const [fromDate, setFromDate] = useState(recurring.nextDate ?? today())
  const [how, setHow] = useState(PERCENT)
  const [value, setValue] = useState('')
  const at = `priceChanges.${priceChanges.length}`
  const save = async () => {
    const change: PriceChange =
      how === PERCENT
        ? { kind: 'percent', fromDate, percent: Number(value) }
        : { kind: 'price', fromDate, line: Number(how), unitPrice: Number(value) }
    await keep([...priceChanges, change])
    say(texts.priceSaved)
    onClose()
  }
  const sold = lineItems.flatMap(({ itemType, description = '' }, place) =>
    itemType === 'salesItem' ? [{ value: String(place + 1), label: texts.newPrice(place + 1, description) }] : [],
  )
  return (
    <form
      className="form-grid"
      aria-label={texts.changePrice}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (value === '') return
        void run(save).then((isDone) => isDone || focusFirstWrong())
      }}
    >
      <DayInput
        autoFocus
        label={texts.fromDay}
        value={fromDate}
        error={fields[`${at}.fromDate`]}
        onChange={setFromDate}
      />
      <NativeSelect
        label={texts.howChanged}
        value={how}
        error={fields[`${at}.line`]}
        onChange={({ currentTarget }) => setHow(currentTarget.value)}
        data={[{ value: PERCENT, label: texts.percent }, ...sold]}
      />
      <DecimalInput
        label={how === PERCENT ? texts.percentValue : texts.priceValue}
        value={value}
        error={fields[`${at}.percent`] ?? fields[`${at}.unitPrice`]}
        onChange={setValue}
      />
      {error ? <FailureMessage error={error} /> : null}
      <FormEnd press={texts.save} cancel={texts.cancel} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
