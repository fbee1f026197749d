// The clients of an agency's member: which of them the person is a member of, editable for many at once.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { queries, type Schema } from '#client'
import { send, useDo } from '#console/form'
import { type Column, Table } from '#table'
import { ActionButton, Chips, Empty, Page, ResilientContent, Search, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { type Agency, useAgencies } from './agency.ts'
import { words } from './words.ts'

export { MemberClientsPage as Page }

type Client = Schema<'MemberClient'>

const ADDRESS = '/agencies/{agencyId}/members/{memberId}/clients'
/** How many are changed by one request. */
const AT_ONCE = 100

const shows = ['all', 'with', 'without'] as const

const MemberClientsPage = () => {
  const texts = useWords(words)
  const { agency } = useAgencies()
  const { memberId = '' } = useParams({ strict: false }) as { memberId?: string }
  if (agency) return <Clients key={`${agency.id} ${memberId}`} agency={agency} memberId={memberId} />
  return (
    <Page title={texts.clients}>
      <Empty>{texts.noAgency}</Empty>
    </Page>
  )
}

const fits = ({ name, organizationNumber, role }: Client, text: string, show: (typeof shows)[number]): boolean =>
  (show === 'all' || (role !== null) === (show === 'with')) &&
  `${name} ${organizationNumber}`.toLowerCase().includes(text.trim().toLowerCase())

const Clients = ({ agency, memberId }: { agency: Agency; memberId: string }) => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const client = useQueryClient()
  const [{ q = '', show: asked }, set] = useUrl()
  const show = shows.find((one) => one === asked) ?? 'all'
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, run } = useDo()
  const path = { agencyId: agency.id, memberId }
  const { data: member } = queries.useQuery('get', '/agencies/{agencyId}/members/{memberId}', { params: { path } })
  const found = queries.useQuery('get', ADDRESS, { params: { path } })
  const { data, isLoading } = found
  const rows = useMemo(() => (data?.items ?? []).filter((one) => fits(one, q, show)), [data, q, show])
  const chosen = rows.filter(({ id }) => selected.has(id))
  const toChange = (isMember: boolean) =>
    chosen.filter(({ role }) => (role !== null) !== isMember && role !== 'owner').map(({ id }) => id)
  const change = (isMember: boolean) => {
    const companyIds = toChange(isMember)
    void run(
      async () => {
        for (let from = 0; from < companyIds.length; from += AT_ONCE) {
          const body = { companyIds: companyIds.slice(from, from + AT_ONCE), isMember }
          await send('POST', ADDRESS, { path, body })
        }
        setSelected(new Set())
        await client.invalidateQueries({ queryKey: ['get', ADDRESS] })
      },
      isMember ? texts.clientsGiven(companyIds.length) : texts.clientsTaken(companyIds.length),
    )
  }
  const mayChange = agency.may('agency-members:write')
  const columns: Column<Client>[] = [
    { key: 'name', title: texts.name, width: 'minmax(10rem, 2fr)', cell: ({ name }) => name },
    { key: 'number', title: texts.number, width: '9rem', cell: ({ organizationNumber }) => organizationNumber },
    {
      key: 'role',
      title: texts.membership,
      width: 'minmax(8rem, 1fr)',
      cell: ({ role }) => (role === null ? null : <Tag tone="good">{texts.companyRoles[role]}</Tag>),
    },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.clients}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isLoading}
        empty={<Empty>{(data?.items.length ?? 0) === 0 ? texts.none : texts.noneFound}</Empty>}
        {...(mayChange ? { selected, onSelect: setSelected } : {})}
      />
    </ResilientContent>
  )
  const given = toChange(true).length
  const taken = toChange(false).length
  return (
    <Page
      title={member ? texts.clientsOf(member.name) : texts.clients}
      lead={texts.clientsOfLead}
      actions={
        <ActionButton variant="default" keys="b" onClick={() => void navigate({ to: '/agency' as never })}>
          {texts.toPeople}
        </ActionButton>
      }
    >
      <div className="filters">
        <Search label={texts.search} value={q} onChange={(text) => set({ q: text }, { replace: true })} />
        <Chips
          label={texts.kind}
          value={show}
          choices={shows.map((one) => [one, texts.memberShows[one]] as const)}
          onChange={(one) => set({ show: one === 'all' ? null : one })}
        />
      </div>
      {mayChange && (
        <div className="page-actions">
          <ActionButton keys="a" loading={isBusy} disabled={given === 0} onClick={() => change(true)}>
            {texts.give(given)}
          </ActionButton>
          <ActionButton
            variant="default"
            keys="d"
            loading={isBusy}
            disabled={taken === 0}
            onClick={() => change(false)}
          >
            {texts.take(taken)}
          </ActionButton>
        </div>
      )}
      <p className="soft" role="status">
        {data && texts.memberOf(data.items.filter(({ role }) => role !== null).length, data.items.length)}
      </p>
      {list}
    </Page>
  )
}
