// Runs of the verification: begun, followed, and what each has found.
import { queries, type Schema } from '#client'
import type { Column } from '#table'
import { ActionButton, Facts, momentText, ResilientContent, Tag } from '#ui'
import { useWords } from '#words'
import { useNumbers, useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { VerificationsPage as Page }

type Run = Schema<'OperatedVerification'>

const tones = { running: 'waiting', sound: 'good', faulty: 'wrong', failed: 'wrong' } as const
/** How often a run that goes on is looked at, in milliseconds. */
const FOLLOW_MS = 2000

const VerificationsPage = () => {
  const texts = useWords(words)
  const { isBusy, operate } = useOperate()
  const columns: Column<Run>[] = [
    { key: 'begun', title: texts.begunAt, width: '9rem', cell: ({ begunDateTime }) => momentText(begunDateTime) },
    { key: 'by', title: texts.begunBy, width: 'minmax(8rem, 1fr)', cell: ({ begunBy }) => begunBy },
    {
      key: 'state',
      title: texts.state,
      width: '8rem',
      cell: ({ state }) => <Tag tone={tones[state]}>{texts.states[state]}</Tag>,
    },
    {
      key: 'progress',
      title: texts.progress,
      width: '8rem',
      align: 'right',
      cell: ({ companiesDone, companies }) => (companies === null ? '–' : texts.progressOf(companiesDone, companies)),
    },
    { key: 'faults', title: texts.faults, width: '5rem', align: 'right', isWide: true, cell: ({ faults }) => faults },
  ]
  return (
    <Board<Run>
      title={texts.verifications}
      lead={texts.verificationsLead}
      address="/operator/verifications"
      columns={columns}
      searched={['begunBy']}
      search={texts.searchVerifications}
      none={texts.noVerifications}
      nameOf={({ begunDateTime }) => momentText(begunDateTime)}
      actions={
        <ActionButton
          keys="n"
          loading={isBusy}
          onClick={() => void operate('/operator/verifications', {}, undefined, texts.begun)}
        >
          {texts.begin}
        </ActionButton>
      }
      detail={({ id }) => <RunDetail key={id} id={id} />}
    />
  )
}

const RunDetail = ({ id: verificationId }: { id: string }) => {
  const texts = useWords(words)
  const inNumbers = useNumbers()
  const params = { path: { verificationId } }
  const found = queries.useQuery(
    'get',
    '/operator/verifications/{verificationId}',
    { params },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? FOLLOW_MS : false) },
  )
  return (
    <ResilientContent of={found}>
      {(data) => {
        const { companies, companiesDone, found } = data
        return (
          <>
            <Facts
              facts={[
                [texts.state, texts.states[data.state]],
                [texts.progress, companies !== null && texts.progressOf(companiesDone, companies)],
                [texts.entries, inNumbers(data.entries)],
                [texts.faults, inNumbers(data.faults)],
              ]}
            />
            {companies !== null && data.state === 'running' && (
              <progress aria-label={texts.progress} max={companies} value={companiesDone} />
            )}
            {found.length < data.faults && <p>{texts.faultsMany(found.length, data.faults)}</p>}
            <ul>
              {found.map((one) => (
                <li key={`${one.companyId} ${one.part} ${one.fault}`}>
                  <strong>{one.companyName || texts.installation}</strong> · {one.part}: {one.fault}
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </ResilientContent>
  )
}
