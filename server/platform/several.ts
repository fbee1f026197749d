// Statements of several companies of a database that is spread over machines: what is of the same machine goes there
// together, whatever groups of shards it is of.
import type { Db } from '#platform/db'
import { type Pool, withClient } from '#platform/db-pool'
import type { Dress, Machine, Spread } from '#platform/shards'
import type { Sql } from '#platform/sql'

/** What is asked of a company, as the database reads it. */
export type Piece = { company_id: string }

/** One statement that has the pieces as its only value, as JSON; `columns` names what comes of it, with types. */
export type OfAll<Own extends Piece> = {
  pieces: readonly Own[]
  statement: (json: string) => Sql
  columns: string
  name: string
}

export type RowsOfAll = <Row>(asked: OfAll<Piece>) => Promise<Row[]>

/**
 * The rows of a statement over pieces of several companies, as one transaction. Where they are in groups of shards each
 * group is told of its own; one that is not there, or is being moved, is passed over and has no rows.
 */
export const rowsOfAll = <Row, Own extends Piece>(db: Db, asked: OfAll<Own>): Promise<Row[]> =>
  db.ofAll
    ? db.ofAll<Row>(asked as OfAll<Piece>)
    : db.rows<Row>(asked.statement(JSON.stringify(asked.pieces)), asked.name)

/** Stands for a company where none is asked for: any machine will do. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * What goes together. A place is named by one of its companies, the first that was seen: `of` takes it as any other. A
 * company that was not seen yet goes by itself.
 */
export const lanesOf = (spread: Spread | null | undefined) => ({
  laneOf(companyId: string | null): string {
    if (!spread) return ''
    if (companyId === null) return NO_COMPANY
    const dress = spread.seenOf(companyId)
    return (dress && spread.firstOf(dress)) ?? companyId
  },
  machineOf(companyId: string): string {
    if (!spread) return ''
    return placeIn(spread, companyId) || companyId
  },
  placeOf: (companyId: string): string => (spread ? placeIn(spread, companyId) : ''),
})

const placeIn = (spread: Spread, companyId: string): string => {
  const dress = spread.seenOf(companyId)
  return dress ? `machine ${dress.machine.id}` : ''
}

type Several = { spread: Spread; lookUps: Db; poolOf: (machine: Machine) => Pool }

/** Says statements to the groups of one machine; whatever is on another one by now is passed over. */
export const rowsOfMachine =
  ({ spread, lookUps, poolOf }: Several): RowsOfAll =>
  async <Row>({ pieces, statement, columns, name }: OfAll<Piece>): Promise<Row[]> => {
    const groups = await byGroup(pieces, (companyId) => spread.dressOf(companyId, lookUps))
    const machine = groups[0]?.dress.machine
    if (!machine) return []
    const here = groups.filter(({ dress }) => dress.machine.id === machine.id)
    const said = statement('').text
    const values = [
      here.map(({ dress }) => dress.group),
      here.map(({ dress }) => dress.query({ text: said }).text),
      here.map(({ own }) => JSON.stringify(own)),
    ]
    const text = `select * from platform.in_groups($1::bigint[], $2::text[], $3::jsonb[]) as (${columns})`
    const { rows } = await withClient(poolOf(machine), (run) => run({ text, values, name: `${name}-in-groups` }))
    return rows as Row[]
  }

/** In the order of the groups: whoever holds something in one waits for those of later ones only. */
const byGroup = async (pieces: readonly Piece[], dressOf: (companyId: string) => Promise<Dress>) => {
  const groups = new Map<string, { dress: Dress; own: Piece[] }>()
  for (const piece of pieces) {
    const dress = await dressOf(piece.company_id)
    const known = groups.get(dress.group) ?? { dress, own: [] }
    groups.set(dress.group, known)
    known.own.push(piece)
  }
  return [...groups.values()].sort((one, other) => Number(one.dress.group) - Number(other.dress.group))
}
