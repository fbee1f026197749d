// Answers that are kept for a repeated Idempotency-Key, when somebody is erased (GDPR art. 17). They are sealed, and
// say what resources said: nobody can tell which of them are about whom, so all of a company lose what they said. That
// a request was answered stays, and it is never done again.
import type { Call } from '#platform/call'
import { countOfRows, type ErasurePart } from '#platform/party'
import { type Sql, sql } from '#platform/sql'

/** `scopes` are the companies, agencies and people that the requests were about. */
const answersOf = (scopes: readonly string[]): Sql => sql`
  k.scope_id = any(${scopes}::uuid[]) and k.sealed_body is not null`

/** Takes from kept answers what they said; who repeats such a request is told so. */
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
        en: 'Answers kept for a day for programs that send a request again: all of the company, whoever they are about',
      },
      count: (call) =>
        countOfRows(call, sql`select from platform.idempotency_key k where ${answersOf([call.companyId])}`),
      remove: (call) => dropAnswersOf(call, [call.companyId]),
    },
  ],
}
