// Payments that have been prepared, and what has become of them.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, base, newIntent, useCompany, usePages, useRefresh } from '#client'
import { type Column, Table } from '#table'
import {
  ActionButton,
  bound,
  Empty,
  Facts,
  FailureMessage,
  Money,
  momentText,
  ResilientContent,
  Split,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { currencyOf, inCurrency, numberOf, type Payment } from './payable.ts'
import { reasonText } from './payment-reason.ts'
import { paymentWords } from './payment-words.ts'
import { StatusReports } from './StatusReports.tsx'

const tones = {
  readyToSign: 'waiting',
  onTheWay: 'plain',
  scheduled: 'plain',
  paid: 'good',
  rejected: 'wrong',
  cancelled: 'plain',
  error: 'wrong',
} as const

export const PaymentList = ({ query }: { query: string | undefined }) => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const found = usePages<Payment>('/bank-payments', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Payment>[] = [
    { key: 'day', title: texts.day, width: '6.5rem', cell: ({ paymentDate }) => paymentDate },
    {
      key: 'recipient',
      title: texts.recipient,
      width: 'minmax(6rem, 2fr)',
      cell: ({ recipientRef }) => recipientRef.recipientName,
    },
    { key: 'paid', title: texts.paidTo, width: 'minmax(6rem, 1fr)', isWide: true, cell: numberOf },
    {
      key: 'amount',
      title: texts.amount,
      width: '7rem',
      align: 'right' as const,
      cell: (payment) => <Sum payment={payment} />,
    },
    {
      key: 'status',
      title: texts.status,
      width: '9rem',
      isWide: true,
      cell: ({ status }) => <Tag tone={tones[status]}>{texts.states[status]}</Tag>,
    },
  ]
  const chosen = rows.find(({ id }) => id === open)
  return (
    <ResilientContent of={found}>
      <Split
        label={texts.title}
        list={
          <Table
            label={texts.title}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            openKey={open ?? null}
            onOpen={({ id }) => set({ open: id })}
            isLoading={isLoading}
            hasMore={hasNextPage}
            onMore={() => void fetchNextPage()}
            empty={<Empty>{texts.none}</Empty>}
          />
        }
        detail={chosen ? <Detail payment={chosen} onClose={() => set({ open: null })} /> : null}
      />
    </ResilientContent>
  )
}

const Sum = ({ payment }: { payment: Payment }) => (
  <>
    <Money kronor={payment.amount} />
    {inCurrency(currencyOf(payment))}
  </>
)

const Detail = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const language = useLanguage()
  const { recipientRef: to, status, bankAnswer } = payment
  const reference = 'ocr' in to && to.ocr ? `OCR ${to.ocr}` : 'message' in to ? to.message : null
  return (
    <>
      <div className="detail-head">
        <h2>{to.recipientName}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [
            texts.status,
            <Tag key="status" tone={tones[status]}>
              {texts.states[status]}
            </Tag>,
          ],
          bankAnswer !== undefined && [
            texts.answer,
            `${texts.answers[bankAnswer.outcome]} (${bankAnswer.status}), ${momentText(bankAnswer.dateTime)}`,
          ],
          [texts.reason, reasonText(payment, language)],
          [texts.amount, <Sum key="amount" payment={payment} />],
          [texts.day, payment.paymentDate],
          [texts.paidTo, numberOf(payment)],
          [texts.message, reference ?? ('recipientReference' in to ? to.recipientReference : null)],
          [texts.note, payment.ownNote],
          payment.signedBy.length > 0 && [texts.signedBy, payment.signedBy.join(', ')],
          status === 'readyToSign' && payment.signedBy.length > 0 && [texts.missing, texts.oneMore],
          [texts.created, momentText(payment.createdDateTime)],
        ]}
      />
      {payment.paymentFileRef && bankAnswer?.statusReportRef && (
        <StatusReports paymentFileId={payment.paymentFileRef.id} only={bankAnswer.statusReportRef.id} />
      )}
      {payment.needsAttention && <Attention payment={payment} onDone={onClose} />}
      {(status === 'readyToSign' || status === 'scheduled') && (
        <p>
          <a href={`${base}/companies/${companyId}/bank-payments`}>{texts.signLead}</a>
        </p>
      )}
    </>
  )
}

/** What does not fit: what the bank refuses, and what it says otherwise than it is here. */
const problemOf = ({ status, bankAnswer }: Payment) => {
  if (status === 'paid') return 'refusedPaid'
  if (status === 'onTheWay' || status === 'scheduled') return 'refusedTwice'
  return bankAnswer && (bankAnswer.outcome === 'accepted' || bankAnswer.outcome === 'waiting')
    ? 'acceptedAfter'
    : 'refused'
}

/** What to do about it, until a user marks it as done. */
const Attention = ({ payment, onDone }: { payment: Payment; onDone: () => void }) => {
  const texts = useWords(paymentWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const problem = problemOf(payment)
  const acknowledge = async () => {
    setIsBusy(true)
    setWrong(null)
    try {
      await api.POST('/companies/{companyId}/bank-payments/acknowledgements/{bankPaymentId}', {
        params: { path: { companyId, bankPaymentId: payment.id } },
        headers: { 'Idempotency-Key': newIntent() },
      })
      say(texts.acknowledged)
      onDone()
      await refresh('bank-payments', 'queue')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <p className="notice" role="note">
        {texts[problem]}
      </p>
      {wrong !== null && <FailureMessage error={wrong} />}
      <p className="form-actions">
        {may('bank-payments:write') && (
          <ActionButton keys="a" loading={isBusy} onClick={() => void acknowledge()}>
            {texts.acknowledge}
          </ActionButton>
        )}
        {problem === 'refused' && <Link to={`/companies/${companyId}/payments` as never}>{texts.toPayAgain}</Link>}
      </p>
    </>
  )
}
