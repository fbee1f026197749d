// The agency's templates: found by kind and name, the one that is open beside them, and those that are chosen used on
// clients.
import { CloseButton, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { queries, quoted, usePagesAt, useVersioned } from '#client'
import { MAX_ROLLOUT_TEMPLATES } from '#rule/limits'
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
  Tag,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { AgencyChoice } from './AgencyChoice.tsx'
import { type Agency, useAgencies } from './agency.ts'
import { chosen } from './chosen.ts'
import { TakeForm } from './TakeForm.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { type Kind, kinds, TEMPLATE, TEMPLATES, type Template, titleOf, USES } from './template.ts'
import { templateWords } from './template-words.ts'
import { words } from './words.ts'

export { TemplatesPage as Page }

const TemplatesPage = () => {
  const texts = useWords(words)
  const { agency } = useAgencies()
  if (agency) return <Templates key={agency.id} agency={agency} />
  return (
    <Page title={useWords(templateWords).templates}>
      <Empty>{texts.noAgency}</Empty>
    </Page>
  )
}

const NEW = 'new'
const TAKE = 'take'

const useKind = (): Kind | null => {
  const [{ kind }] = useUrl()
  return kinds.find((one) => one === kind) ?? null
}

const Templates = ({ agency }: { agency: Agency }) => {
  const texts = useWords(templateWords)
  const navigate = useNavigate()
  const [{ q, open }, set] = useUrl()
  const kind = useKind()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const path = { agencyId: agency.id }
  const conditions = [kind && `kind==${kind}`, q && `(name=~${quoted(q)} || key=~${quoted(q)})`]
  const found = usePagesAt<Template>(TEMPLATES, {
    path,
    query: { query: conditions.filter(Boolean).join(' && ') || undefined },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const { data: uses } = queries.useQuery('get', USES, { params: { path } })
  const usesOf = (id: string) => uses?.items.find(({ templateId }) => templateId === id)
  const mayWrite = agency.may('agency-templates:write')
  const use = (ids: readonly string[], more: Record<string, string> = {}) =>
    void navigate({ to: '/agency/rollouts' as never, search: { templates: ids.join(','), ...more } as never })
  const count = selected.size
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.templates}
        columns={columnsOf(texts, usesOf).filter(({ isWide }) => !(isWide && open))}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        selected={selected}
        onSelect={setSelected}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty how={!q && !kind && mayWrite && texts.noneHow}>{q || kind ? texts.noneFound : texts.none}</Empty>}
      />
    </ResilientContent>
  )
  return (
    <Page
      title={texts.templates}
      lead={texts.lead}
      actions={
        <>
          {mayWrite && !open?.startsWith(NEW) && (
            <ActionButton keys="n" onClick={() => set({ open: NEW })}>
              {texts.add}
            </ActionButton>
          )}
          {mayWrite && open !== TAKE && (
            <ActionButton variant="default" keys="h" onClick={() => set({ open: TAKE })}>
              {texts.take}
            </ActionButton>
          )}
          {count > 0 && (
            <ActionButton
              variant="default"
              keys="p"
              disabled={count > MAX_ROLLOUT_TEMPLATES}
              onClick={() => use([...selected])}
            >
              {texts.useChosen(count)}
            </ActionButton>
          )}
        </>
      }
    >
      <Filters />
      {count > MAX_ROLLOUT_TEMPLATES && <p className="notice">{texts.tooMany(MAX_ROLLOUT_TEMPLATES)}</p>}
      <Split
        label={texts.template}
        list={list}
        detail={
          open ? <Opened key={open} agency={agency} open={open} older={usesOf(open)?.older ?? 0} onUse={use} /> : null
        }
      />
    </Page>
  )
}

const Filters = () => {
  const texts = useWords(templateWords)
  const [{ q }, set] = useUrl()
  const kind = useKind()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  return (
    <div className="filters">
      <Search label={texts.search} value={q ?? ''} onChange={search} />
      <NativeSelect
        label={texts.kind}
        {...chosen('v v')}
        value={kind ?? ''}
        data={[{ value: '', label: texts.allKinds }, ...kinds.map((value) => ({ value, label: texts.kinds[value] }))]}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value, open: null })}
      />
      <AgencyChoice />
    </div>
  )
}

type Texts = (typeof templateWords)['sv']
type Use = { current: number; older: number }

const columnsOf = (texts: Texts, usesOf: (id: string) => Use | undefined): Column<Template>[] => [
  { key: 'name', title: texts.name, width: 'minmax(10rem, 2fr)', cell: titleOf },
  { key: 'kind', title: texts.kind, width: '9rem', cell: ({ content }) => texts.kinds[content.kind] },
  {
    key: 'clients',
    title: texts.clients,
    width: '5rem',
    align: 'right',
    cell: ({ id }) => {
      const use = usesOf(id)
      return use ? use.current + use.older : ''
    },
  },
  {
    key: 'older',
    title: texts.older,
    width: '7rem',
    isWide: true,
    cell: ({ id }) => {
      const older = usesOf(id)?.older ?? 0
      return older > 0 && <Tag tone="waiting">{String(older)}</Tag>
    },
  },
]

type OpenedGiven = {
  agency: Agency
  open: string
  older: number
  onUse: (ids: readonly string[], more?: Record<string, string>) => void
}

const Opened = ({ agency, open, older, onUse }: OpenedGiven) => {
  const texts = useWords(templateWords)
  const [, set] = useUrl()
  const newKind = kinds.find((kind) => open === `${NEW}-${kind}`)
  const isOne = open !== NEW && open !== TAKE && newKind === undefined
  const path = { agencyId: agency.id, templateId: isOne ? open : '' }
  const { data, etag, error } = useVersioned<Template>(TEMPLATE, { path }, { enabled: isOne })
  const title = newKind || open === NEW ? texts.add : open === TAKE ? texts.take : data ? titleOf(data) : ' '
  const mayUse = isOne && data && agency.may('agency-templates:apply')
  return (
    <>
      <div className="detail-head">
        <h2>{title}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={() => set({ open: null })} />
      </div>
      {data && (
        <p className="soft">
          {texts.kinds[data.content.kind]} · {texts.version(data.version)}
          {older > 0 && ` · ${texts.hasOlder(older)}`}
        </p>
      )}
      {mayUse && (
        <div className="page-actions">
          <ActionButton variant="default" keys="u" onClick={() => onUse([open])}>
            {texts.use}
          </ActionButton>
          {older > 0 && (
            <ActionButton variant="default" keys="y" onClick={() => onUse([open], { clients: 'older' })}>
              {texts.useNewer}
            </ActionButton>
          )}
        </div>
      )}
      {error && <FailureMessage error={error} />}
      {isOne && !data && !error && <PageSkeleton />}
      {open === TAKE && <TakeForm agency={agency} />}
      {open === NEW && <NewKinds />}
      {newKind && <TemplateEditor agency={agency} template={null} etag={null} kind={newKind} />}
      {data && <TemplateEditor agency={agency} template={data} etag={etag} kind={data.content.kind} />}
    </>
  )
}

/** The letter of each kind. */
const letters: Readonly<Record<Kind, string>> = { account: 'k', entryTemplate: 'm', matchingRule: 'r', texts: 't' }

const NewKinds = () => {
  const texts = useWords(templateWords)
  const [, set] = useUrl()
  return (
    <div className="page-actions" role="group" aria-label={texts.kind}>
      {kinds.map((kind) => (
        <ActionButton key={kind} variant="default" keys={letters[kind]} onClick={() => set({ open: `${NEW}-${kind}` })}>
          {texts.kinds[kind]}
        </ActionButton>
      ))}
    </div>
  )
}
