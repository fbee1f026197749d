// Removing a company of one's own. What the law wants kept of it is in the way (bokföringslagen 7 kap. 2 §); where
// there is none of that, all that says who it was and whom it dealt with goes (GDPR art. 5.1 e and 17).
import { accessStays } from '#access'
import { archiveStays } from '#archive'
import { bankingStays } from '#banking'
import { enterCompany, isYearUnderWay, readOwnCompany, deskRefusals as refusals } from '#desk'
import { countUploads, documentsStay } from '#documents'
import { Id, type Language, named, object, type PersonCall, personRow, type Row, Type } from '#http'
import { blankCompany, leaveAgencies, lockMembers } from '#identity'
import { countBooked, keptUntil, ledgerStays, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { at, transactionAt } from '#platform/db'
import { endEvents, happen, holdEvents } from '#platform/event'
import { INSTALLATION, type Job, type JobKind, job, queue } from '#platform/job'
import { platformStays } from '#platform/tenant-rows'
import { salesStay } from '#sales'
import { yearEndStays } from '#year-end'
import { countDocuments } from './documents-to-remove.ts'
import { removeAllOf, told, type Words } from './remove-tenant.ts'

/** The tables in which rows of a removed company stay: its frame under the seals of its years, and who did what. */
export const staysOfCompany: ReadonlySet<string> = new Set([
  ...[platformStays, accessStays, documentsStay, archiveStays, salesStay, bankingStays].flat(),
  ...[ledgerStays, yearEndStays].flat(),
])

type Hindrance = { what: Words; law: string }

const KEEPING = 'Bokföringslagen 7 kap. 2 §'

const CompanyRemoval = named(
  'CompanyRemoval',
  object({
    canRemove: Type.Boolean(),
    hindrances: Type.Array(
      object({
        reason: Type.String({ examples: ['Entries: 12. They must be kept until and including 2033-12-31.'] }),
        law: Type.String({ examples: [KEEPING] }),
      }),
      { description: 'Why it may not be removed' },
    ),
  }),
)

/** What is in the way: whatever is accounting information. */
const hindrancesOf = async (call: CompanyCall): Promise<Hindrance[]> => {
  const there = { ...call, db: await at(call.db, call.companyId) }
  const { entries, imports, until } = await countBooked(there)
  const lastDay = until === null ? '' : keptUntil(dayFrom(until))
  const documents = await countDocuments(there)
  const uploads = await countUploads(there)
  const found: [count: number, what: Words][] = [
    [
      entries,
      {
        sv: `Verifikationer: ${entries}. De ska sparas till och med ${lastDay}; sedan går de med sina räkenskapsår.`,
        en: `Entries: ${entries}. They must be kept until and including ${lastDay}; after that they go with their fiscal years.`,
      },
    ],
    ...documents.map(({ kind, count }): [number, Words] => [
      count,
      { sv: `${kind.what.sv}: ${count}`, en: `${kind.what.en}: ${count}` },
    ]),
    [imports, { sv: `Inlästa SIE-filer: ${imports}`, en: `SIE files that were imported: ${imports}` }],
    [
      uploads,
      {
        sv: `Uppladdade underlag: ${uploads}. Den som driver tjänsten kan ta bort dem, om de inte hör till bokföringen.`,
        en: `Uploads: ${uploads}. Whoever runs the service can delete them, unless they belong to the books.`,
      },
    ],
  ]
  return found.filter(([count]) => count > 0).map(([, what]) => ({ what, law: KEEPING }))
}

type Asked = { id: string; language: Language }

/** The company, for one of its owners. */
const ownedBy = async (call: PersonCall, id: string): Promise<CompanyCall> => {
  const { role } = await readOwnCompany(call, id)
  if (role !== 'owner') throw refusals.notOwner({ id })
  return { ...call, companyId: id }
}

const preview = async (call: PersonCall, { id, language }: Asked) =>
  told(await hindrancesOf(await ownedBy(call, id)), language)

const remove = async (call: PersonCall, { id, language }: Asked): Promise<undefined> => {
  await readOwnCompany(call, id)
  await lockMembers(call, { type: 'company', id })
  const own = await ownedBy(call, id)
  // Where companies are spread over machines all of it happens at its own.
  await transactionAt(call.db, id, (db) => removeHeld({ ...own, db }, language))
}

/** Removes it, held: nobody books in it, or changes anything else there before this is over. */
const removeHeld = async (own: CompanyCall, language: Language): Promise<void> => {
  const { companyId: id } = own
  if (await isYearUnderWay(own)) throw refusals.testYearUnderWay()
  await lockBooks(own)
  await holdEvents(own, id)
  const hindrances = await hindrancesOf(own)
  if (hindrances.length > 0)
    throw refusals.companyMustBeKept({
      reasons: hindrances.map(({ what, law }) => `${what[language]} (${law})`).join(' '),
    })
  await leaveAgencies(own)
  await removeAllOf(own, { type: 'company', id }, staysOfCompany)
  await blankCompany(own)
  happen(own, 'company.removed', { id }, { id })
  await endEvents(own, id)
  await queue({ ...own, companyId: INSTALLATION }, removedFiles, { companyId: id })
}

const MINUTE_MS = 60_000

const removedFiles: JobKind<ReturnType<typeof filesPayload>> = {
  name: 'company-files.delete',
  payload: filesPayload(),
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS],
  timeLimitMs: 10 * MINUTE_MS,
  atOnce: 1,
  perTenant: 1,
}

function filesPayload() {
  return object({ companyId: Id })
}

/** Deletes what is left of the files of a company, once it is removed. */
export const filesOfRemoved: Job = job(removedFiles, ({ payload, standing }) =>
  standing.files.removeAll(payload.companyId),
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
      'What is in the way: whatever the law wants kept (bokföringslagen 7 kap. 2 §). In a company in which nothing was booked, and in one whose fiscal years were all removed, there may be nothing.',
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
      'Where nothing is in the way. Its members, tokens, connections, webhooks and registers go, its agencies lose it, and its files are deleted; nobody enters it any more. The processing history stays, as do the seals of removed fiscal years. It cannot be undone.',
    answer: 'nothing',
    current: (call, { params }) => enterCompany(call, params.companyId ?? ''),
    events: ['company.removed', 'client.removed', 'connection.deleted', 'token.revoked'],
    refusals: [refusals.noCompany, refusals.notOwner, refusals.companyMustBeKept, refusals.testYearUnderWay],
    run: (call, { params, language }) => remove(call, { id: params.companyId ?? '', language }),
  }),
]
