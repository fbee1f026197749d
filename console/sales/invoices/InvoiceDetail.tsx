// One invoice: what it says, what has happened to it, and what can be done with it.
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { answered, api, queries, type Schema, useCompany } from '#client'
import { DocumentView } from '#console/document-view'
import { Attachments } from '#console/sales/Attachments.tsx'
import { draftLine } from '#console/sales/editor/draft.ts'
import { totalsOf } from '#console/sales/editor/totals.rules.ts'
import { Happened, useHappened } from '#console/sales/Happened.tsx'
import { DetailHead, inCurrency, StatusTag } from '#console/sales/parts.tsx'
import { RemindersOf, RemindPanel } from '#console/sales/reminders/RemindPart.tsx'
import { Sendings, SendPanel } from '#console/sales/sending/SendPart.tsx'
import { reductionStanding } from '#console/sales/tax-reduction/reduction-standing.rules.ts'
import { reductionWords } from '#console/sales/tax-reduction/reduction-words.ts'
import { words } from '#console/sales/words.ts'
import {
  ActionButton,
  Allowed,
  amountText,
  Facts,
  FailureMessage,
  isOwnCurrency,
  Money,
  momentText,
  oreOf,
  ownCurrency,
  PageSkeleton,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { HoldPart } from './HoldPart.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { LinesTable } from './LinesTable.tsx'
import { SeenPart } from './PaymentLink.tsx'

type Invoice = Schema<'Invoice'>

export const InvoiceDetail = ({ id, ids }: { id: string; ids: readonly string[] }) => {
  const { id: companyId } = useCompany()
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}', {
    params: { path: { companyId, invoiceId: id } },
  })
  return (
    <>
      <DetailHead ids={ids} id={id}>
        {data ? [data.invoiceNumber, data.customerRef?.name ?? '–'].filter(Boolean).join(' · ') : ' '}{' '}
        {data && <StatusTag {...data} />}
      </DetailHead>
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
      {data ? <Shown invoice={data} /> : error ? null : <PageSkeleton />}
    </>
  )
}

const Shown = ({ invoice }: { invoice: Invoice }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const happened = useHappened(invoice)
  const [{ send, remind }, set] = useUrl()
  const load = usePaper(invoice.id)
  const title = texts.paper(invoice.invoiceNumber ?? '')
  const document = { id: invoice.id, kind: 'invoice', title, load } as const
  const isPublished = invoice.status !== 'draft'
  const { totalAmount, totalTax, taxReduction, currency } = invoice
  const ofReduction = useWords(reductionWords)
  const standing = useStanding(taxReduction)
  const { net } = totalsOf(invoice.lineItems.map(draftLine), { rounds: false })
  const roundedOre = oreOf(totalAmount) - oreOf(totalTax) - Number(net)
  if (send && isPublished)
    return (
      <Allowed scope="invoices:write">
        <SendPanel document={document} onClose={() => set({ send: null }, { replace: true })} />
      </Allowed>
    )
  if (remind && invoice.status === 'overdue')
    return (
      <Allowed scope="invoices:write">
        <RemindPanel invoiceId={invoice.id} onClose={() => set({ remind: null }, { replace: true })} />
      </Allowed>
    )
  return (
    <>
      <InvoiceActions invoice={invoice} leftOre={happened.leftOre} lostOre={happened.lostOre} />
      <Facts
        facts={[
          invoice.type === 'invoice' ? null : [texts.type, texts.types[invoice.type]],
          [texts.date, invoice.invoiceDate],
          [texts.due, invoice.dueDate],
          [texts.total, <Sum key="total" kronor={totalAmount} currency={currency} />],
          [texts.tax, <Sum key="tax" kronor={totalTax} currency={currency} />],
          roundedOre !== 0 && [texts.rounding, <Money key="rounding" ore={roundedOre} />],
          taxReduction && [
            texts.reduction,
            <Money key="reduction" kronor={taxReduction.askedAmount ?? taxReduction.deductionAmount} />,
          ],
          standing !== null && [ofReduction.standing, standing],
          invoice.status !== 'draft' && [
            happened.leftOre !== null && happened.leftOre < 0 ? texts.backTo : texts.left,
            happened.leftOre === null ? null : (
              <strong key="left">
                <Money ore={Math.abs(happened.leftOre)} />
                {isOwnCurrency(currency) ? '' : ` ${ownCurrency()}`}
              </strong>
            ),
          ],
          [texts.ocr, invoice.paymentReference],
          [texts.buyerReference, invoice.buyerReference],
          [texts.orderNumber, invoice.orderNumberReference],
          [texts.project, invoice.projectReference],
          [texts.contract, invoice.contractReference],
          [texts.delivered, invoice.deliveryDate],
          [texts.published, invoice.publishedDateTime && momentText(invoice.publishedDateTime)],
          invoice.journalEntryRef && [
            texts.entry,
            <Link
              key="entry"
              to={`/companies/${companyId}/journal` as never}
              search={{ open: invoice.journalEntryRef.id } as never}
            >
              {texts.bookedAs}
            </Link>,
          ],
        ]}
      />
      <LinesTable lines={invoice.lineItems} />
      <Happened invoice={invoice} {...happened} />
      {isPublished && <RemindersOf invoiceId={invoice.id} />}
      {invoice.status === 'overdue' && <HoldPart of={{ invoiceId: invoice.id }} keys="h" />}
      {isPublished && <Sendings document={document} />}
      {isPublished && <SeenPart invoiceId={invoice.id} />}
      <Attachments invoice={invoice} />
      {isPublished && <Paper title={title} load={load} />}
    </>
  )
}

/** The status of the tax reduction at the tax authority, in words; null without one and for drafts. */
const useStanding = (reduction: Invoice['taxReduction']): string | null => {
  const { standings } = useWords(reductionWords)
  const language = useLanguage()
  const standing = reduction && reductionStanding(reduction)
  if (!reduction || !standing) return null
  const amount = (kronor = 0) => amountText(oreOf(kronor), language)
  const paid = amount(reduction.paidAmount)
  const refused = amount(reduction.refusedAmount)
  const asked = reduction.submittedDate ?? ''
  const answered = reduction.answeredDate ?? ''
  switch (standing) {
    case 'asked':
      return standings.asked(asked)
    case 'answeredInPart':
      return standings.answeredInPart(asked, paid, refused)
    case 'paid':
      return standings.paid(answered)
    case 'paidInPart':
      return standings.paidInPart(answered, paid, refused)
    case 'refused':
      return standings.refused(answered)
    default:
      return standings[standing]
  }
}

const Sum = ({ kronor, currency }: { kronor: number; currency: string }) => (
  <>
    <Money ore={oreOf(kronor)} />
    {inCurrency(currency)}
  </>
)

/** Reads the PDF; another invoice makes another function of it. */
const usePaper = (id: string): (() => Promise<Blob>) => {
  const { id: companyId } = useCompany()
  return useCallback(async () => {
    const path = { companyId, invoiceId: id }
    const file = answered(
      await api.GET('/companies/{companyId}/invoices/{invoiceId}/download', { params: { path }, parseAs: 'blob' }),
    )
    return file as unknown as Blob // As `parseAs` says.
  }, [companyId, id])
}

const Paper = ({ title, load }: { title: string; load: () => Promise<Blob> }) => {
  const texts = useWords(words)
  const [{ paper }, set] = useUrl()
  const place = useRef<HTMLDivElement>(null)
  // It stands below what else is known of the invoice.
  useEffect(() => {
    if (paper) place.current?.scrollIntoView({ block: 'start' })
  }, [paper])
  return (
    <div className="paper" ref={place}>
      <ActionButton keys="v" variant="default" onClick={() => set({ paper: paper ? null : '1' }, { replace: true })}>
        {paper ? texts.hidePaper : texts.showPaper}
      </ActionButton>
      {paper && <DocumentView title={title} load={load} />}
    </div>
  )
}
