// Statements about several companies of a distributed database: those on the same machine are sent together, even if
// they are in different groups of shards.
import { withClient } from '#platform/db-pool'
import type { Dress, Lanes, OfAll, Piece, RowsOfAll, Several, Spread } from '#platform/spread'

/** Used when there is no company: any machine will do. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * What may be sent together. A place is named by the first of its companies that was seen, because `of` accepts any of
 * them. A company that was not seen yet is sent alone.
 */
export const lanesOf = (spread: Spread): Lanes => ({
  laneOf(companyId) {
    if (companyId === null) return NO_COMPANY
    const dress = spread.seenOf(companyId)
    return (dress && spread.firstOf(dress)) ?? companyId
  },
  machineOf: (companyId) => placeIn(spread, companyId) || companyId,
  placeOf: (companyId) => placeIn(spread, companyId),
})

const placeIn = (spread: Spread, companyId: string): string => {
  const dress = spread.seenOf(companyId)
  return dress ? `machine ${dress.machine.id}` : ''
}

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
