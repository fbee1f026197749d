// The journal: all entries, most recently booked first, found by text, period, accounts or series; and the one that is
// open beside them.
import { Button, Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { quoted, type Schema, useCompany, usePages } from '#client'
import { type Column, Table } from '#table'
import {
  ActionButton,
  DayInput,
  Empty,
  Money,
  oreOf,
  Page,
  ResilientContent,
  Search,
  Split,
  Tag,
  type Url,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { EntryDetail } from './EntryDetail.tsx'
import { words } from './words.ts'

export { JournalPage as Page }

type Entry = Schema<'BookedJournalEntry'>

/** The filter of the address as the API takes it. */
const queryOf = ({ from, to, series }: Url): string | undefined => {
  const parts = [
    from && `date>=${from}`,
    to && `date<=${to}`,
    series && `journalEntryNumber=~${quoted(series)}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('&&') : undefined
}

const accountsOf = ({ accounts = '' }: Url): string | undefined => accounts.match(/\d+/g)?.join(',')

const JournalPage = () => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const { id: companyId, may } = useCompany()
  const [url, set] = useUrl()
  const { open } = url
  const lacking = url.documents === 'none'
  const isFiltered = Boolean(queryOf(url) ?? accountsOf(url) ?? url.q) || lacking
  const found = usePages<Entry>('/journal-entries', {
    companyId,
    query: {
      query: queryOf(url),
      search: url.q || undefined,
      accounts: accountsOf(url),
      withoutDocument: lacking ? 'true' : undefined,
    },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Entry>[] = [
    { key: 'number', title: texts.number, width: '5rem', cell: ({ journalEntryNumber }) => journalEntryNumber },
    { key: 'date', title: texts.date, width: '6.5rem', cell: ({ date }) => date },
    { key: 'title', title: texts.text, width: 'minmax(8rem, 1fr)', cell: (one) => <Titled entry={one} /> },
    {
      key: 'amount',
      title: texts.amount,
      width: '8rem',
      align: 'right',
      cell: ({ items }) => <Money ore={items.reduce((sum, { debit }) => sum + oreOf(debit ?? 0), 0)} />,
    },
  ]
  const place = rows.findIndex(({ id }) => id === open)
  const list = (
    <ResilientContent of={found}>
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
        empty={
          <Empty how={!isFiltered && may('journal-entries:write') && texts.noneHow}>
            {isFiltered ? texts.noneFound : texts.none}
          </Empty>
        }
      />
    </ResilientContent>
  )
  return (
    <Page
      title={texts.journal}
      actions={
        may('journal-entries:write') && (
          <ActionButton keys="n" onClick={() => void navigate({ to: `/companies/${companyId}/journal/new` as never })}>
            {texts.newEntry}
          </ActionButton>
        )
      }
    >
      <Filters isFiltered={isFiltered} />
      <Split
        label={texts.journal}
        list={list}
        detail={
          open ? (
            <EntryDetail
              key={open}
              id={open}
              previous={place > 0 ? rows[place - 1]?.id : undefined}
              next={place >= 0 ? rows[place + 1]?.id : undefined}
              onOpen={(id) => set({ open: id })}
              onClose={() => set({ open: null })}
            />
          ) : null
        }
      />
    </Page>
  )
}

/** What was booked, whether it has a document, and whether it was corrected or corrects another. */
const Titled = ({
  entry: { title, uploadRef, reversesJournalEntryRef: reverses, reversedByJournalEntryRef: reversedBy },
}: {
  entry: Entry
}) => {
  const texts = useWords(words)
  return (
    <span className="titled">
      {title}
      {uploadRef?.id && (
        <svg className="paperclip" viewBox="0 0 24 24" role="img" aria-label={texts.hasDocument}>
          <path d="M20 11.5 12 19.6a5 5 0 0 1-7.1-7.1l8.5-8.4a3.4 3.4 0 0 1 4.8 4.8L9.8 17.2a1.7 1.7 0 0 1-2.4-2.4l7.6-7.5" />
        </svg>
      )}
      {reversedBy && <Tag>{`${texts.reversedBy} ${reversedBy.journalEntryNumber}`}</Tag>}
      {reverses && <Tag>{`${texts.reverses} ${reverses.journalEntryNumber}`}</Tag>}
    </span>
  )
}

const Filters = ({ isFiltered }: { isFiltered: boolean }) => {
  const texts = useWords(words)
  const [{ q, from = '', to = '', accounts = '', series = '', documents }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const change = (changes: Record<string, string | null>) => set({ ...changes, open: null }, { replace: true })
  return (
    <div className="filters">
      <Search label={texts.search} value={q ?? ''} onChange={search} />
      <DayInput label={texts.from} value={from} onChange={(day) => change({ from: day })} />
      <DayInput label={texts.to} value={to} onChange={(day) => change({ to: day })} />
      <TextInput
        label={texts.accounts}
        placeholder={texts.accountsHint}
        className="short"
        value={accounts}
        onChange={({ currentTarget }) => change({ accounts: currentTarget.value })}
      />
      <TextInput
        label={texts.series}
        className="shortest"
        maxLength={10}
        value={series}
        onChange={({ currentTarget }) => change({ series: currentTarget.value })}
      />
      <Checkbox
        label={texts.withoutDocument}
        checked={documents === 'none'}
        onChange={({ currentTarget }) => change({ documents: currentTarget.checked ? 'none' : null })}
      />
      {isFiltered && (
        <Button
          size="sm"
          variant="default"
          onClick={() => change({ q: null, from: null, to: null, accounts: null, series: null, documents: null })}
        >
          {texts.clear}
        </Button>
      )}
    </div>
  )
}
