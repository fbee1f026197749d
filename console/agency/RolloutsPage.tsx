// Rollouts of the agency's templates: a new one is begun, one is open, or all of them are listed.
import { queries, usePagesAt } from '#client'
import { type Column, Table } from '#table'
import { Empty, FailureMessage, momentText, Page, ResilientContent, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { AgencyChoice } from './AgencyChoice.tsx'
import { type Agency, useAgencies } from './agency.ts'
import { RolloutForm } from './RolloutForm.tsx'
import { RolloutView } from './RolloutView.tsx'
import { ROLLOUT, ROLLOUTS, type Rollout, wasApplied } from './template.ts'
import { templateWords } from './template-words.ts'
import { words } from './words.ts'

export { RolloutsPage as Page }

/** How often it is looked how far a rollout has come, in milliseconds. */
const LOOK_MS = 1000

const RolloutsPage = () => {
  const texts = useWords(words)
  const title = useWords(templateWords).rollouts
  const { agency } = useAgencies()
  const [{ rollout, templates }] = useUrl()
  if (!agency)
    return (
      <Page title={title}>
        <Empty>{texts.noAgency}</Empty>
      </Page>
    )
  if (rollout) return <OneRollout key={rollout} agency={agency} id={rollout} />
  if (templates) return <RolloutForm key={templates} agency={agency} templateIds={templates.split(',')} />
  return <Rollouts key={agency.id} agency={agency} />
}

const OneRollout = ({ agency, id }: { agency: Agency; id: string }) => {
  const texts = useWords(templateWords)
  const { data, error, refetch } = queries.useQuery(
    'get',
    ROLLOUT,
    { params: { path: { agencyId: agency.id, rolloutId: id } } },
    { refetchInterval: ({ state }) => (/ing$/.test(state.data?.state ?? 'ing') ? LOOK_MS : false) },
  )
  if (data) return <RolloutView agency={agency} rollout={data} />
  return <Page title={texts.rollout}>{error && <FailureMessage error={error} retry={() => void refetch()} />}</Page>
}

const Rollouts = ({ agency }: { agency: Agency }) => {
  const texts = useWords(templateWords)
  const [, set] = useUrl()
  const found = usePagesAt<Rollout>(ROLLOUTS, {
    path: { agencyId: agency.id },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Rollout>[] = [
    { key: 'when', title: texts.when, width: '9rem', cell: (one) => momentText(one.createdDateTime) },
    { key: 'by', title: texts.by, width: 'minmax(8rem, 1fr)', cell: ({ actorName }) => actorName },
    {
      key: 'comes',
      title: texts.comes,
      width: 'minmax(12rem, 2fr)',
      isLine: true,
      cell: (one) => summaryOf(one, texts),
    },
    {
      key: 'state',
      title: texts.result,
      width: '8rem',
      cell: ({ state }) => <Tag tone={state === 'applied' ? 'good' : 'waiting'}>{texts.states[state]}</Tag>,
    },
  ]
  return (
    <Page title={texts.rollouts} lead={texts.rolloutsLead}>
      <div className="filters">
        <AgencyChoice />
      </div>
      <ResilientContent of={found}>
        <Table
          label={texts.rollouts}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => set({ rollout: id })}
          isLoading={isLoading}
          hasMore={hasNextPage}
          onMore={() => void fetchNextPage()}
          empty={<Empty how={texts.noRolloutsHow}>{texts.noRollouts}</Empty>}
        />
      </ResilientContent>
    </Page>
  )
}

type Texts = (typeof templateWords)['sv']

const named = (counts: Rollout['counts'], names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).flatMap(([name, label]) => {
    const count = counts[name as keyof typeof counts]
    return count > 0 ? [`${label}: ${count}`] : []
  })

/** What a rollout comes to, in a line. */
const summaryOf = (rollout: Rollout, texts: Texts): string =>
  named(rollout.counts, wasApplied(rollout) ? texts.results : texts.outcomes).join(' · ')
