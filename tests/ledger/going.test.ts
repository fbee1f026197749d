// What stays of what is tied to each other: the rule by which entries and documents go with a fiscal year.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql, sql } from '#platform/sql'
import { removalClosure } from '#server/ledger/years/removable-documents'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const ids = (those: string): Sql => sql`select unnest(${[...those]}::text[]) as id`

/** Pairs such as `ab bc`. */
const pairs = (those: string): Sql => sql`
  select left(p, 1) as one, nullif(substr(p, 2, 1), '-') as other
  from unnest(${those.split(' ').filter(Boolean)}::text[]) p`

type Case = [free: string, ties: string, leans: string, stays: string, what: string]
const cases: Case[] = [
  // may go  together     one way   what stays
  ['abc', '', '', '', 'nothing is tied'],
  ['abc', 'ab bc', '', '', 'all of a group may go'],
  ['abc', 'ax', '', 'a', 'one that is tied to what may not go'],
  ['abc', 'ax ab bc', '', 'abc', 'the group of one that is tied to what may not go'],
  ['abc', 'xc ab bc', '', 'abc', 'the same from its other end'],
  ['abc', 'ab bx', '', 'ab', 'the group of one that may not go'],
  ['abcd', 'ab xb cd', '', 'ab', 'and no other group'],
  ['abc', 'ab xy', '', '', 'what may not go by itself, and is tied to nothing'],
  ['abcde', 'ab bc cd de ex', '', 'abcde', 'however far away'],
  ['abc', 'ab bc ca', '', '', 'a ring'],
  ['abc', 'ab bc ca bx', '', 'abc', 'a ring with one that stays'],
  ['ab', 'a- b-', '', '', 'what is tied to nothing at all'],
  ['ab', 'ax', 'ab', 'ab', 'what another needs'],
  ['ab', 'bx', 'ab', 'b', 'but not what needs it'],
  ['abc', 'ax bc', 'ab', 'abc', 'and the group of what another needs'],
  ['abc', '', 'xa', 'a', 'what one needs that may not go'],
  ['abc', '', 'ax', '', 'what needs one that stays all the same'],
]

test.each(cases)('of %s, tied %s and %s, stays %s: %s', async (free, ties, leans, stays) => {
  const tied = { free: ids(free), ties: pairs(ties), leans: pairs(leans) }
  const rows = await service.database.rows<{ id: string }>(sql`
    with recursive ${removalClosure(tied)} select distinct id from staying order by id`)
  expect(rows.map(({ id }) => id).join('')).toBe(stays)
})
