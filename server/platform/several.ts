// Statements about several companies of a distributed database: those on the same machine are sent together, even if
// they are in different groups of shards.
import type { Db } from '#platform/db'
import { type Pool, withClient } from '#platform/db-pool'
import type { Dress, Machine, Spread } from '#platform/shards'
import type { Sql } from '#platform/sql'

/** The input for one company, as the database reads it. */
export type Piece = { company_id: string }

/** A statement whose only parameter is the pieces as JSON; `columns` lists its result columns with types. */
export type OfAll<Own extends Piece> = {
  pieces: readonly Own[]
  statement: (json: string) => Sql
  columns: string
  name: string
}

export type RowsOfAll = <Row>(asked: OfAll<Piece>) => Promise<Row[]>

/**
 * The rows of a statement over pieces of several companies, as one transaction. In a distributed database, each group
 * runs the statement on its own pieces; a group that is elsewhere, or is being moved, is skipped and returns no rows.
 */
export const rowsOfAll = <Row, Own extends Piece>(db: Db, asked: OfAll<Own>): Promise<Row[]> =>
  db.ofAll
    ? db.ofAll<Row>(asked as OfAll<Piece>)
    : db.rows<Row>(asked.statement(JSON.stringify(asked.pieces)), asked.name)

/** Used when there is no company: any machine will do. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * What may be sent together. A place is named by the first of its companies that was seen, because `of` accepts any of
 * them. A company that was not seen yet is sent alone.
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

/** Runs a statement in the groups of one machine; groups that have moved to another machine are skipped. */
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

/** In the order of the groups, so that locks are always taken in the same order. */
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
