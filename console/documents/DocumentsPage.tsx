// Received receipts and invoices: dropped, pasted, chosen or photographed; unbooked ones first.
import { Button, CloseButton, FileButton, Progress, SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { queries, type Schema, soughtIn, useCompany, usePages } from '#client'
import { ReadSummary, UploadView, XML_TYPES } from '#console/uploads'
import { type Column, Table } from '#table'
import {
  ActionButton,
  bound,
  Empty,
  FailureMessage,
  momentText,
  Page,
  ResilientContent,
  Search,
  Split,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { type Uploads, useUploads } from './uploads.ts'
import { words } from './words.ts'

export { DocumentsPage as Page }

type Upload = Schema<'Upload'>

const TYPES = `application/pdf,image/png,image/jpeg,${XML_TYPES}`

/** `PDF` of `application/pdf`. */
const kindOf = (contentType: string) => contentType.split('/')[1]?.toUpperCase() ?? ''

const DocumentsPage = () => {
  const texts = useWords(words)
  const { may } = useCompany()
  const [{ show = 'waiting', q = '' }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const uploads = useUploads()
  const mayUpload = may('uploads:write')
  usePasted(mayUpload ? uploads.add : null)
  return (
    <Page
      title={texts.documents}
      lead={mayUpload ? texts.drop : undefined}
      actions={mayUpload && <Choose add={uploads.add} />}
    >
      <section
        className="drop"
        aria-label={texts.documents}
        onDragOver={(event) => mayUpload && event.preventDefault()}
        onDrop={(event) => {
          if (!mayUpload) return
          event.preventDefault()
          void uploads.add([...event.dataTransfer.files])
        }}
      >
        <OnTheirWay uploads={uploads} />
        <div className="filters">
          <Search label={texts.search} value={q} onChange={search} />
          <SegmentedControl
            aria-label={texts.which}
            value={show}
            onChange={(value) => set({ show: value, open: null })}
            data={[
              { value: 'waiting', label: texts.waiting },
              { value: 'booked', label: texts.booked },
            ]}
          />
        </div>
        <List key={show} isBooked={show === 'booked'} />
      </section>
    </Page>
  )
}

const List = ({ isBooked }: { isBooked: boolean }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ open, q = '' }, set] = useUrl()
  const sought = soughtIn(q, { texts: ['description'] })
  const found = usePages<Upload>('/uploads', {
    companyId,
    query: { query: [isBooked ? 'state==connected' : 'state==free', sought].filter(Boolean).join('&&') },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Upload>[] = [
    { key: 'name', title: texts.name, width: 'minmax(8rem, 1fr)', cell: ({ description }) => description || '–' },
    { key: 'kind', title: texts.kind, width: '4rem', isWide: true, cell: ({ contentType }) => kindOf(contentType) },
    { key: 'at', title: texts.changed, width: '9rem', cell: ({ modifiedDateTime }) => momentText(modifiedDateTime) },
  ]
  const table = (
    <Table
      label={texts.documents}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      openKey={open ?? null}
      onOpen={({ id }) => set({ open: id })}
      isLoading={isLoading}
      hasMore={hasNextPage}
      onMore={() => void fetchNextPage()}
      empty={<Empty>{q !== '' ? texts.noneFound : isBooked ? texts.noneBooked : texts.none}</Empty>}
    />
  )
  const upload = useOpened(open, rows)
  return (
    <Split
      label={texts.documents}
      list={<ResilientContent of={found}>{table}</ResilientContent>}
      detail={open ? <Detail id={open} upload={upload} onClose={() => set({ open: null })} /> : null}
    />
  )
}

/** The open document: a link from elsewhere may open one that the list does not show. */
const useOpened = (id: string | undefined, rows: readonly Upload[]): Upload | undefined => {
  const { id: companyId } = useCompany()
  const listed = rows.find((row) => row.id === id)
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/uploads/{uploadId}',
    { params: { path: { companyId, uploadId: id ?? '' } } },
    { enabled: id !== undefined && !listed },
  )
  return listed ?? data
}

/** The view stays when the next one opens, with its zoom. */
const Detail = ({ id, upload, onClose }: { id: string; upload: Upload | undefined; onClose: () => void }) => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const { id: companyId, may } = useCompany()
  const go = (path: string) => void navigate({ to: `/companies/${companyId}${path}` as never })
  return (
    <>
      <div className="detail-head">
        <h2>{upload?.description || texts.documents}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <div className="button-row">
        {upload && !upload.journalEntryId && may('journal-entries:write') && (
          <ActionButton keys="b" onClick={() => go(`/journal/new?document=${id}`)}>
            {texts.book}
          </ActionButton>
        )}
        {upload?.journalEntryId && may('journal-entries:read') && (
          <ActionButton keys="v" variant="default" onClick={() => go(`/journal?open=${upload.journalEntryId}`)}>
            {texts.open}
          </ActionButton>
        )}
      </div>
      <ReadSummary uploadId={id} />
      <UploadView uploadId={id} />
    </>
  )
}

/** A button for files, and on a phone one for its camera. */
const Choose = ({ add }: Pick<Uploads, 'add'>) => {
  const texts = useWords(words)
  return (
    <>
      <FileButton
        accept="image/jpeg,image/png"
        capture="environment"
        inputProps={{ 'aria-label': texts.photo }}
        onChange={(photo) => photo && void add([photo])}
      >
        {({ onClick }) => (
          <Button size="sm" variant="default" className="only-thumb" onClick={onClick}>
            {texts.photo}
          </Button>
        )}
      </FileButton>
      <FileButton
        multiple
        accept={TYPES}
        inputProps={{ 'aria-label': texts.upload }}
        onChange={(files) => void add(files)}
      >
        {({ onClick }) => (
          <ActionButton keys="u" onClick={onClick}>
            {texts.upload}
          </ActionButton>
        )}
      </FileButton>
    </>
  )
}

const usePasted = (add: Uploads['add'] | null) => {
  useEffect(() => {
    if (!add) return
    const onPaste = ({ clipboardData }: ClipboardEvent) => void add([...(clipboardData?.files ?? [])])
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [add])
}

/** What is on its way, and what did not arrive. */
const OnTheirWay = ({ uploads: { sending, retry, forget } }: { uploads: Uploads }) => {
  const texts = useWords(words)
  if (sending.length === 0) return null
  return (
    <ul className="sending" aria-label={texts.progress}>
      {sending.map((one) => (
        <li key={one.key}>
          <span>{texts.sending(one.file.name, Math.round(one.part * 100))}</span>
          {one.error ? (
            <>
              <FailureMessage error={one.error} retry={() => void retry(one)} />
              <CloseButton aria-label={texts.close} onClick={() => forget(one.key)} />
            </>
          ) : (
            <Progress value={one.part * 100} aria-label={one.file.name} />
          )}
        </li>
      ))}
    </ul>
  )
}
