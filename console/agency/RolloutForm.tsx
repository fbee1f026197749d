// For which clients templates are previewed, and what gives way there.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { queries, quoted, useAction, useIntent, usePagesAt } from '#client'
import { send } from '#console/form'
import { type Column, Table } from '#table'
import { ActionButton, Empty, FailureMessage, Page, Search, useUrl } from '#ui'
import { useWords } from '#words'
import type { Agency } from './agency.ts'
import { chosen } from './chosen.ts'
import { ROLLOUTS, type Rollout, TEMPLATE, titleOf, useRefreshAt } from './template.ts'
import { templateWords } from './template-words.ts'
import { words } from './words.ts'

const whom = ['all', 'selected', 'older'] as const
type Whom = (typeof whom)[number]
type Client = { id: string; name: string; organizationNumber: string }

export const RolloutForm = ({ agency, templateIds }: { agency: Agency; templateIds: readonly string[] }) => {
  const texts = useWords(templateWords)
  const [{ clients: asked }, set] = useUrl()
  const [clients, setClients] = useState<Whom>(whom.find((one) => one === asked) ?? 'all')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [overwrites, setOverwrites] = useState(false)
  const [addsAccounts, setAddsAccounts] = useState(true)
  const intent = useIntent()
  const refresh = useRefreshAt()
  const { run, isBusy, error } = useAction()
  const preview = () =>
    run(async () => {
      const ids = clients === 'selected' ? { companyIds: [...selected] } : {}
      const body = { templateIds, clients, overwrites, addsAccounts, ...ids }
      const given = { path: { agencyId: agency.id }, body, headers: intent.headers(body) }
      const { id } = await send<Rollout>('POST', ROLLOUTS, given)
      await refresh(ROLLOUTS)
      set({ rollout: id, templates: null, clients: null })
    })
  return (
    <Page
      title={texts.use}
      lead={texts.previewLead}
      actions={
        <ActionButton
          keys="Mod+Enter"
          loading={isBusy}
          disabled={clients === 'selected' && selected.size === 0}
          onClick={() => void preview()}
        >
          {texts.preview}
        </ActionButton>
      }
    >
      <Chosen agency={agency} templateIds={templateIds} />
      <div className="filters">
        <NativeSelect
          label={texts.forWhom}
          {...chosen('v v')}
          value={clients}
          data={whom.map((value) => ({ value, label: texts.whom[value] }))}
          onChange={({ currentTarget }) => setClients(currentTarget.value as Whom)}
        />
      </div>
      <Checkbox
        label={texts.overwrites}
        checked={overwrites}
        onChange={({ currentTarget: { checked } }) => setOverwrites(checked)}
      />
      <Checkbox
        label={texts.addsAccounts}
        checked={addsAccounts}
        onChange={({ currentTarget: { checked } }) => setAddsAccounts(checked)}
      />
      {error !== null && <FailureMessage error={error} />}
      {clients === 'selected' && <Clients agency={agency} selected={selected} onSelect={setSelected} />}
    </Page>
  )
}

/** The templates that are used, by their names. */
const Chosen = ({ agency, templateIds }: { agency: Agency; templateIds: readonly string[] }) => {
  const texts = useWords(templateWords)
  return (
    <section aria-label={texts.chosenTemplates}>
      <h2>{texts.chosenTemplates}</h2>
      <ul>
        {templateIds.map((id) => (
          <Named key={id} agencyId={agency.id} templateId={id} />
        ))}
      </ul>
    </section>
  )
}

const Named = (path: { agencyId: string; templateId: string }) => {
  const { data } = queries.useQuery('get', TEMPLATE, { params: { path } })
  return <li>{data ? titleOf(data) : '…'}</li>
}

type ClientsGiven = {
  agency: Agency
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

const Clients = ({ agency, selected, onSelect }: ClientsGiven) => {
  const texts = useWords(templateWords)
  const { name, none } = useWords(words)
  const [q, setQ] = useState('')
  const { rows, isLoading, hasNextPage, fetchNextPage } = usePagesAt<Client>('/agencies/{agencyId}/companies', {
    path: { agencyId: agency.id },
    query: { query: q ? `name=~${quoted(q)}` : undefined },
  })
  const columns: Column<Client>[] = [
    { key: 'name', title: name, width: 'minmax(10rem, 2fr)', cell: (client) => client.name },
    { key: 'number', title: '', width: '8rem', cell: ({ organizationNumber }) => organizationNumber },
  ]
  const toggle = (id: string) => {
    const ids = new Set(selected)
    if (!ids.delete(id)) ids.add(id)
    onSelect(ids)
  }
  return (
    <>
      <div className="filters">
        <Search label={texts.searchClients} value={q} onChange={setQ} />
      </div>
      <p className="soft" role="status">
        {texts.chosenClients(selected.size)}
      </p>
      <Table
        label={texts.clients}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => toggle(id)}
        selected={selected}
        onSelect={onSelect}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty>{none}</Empty>}
      />
    </>
  )
}
