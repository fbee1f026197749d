// Proposals: a list of what waits, and one with what it would do beside its document. One is approved, or all of a
// kind.
import { NativeSelect } from '@mantine/core'
import { useCompany, usePages, useRefresh } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { type Column, Table } from '#table'
import { Chips, Empty, Money, momentText, oreOf, Page, ResilientContent, Split, Tag, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { ProposalDetail, tones } from './ProposalDetail.tsx'
import type { Proposal } from './proposal.ts'
import { words } from './words.ts'

export { ProposalsPage as Page }

const filters = ['waiting', 'decided', 'all'] as const
const queries = {
  waiting: 'state==waiting||state==outdated',
  decided: 'state!=waiting&&state!=outdated',
  all: '',
}
/** Most proposals that are approved at once. */
const MOST_AT_ONCE = 100

const ProposalsPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open, show = 'waiting', of = '' }, set] = useUrl()
  const shown = filters.find((one) => one === show) ?? 'waiting'
  const found = usePages<Proposal>('/proposals', { companyId, query: { query: queries[shown] } })
  const { rows: all, isLoading, hasNextPage, fetchNextPage } = found
  const kinds = [...new Set(all.map(({ operation }) => operation))]
  const rows = of === '' ? all : all.filter(({ operation }) => operation === of)
  const waiting = rows.filter(({ state }) => state === 'waiting').slice(0, MOST_AT_ONCE)
  const isOneKind = new Set(waiting.map(({ operation }) => operation)).size === 1
  const current = rows.find(({ id }) => id === open)
  return (
    <Page
      title={texts.title}
      actions={may('proposals:decide') && isOneKind && waiting.length > 1 && <ApproveAll rows={waiting} />}
    >
      <p className="soft">{texts.lead}</p>
      <div className="filters">
        <Chips
          label={texts.show}
          value={shown}
          choices={filters.map((one) => [one, texts.filters[one]] as const)}
          onChange={(one) => set({ show: one === 'waiting' ? null : one, open: null, of: null })}
        />
        {kinds.length > 1 && (
          <NativeSelect
            aria-label={texts.onlyKind}
            value={of}
            data={[
              { value: '', label: texts.allKinds },
              ...kinds.map((one) => ({ value: one, label: texts.kindOf(one) })),
            ]}
            onChange={({ currentTarget }) => set({ of: currentTarget.value || null, open: null })}
          />
        )}
      </div>
      <Split
        label={texts.title}
        list={
          <ResilientContent of={found}>
            <Table
              label={texts.title}
              columns={useColumns()}
              rows={rows}
              keyOf={({ id }) => id}
              openKey={open ?? null}
              onOpen={({ id }) => set({ open: id })}
              isLoading={isLoading}
              hasMore={hasNextPage}
              onMore={() => void fetchNextPage()}
              empty={<Empty>{shown === 'waiting' ? texts.noneWaiting : texts.none}</Empty>}
            />
          </ResilientContent>
        }
        detail={
          current ? <ProposalDetail key={current.id} proposal={current} onClose={() => set({ open: null })} /> : null
        }
      />
    </Page>
  )
}

/** The debit of all entries, in kronor; null where nothing is booked. */
const amountOf = ({ effects }: Proposal): number | null => {
  const items = effects?.entries.flatMap((entry) => entry.items) ?? []
  if (items.length === 0) return null
  return Number(items.reduce((sum, { debit }) => sum + oreOf(debit), 0)) / 100
}

const useColumns = (): Column<Proposal>[] => {
  const texts = useWords(words)
  return [
    {
      key: 'day',
      title: texts.day,
      width: '6.5rem',
      isWide: true,
      cell: ({ createdDateTime }) => momentText(createdDateTime).slice(0, 10),
    },
    {
      key: 'kind',
      title: texts.kind,
      width: 'minmax(9rem, 3fr)',
      cell: ({ operation, effects }) => effects?.entries[0]?.title ?? texts.kindOf(operation),
    },
    {
      key: 'amount',
      title: texts.amount,
      width: '7rem',
      align: 'right',
      cell: (row) => {
        const kronor = amountOf(row)
        return kronor === null ? '' : <Money kronor={kronor} />
      },
    },
    {
      key: 'who',
      title: texts.who,
      width: 'minmax(7rem, 2fr)',
      isWide: true,
      isLine: true,
      cell: ({ proposedBy, state }) => (
        <span>
          <span className="soft">{proposedBy.name}</span>{' '}
          {state !== 'waiting' && <Tag tone={tones[state]}>{texts.states[state]}</Tag>}
        </span>
      ),
    },
  ]
}

type Results = { results: { status: number; body: { state?: string } | null }[] }

/** All of a kind, each looked at in one list before they are approved, each by itself. */
const ApproveAll = ({ rows }: { rows: readonly Proposal[] }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { isBusy, run } = useDo()
  const approve = () =>
    run(async () => {
      const operations = rows.map(({ id, revision }) => ({
        method: 'POST' as const,
        path: `/proposals/${id}/approve`,
        body: { revision },
      }))
      const body = { mode: 'independent' as const, operations }
      const { results } = await send<Results>('POST', '/companies/{companyId}/bulk', { path: { companyId }, body })
      const done = results.filter(({ body: answer }) => answer?.state === 'approved').length
      await refresh('proposals', 'journal-entries', 'reports')
      say(texts.approvedAll(done, results.length - done))
    })
  return (
    <ConfirmButton label={texts.approveAll(rows.length)} keys="b" variant="filled" isBusy={isBusy} onSure={approve}>
      <p>{texts.approveAllLead}</p>
      <ul className="bullets">
        {rows.map((row) => {
          const kronor = amountOf(row)
          return (
            <li key={row.id}>
              {texts.kindOf(row.operation)}: {row.effects?.entries[0]?.title ?? row.purpose}
              {kronor !== null && (
                <>
                  {' '}
                  <Money kronor={kronor} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </ConfirmButton>
  )
}
