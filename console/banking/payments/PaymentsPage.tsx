// Payments to suppliers: what is due is chosen and prepared, signed on the page for signing, and made into a file for
// the bank.
import { Link } from '@tanstack/react-router'
import { base, type Schema, useAllPages, useCompany, usePages, useSession } from '#client'
import { ActionButton, Chips, FailureMessage, Page, useUrl } from '#ui'
import { useWords } from '#words'
import { PaymentFiles } from './PaymentFiles.tsx'
import { PaymentList } from './PaymentList.tsx'
import type { Payment } from './payable.ts'
import { paymentWords } from './payment-words.ts'
import { ToPay } from './ToPay.tsx'
import { useNewFile } from './use-payment-file.ts'

export { PaymentsPage as Page }

const filters = ['toPay', 'toSign', 'onTheWay', 'toCheck', 'all', 'files'] as const

const queries = {
  toSign: 'status==readyToSign',
  onTheWay: 'status==scheduled||status==onTheWay',
  toCheck: 'needsAttention==true',
  all: undefined,
} as const

/** What is paid and not booked waits too: its invoice is unpaid in the books, and would be paid a second time. */
const waits = 'status==readyToSign||status==scheduled||status==onTheWay||(status==paid&&isBooked==false)'

const PaymentsPage = () => {
  const texts = useWords(paymentWords)
  const { id: companyId, may } = useCompany()
  const [{ show = 'toPay' }, set] = useUrl()
  const shown = filters.find((one) => one === show) ?? 'toPay'
  const isToPay = shown === 'toPay'
  // All that wait are read where invoices are chosen; elsewhere it is enough to know whether one is to be signed.
  const unpaid = useAllPages<Payment>('/bank-payments', {
    companyId,
    query: { query: waits },
    enabled: isToPay,
  })
  const unsigned = usePages<Payment>('/bank-payments', {
    companyId,
    query: { query: queries.toSign },
    enabled: !isToPay,
  })
  const { rows: waiting } = unpaid
  const isToSign = (isToPay ? waiting : unsigned.rows).some(({ status }) => status === 'readyToSign')
  const signs = useSigns()
  const mayPay = may('bank-payments:write')
  const { make, isBusy, wrong } = useNewFile(({ id }) => set({ show: 'files', open: id, choose: null, prepare: null }))
  return (
    <Page
      title={texts.title}
      actions={
        <>
          {signs !== false && isToSign && (
            <a className="button-link" href={`${base}/companies/${companyId}/bank-payments`}>
              {texts.sign}
            </a>
          )}
          {mayPay && (
            <ActionButton keys="f" variant="default" loading={isBusy} onClick={() => void make()}>
              {texts.makeFile}
            </ActionButton>
          )}
        </>
      }
    >
      <div className="filters">
        <Chips
          label={texts.show}
          value={shown}
          choices={filters.map((one) => [one, texts.filters[one]] as const)}
          onChange={(one) => set({ show: one === 'toPay' ? null : one, open: null, choose: null })}
        />
      </div>
      {wrong !== null && <FailureMessage error={wrong} />}
      {signs === false && isToSign && (
        <p className="soft">
          {texts.notSignatory} <Link to={`/companies/${companyId}/settings/members` as never}>{texts.toMembers}</Link>
        </p>
      )}
      {isToPay && unpaid.error && <FailureMessage error={unpaid.error} retry={() => void unpaid.refetch()} />}
      {isToPay && unpaid.isTooLong && <p className="soft">{texts.tooManyWait}</p>}
      {isToPay && <ToPay waiting={unpaid.isWhole ? waiting : null} isLost={unpaid.isError || unpaid.isTooLong} />}
      {shown === 'files' && <PaymentFiles />}
      {!isToPay && shown !== 'files' && <PaymentList key={shown} query={queries[shown]} />}
    </Page>
  )
}

/** Whether the person signs for the company; undefined while that is not known, or may not be seen. */
const useSigns = (): boolean | undefined => {
  const { id: companyId, may } = useCompany()
  const { person } = useSession()
  const { rows } = usePages<Schema<'Member'>>('/members', { companyId, enabled: may('members:read') })
  return rows.find(({ id }) => id === person.id)?.isSignatory
}
