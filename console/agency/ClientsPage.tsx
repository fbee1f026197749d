// All clients of the agency: found, ordered and gone through one after the other.
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { keepRound, queries } from '#client'
import { type Column, Table } from '#table'
import {
  ActionButton,
  addDays,
  Empty,
  Money,
  oreOf,
  Page,
  ResilientContent,
  Search,
  Split,
  Tag,
  today,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { AgencyChoice } from './AgencyChoice.tsx'
import { type Agency, useAgencies } from './agency.ts'
import { ClientDetail } from './ClientDetail.tsx'
import { chosen } from './chosen.ts'
import { orders, overdueOf, type Shown, shownClients, workOf } from './clients.rules.ts'
import { type Client, type Kind, kinds, listOf } from './places.ts'
import { words } from './words.ts'

export { ClientsPage as Page }

const ClientsPage = () => {
  const texts = useWords(words)
  const { agency } = useAgencies()
  if (agency) return <Clients key={agency.id} agency={agency} />
  return (
    <Page title={texts.clients}>
      <Empty>{texts.noAgency}</Empty>
    </Page>
  )
}

/** Days within which a deadline is asked for; none: it has passed. */
const DUE = [0, 7, 14, 30] as const
/** How often it is looked whether anything has changed, and how often while the service still counts; milliseconds. */
const LOOK_MS = 20_000
const COUNTING_MS = 400

const useShown = (): Shown & { kind: Kind | null } => {
  const [{ q = '', kind, due, order }] = useUrl()
  return {
    text: q,
    kind: kinds.find((one) => one === kind) ?? null,
    within: DUE.find((days) => String(days) === due) ?? null,
    order: orders.find((one) => one === order) ?? 'name',
  }
}

const Clients = ({ agency: { id: agencyId } }: { agency: Agency }) => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const [url, set] = useUrl()
  const { open } = url
  const shown = useShown()
  const path = { agencyId }
  const found = queries.useQuery(
    'get',
    '/agencies/{agencyId}/client-overview',
    { params: { path } },
    // A user who comes back from a client has probably changed something there.
    {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? COUNTING_MS : LOOK_MS),
    },
  )
  const { data, isLoading } = found
  const { text, kind, within, order } = shown
  const rows = useMemo(
    () =>
      // A deadline that has passed was before today.
      shownClients(
        data?.items ?? [],
        { text, kind, within, order },
        addDays(today(), within === 0 ? -1 : (within ?? 0)),
      ),
    [data, text, kind, within, order],
  )
  const opened = rows.find(({ id }) => id === open)
  /** From the client that is open, or from the first. */
  const begin = () => {
    const first = opened ?? rows[0]
    if (!first) return
    const clients = rows.map(({ id, name }) => ({ id, name }))
    const { path: below, search } = listOf(kind)
    keepRound({ clients, path: below, search, from: { path: '/clients', search: url } })
    void navigate({ to: `/companies/${first.id}${below}` as never, search: search as never })
  }
  const all = data?.items.length ?? 0
  const empty = <Empty>{all === 0 ? texts.none : texts.noneFound}</Empty>
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.clients}
        columns={columnsOf(texts, kind).filter(({ isWide }) => !(isWide && opened))}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        empty={empty}
      />
    </ResilientContent>
  )
  return (
    <Page
      title={texts.clients}
      lead={texts.lead}
      actions={
        rows.length > 0 && (
          <ActionButton keys="n" onClick={begin}>
            {texts.begin(rows.length)}
          </ActionButton>
        )
      }
    >
      <Filters />
      <p className="soft" role="status">
        {data && texts.shown(rows.length, all)} {data && data.waiting > 0 && texts.counting(data.waiting)}{' '}
        {data?.hasMore && texts.more}
      </p>
      <Split label={texts.clients} list={list} detail={opened ? <ClientDetail client={opened} /> : null} />
    </Page>
  )
}

const Filters = () => {
  const texts = useWords(words)
  const { text, kind, within, order } = useShown()
  const [, set] = useUrl()
  return (
    <div className="filters">
      <Search label={texts.search} value={text} onChange={(q) => set({ q, open: null }, { replace: true })} />
      <NativeSelect
        label={texts.kind}
        {...chosen('v v')}
        value={kind ?? ''}
        data={[{ value: '', label: texts.allKinds }, ...kinds.map((value) => ({ value, label: texts.kinds[value] }))]}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value, open: null })}
      />
      <NativeSelect
        label={texts.due}
        {...chosen('v d')}
        value={within === null ? '' : String(within)}
        data={[
          { value: '', label: texts.anyDue },
          ...DUE.map((days) => ({ value: String(days), label: days === 0 ? texts.dueNow : texts.dueIn(days) })),
        ]}
        onChange={({ currentTarget }) => set({ due: currentTarget.value, open: null })}
      />
      <NativeSelect
        label={texts.order}
        {...chosen('v o')}
        value={order}
        data={orders.map((value) => ({ value, label: texts.orders[value] }))}
        onChange={({ currentTarget }) => set({ order: currentTarget.value })}
      />
      <AgencyChoice />
    </div>
  )
}

type Texts = (typeof words)['sv']

const columnsOf = (texts: Texts, kind: Kind | null): Column<Client>[] => [
  {
    key: 'name',
    title: texts.name,
    width: 'minmax(10rem, 2fr)',
    cell: ({ name, isTest }) => (
      <>
        {name} {isTest && <Tag tone="waiting">{texts.test}</Tag>}
      </>
    ),
  },
  {
    key: 'toDo',
    title: texts.toDo,
    width: '5rem',
    align: 'right',
    cell: (client) => (client.asOf === null ? '…' : workOf(client, kind) || ''),
  },
  {
    key: 'overdue',
    title: texts.overdue,
    width: '6rem',
    cell: (client) => {
      const count = overdueOf(client, kind)
      return count > 0 ? <Tag tone="wrong">{String(count)}</Tag> : null
    },
  },
  {
    key: 'deadline',
    title: texts.deadline,
    width: 'minmax(9rem, 1fr)',
    cell: ({ deadline }) => deadline && `${deadline.dueDate} ${texts.deadlines[deadline.kind]}`,
  },
  ...(['cash', 'result', 'receivables'] as const).map(
    (key): Column<Client> => ({
      key,
      title: texts[key],
      width: '9rem',
      align: 'right',
      isWide: true,
      cell: ({ figures }) => {
        const amount = key === 'receivables' ? figures?.overdueReceivables : figures?.[key]
        return amount === undefined || amount === null ? '' : <Money ore={oreOf(amount)} />
      },
    }),
  ),
]
