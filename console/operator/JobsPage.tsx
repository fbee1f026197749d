// What is done in the background: what waits, what is being done, and what has failed.
import type { ReactNode } from 'react'
import type { Schema } from '#client'
import { ConfirmButton } from '#console/form'
import type { Column } from '#table'
import { ActionButton, Facts, momentText, Tag } from '#ui'
import { useWords } from '#words'
import { useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { jobWords, kindsSaying } from './job-words.ts'
import { words } from './words.ts'

export { JobsPage as Page }

type Job = Schema<'OperatedJob'>

const tones = { waiting: 'plain', running: 'waiting', failed: 'wrong' } as const
const states = ['failed', 'running', 'waiting'] as const

const JobsPage = () => {
  const texts = useWords(words)
  const said = useWords(jobWords)
  const nameOf = ({ kind }: Job) => said.kinds[kind] ?? kind
  const columns: Column<Job>[] = [
    { key: 'kind', title: texts.kind, width: 'minmax(9rem, 1fr)', cell: nameOf },
    {
      key: 'state',
      title: texts.state,
      width: '8rem',
      cell: ({ state }) => <Tag tone={tones[state]}>{texts.states[state]}</Tag>,
    },
    { key: 'due', title: texts.due, width: '9rem', cell: ({ dueDateTime }) => momentText(dueDateTime) },
    { key: 'why', title: texts.why, width: 'minmax(8rem, 2fr)', isWide: true, cell: ({ lastError }) => lastError },
  ]
  return (
    <Board<Job>
      title={texts.jobs}
      address="/operator/jobs"
      columns={columns}
      searched={['kind']}
      meant={(typed) => kindsSaying(said, typed).map((kind) => `kind==${kind}`)}
      search={texts.searchJobs}
      states={states.map((state) => [state, texts.states[state]] as const)}
      nameOf={nameOf}
      toneOf={({ state }) => (state === 'failed' ? 'wrong' : undefined)}
      detail={(job) => <JobDetail key={job.id} {...job} />}
    />
  )
}

const JobDetail = (job: Job) => {
  const texts = useWords(words)
  const { isBusy, operate } = useOperate()
  const path = { jobId: job.id }
  return (
    <>
      <Facts
        facts={[
          [texts.kind, <code key="kind">{job.kind}</code>],
          [texts.state, texts.states[job.state]],
          [texts.queued, momentText(job.queuedDateTime)],
          [texts.due, momentText(job.dueDateTime)],
          [texts.attempts, String(job.attempts)],
          [texts.why, job.lastError],
          [texts.company, job.tenantName ?? job.tenantId],
          ...Object.entries(job.payload).map(([name, value]): [string, ReactNode] => [
            name,
            <Value key={name} value={value} />,
          ]),
        ]}
      />
      {job.state !== 'running' && (
        <div className="page-actions">
          <ActionButton
            keys="r"
            loading={isBusy}
            onClick={() => void operate('/operator/jobs/{jobId}/retry', path, undefined, texts.retried)}
          >
            {texts.retry}
          </ActionButton>
          {job.state === 'failed' && (
            <ActionButton
              variant="default"
              keys="a"
              loading={isBusy}
              onClick={() => void operate('/operator/jobs/retry', {}, { kind: job.kind }, texts.retried)}
            >
              {texts.retryAll}
            </ActionButton>
          )}
          <ConfirmButton
            label={texts.drop}
            keys="d"
            isBusy={isBusy}
            onSure={() => operate('/operator/jobs/{jobId}/drop', path)}
          >
            <p>{texts.dropLead}</p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

/** The subject of a job: usually an id, in the form needed for a search in the database or log. */
const Value = ({ value }: { value: unknown }) => (
  <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
)
