// Removing a fiscal year after the end of the retention period (bokföringslagen 7 kap. 2 §; GDPR art. 5.1 e): what
// would be removed, what stays, and obstacles.
import { annualReportService } from '#annual-report'
import { type Language, named, nullable, object, type Row, row, Type } from '#http'
import {
  type FiscalYear,
  getFiscalYear,
  keptUntil,
  ledgerContribution,
  ledgerService,
  type RemovalFound,
} from '#ledger'
import { type CompanyCall, serviceTime } from '#platform/call'
import { dayOf } from '#platform/day'
import { sqlStateOf } from '#platform/db'
import { recordEvent } from '#platform/event'
import { Outage } from '#platform/outage'
import { yearEndService } from '#year-end'
import { documentsToRemove } from './documents-to-remove.ts'

type Words = Readonly<Record<Language, string>>
type Hindrance = { what: Words; law: string }

const KEEPING = 'Bokföringslagen 7 kap. 2 §'

const Count = Type.Integer({ minimum: 0 })

const FiscalYearRemoval = named(
  'FiscalYearRemoval',
  object({
    canRemove: Type.Boolean(),
    hindrances: Type.Array(
      object({
        reason: Type.String({ examples: ['It must be kept until and including 2033-12-31.'] }),
        law: Type.String({ examples: [KEEPING] }),
      }),
      { description: 'Why it may not be removed yet' },
    ),
    removed: Type.Array(object({ what: Type.String(), count: Count }), {
      description: 'What goes, as far as there is any',
    }),
    kept: Type.Array(object({ what: Type.String(), count: Count }), {
      description:
        'What stays: documents that are not finished, documents that are tied to something that stays, and the entries of both, by what refers to them; they may go with a later year. An entry that several things refer to is counted for each',
    }),
    seal: nullable(
      Type.String({
        description:
          'SHA-256 of what stands in the place of the year, in hexadecimal; null until it is removed. Kept elsewhere, it shows that nothing of it was changed later',
      }),
    ),
  }),
)

/** Obstacles: only the oldest year can be removed, if it is closed and its retention period is over. */
const hindrancesOf = async (call: CompanyCall, year: FiscalYear): Promise<Hindrance[]> => {
  const found: Hindrance[] = []
  const period = `${year.startDate} – ${year.endDate}`
  const until = keptUntil(year.endDate)
  if (until >= dayOf(new Date(serviceTime(call)))) {
    const what = {
      sv: `Det ska sparas till och med ${until}.`,
      en: `It must be kept until and including ${until}.`,
    }
    found.push({ what, law: KEEPING })
  }
  if (year.status === 'open') {
    const what = {
      sv: `Räkenskapsåret ${period} är öppet: avsluta det först.`,
      en: `The fiscal year ${period} is open: close it first.`,
    }
    found.push({ what, law: 'Bokföringslagen 6 kap.' })
  }
  const oldest = await ledgerService.oldestYear(call)
  if (oldest && oldest.id !== year.id) {
    const what = {
      sv: `Åren tas bort i ordning: räkenskapsåret ${oldest.period} går först.`,
      en: `Years go in their order: the fiscal year ${oldest.period} goes first.`,
    }
    found.push({ what, law: KEEPING })
  }
  return found
}

/** What is removed, in the order of the report. */
const goneOf = (found: RemovalFound, closings: number): readonly { what: Words; key: string; count: number }[] => [
  {
    key: 'entries',
    count: found.entries,
    what: { sv: 'Verifikationer med rader och taggar', en: 'Entries with their items and tags' },
  },
  ...found.documents.map(({ kind, goes }) => ({ key: kind.kind, count: goes.length, what: kind.what })),
  { key: 'comments', count: found.comments, what: { sv: 'Kommentarer', en: 'Comments' } },
  {
    key: 'uploads',
    count: found.uploads,
    what: { sv: 'Underlag med sina filer och tolkningar', en: 'Uploads with their files and readings' },
  },
  {
    key: 'imports',
    count: found.imports,
    what: { sv: 'Inlästa SIE-filer', en: 'SIE files that were imported' },
  },
  {
    key: 'closings',
    count: closings,
    what: {
      sv: 'Noteringar om bokslut, deklaration och årsredovisning',
      en: 'Notes of closing, income tax return and annual report',
    },
  },
]

/** What stays: unfinished documents, those connected with something that stays, and entries. */
const keptOf = ({ documents, uses }: RemovalFound): { what: Words; count: number }[] =>
  [
    ...documents.map(({ kind, unfinished }) => ({ what: kind.unfinished, count: unfinished })),
    ...documents.map(({ kind, tied }) => ({ what: kind.tied, count: tied })),
    ...uses.map(({ use, count }) => ({ what: use.what, count })),
  ].filter(({ count }) => count > 0)

const told = ({ hindrances, found, closings, seal }: Prepared & { seal: string | null }, language: Language) => ({
  canRemove: hindrances.length === 0,
  hindrances: hindrances.map(({ what, law }) => ({ reason: what[language], law })),
  removed: goneOf(found, closings).flatMap(({ what, count }) => (count === 0 ? [] : [{ what: what[language], count }])),
  kept: keptOf(found).map(({ what, count }) => ({ what: what[language], count })),
  seal,
})

type Prepared = { hindrances: Hindrance[]; found: RemovalFound; closings: number }

const prepare = async (call: CompanyCall, year: FiscalYear): Promise<Prepared> => ({
  hindrances: await hindrancesOf(call, year),
  found: await ledgerService.findRemoval(call, year, documentsToRemove),
  closings: (await yearEndService.closingsOf(call, year.id)) + (await annualReportService.countReports(call, year.id)),
})

const preview = async (call: CompanyCall, id: string, language: Language) =>
  told({ ...(await prepare(call, await getFiscalYear(call, id))), seal: null }, language)

const remove = async (call: CompanyCall, id: string, language: Language) => {
  const year = await ledgerService.lockYearForRemoval(call, id)
  const prepared = await prepare(call, year)
  const { hindrances, found, closings } = prepared
  if (hindrances.length > 0)
    throw ledgerContribution.refusals.yearMustBeKept({
      year: `${year.startDate} to ${year.endDate}`,
      reasons: hindrances.map(({ what, law }) => `${what[language]} (${law})`).join(' '),
    })
  const counts = Object.fromEntries(goneOf(found, closings).map(({ key, count }) => [key, count]))
  const { number, kept, seal } = await unlessReferredTo(async () => {
    const stub = await ledgerService.beginRemoval(call, year, { ...found, counts })
    await annualReportService.removeReport(call, id)
    await yearEndService.removeClosings(call, id)
    await ledgerService.removeDocuments(call, found)
    await ledgerService.removeEntries(call)
    await ledgerService.endRemoval(call, id)
    return stub
  })
  const { startDate, endDate } = year
  recordEvent(call, 'fiscal-year.removed', { id }, { id, startDate, endDate, number, removed: counts, kept, seal })
  return told({ ...prepared, seal }, language)
}

/**
 * A concurrent transaction may add a reference to an entry after the check: then everything is rolled back, and the
 * request can be repeated.
 */
const unlessReferredTo = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (sqlStateOf(cause) !== REFERRED_TO) throw cause
    throw new Outage('lock', 'Something refers to an entry of the year since it was looked at', { undone: true, cause })
  }
}

/** SQLSTATE foreign_key_violation. */
const REFERRED_TO = '23503'

const common = {
  tag: 'Fiscal years',
  path: '/companies/{companyId}/fiscal-years/{fiscalYearId}/removal',
  by: 'people' as const,
  answer: { json: FiscalYearRemoval },
}

/** The endpoints of removing a fiscal year. */
export const removalRows: readonly Row[] = [
  row({
    ...common,
    method: 'GET',
    scope: 'records:read',
    operationId: 'previewFiscalYearRemoval',
    summary: 'See what removing a fiscal year would do',
    description:
      'What would go, which entries stay since something refers to them, and why it may not be removed yet (bokföringslagen 7 kap. 2 §; GDPR art. 5.1 e).',
    snapshot: true,
    refusals: [ledgerContribution.refusals.fiscalYearNotFound],
    run: (call, { params, language }) => preview(call, params.fiscalYearId ?? '', language),
  }),
  row({
    ...common,
    method: 'POST',
    scope: 'fiscal-years:remove',
    operationId: 'removeFiscalYear',
    summary: 'Remove a fiscal year',
    description:
      'Removes the oldest fiscal year, closed and past the last day that the law wants it kept, and answers what went and what stays, as the preview has it. It cannot be undone. Later years carry on from it as before: what was booked by account and month stays, under a seal.',
    events: ['fiscal-year.removed'],
    refusals: [ledgerContribution.refusals.fiscalYearNotFound, ledgerContribution.refusals.yearMustBeKept],
    run: (call, { params, language }) => remove(call, params.fiscalYearId ?? '', language),
  }),
]
