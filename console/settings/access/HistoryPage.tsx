// The processing history outside of entries, and the documents that the law wants of how the books are kept.
import { Button } from '@mantine/core'
import { type Schema, useCompany, usePages } from '#client'
import { useDownload } from '#console/figures'
import { words } from '#console/settings/words.ts'
import { type Column, Table } from '#table'
import { Empty, momentText, Page, ResilientContent } from '#ui'
import { useWords } from '#words'

export { HistoryPage as Page }

type Happening = Schema<'Happening'>

const HistoryPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const addressOf = useDownload()
  const found = usePages<Happening>('/history', {
    companyId,
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Happening>[] = [
    { key: 'when', title: texts.when, width: '9rem', cell: ({ happenedAt }) => momentText(happenedAt) },
    { key: 'what', title: texts.what, width: 'minmax(8rem, 1fr)', cell: ({ text }) => text },
    { key: 'who', title: texts.who, width: 'minmax(6rem, 1fr)', cell: ({ actor }) => actor.name },
    { key: 'from', title: texts.from, width: '9rem', isWide: true, cell: ({ from }) => from },
  ]
  const actions = may('records:read') && (
    <Button component="a" size="sm" variant="default" href={addressOf('/system-documentation')} download>
      {texts.systemDocumentation}
    </Button>
  )
  return (
    <Page title={texts.history} lead={texts.historyLead} actions={actions}>
      <ResilientContent of={found}>
        <Table
          label={texts.history}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          isLoading={isLoading}
          hasMore={hasNextPage}
          onMore={() => void fetchNextPage()}
          empty={<Empty>{texts.none}</Empty>}
        />
      </ResilientContent>
    </Page>
  )
}
