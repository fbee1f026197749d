// What the books of a company hold about one customer or supplier. Each context tells its own part of the copy that
// whoever it is about may have (GDPR art. 15 and 20), and which entries and events belong to it.
import type { CompanyCall } from '#platform/call'
import { inPages } from '#platform/personal'
import { plainRow } from '#platform/plain-row.rules'
import { type Sql, sql } from '#platform/sql'

export type PartyKind = 'customer' | 'supplier'

type Words = Readonly<Record<'sv' | 'en', string>>

/**
 * Whom it is about. The queries give ids of the company, each as one column: of the documents made out to or by the
 * party, of the entries that book them, of the uploads behind them; and, as text, of all that an event may be about.
 */
export type Party = {
  kind: PartyKind
  id: string
  name: string
  /** Numbers that the party's money goes to. */
  numbers: readonly string[]
  documents: Sql
  entries: Sql
  uploads: Sql
  resources: Sql
  /** The addresses that mails have gone to, in lower case. */
  addresses: Sql
}

/** What a context knows before all of it is put together. */
export type Known = Pick<Party, 'kind' | 'id'> & { companyId: string; documents: Sql }

export type PartyPart = {
  name: string
  of: readonly PartyKind[]
  /** The tables that it tells of. */
  tables: readonly string[]
  /** What it is kept for, until when, and by which law. */
  why: Words
  /** Where it comes from. */
  from: Words
  /** Who else has had it, beside those whom the copy names for all. */
  to?: Words
  documents?(known: Omit<Known, 'documents'>): Sql
  entries?(known: Known): Sql
  uploads?(known: Known & { entries: Sql }): Sql
  resources?(known: Known & { entries: Sql; uploads: Sql }): Sql
  addresses?(known: Known): Sql
  read(call: CompanyCall, party: Party): Promise<readonly object[]> | AsyncIterable<object>
}

/** Where most of it comes from, and what most of it is kept for. */
export const fromCompany: Words = {
  sv: 'Från dem som arbetar i företagets böcker, och från program som företaget har anslutit.',
  en: 'From those who work in the books of the company, and from programs that the company has connected.',
}
export const asBooks: Words = {
  sv: 'Räkenskapsinformation. Den sparas till och med det sjunde året efter utgången av det kalenderår då räkenskapsåret avslutades (bokföringslagen 7 kap. 2 §).',
  en: 'Accounting information. It is kept until and including the seventh year after the calendar year in which the fiscal year ended (bokföringslagen 7 kap. 2 §).',
}

type Read = { id: string; row: Record<string, unknown> }

/** The rows of a statement that gives those after an id, as people read them. */
export async function* plainRows(
  read: (after: string | null, limit: number) => Promise<Read[]>,
): AsyncGenerator<object> {
  for await (const { row } of inPages(read)) yield plainRow(row)
}

/** How many events are looked through at a time, by their numbers. */
const EVENTS_AT_ONCE = 50_000

/** What has happened to the party and to all that is told of it. */
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

/** What the platform keeps: what has happened, and mails on their way. */
export const platformPartyParts: readonly PartyPart[] = [
  {
    name: 'events',
    of: ['customer', 'supplier'],
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
    of: ['customer', 'supplier'],
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
  /** What it is, as whoever decides reads it. */
  what: Words
  count(call: CompanyCall, party: Party): Promise<number>
  remove(call: CompanyCall, party: Party): Promise<void>
}

/** Why nothing is erased yet. */
export type Hindrance = { what: Words; law: string }

/** What stays as accounting information, and the last day that it belongs to; null where there is none. */
export type Kept = { what: Words; count: number; lastDay: string | null; law: string }

/** What a context knows of an erasure (GDPR art. 17). Steps are taken in order, and before them all is counted. */
export type ErasurePart = {
  steps: readonly ErasureStep[]
  hindrances?(call: CompanyCall, party: Party): Promise<readonly Hindrance[]>
  kept?(call: CompanyCall, party: Party): Promise<readonly Kept[]>
}

/** Stands where an address was, in rows that stay without it. */
export const ERASED_ADDRESS = 'erased@invalid'
/** Stands where another text was that a row cannot be without. */
export const ERASED = 'erased'

/** How many rows a query of one column gives. */
export const countOfRows = async ({ db }: CompanyCall, rows: Sql): Promise<number> =>
  Number((await db.one<{ count: bigint }>(sql`select count(*) as count from (${rows}) x`)).count)

const mailsTo = ({ companyId }: CompanyCall, { addresses }: Party): Sql => sql`
  select m.id from platform.mail m where m.company_id = ${companyId} and lower(m.recipient) in (${addresses})
  union select r.mail_id from platform.mail_return r
  where r.company_id = ${companyId} and lower(r.recipient) in (${addresses})`

/** Mails of the company that wait or have gone out: one that is just being handed over may arrive all the same. */
export const platformErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
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
