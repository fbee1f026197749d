// The entry templates: what is booked again and again, found by name, and the one that is open beside them.
import { CloseButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useCompany, usePages, useVersioned } from '#client'
import { type Column, Table } from '#table'
import {
  ActionButton,
  bound,
  Empty,
  FailureMessage,
  Page,
  PageSkeleton,
  ResilientContent,
  Search,
  Split,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { TemplateForm } from './TemplateForm.tsx'
import type { Template } from './template.ts'
import { templateWords } from './template-words.ts'

export { TemplatesPage as Page }

const NEW = 'new'

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

const TemplatesPage = () => {
  const texts = useWords(templateWords)
  const { id: companyId, may } = useCompany()
  const [{ q, open }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const found = usePages<Template>('/entry-templates', {
    companyId,
    query: { query: q ? `name=~${quoted(q)}` : undefined },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Template>[] = [
    { key: 'name', title: texts.name, width: 'minmax(9rem, 1fr)', cell: ({ name }) => name },
    {
      key: 'accounts',
      title: texts.lineCount,
      width: '12rem',
      isWide: true,
      cell: ({ items }) => items.map(({ account }) => account).join(', '),
    },
  ]
  const close = () => set({ open: null })
  return (
    <Page
      title={texts.templates}
      lead={texts.lead}
      actions={
        may('journal-entries:write') &&
        open !== NEW && (
          <ActionButton keys="n" onClick={() => set({ open: NEW })}>
            {texts.add}
          </ActionButton>
        )
      }
    >
      <div className="filters">
        <Search label={texts.search} value={q ?? ''} onChange={search} />
      </div>
      <Split
        label={texts.template}
        list={
          <ResilientContent of={found}>
            <Table
              label={texts.templates}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              openKey={open ?? null}
              onOpen={({ id }) => set({ open: id })}
              isLoading={isLoading}
              hasMore={hasNextPage}
              onMore={() => void fetchNextPage()}
              empty={
                <Empty how={!q && may('journal-entries:write') && texts.noneHow}>
                  {q ? texts.noneFound : texts.none}
                </Empty>
              }
            />
          </ResilientContent>
        }
        detail={open ? <Opened key={open} id={open === NEW ? null : open} onClose={close} /> : null}
      />
    </Page>
  )
}

const Opened = ({ id, onClose }: { id: string | null; onClose: () => void }) => {
  const texts = useWords(templateWords)
  const navigate = useNavigate()
  const [, set] = useUrl()
  const { id: companyId } = useCompany()
  const path = { companyId, entryTemplateId: id ?? '' }
  const { data, etag, error } = useVersioned<Template>(
    '/companies/{companyId}/entry-templates/{entryTemplateId}',
    { path },
    { enabled: id !== null },
  )
  return (
    <>
      <div className="detail-head">
        <h2>{id === null ? texts.add : (data?.name ?? ' ')}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      {error && <FailureMessage error={error} />}
      {id !== null && !data && !error && <PageSkeleton />}
      {(id === null || data) && (
        <TemplateForm
          template={data ?? null}
          etag={etag}
          onDone={(made) => set({ open: made })}
          onUse={() => void navigate({ to: `/companies/${companyId}/journal/new?template=${id}` as never })}
        />
      )}
    </>
  )
}
