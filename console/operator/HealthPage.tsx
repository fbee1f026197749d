// How the installation is: the database, the disk, and what waits or has failed.
import { Link } from '@tanstack/react-router'
import { queries, type Schema, useSession } from '#client'
import { Facts, FailureMessage, momentText, Page, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { useNumbers } from './act.ts'
import { Refused } from './Board.tsx'
import { words } from './words.ts'

export { HealthPage as Page }

/** How often it is looked at, in milliseconds. */
const FOLLOW_MS = 10_000
const MIB = 1024 ** 2
const GIB = 1024 ** 3

const HealthPage = () => {
  const texts = useWords(words)
  const { operates } = useSession()
  return operates === 'yes' ? <Health /> : <Refused title={texts.health} needsProof={operates !== 'no'} />
}

const Health = () => {
  const texts = useWords(words)
  const { data, error, refetch } = queries.useQuery('get', '/operator/health', {}, { refetchInterval: FOLLOW_MS })
  const inNumbers = useNumbers()
  const inGib = (bytes: number): string =>
    bytes < GIB ? `${inNumbers(Math.round(bytes / MIB))} MiB` : `${inNumbers(Math.round((bytes / GIB) * 10) / 10)} GiB`
  const counted = (to: string, state: string, count: number | undefined) => (
    <Link to={to as never} search={{ state } as never}>
      {inNumbers(count ?? 0)}
    </Link>
  )
  return (
    <Page title={texts.health}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <section className="card settings-card" aria-label={texts.health}>
          <Facts
            facts={[
              [texts.failedJobs, counted('/operator/jobs', 'failed', data.jobs.failed)],
              [texts.waitingJobs, counted('/operator/jobs', 'waiting', data.jobs.waiting)],
              [texts.failedMails, counted('/operator/mails', 'failed', data.mails.failed)],
              [texts.waitingMails, counted('/operator/mails', 'waiting', data.mails.waiting)],
              [texts.mailServer, data.takesMail ? texts.hasMailServer : texts.noMailServer],
              ...backupFacts(texts, data.backup, inNumbers),
              [texts.disk, texts.diskOf(inGib(data.diskFreeBytes), inGib(data.diskBytes))],
              [texts.database, `PostgreSQL ${data.databaseVersion}`],
              [texts.size, inGib(data.databaseBytes)],
              [texts.databaseConnections, inNumbers(data.connections)],
              [texts.schema, data.schema],
              [texts.node, data.nodeVersion],
            ]}
          />
        </section>
      )}
    </Page>
  )
}

type Words = (typeof words)['sv'] | (typeof words)['en']
type Backup = Schema<'OperatedHealth'>['backup']

/** The status of the backup: its contents or why it has stopped, the last base backup and the last attempt. */
const backupFacts = (texts: Words, backup: Backup, inNumbers: (value: number) => string): [string, string][] => {
  if (!backup) return [[texts.backup, texts.noBackup]]
  const { trouble, troubleDateTime, reachedDateTime, baseDateTime, checkedDateTime, faults } = backup
  const reached = reachedDateTime ? texts.backupReached(momentText(reachedDateTime)) : texts.never
  const checked = (at: string) =>
    faults ? texts.unsoundAt(momentText(at), inNumbers(faults)) : texts.soundAt(momentText(at))
  return [
    [texts.backup, trouble && troubleDateTime ? texts.backupTrouble(momentText(troubleDateTime), trouble) : reached],
    [texts.backupBase, baseDateTime ? momentText(baseDateTime) : texts.never],
    [texts.backupChecked, checkedDateTime ? checked(checkedDateTime) : texts.never],
  ]
}
