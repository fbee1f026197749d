// Statements about several companies of a distributed database: those on the same machine are sent together, even if
// they are in different groups of shards.
import type { BatchStatement, CompanyInput, RowsOfCompanies } from '#platform/db'
import { withClient } from '#platform/db-pool'
import type { CompanyBatches, Lanes, Placement, ShardDistribution } from '#platform/distributed-database'

/** Used when there is no company: any machine will do. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000'

/**
 * What may be sent together. A place is named by the first of its companies that was seen, because `of` accepts any of
 * them. A company that was not seen yet is sent alone.
 */
export const lanesOf = (spread: ShardDistribution): Lanes => ({
  laneOf(companyId) {
    if (companyId === null) return NO_COMPANY
    const placement = spread.lastKnownPlacementOf(companyId)
    return (placement && spread.firstOf(placement)) ?? companyId
  },
  machineOf: (companyId) => placeIn(spread, companyId) || companyId,
  placeOf: (companyId) => placeIn(spread, companyId),
})

const placeIn = (spread: ShardDistribution, companyId: string): string => {
  const placement = spread.lastKnownPlacementOf(companyId)
  return placement ? `machine ${placement.machine.id}` : ''
}

/** Runs a statement in the groups of one machine; groups that have moved to another machine are skipped. */
export const rowsOfMachine =
  ({ spread, lookUps, poolOf }: CompanyBatches): RowsOfCompanies =>
  async <Row>({ pieces, statement, columns, name }: BatchStatement<CompanyInput>): Promise<Row[]> => {
    const groups = await byGroup(pieces, (companyId) => spread.placementOf(companyId, lookUps))
    const machine = groups[0]?.dress.machine
    if (!machine) return []
    const here = groups.filter(({ dress: placement }) => placement.machine.id === machine.id)
    const said = statement('').text
    const values = [
      here.map(({ dress: placement }) => placement.group),
      here.map(({ dress: placement }) => placement.query({ text: said }).text),
      here.map(({ own }) => JSON.stringify(own)),
    ]
    const text = `select * from platform.in_groups($1::bigint[], $2::text[], $3::jsonb[]) as (${columns})`
    const { rows } = await withClient(poolOf(machine), (run) => run({ text, values, name: `${name}-in-groups` }))
    return rows as Row[]
  }

/** In the order of the groups, so that locks are always taken in the same order. */
const byGroup = async (pieces: readonly CompanyInput[], placementOf: (companyId: string) => Promise<Placement>) => {
  const groups = new Map<string, { dress: Placement; own: CompanyInput[] }>()
  for (const piece of pieces) {
    const placement = await placementOf(piece.company_id)
    const known = groups.get(placement.group) ?? { dress: placement, own: [] }
    groups.set(placement.group, known)
    known.own.push(piece)
  }
  return [...groups.values()].sort((one, other) => Number(one.dress.group) - Number(other.dress.group))
}
