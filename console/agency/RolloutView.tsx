// One rollout: what each template would do at each client, what is applied of it, and what that has come to.
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { quoted, usePagesAt } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { MAX_NAMED_STEPS } from '#rule/limits'
import { type Column, Table } from '#table'
import { ActionButton, Empty, Page, ResilientContent, Search, Split, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import type { Agency } from './agency.ts'
import { chosen } from './chosen.ts'
import { StepDetail } from './StepDetail.tsx'
import {
  type Outcome,
  outcomes,
  ROLLOUT,
  ROLLOUTS,
  type Rollout,
  results,
  STEPS,
  type Step,
  USES,
  useRefreshAt,
  wasApplied,
} from './template.ts'
import { templateWords } from './template-words.ts'

type Given = { agency: Agency; rollout: Rollout }

export const RolloutView = ({ agency, rollout }: Given) => {
  const texts = useWords(templateWords)
  const [{ q, open, outcome, result }, set] = useUrl()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { id, state, counts } = rollout
  const isOn = state === 'previewing' || state === 'applying'
  const isApplied = wasApplied(rollout)
  const found = q && `(companyName=~${quoted(q)} || templateName=~${quoted(q)})`
  const conditions = [outcome && `outcome==${outcome}`, result && `result==${result}`, found]
  const read = usePagesAt<Step>(STEPS, {
    path: { agencyId: agency.id, rolloutId: id },
    query: { query: conditions.filter(Boolean).join(' && ') || undefined },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = read
  // The text of the steps follows the rollout's state.
  const refresh = useRefreshAt()
  useEffect(() => {
    void refresh(STEPS, ...(isOn ? [] : [ROLLOUTS, USES]))
  }, [state, rollout.modifiedDateTime, counts.waiting, counts.left])
  const opened = rows.find((step) => step.id === open)
  const canBe = (step: Step) => step.outcome === 'add' || step.outcome === 'change' || step.outcome === 'same'
  const list = (
    <ResilientContent of={read}>
      <Table
        label={texts.rollout}
        columns={columnsOf(texts, { isApplied, isOn }).filter(({ isWide }) => !(isWide && opened))}
        rows={rows}
        keyOf={(step) => step.id}
        openKey={open ?? null}
        onOpen={(step) => set({ open: step.id })}
        {...(state === 'previewed' ? { selected, onSelect: setSelected } : {})}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty>{texts.noneFound}</Empty>}
        toneOf={({ outcome: came, result: became }) =>
          became === 'failed' || became === 'stale' || came === 'blocked' ? 'wrong' : undefined
        }
      />
    </ResilientContent>
  )
  return (
    <Page
      title={texts.rollout}
      actions={
        state === 'previewed' ? (
          <Apply agency={agency} rollout={rollout} rows={rows} selected={selected} canBe={canBe} />
        ) : (
          isOn && <Stop agency={agency} rollout={rollout} />
        )
      }
    >
      <p role="status">
        <Tag tone={state === 'applied' ? 'good' : 'waiting'}>{texts.states[state]}</Tag> <Progress rollout={rollout} />
      </p>
      <Filters isApplied={isApplied} />
      <Split label={texts.template} list={list} detail={opened ? <StepDetail key={opened.id} step={opened} /> : null} />
    </Page>
  )
}

const Progress = ({ rollout }: { rollout: Rollout }) => {
  const texts = useWords(templateWords)
  const { counts } = rollout
  const sum = (names: readonly (keyof Rollout['counts'])[]) => names.reduce((all, name) => all + counts[name], 0)
  const isApplied = wasApplied(rollout)
  const done = sum(isApplied ? results : outcomes)
  const all = done + (isApplied ? counts.left : counts.waiting)
  const names: Readonly<Record<string, string>> = isApplied ? texts.results : texts.outcomes
  const parts = Object.entries(names).flatMap(([name, label]) => {
    const count = counts[name as keyof Rollout['counts']]
    return count > 0 ? [`${label}: ${count}`] : []
  })
  return <span>{[...(done === all ? [] : [texts.progress(done, all)]), ...parts].join(' · ')}</span>
}

const Filters = ({ isApplied }: { isApplied: boolean }) => {
  const texts = useWords(templateWords)
  const [{ q, outcome, result }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  return (
    <div className="filters">
      <Search label={texts.searchSteps} value={q ?? ''} onChange={search} />
      <NativeSelect
        label={texts.outcome}
        {...chosen('v v')}
        value={outcome ?? ''}
        data={[
          { value: '', label: texts.allOutcomes },
          ...outcomes.map((value) => ({ value, label: texts.outcomes[value] })),
        ]}
        onChange={({ currentTarget }) => set({ outcome: currentTarget.value, open: null })}
      />
      {isApplied && (
        <NativeSelect
          label={texts.result}
          {...chosen('v r')}
          value={result ?? ''}
          data={[
            { value: '', label: texts.allOutcomes },
            ...results.map((value) => ({ value, label: texts.results[value] })),
          ]}
          onChange={({ currentTarget }) => set({ result: currentTarget.value, open: null })}
        />
      )}
    </div>
  )
}

const Stop = ({ agency, rollout }: Given) => {
  const texts = useWords(templateWords)
  const refresh = useRefreshAt()
  const { isBusy, run } = useDo()
  const stop = () =>
    run(async () => {
      await send('POST', `${ROLLOUT}/stop`, { path: { agencyId: agency.id, rolloutId: rollout.id } })
      await refresh(ROLLOUT, ROLLOUTS, STEPS, USES)
    }, texts.stopped)
  if (!agency.may('agency-templates:apply')) return null
  return (
    <ConfirmButton label={texts.stop} keys="s" isBusy={isBusy} onSure={stop}>
      <p>{texts.stopSure}</p>
    </ConfirmButton>
  )
}

type ApplyGiven = Given & {
  rows: readonly Step[]
  selected: ReadonlySet<string>
  canBe: (step: Step) => boolean
}

/** What is selected is applied, and everything where nothing is. */
const Apply = ({ agency, rollout, rows, selected, canBe }: ApplyGiven) => {
  const texts = useWords(templateWords)
  const navigate = useNavigate()
  const refresh = useRefreshAt()
  const { isBusy, run } = useDo()
  const { counts } = rollout
  const stepIds = rows.filter((step) => selected.has(step.id) && canBe(step)).map(({ id }) => id)
  const isSome = selected.size > 0
  const count = isSome ? stepIds.length : counts.add + counts.change + counts.same
  const apply = () =>
    run(async () => {
      const path = { agencyId: agency.id, rolloutId: rollout.id }
      await send('POST', `${ROLLOUT}/apply`, { path, body: isSome ? { stepIds } : {} })
      await refresh(ROLLOUT, ROLLOUTS, STEPS)
    }, texts.begun)
  if (!agency.may('agency-templates:apply')) return null
  return (
    <>
      <ConfirmButton
        label={texts.apply(count)}
        keys="Mod+Enter"
        variant="filled"
        isBusy={isBusy}
        isDisabled={count === 0 || (isSome && count > MAX_NAMED_STEPS)}
        onSure={apply}
      >
        <p>{texts.applySure}</p>
      </ConfirmButton>
      <ActionButton variant="default" keys="t" onClick={() => void navigate({ to: '/agency/templates' as never })}>
        {texts.templates}
      </ActionButton>
    </>
  )
}

type Texts = (typeof templateWords)['sv']

const tones: Readonly<Record<Outcome, 'plain' | 'good' | 'wrong' | 'waiting'>> = {
  add: 'good',
  change: 'good',
  same: 'plain',
  own: 'waiting',
  removed: 'waiting',
  blocked: 'wrong',
}

/** What is still to come is shown by dots. */
const columnsOf = (texts: Texts, { isApplied, isOn }: { isApplied: boolean; isOn: boolean }): Column<Step>[] => [
  { key: 'client', title: texts.client, width: 'minmax(9rem, 2fr)', cell: ({ companyName }) => companyName },
  { key: 'template', title: texts.template, width: 'minmax(9rem, 1fr)', cell: ({ templateName }) => templateName },
  {
    key: 'outcome',
    title: texts.outcome,
    width: '9rem',
    cell: ({ outcome }) => (outcome ? <Tag tone={tones[outcome]}>{texts.outcomes[outcome]}</Tag> : isOn ? '…' : ''),
  },
  ...(isApplied
    ? [
        {
          key: 'result',
          title: texts.result,
          width: '8rem',
          cell: ({ result, isChosen }: Step) =>
            result ? (
              <Tag tone={result === 'applied' ? 'good' : result === 'unchanged' ? 'plain' : 'wrong'}>
                {texts.results[result]}
              </Tag>
            ) : isChosen ? (
              '…'
            ) : (
              ''
            ),
        },
      ]
    : []),
]
