// Erasure in the replies stored for Idempotency-Keys (GDPR art. 17). They are sealed copies of resources, and it is
// unknown which person each is about, so all replies of a company lose their contents. The keys remain, so no request
// is run again.
import type { Call } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { countOfRows, type ErasurePart } from '#privacy/party'

/** `scopes` are the companies, agencies and people that the requests were about. */
const answersOf = (scopes: readonly string[]): Sql => sql`
  k.scope_id = any(${scopes}::uuid[]) and k.sealed_body is not null`

/** Deletes the contents of stored replies; a client that repeats such a request is told so. */
export const dropAnswersOf = async ({ db }: Pick<Call, 'db'>, scopes: readonly string[]): Promise<void> => {
  await db.rows(sql`
    update platform.idempotency_key k set sealed_body = null, headers = '{}' where ${answersOf(scopes)}`)
}

export const answersErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
      what: {
        sv: 'Svar som sparas ett dygn åt program som skickar om en begäran: alla i företaget, vem de än gäller',
        en: 'Answers kept for a day for programs that send a request again: all of the company, about any person',
      },
      count: (call) =>
        countOfRows(call, sql`select from platform.idempotency_key k where ${answersOf([call.companyId])}`),
      remove: (call) => dropAnswersOf(call, [call.companyId]),
    },
  ],
}
