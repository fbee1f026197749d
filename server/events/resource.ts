// The resources of events: their paths, and how to read them, with the same answer as from their own endpoints.
import { placeholdersOf, type Row } from '#http'
import type { Call } from '#platform/call'
import { type Kind, type ResourceName, resources } from '#platform/event-kinds'
import { placeOf, type ResourceRef, refOf, type Whose } from '#platform/event-places'
import { Refusal, statusOf } from '#platform/refusal'

type About = { kind: Kind; resource_id: string; of_id: string | null }

/** Reads the resources of companies' events, or of agencies' own. */
export type Reader = {
  refOf(tenantId: string, about: About): ResourceRef
  /** The current resource; null if it does not exist, or the caller may not read it. */
  read(call: Call, ref: ResourceRef): Promise<unknown>
}

/** Reads resources through the endpoints that return a single one. */
export const readerOf = (rows: readonly Row[], whose: Whose): Reader => {
  const byPath = new Map(rows.filter(({ method }) => method === 'GET').map((row) => [row.path, row]))
  const pathOf = (name: ResourceName): string | null => placeOf(resources[name], whose)?.at ?? null
  const rowOf = (name: ResourceName): Row => {
    const row = byPath.get(pathOf(name) ?? '')
    if (!row) throw new Error(`No endpoint returns a single ${name}`)
    return row
  }
  return {
    refOf: (tenantId, about) => refOf(tenantId, about, whose),
    async read(call, ref) {
      const row = rowOf(ref.type)
      const values = ref.path.split('/').filter((_, place) => row.path.split('/')[place]?.startsWith('{'))
      const params = Object.fromEntries(placeholdersOf(row.path).map((name, place) => [name, values[place] ?? '']))
      const input = { language: 'sv' as const, params, query: {}, body: undefined, file: undefined as never }
      try {
        return await row.run(call as Parameters<Row['run']>[0], input)
      } catch (cause) {
        if (cause instanceof Refusal && statusOf[cause.kind.code] < 500) return null
        throw cause
      }
    },
  }
}

/** Most resources that are read concurrently, which limits the connections of one reader. */
const TOGETHER = 4

/** A resource, and the call and reader to read it with. */
type Wanted = { ref: ResourceRef; call: Call; reader: Reader }

/** Reads each resource once, even if it has several events. */
export const readResources = async (wanted: readonly Wanted[]): Promise<unknown[]> => {
  const found = new Map<string, unknown>()
  const left = [...new Map(wanted.map((one) => [one.ref.path, one])).values()]
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) found.set(one.ref.path, await one.reader.read(one.call, one.ref))
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return wanted.map(({ ref }) => found.get(ref.path))
}
