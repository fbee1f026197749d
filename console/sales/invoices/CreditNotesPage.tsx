// Credit notes: listed, lowered while they are drafts, published, booked, read.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, type Schema, useCompany, usePages } from '#client'
import { DetailHead, inCurrency, searchOfNotes } from '#console/sales/parts.tsx'
import { type Column, Table } from '#table'
import { Empty, Money, Page, ResilientContent, Search, Split, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { CreditNoteDetail } from './CreditNoteDetail.tsx'
import { creditWords } from './credit-words.ts'

export { CreditNotesPage as Page }

type CreditNote = Schema<'CreditNote'>

const CreditNotesPage = () => {
  const texts = useWords(creditWords)
  const { id: companyId } = useCompany()
  const [{ q, status, open }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const query = [q && searchOfNotes(q), status && `status==${status}`].filter(Boolean).join('&&')
  const found = usePages<CreditNote>('/credit-notes', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<CreditNote>[] = [
    { key: 'number', title: texts.number, width: '3.75rem', cell: ({ invoiceNumber }) => invoiceNumber ?? '–' },
    { key: 'name', title: texts.customer, width: 'minmax(4rem, 1fr)', cell: ({ customerRef }) => customerRef?.name },
    { key: 'of', title: texts.ofInvoice, width: '4.5rem', isWide: true, cell: (note) => note.invoiceRef.invoiceNumber },
    { key: 'date', title: texts.date, width: '6.25rem', isWide: true, cell: ({ creditDate }) => creditDate },
    { key: 'status', title: texts.status, width: '5.5rem', cell: (note) => <NoteTag status={note.status} /> },
    {
      key: 'amount',
      title: texts.amount,
      width: 'minmax(5.75rem, 6.75rem)',
      align: 'right',
      cell: ({ totalAmount, currency }) => (
        <>
          <Money kronor={totalAmount} />
          {inCurrency(currency)}
        </>
      ),
    },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.creditNotes}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty>{query ? texts.noneFound : texts.none}</Empty>}
      />
    </ResilientContent>
  )
  return (
    <Page title={texts.creditNotes}>
      <div className="filters">
        <Search label={texts.search} value={q ?? ''} onChange={search} />
        <NativeSelect
          aria-label={texts.status}
          value={status ?? ''}
          onChange={({ currentTarget }) => set({ status: currentTarget.value, open: null })}
          data={[
            { value: '', label: texts.all },
            { value: 'draft', label: texts.states.draft },
            { value: 'published', label: texts.states.published },
          ]}
        />
      </div>
      <Split
        label={texts.creditNotes}
        list={list}
        detail={open ? <Open key={open} id={open} ids={rows.map(({ id }) => id)} /> : null}
      />
    </Page>
  )
}

const NoteTag = ({ status }: { status: CreditNote['status'] }) => {
  const { states } = useWords(creditWords)
  return <Tag tone={status === 'draft' ? 'plain' : 'good'}>{states[status]}</Tag>
}

const Open = ({ id, ids }: { id: string; ids: readonly string[] }) => {
  const { id: companyId } = useCompany()
  const path = { companyId, creditNoteId: id }
  // With its ETag, which a change of its lines sends back.
  const found = useQuery({
    queryKey: ['get', '/companies/{companyId}/credit-notes/{creditNoteId}', { params: { path } }, 'etag'],
    queryFn: async () => {
      const answer = await api.GET('/companies/{companyId}/credit-notes/{creditNoteId}', { params: { path } })
      return { note: answer.data as CreditNote, etag: answer.response.headers.get('etag') }
    },
  })
  const note = found.data?.note
  return (
    <>
      <DetailHead ids={ids} id={id}>
        {note ? [note.invoiceNumber, note.customerRef?.name ?? '–'].filter(Boolean).join(' · ') : ' '}{' '}
        {note && <NoteTag status={note.status} />}
      </DetailHead>
      <ResilientContent of={found}>{(data) => <CreditNoteDetail {...data} />}</ResilientContent>
    </>
  )
}
