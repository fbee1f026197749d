// The journal: all entries, most recently booked first, and the one that is open beside them.
import { useCallback } from 'react'
import { type Schema, useCompany, usePages } from '#client'
import { type Column, Table } from '#table'
import { Empty, Money, oreOf, Page, Search, Split, useUrl, Wrong } from '#ui'
import { useWords } from '#words'
import { EntryDetail } from './EntryDetail.tsx'
import { words } from './words.ts'

export { JournalPage as Page }

type Entry = Schema<'BookedJournalEntry'>

const JournalPage = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ open, q }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const query = q ? `title~"${q.replace(/["\\]/g, '\\$&')}"` : undefined
  const { rows, error, refetch, isLoading, hasNextPage, fetchNextPage } = usePages<Entry>('/journal-entries', {
    companyId,
    query: { query },
  })
  const columns: Column<Entry>[] = [
    { key: 'number', title: texts.number, width: '5rem', cell: ({ journalEntryNumber }) => journalEntryNumber },
    { key: 'date', title: texts.date, width: '6.5rem', cell: ({ date }) => date },
    { key: 'title', title: texts.text, width: 'minmax(8rem, 1fr)', cell: ({ title }) => title },
    {
      ...{ key: 'amount', title: texts.amount, width: '8rem', align: 'right' },
      cell: ({ items }) => <Money ore={items.reduce((sum, { debit }) => sum + oreOf(debit ?? 0), 0)} />,
    },
  ]
  const list = error ? (
    <Wrong error={error} retry={() => void refetch()} />
  ) : (
    <Table
      label={texts.journal}
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
  )
  return (
    <Page title={texts.journal}>
      <div className="filters">
        <Search label={texts.search} value={q ?? ''} onChange={search} />
      </div>
      <Split
        label={texts.journal}
        list={list}
        detail={open ? <EntryDetail key={open} id={open} onClose={() => set({ open: null })} /> : null}
      />
    </Page>
  )
}
