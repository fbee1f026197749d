// Readings of a customer's or supplier's documents, for the data subject's copy.
import { sql } from '#platform/sql'
import { type PartyPart, plainRows } from '#privacy/party'

export const readingPartyParts: readonly PartyPart[] = [
  {
    name: 'readings',
    of: ['customer', 'supplier'],
    tables: ['readings.reading'],
    why: {
      sv: 'Vad ett program har läst i dokumenten, som förslag till den som bokför. Det finns kvar så länge som dokumentet.',
      en: 'What a program has read in the documents, as proposals for the person who books them. It is kept as long as the document.',
    },
    from: {
      sv: 'Lästa i dokumenten, på företagets egen server. Också dokument som ingen har bokfört, om de bär namnet.',
      en: "Read in the documents, on the company's own server; also in documents that are not booked, where they bear the name.",
    },
    read: ({ db, companyId }, { uploads, name }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select r.upload_id as id, to_jsonb(r) as row from readings.reading r
          where r.company_id = ${companyId} and (r.upload_id in (${uploads}) or lower(r.party) = lower(${name}))
            and (${after}::uuid is null or r.upload_id > ${after}::uuid)
          order by r.upload_id limit ${limit}`),
      ),
  },
]
