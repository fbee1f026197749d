// The processing history of a fiscal year (behandlingshistorik, bokföringslagen 5 kap. 11 §): how each entry came
// about, and the changes outside entries from its first day until it was closed.
import { eventInWords } from '#history'
import { companyInformation } from '#identity'
import { getFiscalYear } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, momentText } from '#platform/day'
import { sql } from '#platform/sql'
import type { TextDocument } from './document.ts'

/** How many rows are read per statement. */
const BATCH = 1000

/** The document of a year, read while it is written, from one snapshot. */
export const historyDocument = async (call: CompanyCall, fiscalYearId: string): Promise<TextDocument> => {
  const { startDate, endDate } = await getFiscalYear(call, fiscalYearId)
  const { name, organizationNumber } = await companyInformation(call)
  return {
    title: `Behandlingshistorik för ${name}`,
    lead: [
      `Organisationsnummer ${organizationNumber}. Räkenskapsåret ${startDate} – ${endDate}. Upprättad ${dayOf(call.now)}. Tider är i UTC.`,
    ],
    sections: [
      {
        title: 'Verifikationer',
        texts: ['I den ordning de registrerades, med vem som bokförde och vilken verifikation de rättar.'],
        table: {
          columns: ['Nr', 'Verifikation', 'Datum', 'Text', 'Registrerad', 'Ursprung', 'Av', 'Rättar'],
          rows: entriesOf(call, startDate, endDate),
        },
      },
      {
        title: 'Övriga händelser',
        texts: [
          'Ändringar av inställningar, behörigheter, perioder och register, från årets första dag tills det stängdes.',
        ],
        table: {
          columns: ['Tid', 'Händelse', 'Av', 'Från', 'Vad'],
          rows: happeningsOf(call, fiscalYearId),
        },
      },
    ],
  }
}

const origins: Readonly<Record<string, string>> = {
  api: 'Programgränssnitt',
  console: 'Webbsida',
  import: 'SIE-fil',
  document: 'Handling',
}

async function* entriesOf({ db, companyId }: CompanyCall, start: Day, end: Day): AsyncGenerator<string[][]> {
  for (let after = 0n; ; ) {
    const rows = await db.rows<EntryRow>(sql`
      select e.registration, e.journal_entry_number as number, e.date, e.title, e.registered_at as "registeredAt",
        e.origin, e.actor_name as by, r.journal_entry_number as reverses
      from ledger.journal_entry_view e
      left join ledger.journal_entry_view r on r.company_id = e.company_id and r.id = e.reverses_id
      where e.company_id = ${companyId} and e.registration > ${after} and e.date between ${start}::date and ${end}::date
      order by e.registration limit ${BATCH}`)
    yield rows.map(({ registration, number, date, title, registeredAt, origin, by, reverses }) => [
      String(registration),
      number,
      date,
      title,
      momentText(registeredAt),
      origins[origin] ?? origin,
      by,
      reverses ?? '',
    ])
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.registration
  }
}

type EntryRow = {
  registration: bigint
  number: string
  date: Day
  title: string
  registeredAt: Date
  origin: string
  by: string
  reverses: string | null
}

async function* happeningsOf({ db, companyId }: CompanyCall, fiscalYearId: string): AsyncGenerator<string[][]> {
  for (let after = FIRST_ID; ; ) {
    const rows = await db.rows<HappeningRow>(sql`
      select h.id, h.happened_at as "happenedAt", h.what, h.actor_name as by, h.from_address as "from", h.detail
      from ledger.fiscal_year_view y
      join platform.history h on h.company_id = y.company_id and h.id > ${after}
        and h.happened_at >= y.start_date and (y.closed_at is null or h.happened_at <= y.closed_at)
      where y.company_id = ${companyId} and y.id = ${fiscalYearId}
      order by h.id limit ${BATCH}`)
    yield rows.map(({ happenedAt, what, by, from, detail }) => [
      momentText(happenedAt),
      eventInWords(what, 'sv'),
      by,
      from ?? '',
      wordsOf(detail),
    ])
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type HappeningRow = {
  id: string
  happenedAt: Date
  what: string
  by: string
  from: string | null
  detail: Record<string, unknown>
}

/** `id: 01a…; before: {"name":"A"}` */
const wordsOf = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ')
