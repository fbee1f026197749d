// The files for the bank: when and by whom each was made, what it contains, and whether it has been downloaded.
import { CloseButton } from '@mantine/core'
import { type Schema, useCompany, usePages } from '#client'
import { type Column, Table } from '#table'
import {
  ActionButton,
  amountText,
  bound,
  Empty,
  Facts,
  FailureMessage,
  Heads,
  Money,
  momentText,
  oreOf,
  PageSkeleton,
  ResilientContent,
  Split,
  Tag,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import type { Payment } from './payable.ts'
import { paymentWords } from './payment-words.ts'
import { StatusReports } from './StatusReports.tsx'
import { useFileDownload } from './use-payment-file.ts'

type PaymentFile = Schema<'PaymentFile'>

export const PaymentFiles = () => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const found = usePages<PaymentFile>('/bank-payments/files', { companyId })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns = useColumns()
  const chosen = rows.find(({ id }) => id === open)
  return (
    <ResilientContent of={found}>
      <Split
        label={texts.filters.files}
        list={
          <Table
            label={texts.filters.files}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            openKey={open ?? null}
            onOpen={({ id }) => set({ open: id })}
            isLoading={isLoading}
            hasMore={hasNextPage}
            onMore={() => void fetchNextPage()}
            empty={<Empty>{texts.noFiles}</Empty>}
          />
        }
        detail={chosen ? <Detail file={chosen} onClose={() => set({ open: null })} /> : null}
      />
    </ResilientContent>
  )
}

const useColumns = (): Column<PaymentFile>[] => {
  const texts = useWords(paymentWords)
  const language = useLanguage()
  return [
    {
      key: 'made',
      title: texts.created,
      width: 'minmax(8rem, 1fr)',
      cell: ({ createdDateTime }) => momentText(createdDateTime),
    },
    {
      key: 'by',
      title: texts.madeBy,
      width: 'minmax(6rem, 1fr)',
      isWide: true,
      cell: ({ createdBy }) => createdBy,
    },
    {
      key: 'count',
      title: texts.count,
      width: '6rem',
      align: 'right' as const,
      isWide: true,
      cell: ({ numberOfPayments }) => numberOfPayments,
    },
    {
      key: 'sum',
      title: texts.sum,
      width: '9rem',
      align: 'right' as const,
      cell: ({ totalAmount, currency }) => `${amountText(oreOf(totalAmount), language)} ${currency}`,
    },
    {
      key: 'fetched',
      title: texts.fetched,
      width: '9rem',
      cell: ({ timesFetched }) =>
        timesFetched === 0 ? <Tag tone="waiting">{texts.notFetched}</Tag> : <Tag tone="plain">{texts.isFetched}</Tag>,
    },
  ]
}

const Detail = ({ file, onClose }: { file: PaymentFile; onClose: () => void }) => {
  const texts = useWords(paymentWords)
  const language = useLanguage()
  const { download, isBusy, wrong } = useFileDownload()
  const { timesFetched, lastFetchedDateTime, lastFetchedBy = '' } = file
  const isAgain = timesFetched > 0
  const lastFetched =
    lastFetchedDateTime && texts.fetchedTimes(timesFetched, momentText(lastFetchedDateTime), lastFetchedBy)
  return (
    <>
      <div className="detail-head">
        <h2>{texts.fileFrom(momentText(file.createdDateTime))}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.madeBy, file.createdBy],
          [texts.count, file.numberOfPayments],
          [texts.sum, `${amountText(oreOf(file.totalAmount), language)} ${file.currency}`],
          [texts.fetched, lastFetched ?? texts.notFetched],
        ]}
      />
      {isAgain && (
        <p className="notice" role="note">
          {texts.fetchedBefore}
        </p>
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      <p className="form-actions">
        <ActionButton
          keys="d"
          variant={isAgain ? 'default' : 'filled'}
          loading={isBusy}
          onClick={() => void download(file)}
        >
          {isAgain ? texts.downloadAgain : texts.downloadFile}
        </ActionButton>
      </p>
      <StatusReports paymentFileId={file.id} />
      <Contents file={file} />
    </>
  )
}

/** What the bank is asked to pay by it. */
const Contents = ({ file: { id, currency } }: { file: PaymentFile }) => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const found = usePages<Payment>('/bank-payments', {
    companyId,
    query: { query: `paymentFileRef.id==${id}` },
  })
  const { rows, hasNextPage, fetchNextPage } = found
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={3} />}>
      {() => (
        <>
          <h3>{texts.contents}</h3>
          <table className="plain-table" aria-label={texts.contents}>
            <Heads texts={[texts.recipient, texts.day, texts.status]} amounts={[`${texts.amount} (${currency})`]} />
            <tbody>
              {rows.map((payment) => (
                <tr key={payment.id}>
                  <th scope="row">{payment.recipientRef.recipientName}</th>
                  <td>{payment.paymentDate}</td>
                  <td>{texts.states[payment.status]}</td>
                  <td className="is-right">
                    <Money kronor={payment.amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {hasNextPage && (
            <ActionButton variant="subtle" onClick={() => void fetchNextPage()}>
              {texts.more}
            </ActionButton>
          )}
        </>
      )}
    </ResilientContent>
  )
}
