// The installation: its state, verification, and the operators' history.
import { eventInWords } from '#history'
import { DateTime, Id, named, nullable, object, operatorRow, pageOf, pageQuery, type Row, Type } from '#http'
import { countMails, mailStates } from '#mail/mail'
import { momentText } from '#platform/day'
import { countJobs, jobStates } from '#platform/job'
import { healthOf } from '#schema/health'
import { type BackupNote, keptBackup } from './backup.ts'
import { listOperatorHistory } from './history.ts'
import { operatorRefusals as refusals } from './refusals.ts'
import { at, tag } from './shapes.ts'
import {
  beginVerification,
  faultsOf,
  listVerifications,
  MOST_FAULTS,
  readVerification,
  type Verification,
  verificationStates,
} from './verification.ts'

const count = Type.Integer({ minimum: 0 })
const countsOf = (states: readonly string[]) => object(Object.fromEntries(states.map((state) => [state, count])))

const BackupShape = object({
  place: Type.String({ description: 'As BACKUP_TO names it', examples: ['/mnt/other-disk/grundbok'] }),
  notedDateTime: DateTime,
  reachedDateTime: {
    ...nullable(DateTime),
    description: 'Up to when everything was in it, as noted every five minutes',
  },
  base: nullable(Type.String({ description: 'The last base', examples: ['20261125t010000z_53b23540'] })),
  baseDateTime: nullable(DateTime),
  checkedBase: nullable(Type.String({ description: 'The base that was checked last' })),
  checkedDateTime: nullable(DateTime),
  faults: nullable({ ...count, description: 'What the check of that base found' }),
  trouble: nullable(Type.String({ description: 'Why it does not go on' })),
  troubleDateTime: nullable(DateTime),
})

const shownBackup = ({ notedAt, reachedAt, baseAt, checkedAt, troubleSince, ...one }: BackupNote) => ({
  ...one,
  notedDateTime: momentText(notedAt),
  reachedDateTime: reachedAt && momentText(reachedAt),
  baseDateTime: baseAt && momentText(baseAt),
  checkedDateTime: checkedAt && momentText(checkedAt),
  troubleDateTime: troubleSince && momentText(troubleSince),
})

const HealthShape = named(
  'OperatedHealth',
  object({
    databaseVersion: Type.String({ examples: ['17.2'] }),
    databaseBytes: count,
    connections: count,
    schema: Type.String({ description: 'The last migration', examples: ['0072-operators.sql'] }),
    nodeVersion: Type.String({ examples: ['22.12.0'] }),
    diskFreeBytes: { ...count, description: 'Of the disk of the data folder' },
    diskBytes: count,
    takesMail: Type.Boolean({ description: 'Whether there is a server that takes mails; without one they wait' }),
    jobs: countsOf(jobStates),
    mails: countsOf(mailStates),
    backup: nullable(BackupShape),
  }),
)

const VerificationShape = named(
  'OperatedVerification',
  object({
    id: Id,
    begunDateTime: DateTime,
    begunBy: Type.String({ examples: ['Anna Ek'] }),
    state: Type.Enum([...verificationStates], {
      description: 'sound: nothing was found; failed: it could not be done to the end',
    }),
    companies: nullable({ ...count, description: 'How many there are; null: it has not begun' }),
    companiesDone: count,
    entries: { ...count, description: 'Journal entries that were walked' },
    faults: count,
    endedDateTime: nullable(DateTime),
  }),
)

const VerificationWhole = named(
  'OperatedVerificationWhole',
  object({
    ...VerificationShape.properties,
    found: Type.Array(
      object({
        companyId: nullable({ ...Id, description: 'null: it belongs to no company' }),
        companyName: Type.String(),
        part: Type.String({ examples: ['books'] }),
        fault: Type.String(),
      }),
      { maxItems: MOST_FAULTS },
    ),
  }),
)

const DoneShape = named(
  'OperatedHappening',
  object({
    id: Id,
    happenedDateTime: DateTime,
    what: Type.String({ examples: ['person.locked'] }),
    text: Type.String({ description: 'The same in words', examples: ['Person: locked out'] }),
    actorName: Type.String({ description: 'Operator: by a command', examples: ['Anna Ek'] }),
    companyId: nullable({ ...Id, description: 'The company that it was done to; null: none' }),
    detail: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  }),
)

const shown = ({ begunAt, endedAt, ...one }: Verification) => ({
  ...one,
  begunDateTime: momentText(begunAt),
  endedDateTime: endedAt && momentText(endedAt),
})

const tally = (states: readonly string[], found: readonly { state: string; count: number }[]) =>
  Object.fromEntries(states.map((state) => [state, found.find((one) => one.state === state)?.count ?? 0]))

const healthRow = operatorRow({
  method: 'GET',
  path: at('/health'),
  operationId: 'getHealth',
  tag,
  summary: 'Read how the installation is',
  description: 'The database, the disk, the backup as its keeper has noted it, and what is waiting or has failed.',
  answer: { json: HealthShape },
  refusals: [],
  run: async (call) => ({
    ...(await healthOf(call)),
    backup: await keptBackup(call).then((found) => found && shownBackup(found)),
    takesMail: call.takesMail,
    jobs: tally(jobStates, await countJobs(call)),
    mails: tally(mailStates, await countMails(call)),
  }),
})

const verificationRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/verifications'),
    operationId: 'listVerifications',
    tag,
    summary: 'List the runs of the verification',
    description: 'The last first, with how far each has come. `query` filters on begunBy.',
    query: pageQuery('begunBy=~anna'),
    answer: { json: pageOf(VerificationShape) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listVerifications(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/verifications'),
    operationId: 'beginVerification',
    tag,
    summary: 'Verify everything that all companies have kept',
    description: 'In the background: chains, sums, copies and files of one company after the other. One run at a time.',
    answer: { json: VerificationShape },
    events: ['verification.begun'],
    refusals: [refusals.underWay],
    run: async (call) => shown(await beginVerification(call)),
  }),
  operatorRow({
    method: 'GET',
    path: at('/verifications/{verificationId}'),
    operationId: 'getVerification',
    tag,
    summary: 'Read a run of the verification',
    description: `How far it has come, and what it has found: ${MOST_FAULTS} faults at most.`,
    answer: { json: VerificationWhole },
    refusals: [refusals.noVerification],
    run: async (call, { params }) => {
      const id = params.verificationId ?? ''
      const run = await readVerification(call, id)
      return { ...shown(run), found: await faultsOf(call, id) }
    },
  }),
]

const historyRow = operatorRow({
  method: 'GET',
  path: at('/history'),
  operationId: 'listOperatorHistory',
  tag,
  summary: 'List what operators have done',
  description:
    'Here and by commands, the last first: who, when and what. `query` filters on what, actorName and happenedDateTime.',
  query: pageQuery('what~person'),
  answer: { json: pageOf(DoneShape) },
  refusals: [],
  run: async (call, { query, language }) => {
    const page = await listOperatorHistory(call, query)
    return { ...page, items: page.items.map((one) => ({ ...one, text: eventInWords(one.what, language) })) }
  },
})

export const installationRows: readonly Row[] = [healthRow, ...verificationRows, historyRow]
