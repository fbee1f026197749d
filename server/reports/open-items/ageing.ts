// Open items by age (åldersanalys): for each customer or supplier what is not due, and what is overdue by how many
// days, on any day and by the state of knowledge at any time.
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { join, type Sql, sql } from '#platform/sql'
import { type Age, ages } from '#rule/ageing'
import type { Moment, Side } from './item-events.ts'
import {
  type AskedItems,
  MAX_KEY,
  markOf,
  momentOfItems,
  nextAfter,
  placeAt,
  sourceOf,
  USUAL_ITEMS,
} from './open-items.ts'

/** In öre: the remainder of all items, and of those of each age. */
export type Aged = Record<Age, Ore> & { restOre: Ore; count: bigint }

export type AgedParty = Aged & { partyId: string; partyNumber: string | null; partyName: string }

export type Ageing = Moment & { total: Aged; parties: readonly AgedParty[]; nextCursor: string | null }

/** The open items of one side by age: a page of parties, with the totals. Reads one snapshot. */
export const agedItems =
  (side: Side) =>
  async (call: CompanyCall, asked: AskedItems): Promise<Ageing> => {
    const moment = await momentOfItems(call, asked)
    const { partyId, pageSize = USUAL_ITEMS, cursor } = asked
    const mark = markOf(call, `aged ${side}`, asked)
    const source = sourceOf(call, side, moment, partyId)
    const name = sql`left(i.party_name, ${MAX_KEY}) collate "C"`
    const after = placeAt(call, mark, cursor, 2)
    const beyond = after ? sql`(${name}, i.party_id) > (${String(after[0])}, ${after[1]}::uuid)` : sql`true`
    const number = side === 'customer' ? sql`min(i.party_number)` : sql`null`
    const [total] = await call.db.rows<Aged>(
      sql`select ${sumsSql(moment)} from ${source} i where i.rest_ore <> 0`,
      `report-aged-total ${side}`,
    )
    const rows = await call.db.rows<AgedParty>(
      sql`
      select i.party_id as "partyId", i.party_name as "partyName", ${number} as "partyNumber", ${sumsSql(moment)}
      from ${source} i where i.rest_ore <> 0 and ${beyond}
      group by i.party_id, i.party_name order by ${name}, i.party_id limit ${pageSize + 1}`,
      `report-aged ${side} ${after ? 'after' : 'first'}`,
    )
    if (!total) throw new Error('A sum without a row')
    const parties = rows.slice(0, pageSize)
    const last = parties.at(-1)
    const key = last && rows.length > pageSize ? [last.partyName.slice(0, MAX_KEY), last.partyId] : null
    return { ...moment, total, parties, nextCursor: key && nextAfter(call, mark, key) }
  }

const sumsSql = ({ on }: Moment): Sql =>
  join([
    sql`count(*) as count, coalesce(sum(i.rest_ore), 0)::bigint as "restOre"`,
    ...ages.map(({ last }, place) => {
      const first = ages[place - 1]?.last ?? null
      const days = sql`${on}::date - i.due_date`
      const isOf = join(
        [
          first === null ? sql`true` : sql`${days} > ${first}::integer`,
          last === null ? sql`true` : sql`${days} <= ${last}::integer`,
        ],
        ' and ',
      )
      return sql`coalesce(sum(i.rest_ore) filter (where ${isOf}), 0)::bigint as ${nameOf[place] ?? sql`rest`}`
    }),
  ])

/** Column names cannot be bound parameters. */
const nameOf = [sql`"notDue"`, sql`"days1To30"`, sql`"days31To60"`, sql`"days61To90"`, sql`"over90Days"`]
