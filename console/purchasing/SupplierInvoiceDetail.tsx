// One supplier invoice: what it says, what is to be done with it, its payments, and its document below.
import { CloseButton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, newIntent, queries, type Schema, useCompany } from '#client'
import { taxName, taxOf, taxWords } from '#console/accounts'
import {
  ActionButton,
  bound,
  Dialog,
  Facts,
  FailureMessage,
  isOwnCurrency,
  Money,
  momentText,
  numberText,
  PageSkeleton,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { InvoiceDocuments } from './InvoiceDocuments.tsx'
import { PayForm, RateForm } from './PayForm.tsx'
import { SetOffForm, SetOffs } from './SetOffForm.tsx'
import { StatusTag } from './StatusTag.tsx'
import { setOffWords } from './set-off-words.ts'
import { useRunning } from './use-running.ts'
import { words } from './words.ts'

type Invoice = Schema<'SupplierInvoiceGet'>

export const SupplierInvoiceDetail = ({
  id,
  onClose,
  onStep,
}: {
  id: string
  onClose: () => void
  onStep: (by: number) => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const address = '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}'
  const { data, error, refetch } = queries.useQuery('get', address, {
    params: { path: { companyId, supplierInvoiceId: id } },
  })
  return (
    <>
      <div className="detail-head">
        <h2>{data ? `${data.supplierRef.name} · ${data.invoiceNumber ?? texts.noNumber}` : ' '}</h2>
        <div className="detail-steps">
          <button
            type="button"
            className="icon-button"
            aria-label={texts.previous}
            {...bound('[')}
            onClick={() => onStep(-1)}
          >
            ‹
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.next}
            {...bound(']')}
            onClick={() => onStep(1)}
          >
            ›
          </button>
          <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
        </div>
      </div>
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
      {data ? <Open invoice={data} onClose={onClose} /> : error ? null : <PageSkeleton />}
    </>
  )
}

const Open = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const { currency, journalEntryRef } = invoice
  return (
    <>
      <Actions invoice={invoice} onClose={onClose} />
      <Facts
        facts={[
          [texts.status, <StatusTag key="status" invoice={invoice} />],
          invoice.approvals.length > 0 && [
            texts.approvedBy,
            invoice.approvals.map(({ name, approvedDateTime }) => `${name} ${momentText(approvedDateTime)}`).join(', '),
          ],
          invoice.approvals.length > 0 && invoice.approvalsMissing > 0 && [texts.approvalsMissing, texts.oneMore],
          [texts.invoiceDate, invoice.invoiceDate],
          [texts.dueDate, invoice.dueDate],
          [texts.totalShort, <Sum key="total" amount={invoice.totalAmount} currency={currency} />],
          [texts.remaining, <Sum key="left" amount={invoice.remainingAmount} currency={currency} />],
          !isOwnCurrency(currency) && [texts.rate, numberText(invoice.currencyRate, language)],
          journalEntryRef && [
            texts.entry,
            <Link
              key="entry"
              to={`/companies/${companyId}/journal` as never}
              search={{ open: journalEntryRef.id } as never}
            >
              {texts.openEntry}
            </Link>,
          ],
        ]}
      />
      {invoice.status !== 'toApprove' && invoice.status !== 'toRecord' && <RecordedLines invoice={invoice} />}
      <Payments invoice={invoice} />
      <h3>{texts.document}</h3>
      <InvoiceDocuments invoice={invoice} />
    </>
  )
}

const Sum = ({ amount, currency }: { amount: number; currency: string }) => (
  <>
    <Money kronor={amount} /> {!isOwnCurrency(currency) && currency}
  </>
)

/** What can be done with it now, by its status and by what the person may do. */
const Actions = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const navigate = useNavigate()
  const ofSetOff = useWords(setOffWords)
  const { run, isBusy, wrong } = useRunning()
  const [shown, setShown] = useState<'pay' | 'setOff' | 'rate' | 'remove' | null>(null)
  const { id, status } = invoice
  const path = { companyId, supplierInvoiceId: id }
  const headers = { 'Idempotency-Key': newIntent() }
  const isFree = (status === 'toApprove' || status === 'toRecord') && may('supplier-invoices:write')
  const isPayable = status === 'toPay' && invoice.journalEntryRef !== undefined
  const goTo = (to: string, search: Record<string, string> = {}) =>
    void navigate({ to: `/companies/${companyId}${to}` as never, search: search as never })
  const approve = () =>
    run(invoice.approvalsMissing > 1 ? texts.approvedByFirst : texts.approved, () =>
      api.POST('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/approve', { params: { path }, headers }),
    )
  const remove = () =>
    run(texts.removed, async () => {
      await api.DELETE('/companies/{companyId}/supplier-invoices/{supplierInvoiceId}', { params: { path }, headers })
      onClose()
    })
  const buttons: (ReactNode | false)[] = [
    status === 'toApprove' && may('supplier-invoices:approve') && (
      <ActionButton key="approve" keys="a" loading={isBusy} onClick={() => void approve()}>
        {texts.approve}
      </ActionButton>
    ),
    isFree && (
      <ActionButton
        key="record"
        keys="e"
        variant={status === 'toRecord' ? 'filled' : 'default'}
        onClick={() => goTo(`/supplier-invoices/${id}`)}
      >
        {status === 'toRecord' ? texts.record : texts.edit}
      </ActionButton>
    ),
    isPayable && invoice.totalAmount > 0 && may('bank-payments:write') && (
      <ActionButton key="pay" keys="b" onClick={() => goTo('/payments', { choose: id })}>
        {texts.pay}
      </ActionButton>
    ),
    isPayable && may('supplier-invoices:write') && (
      <ActionButton key="register" keys="m" variant="default" onClick={() => setShown(shown === 'pay' ? null : 'pay')}>
        {texts.registerPayment}
      </ActionButton>
    ),
    isPayable && may('supplier-invoices:write') && (
      <ActionButton key="setOff" variant="default" onClick={() => setShown(shown === 'setOff' ? null : 'setOff')}>
        {ofSetOff.setOff}
      </ActionButton>
    ),
    isFree && !isOwnCurrency(invoice.currency) && may('supplier-invoices:set-rate') && (
      <ActionButton key="rate" variant="default" onClick={() => setShown(shown === 'rate' ? null : 'rate')}>
        {texts.setRate}
      </ActionButton>
    ),
    isFree && (
      <ActionButton key="remove" variant="default" onClick={() => setShown('remove')}>
        {texts.remove}
      </ActionButton>
    ),
  ]
  return (
    <>
      <div className="form-actions">{buttons}</div>
      {wrong !== null && <FailureMessage error={wrong} />}
      {shown === 'pay' && <PayForm invoice={invoice} onDone={() => setShown(null)} />}
      {shown === 'setOff' && <SetOffForm invoice={invoice} onDone={() => setShown(null)} />}
      <SetOffs invoice={invoice} />
      {shown === 'rate' && <RateForm invoice={invoice} onDone={() => setShown(null)} />}
      <Dialog title={texts.removeInvoice} isOpen={shown === 'remove'} onClose={() => setShown(null)}>
        <div className="form">
          <p>{texts.removeInvoiceLead}</p>
          <div className="form-actions">
            <ActionButton color="red" loading={isBusy} onClick={() => void remove()}>
              {texts.remove}
            </ActionButton>
            <ActionButton variant="default" onClick={() => setShown(null)}>
              {texts.keep}
            </ActionButton>
          </div>
        </div>
      </Dialog>
    </>
  )
}

/** What it was booked as, line by line, and how each was taxed. */
const RecordedLines = ({ invoice: { id, currency } }: { invoice: Invoice }) => {
  const texts = useWords(words)
  const taxTexts = useWords(taxWords)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/record', {
    params: { path: { companyId, supplierInvoiceId: id } },
  })
  if (!data || data.lines.length === 0) return null
  return (
    <section>
      <h3>{texts.recordedLines}</h3>
      <table className="plain-table">
        <tbody>
          {data.lines.map(({ account, netAmount, taxRate, taxAmount, vatTreatment, description }, place) => (
            <tr key={`${place} ${account}`}>
              <th scope="row">
                {account} {description}
              </th>
              <td>{taxName(taxOf({ vatTreatment, taxRate }), taxTexts)}</td>
              <td className="is-right">
                <Sum amount={netAmount} currency={currency} />
              </td>
              <td className="is-right">{taxAmount !== undefined && <Sum amount={taxAmount} currency={currency} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Payments = ({ invoice: { id, currency } }: { invoice: Invoice }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/payments', {
    params: { path: { companyId, supplierInvoiceId: id } },
  })
  if (!data || data.items.length === 0) return null
  return (
    <section>
      <h3>{texts.payments}</h3>
      <table className="plain-table">
        <tbody>
          {data.items.map((payment) => (
            <tr key={payment.id}>
              <th scope="row">
                <Link
                  to={`/companies/${companyId}/journal` as never}
                  search={{ open: payment.journalEntryRef.id } as never}
                >
                  {payment.date}
                </Link>
              </th>
              <td className="is-right">
                <Sum amount={payment.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
