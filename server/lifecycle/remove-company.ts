// Removing one's own company. Data that must be kept by law prevents this (bokföringslagen 7 kap. 2 §); without any,
// all data about the company and its contacts is deleted (GDPR art. 5.1 e and 17).
import { accessContribution } from '#access'
import { agencyContribution, blankSteps } from '#agency'
import { annualReportContribution } from '#annual-report'
import { bankingContribution } from '#banking'
import { deskService, deskRefusals as refusals } from '#desk'
import { documentsContribution, documentsService } from '#documents'
import { Id, type Language, named, object, type PersonCall, personRow, type Row, Type } from '#http'
import { holdCompany, identityService, lockMembers } from '#identity'
import { type Booked, keptUntil, ledgerContribution, ledgerService, lockBooks } from '#ledger'
import { type CompanyCall, serviceTime } from '#platform/call'
import { dayFrom, dayOf } from '#platform/day'
import { databaseAt, transactionAt } from '#platform/db'
import { endEventsOfTenant, lockEvents, recordEvent } from '#platform/event'
import { defineJob, INSTALLATION, type Job, type JobKind, queueJob } from '#platform/job'
import { platformRetainedTables } from '#privacy/tenant-rows'
import { archiveContribution, salesContribution } from '#sales'
import { taxAccountContribution } from '#tax-account'
import { yearEndContribution } from '#year-end'
import { countDocuments } from './documents-to-remove.ts'
import { obstaclesAnswer, removeRowsOfTenant, type Words } from './remove-tenant.ts'

/** Tables in which rows of a removed company stay: the structure under the seals of its years, and who did what. */
export const retainedTablesOfCompany: ReadonlySet<string> = new Set([
  ...[
    platformRetainedTables,
    accessContribution.retainedTables,
    documentsContribution.retainedTables,
    archiveContribution.retainedTables,
    salesContribution.retainedTables,
    bankingContribution.retainedTables,
    taxAccountContribution.retainedTables,
  ].flat(),
  ...[
    ledgerContribution.retainedTables,
    yearEndContribution.retainedTables,
    agencyContribution.retainedTables,
    annualReportContribution.retainedTables,
  ].flat(),
])

/** `law`: the law that requires it, if any. */
type Hindrance = { what: Words; law?: string }
/** A company of the caller. The books of a test company are not accounting information. */
type Own = CompanyCall & { isTest: boolean }

const KEEPING = 'Bokföringslagen 7 kap. 2 §'

const CompanyRemoval = named(
  'CompanyRemoval',
  object({
    canRemove: Type.Boolean(),
    hindrances: Type.Array(
      object({
        reason: Type.String({ examples: ['Entries: 12. They must be kept until and including 2033-12-31.'] }),
        law: Type.Optional(
          Type.String({ examples: [KEEPING], description: 'The law that wants it; none does where it is left out' }),
        ),
      }),
      { description: 'Why it may not be removed' },
    ),
  }),
)

/** Obstacles: accounting information, or what would be in a real company. */
const hindrancesOf = async (call: Own): Promise<Hindrance[]> => {
  const there = { ...call, db: await databaseAt(call.db, call.companyId) }
  const booked = await ledgerService.countBooked(there)
  const { imports } = booked
  const documents = await countDocuments(there)
  const uploads = await documentsService.countUploads(there)
  const found: [count: number, what: Words][] = [
    ...documents.map(({ kind, count }): [number, Words] => [
      count,
      { sv: `${kind.what.sv}: ${count}`, en: `${kind.what.en}: ${count}` },
    ]),
    [imports, { sv: `Inlästa SIE-filer: ${imports}`, en: `SIE files that were imported: ${imports}` }],
    [
      uploads,
      {
        sv: `Uppladdade underlag: ${uploads}. Den som driver tjänsten kan ta bort dem, om de inte hör till bokföringen.`,
        en: `Uploads: ${uploads}. The service operator can delete them, unless they belong to the books.`,
      },
    ],
  ]
  const law = call.isTest ? {} : { law: KEEPING }
  const others = found.filter(([count]) => count > 0).map(([, what]) => ({ what, ...law }))
  return [...entriesInTheWay(call, booked), ...others]
}

/** The obstacle of entries: how long they must be kept, or what must be removed before them. */
const entriesInTheWay = (call: Own, { entries, until, ofYears }: Booked): Hindrance[] => {
  if (until === null) return []
  const lastDay = keptUntil(dayFrom(until))
  const hindrance = (sv: string, en: string, law: Pick<Hindrance, 'law'> = {}): Hindrance[] => [
    { what: { sv: `Verifikationer: ${entries}. ${sv}`, en: `Entries: ${entries}. ${en}` }, ...law },
  ]
  if (!ofYears)
    return hindrance(
      'De blev kvar när deras räkenskapsår togs bort, eftersom något annat fortfarande hänvisar till dem.',
      'They stayed when their fiscal years were removed, since something else still refers to them.',
    )
  if (lastDay < dayOf(new Date(serviceTime(call))))
    return hindrance(
      'De behöver inte sparas längre: ta bort deras räkenskapsår först.',
      'They need not be kept any more: remove their fiscal years first.',
    )
  if (call.isTest)
    return hindrance(
      `De kan tas bort tillsammans med sina räkenskapsår efter ${lastDay}.`,
      `They can be removed together with their fiscal years after ${lastDay}.`,
    )
  return hindrance(
    `De ska sparas till och med ${lastDay}; därefter kan de tas bort tillsammans med sina räkenskapsår.`,
    `They must be kept until and including ${lastDay}; after that they can be removed together with their fiscal years.`,
    { law: KEEPING },
  )
}

type Asked = { id: string; language: Language }

/** The company, if the caller is one of its owners. */
const ownedBy = async (call: PersonCall, id: string): Promise<Own> => {
  const { role, isTest } = await deskService.readOwnCompany(call, id)
  if (role !== 'owner') throw refusals.notOwner({ id })
  return { ...call, companyId: id, isTest }
}

const preview = async (call: PersonCall, { id, language }: Asked) =>
  obstaclesAnswer(await hindrancesOf(await ownedBy(call, id)), language)

const remove = async (call: PersonCall, { id, language }: Asked): Promise<undefined> => {
  await deskService.readOwnCompany(call, id)
  await lockMembers(call, { type: 'company', id })
  const own = await ownedBy(call, id)
  // In a distributed database, all of it happens on the company's machine.
  await transactionAt(call.db, id, (db) => removeHeld({ ...own, db }, language))
}

/** Removes the company, which is locked, so that no concurrent change is possible. */
const removeHeld = async (own: Own, language: Language): Promise<void> => {
  const { companyId: id } = own
  await holdCompany(own)
  if (await deskService.isYearUnderWay(own)) throw refusals.testYearUnderWay()
  await lockBooks(own)
  await lockEvents(own, id)
  const hindrances = await hindrancesOf(own)
  if (hindrances.length > 0)
    throw refusals.companyMustBeKept({
      reasons: hindrances.map(({ what, law }) => what[language] + (law === undefined ? '' : ` (${law})`)).join(' '),
    })
  await identityService.leaveAgencies(own)
  await removeRowsOfTenant(own, { type: 'company', id }, retainedTablesOfCompany)
  await blankSteps(own)
  await identityService.blankCompany(own)
  recordEvent(own, 'company.removed', { id }, { id })
  await endEventsOfTenant(own, id)
  await queueJob({ ...own, companyId: INSTALLATION }, removedFiles, { companyId: id })
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * How long the files of a removed company are kept, in milliseconds: uploads in progress then end and are rolled back
 * although their files are stored, and snapshots in use still find their files. Work of agencies has ended by then too.
 */
const REST_MS = HOUR_MS

/** Time limit of deleting files, in milliseconds. */
const FILES_LIMIT_MS = 10 * MINUTE_MS

const removedFiles: JobKind<ReturnType<typeof filesPayload>> = {
  name: 'company-files.delete',
  payload: filesPayload(),
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS],
  afterMs: REST_MS,
  timeLimitMs: FILES_LIMIT_MS,
  atOnce: 1,
  perTenant: 1,
}

function filesPayload() {
  return object({ companyId: Id })
}

/** Deletes the rest of a removed company: its files, and what running rollouts of agencies have stored meanwhile. */
export const leftOfRemoved: Job = defineJob(removedFiles, async ({ payload: { companyId }, database, standing }) => {
  await blankSteps({ db: database, companyId })
  await standing.files.removeAll(companyId)
})

/**
 * For how many days beyond the reach of backups the files of removed companies are looked for: the oldest base may be a
 * week older, and a backup may be restored weeks after it was made.
 */
const SPARE_DAYS = 60

/**
 * A daily job that deletes files of removed companies again, since restoring a backup brings back those of the last
 * `keptDays` days.
 */
export const filesComeBack = (keptDays: number): Job =>
  defineJob(
    {
      name: 'removed-files.delete',
      payload: object({}),
      pausesMs: [MINUTE_MS, HOUR_MS],
      timeLimitMs: FILES_LIMIT_MS,
      atOnce: 1,
      perTenant: 1,
      everyMs: DAY_MS,
    },
    async ({ database, standing, now, signal }) => {
      const since = new Date(now.getTime() - (keptDays + SPARE_DAYS) * DAY_MS)
      const until = new Date(now.getTime() - REST_MS)
      for (const id of await identityService.idsOfRemoved({ db: database }, { since, until })) {
        signal.throwIfAborted()
        await standing.files.removeAll(id)
      }
    },
  )

const tag = 'Your companies'

export const companyRemovalRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path: '/me/companies/{companyId}/removal',
    operationId: 'previewCompanyRemoval',
    tag,
    summary: 'See whether a company of yours may be removed',
    description:
      'What prevents it: what the law requires to be kept (bokföringslagen 7 kap. 2 §). In a company in which nothing was booked, and in one whose fiscal years were all removed, there may be nothing.',
    answer: { json: CompanyRemoval },
    refusals: [refusals.noCompany, refusals.notOwner],
    run: (call, { params, language }) => preview(call, { id: params.companyId ?? '', language }),
  }),
  personRow({
    method: 'DELETE',
    path: '/me/companies/{companyId}',
    operationId: 'removeCompany',
    tag,
    summary: 'Remove a company of yours',
    description:
      'Where nothing is in the way. Its members, tokens, connections, webhooks and registers go, its agencies lose it, and its files are deleted; no one can open it any more. The processing history stays, as do the seals of removed fiscal years. It cannot be undone.',
    answer: 'nothing',
    current: (call, { params }) => deskService.enterCompany(call, params.companyId ?? ''),
    events: ['company.removed', 'client.removed', 'connection.deleted', 'token.revoked'],
    refusals: [refusals.noCompany, refusals.notOwner, refusals.companyMustBeKept, refusals.testYearUnderWay],
    run: (call, { params, language }) => remove(call, { id: params.companyId ?? '', language }),
  }),
]
