// Runs the same query for many resources in few statements. Each runs as if it were the only one; statements issued at
// the same point are combined into one over all ids, if they are otherwise equal.
import { type Db, readingBy } from '#platform/db'
import { Sql, sql } from '#platform/sql'

/** A pending statement; `id` is its resource. */
type Waiting = { id: string; statement: Sql; name: string | undefined; answer: Answer }
type Answer = { resolve: (rows: object[]) => void; reject: (cause: unknown) => void }

/** Extra columns of a row: its resource, and its place among the resource's rows. */
type Placed = { askedPlace: bigint; askedLine: bigint }

/**
 * Runs `ask` for each id, and returns the results in order. Statements must only read, and depend on the resource by
 * its id alone; one that differs otherwise runs by itself.
 */
export const combineQueries = async <T>(
  db: Db,
  ids: readonly string[],
  ask: (db: Db, id: string) => Promise<T>,
): Promise<T[]> => {
  const say = newTurns(db)
  const settled = await Promise.allSettled(ids.map((id) => ask(speakerOf(db, id, say), id)))
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

const speakerOf = (db: Db, id: string, say: (waiting: Omit<Waiting, 'answer'>) => Promise<object[]>): Db => ({
  ...db,
  ...readingBy(async <Row>(statement: Sql, name?: string) => (await say({ id, statement, name })) as Row[]),
})

/** Collects statements until all callers have issued one; a turn ends before the next one starts. */
const newTurns = (db: Db) => {
  let waiting: Waiting[] = []
  let turns: Promise<unknown> = Promise.resolve()
  const turn = async () => {
    const all = waiting
    waiting = []
    for (const alike of groupsOf(all)) await sayAll(db, alike)
  }
  return (asked: Omit<Waiting, 'answer'>): Promise<object[]> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => (turns = turns.then(turn)))
      waiting.push({ ...asked, answer: { resolve, reject } })
    })
}

/** Groups statements that differ only in their ids. */
const groupsOf = (all: readonly Waiting[]): Waiting[][] => {
  const byText = new Map<string, Waiting[][]>()
  for (const one of all) {
    const groups = byText.get(one.statement.text) ?? []
    byText.set(one.statement.text, groups)
    const group = groups.find(([first]) => first !== undefined && isAlike(first, one))
    if (group) group.push(one)
    else groups.push([one])
  }
  return [...byText.values()].flat()
}

const isAlike = (first: Waiting, other: Waiting): boolean =>
  first.statement.values.every((value, place) => {
    const its = other.statement.values[place]
    const inPlace = inPlaceOf(value, first.id)
    return inPlace === null ? value === its : inPlace === inPlaceOf(its, other.id)
  })

/** The replacement of a value in the combined statement: the id column, or a list of it; null if unchanged. */
const inPlaceOf = (value: unknown, id: string): Sql | null => {
  if (value === id) return ITS_ID
  return Array.isArray(value) && value.length === 1 && value[0] === id ? ITS_ID_ALONE : null
}

const ITS_ID = sql`asked_of.id`
const ITS_ID_ALONE = sql`array[asked_of.id]`

const sayAll = async (db: Db, group: readonly Waiting[]): Promise<void> => {
  try {
    const [first, second] = group
    if (!first) return
    if (!second) return first.answer.resolve(await db.rows<object>(first.statement, first.name))
    const rows = await db.rows<Placed>(overAll(first, group))
    const own: object[][] = group.map(() => [])
    for (const { askedPlace, askedLine: _, ...row } of rows) own[Number(askedPlace) - 1]?.push(row)
    for (const [at, { answer }] of group.entries()) answer.resolve(own[at] ?? [])
  } catch (cause) {
    for (const { answer } of group) answer.reject(cause)
  }
}

/** The combined statement, with the rows of each resource in order. */
const overAll = ({ id, statement }: Waiting, group: readonly Waiting[]): Sql => {
  const own = new Sql(
    statement.strings,
    statement.values.map((value) => inPlaceOf(value, id) ?? value),
  )
  return sql`
    select found.*, asked_of.place as "askedPlace"
    from unnest(${group.map((one) => one.id)}::uuid[]) with ordinality as asked_of (id, place)
    cross join lateral (select own.*, row_number() over () as "askedLine" from (${own}) as own) as found
    order by asked_of.place, found."askedLine"`
}
