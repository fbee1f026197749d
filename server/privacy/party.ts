// What the books of a company hold about one customer, supplier or employee. Each context contributes its part of the
// copy that the data subject may request (GDPR art. 15 and 20), and says which entries and events are included.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { inPages } from './personal.ts'
import { plainRow } from './plain-row.rules.ts'

export type PartyKind = 'customer' | 'supplier' | 'employee'

type Words = Readonly<Record<'sv' | 'en', string>>

/**
 * The data subject. The queries return ids of the company, one column each: of the documents to or from the party, of
 * the entries that book them, of the uploads behind them; and, as text, of all resources that an event may be about.
 */
export type Party = {
  kind: PartyKind
  id: string
  name: string
  /** Account numbers that the party is paid to. */
  numbers: readonly string[]
  documents: Sql
  entries: Sql
  uploads: Sql
  resources: Sql
  /** The addresses that mail was sent to, in lower case. */
  addresses: Sql
}

/** What a context is given before the queries are combined. */
type Known = Pick<Party, 'kind' | 'id'> & { companyId: string; documents: Sql }

export type PartyPart = {
  name: string
  of: readonly PartyKind[]
  tables: readonly string[]
  /** Why it is kept, until when, and by which law. */
  why: Words
  /** The source of the data. */
  from: Words
  /** Recipients of the data, besides those that the copy names for all parts. */
  to?: Words
  documents?(known: Omit<Known, 'documents'>): Sql
  entries?(known: Known): Sql
  uploads?(known: Known & { entries: Sql }): Sql
  resources?(known: Known & { entries: Sql; uploads: Sql }): Sql
  addresses?(known: Known): Sql
  read(call: CompanyCall, party: Party): Promise<readonly object[]> | AsyncIterable<object>
}

/** The usual source, and the usual reason for keeping. */
export const fromCompany: Words = {
  sv: 'Från dem som arbetar i företagets böcker, och från program som företaget har anslutit.',
  en: 'From those who work in the books of the company, and from programs that the company has connected.',
}
export const asBooks: Words = {
  sv: 'Räkenskapsinformation. Den sparas till och med det sjunde året efter utgången av det kalenderår då räkenskapsåret avslutades (bokföringslagen 7 kap. 2 §).',
  en: 'Accounting information. It is kept until and including the seventh year after the calendar year in which the fiscal year ended (bokföringslagen 7 kap. 2 §).',
}

type Read = { id: string; row: Record<string, unknown> }

/** The rows of a statement that pages by id, in readable form. */
export async function* plainRows(
  read: (after: string | null, limit: number) => Promise<Read[]>,
): AsyncGenerator<object> {
  for await (const { row } of inPages(read)) yield plainRow(row)
}

/** How many event numbers are searched at a time. */
const EVENTS_AT_ONCE = 50_000

/** The events about the party and its resources. */
async function* eventsAbout({ db, companyId }: CompanyCall, { resources }: Party): AsyncGenerator<object> {
  const { last } = await db.one<{ last: bigint }>(sql`
    select coalesce(max(number), 0)::bigint as last from platform.event where tenant_id = ${companyId}`)
  for (let from = 0n; from < last; from += BigInt(EVENTS_AT_ONCE)) {
    const rows = await db.rows<{ row: Record<string, unknown> }>(sql`
      with about as materialized (${resources})
      select to_jsonb(e) - array['tenant_id', 'agency_id', 'id'] as row from platform.event e
      where e.tenant_id = ${companyId} and e.number > ${from} and e.number <= ${from + BigInt(EVENTS_AT_ONCE)}
        and (e.resource_id in (select * from about) or e.of_id in (select * from about))
      order by e.number`)
    for (const { row } of rows) yield plainRow(row)
  }
}

/** The platform's own data: events, and mail in the outbox. */
export const platformPartyParts: readonly PartyPart[] = [
  {
    name: 'events',
    of: ['customer', 'supplier', 'employee'],
    tables: ['platform.event'],
    why: {
      sv: 'Vad som har hänt och vem som gjorde det: så att företaget kan visa hur uppgifterna kom till (behandlingshistorik, bokföringslagen 5 kap. 11 §). Det sparas som räkenskapsinformation (7 kap. 2 §); det som bara berättar för program att något har ändrats tas bort efter en tid.',
      en: 'What has happened and who did it, so that the company can show how the data came about (processing history, bokföringslagen 5 kap. 11 §). It is kept as accounting information (7 kap. 2 §); what only tells programs of a change is removed after some time.',
    },
    from: fromCompany,
    read: eventsAbout,
  },
  {
    name: 'mails',
    of: ['customer', 'supplier', 'employee'],
    tables: ['platform.mail', 'platform.mail_return'],
    why: {
      sv: 'Mejl på väg till adresser som hör hit. Texten tas bort när mejlet har gått iväg, raden efter sju dagar.',
      en: 'Mails on their way to addresses that belong here. The text is removed once the mail has gone out, the row after seven days.',
    },
    from: fromCompany,
    to: {
      sv: 'E-postservern som skickar mejlen, och den som tar emot dem.',
      en: 'The mail server that sends the mails, and the one that takes them.',
    },
    read: ({ db, companyId }, { addresses }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select m.id, to_jsonb(m) - 'sealed_text' as row from platform.mail m
          where m.company_id = ${companyId} and lower(m.recipient) in (${addresses})
            and (${after}::uuid is null or m.id > ${after}::uuid)
          order by m.id limit ${limit}`),
      ),
  },
]

/** One thing that is erased at once: how much of it there is, and what removes it. */
export type ErasureStep = {
  of: readonly PartyKind[]
  /** A description for the person who decides. */
  what: Words
  count(call: CompanyCall, party: Party): Promise<number>
  remove(call: CompanyCall, party: Party): Promise<void>
}

/** Why nothing is erased yet. */
export type Hindrance = { what: Words; law: string }

/** What must stay as accounting information, and the last day that it belongs to; null if there is none. */
type Kept = { what: Words; count: number; lastDay: string | null; law: string }

/** A context's part of an erasure (GDPR art. 17). All steps are counted before any is run; they run in order. */
export type ErasurePart = {
  steps: readonly ErasureStep[]
  hindrances?(call: CompanyCall, party: Party): Promise<readonly Hindrance[]>
  kept?(call: CompanyCall, party: Party): Promise<readonly Kept[]>
}

/** Replaces an address in rows that stay. */
export const ERASED_ADDRESS = 'erased@invalid'
/** Replaces another required text in rows that stay. */
export const ERASED = 'erased'

/** The number of rows of a query with one column. */
export const countOfRows = async ({ db }: CompanyCall, rows: Sql): Promise<number> =>
  Number((await db.one<{ count: bigint }>(sql`select count(*) as count from (${rows}) x`)).count)

const mailsTo = ({ companyId }: CompanyCall, { addresses }: Party): Sql => sql`
  select m.id from platform.mail m where m.company_id = ${companyId} and lower(m.recipient) in (${addresses})
  union select r.mail_id from platform.mail_return r
  where r.company_id = ${companyId} and lower(r.recipient) in (${addresses})`

/** The company's mails, waiting or sent. One that is just being sent may still be delivered. */
export const platformErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier', 'employee'],
      what: {
        sv: 'Mejl som väntar på att skickas, och utkorgens rader om dem som har skickats',
        en: 'Mails that wait to be sent, and the rows of the outbox about those that were sent',
      },
      count: (call, party) => countOfRows(call, mailsTo(call, party)),
      remove: async (call, party) => {
        const { db, companyId } = call
        const { addresses } = party
        await db.rows(sql`
          delete from platform.mail where company_id = ${companyId} and lower(recipient) in (${addresses})`)
        await db.rows(sql`
          delete from platform.mail_return where company_id = ${companyId} and lower(recipient) in (${addresses})`)
      },
    },
  ],
}
