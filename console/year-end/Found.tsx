// What a check of the closing has found, row by row.
import { CloseButton } from '@mantine/core'
import { placeAt, type Schema, useCompany, usePages } from '#client'
import { CompanyLink } from '#console/figures'
import { type Column, Table } from '#table'
import { bound, Empty, Money, ResilientContent } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Item = Schema<'ClosingItem'>

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
  const found = usePages<Item>(`/fiscal-years/${fiscalYearId}/closing/${key}`, { companyId })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Item>[] = [
    { key: 'date', title: texts.date, width: '6.5rem', cell: ({ date }) => date },
    {
      key: 'name',
      title: texts.what,
      width: 'minmax(8rem, 1fr)',
      cell: ({ path, number, name: whose }) => {
        const place = placeAt(path)
        const what = [number, whose].filter(Boolean).join(' ') || texts.unnamed
        return place ? (
          <CompanyLink to={place.path} search={place.search}>
            {what}
          </CompanyLink>
        ) : (
          what
        )
      },
    },
    ...(rows.some(({ asked }) => asked !== null)
      ? [{ key: 'asked', title: texts.asked, width: 'minmax(6rem, 10rem)', cell: ({ asked }: Item) => asked }]
      : []),
    {
      key: 'amount',
      title: texts.amount,
      width: '7rem',
      align: 'right',
      cell: ({ amount }) => <Money kronor={amount} />,
    },
  ]
  return (
    <>
      <div className="detail-head">
        <h2>{name}</h2>
        <CloseButton aria-label={texts.closeDetail} {...bound('Escape')} onClick={onClose} />
      </div>
      <ResilientContent of={found}>
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
      </ResilientContent>
    </>
  )
}
