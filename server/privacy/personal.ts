// What the service stores about a person. Each context contributes its part of the copy that people may request of
// their data (GDPR art. 15 and 20).
import type { Call } from '#platform/call'
import { sql } from '#platform/sql'

/** The data subject. The address is null once the account is closed. */
export type Subject = { id: string; email: string | null }

/** Rows of one kind. Credentials, such as a secret or its digest, are left out. */
export type PersonalPart = {
  name: string
  tables: readonly string[]
  /** Why it is kept, and how long. */
  why: Readonly<Record<'sv' | 'en', string>>
  read(call: Call, subject: Subject): Promise<readonly object[]> | AsyncIterable<object>
}

/** How many rows are read at a time. */
const ROWS = 1000

/** All rows of a statement that pages by id, in order. */
export async function* inPages<Row extends { id: string }>(
  read: (after: string | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: string | null = null; ; ) {
    const rows = await read(after, ROWS)
    yield* rows
    if (rows.length < ROWS) return
    after = rows.at(-1)?.id ?? null
  }
}

/** The platform's own data: mails to the person, and the person's actions. */
export const platformParts: readonly PersonalPart[] = [
  {
    name: 'mails',
    tables: ['platform.mail'],
    why: {
      sv: 'Mejl till din adress: vad som skickades och när. Texten tas bort när mejlet har gått iväg, raden efter sju dagar.',
      en: 'Mails to your address: what was sent, and when. The text is removed once the mail has gone out, the row after seven days.',
    },
    read: ({ db }, { email }) =>
      db.rows(sql`
        select subject, created_at as "queuedAt", sent_at as "sentAt", failed_at as "failedAt"
        from platform.mail where lower(recipient) = lower(${email}) order by created_at`),
  },
  {
    name: 'doings',
    tables: ['platform.event'],
    why: {
      sv: 'Behandlingshistoriken: vad du har gjort, när och varifrån. I ett företags böcker sparas det så länge som bokföringslagen kräver (5 kap. 11 § och 7 kap. 2 §). Vad det rörde står i företagets egen historik.',
      en: 'The processing history: what you have done, when, and from where. In the books of a company it is kept for as long as the law on bookkeeping asks (bokföringslagen 5 kap. 11 § and 7 kap. 2 §). What it was about stands in the history of the company.',
    },
    read: ({ db }, { id }) =>
      inPages((after, limit) =>
        db.rows(sql`
          select id, what, happened_at as "happenedAt", actor_name as "name", from_address as "from",
            company_id as "companyId", agency_id as "agencyId"
          from platform.history where actor_kind = 'user' and actor_id = ${id}
            and (${after}::uuid is null or id > ${after}::uuid)
          order by id limit ${limit}`),
      ),
  },
]
