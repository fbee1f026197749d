// What a check of the closing has found, row by row.
import { CloseButton } from '@mantine/core'
import { type Schema, useCompany, usePages } from '#client'
import { Go } from '#console/figures'
import { type Column, Table } from '#table'
import { bound, Empty, Money, Wrong } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Item = Schema<'ClosingItem'>

/** Where the things stand that a check finds; the API's path without the company is that of our page. */
const pageOf = (path: string): string => path.replace(/^\/companies\/[^/]+/, '')

export const Found = ({
  fiscalYearId,
  check: { key, name },
  onClose,
}: {
  fiscalYearId: string
  check: { key: string; name: string }
  onClose: () => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { rows, error, refetch, isLoading, hasNextPage, fetchNextPage } = usePages<Item>(
    `/fiscal-years/${fiscalYearId}/closing/${key}`,
    { companyId },
  )
  const columns: Column<Item>[] = [
    { key: 'date', title: texts.date, width: '6.5rem', cell: ({ date }) => date },
    {
      ...{ key: 'name', title: texts.what, width: 'minmax(8rem, 1fr)' },
      cell: (item) => <Go to={pageOf(item.path)}>{[item.number, item.name].filter(Boolean).join(' ')}</Go>,
    },
    {
      ...{ key: 'amount', title: texts.amount, width: '7rem', align: 'right' },
      cell: ({ amount }) => <Money kronor={amount} />,
    },
  ]
  return (
    <>
      <div className="detail-head">
        <h2>{name}</h2>
        <CloseButton aria-label={texts.closeDetail} {...bound('Escape')} onClick={onClose} />
      </div>
      {error ? (
        <Wrong error={error} retry={() => void refetch()} />
      ) : (
        <Table
          label={name}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          isLoading={isLoading}
          hasMore={hasNextPage}
          onMore={() => void fetchNextPage()}
          empty={<Empty>{texts.none}</Empty>}
        />
      )}
    </>
  )
}
