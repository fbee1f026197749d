// The resources that events are about: where one is, and how it is read. It is read as its own endpoint answers it.
import { placeholdersOf, type Row } from '#http'
import type { Call } from '#platform/call'
import { type Kind, type ResourceName, resources } from '#platform/event-kinds'
import { placeOf, type ResourceRef, refOf, type Whose } from '#platform/event-places'
import { Refusal, statusOf } from '#platform/refusal'

type About = { kind: Kind; resource_id: string; of_id: string | null }

/** Reads what the events of companies, or those of agencies themselves, are about. */
export type Reader = {
  mayRead(name: ResourceName, scopes: ReadonlySet<string>): boolean
  refOf(tenantId: string, about: About): ResourceRef
  /** The resource now; null when it is not there, or not for this caller. */
  read(call: Call, ref: ResourceRef): Promise<unknown>
}

/** Reads resources by the endpoints that answer one of each. */
export const readerOf = (rows: readonly Row[], whose: Whose): Reader => {
  const byPath = new Map(rows.filter(({ method }) => method === 'GET').map((row) => [row.path, row]))
  const pathOf = (name: ResourceName): string | null => placeOf(resources[name], whose)?.at ?? null
  const rowOf = (name: ResourceName): Row => {
    const row = byPath.get(pathOf(name) ?? '')
    if (!row) throw new Error(`No endpoint answers with one ${name}`)
    return row
  }
  return {
    mayRead: (name, scopes) => pathOf(name) !== null && scopes.has(rowOf(name).scope ?? ''),
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

/** How many resources are read side by side: one tenant's readers get no more connections than that. */
const TOGETHER = 4

/** A resource, and the call and the reader that it is read with. */
export type Wanted = { ref: ResourceRef; call: Call; reader: Reader }

/** Each resource once, however often it has changed. */
export const readResources = async (wanted: readonly Wanted[]): Promise<unknown[]> => {
  const found = new Map<string, unknown>()
  const left = [...new Map(wanted.map((one) => [one.ref.path, one])).values()]
  const work = async () => {
    for (let one = left.pop(); one; one = left.pop()) found.set(one.ref.path, await one.reader.read(one.call, one.ref))
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return wanted.map(({ ref }) => found.get(ref.path))
}
