// A set-off without money: a credit note of a supplier pays one of its invoices.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, isRefused, queries, type Schema, useCompany, useIntent } from '#client'
import { ActionButton, amountText, DayInput, FailureMessage, kronorOf, MoneyInput, type Ore, oreOf, today } from '#ui'
import { useLanguage, useWords } from '#words'
import { setOffWords } from './set-off-words.ts'
import { useRunning } from './use-running.ts'

type Given = { invoice: Schema<'SupplierInvoiceGet'>; onDone: () => void }

/** Rows read of documents that may be set off, and of set-offs: more than a supplier has open. */
const MOST = 100

export const SetOffForm = ({ invoice, onDone }: Given) => {
  const texts = useWords(setOffWords)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const { run, isBusy, wrong } = useRunning()
  const intent = useIntent()
  const [chosen, setChosen] = useState('')
  const [date, setDate] = useState(today())
  const [ore, setOre] = useState<Ore | null>(null)
  const side = invoice.totalAmount > 0 ? 'remainingAmount<0' : 'remainingAmount>0'
  const query = `supplierRef.id==${invoice.supplierRef.id}&&currency==${invoice.currency}&&status==toPay&&${side}`
  const { data } = queries.useQuery('get', '/companies/{companyId}/supplier-invoices', {
    params: { path: { companyId }, query: { query, pageSize: MOST } },
  })
  const others = data?.items ?? []
  const advances = useAdvances(invoice)
  const other = chosen || (others[0]?.id ?? advances[0]?.id ?? '')
  const fields = isRefused(wrong) ? wrong.fields : {}
  const path = { companyId, supplierInvoiceId: invoice.id }
  const submit = () =>
    run(texts.said, async () => {
      const headers = intent.headers({ other, date, ore })
      const how = { date, ...(ore === null ? {} : { amount: kronorOf(ore) }) }
      if (advances.some(({ id }) => id === other)) {
        await api.POST('/companies/{companyId}/supplier-advances/{supplierAdvanceId}/uses', {
          params: { path: { companyId, supplierAdvanceId: other } },
          headers,
          body: { supplierInvoiceRef: { id: invoice.id }, ...how } as never,
        })
      } else {
        await api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/set-offs', {
          params: { path },
          headers,
          body: { supplierInvoiceRef: { id: other }, ...how },
        })
      }
      intent.done()
      onDone()
    })
  return (
    <form
      className="form inner-form"
      aria-label={texts.setOff}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="soft">{texts.lead}</p>
      {data && others.length === 0 && advances.length === 0 ? (
        <p role="status">{texts.none}</p>
      ) : (
        <div className="form-row">
          <NativeSelect
            label={texts.against}
            value={other}
            error={fields['supplierInvoiceRef.id']}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[
              ...others.map(({ id, invoiceNumber, invoiceDate, remainingAmount }) => ({
                value: id,
                label: `${invoiceNumber ?? invoiceDate} · ${amountText(oreOf(remainingAmount), language)}`,
              })),
              ...advances.map(({ id, date: day, remainingAmount }) => ({
                value: id,
                label: `${texts.advance} ${day} · ${amountText(oreOf(remainingAmount), language)}`,
              })),
            ]}
          />
          <MoneyInput
            label={texts.amount}
            placeholder={texts.all}
            value={ore}
            error={fields.amount}
            onChange={setOre}
          />
          <DayInput label={texts.date} value={date} error={fields.date} onChange={setDate} />
        </div>
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="form-actions">
        {other !== '' && (
          <ActionButton type="submit" loading={isBusy} keys="Mod+Enter">
            {texts.setOff}
          </ActionButton>
        )}
        <ActionButton variant="default" onClick={onDone}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}

/** What is left of advances to the supplier, which can pay an invoice with something left. */
const useAdvances = ({ id, supplierRef, currency, remainingAmount }: Given['invoice']) => {
  const { id: companyId } = useCompany()
  const query = `supplierRef.id==${supplierRef.id}&&currency==${currency}&&remainingAmount>0`
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/supplier-advances',
    { params: { path: { companyId }, query: { query, pageSize: MOST } } },
    { enabled: remainingAmount > 0 },
  )
  return (remainingAmount > 0 ? (data?.items ?? []) : []).filter(
    ({ supplierInvoiceRef }) => supplierInvoiceRef?.id !== id,
  )
}

/** The set-offs of a document, each of which can be taken back once. */
export const SetOffs = ({ invoice }: Pick<Given, 'invoice'>) => {
  const texts = useWords(setOffWords)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const { run, isBusy, wrong } = useRunning()
  const intent = useIntent()
  const path = { companyId, supplierInvoiceId: invoice.id }
  const { data } = queries.useQuery('get', '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/set-offs', {
    params: { path, query: { pageSize: MOST } },
  })
  const made = data?.items ?? []
  if (made.length === 0) return null
  const takeBack = (setOffId: string) =>
    run(texts.saidBack, async () => {
      await api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/set-offs/{setOffId}/reversal', {
        params: { path: { ...path, setOffId } },
        headers: intent.headers(setOffId),
        body: {},
      })
      intent.done()
    })
  return (
    <>
      <h3>{texts.made}</h3>
      <ul>
        {made.map(({ id, date, amount }) => (
          <li key={id}>
            {date} {amountText(oreOf(amount ?? 0), language)}{' '}
            {may('supplier-invoices:write') && (
              <ActionButton variant="default" loading={isBusy} onClick={() => void takeBack(id)}>
                {texts.takeBack}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {wrong !== null && <FailureMessage error={wrong} />}
    </>
  )
}
