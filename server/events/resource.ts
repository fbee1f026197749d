// The resources that events are about: where one is, and how it is read. It is read as its own endpoint answers it.
import { placeholdersOf, type Row } from '#http'
import type { CompanyCall } from '#platform/call'
import { type Kind, type ResourceName, type ResourceRef, refOf, resources } from '#platform/event-kinds'
import { Refusal, statusOf } from '#platform/refusal'

type About = { kind: Kind; resource_id: string; of_id: string | null }

export type Reader = {
  mayRead(name: ResourceName, scopes: ReadonlySet<string>): boolean
  refOf(companyId: string, about: About): ResourceRef
  /** The resource now; null when it is not there, or not for this caller. */
  read(call: CompanyCall, ref: ResourceRef): Promise<unknown>
}

/** Reads resources by the endpoints that answer one of each. */
export const readerOf = (rows: readonly Row[]): Reader => {
  const byPath = new Map(rows.filter(({ method }) => method === 'GET').map((row) => [row.path, row]))
  const rowOf = (name: ResourceName): Row => {
    const row = byPath.get(pathOf(name) ?? '')
    if (!row) throw new Error(`No endpoint answers one ${name}`)
    return row
  }
  return {
    mayRead: (name, scopes) => pathOf(name) !== null && scopes.has(rowOf(name).scope ?? ''),
    refOf,
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

const pathOf = (name: ResourceName): string | null => {
  const resource: (typeof resources)[ResourceName] = resources[name]
  return 'at' in resource ? resource.at : null
}

/** How many resources are read side by side: one tenant's readers have no more of the connections. */
const TOGETHER = 4

/** Each resource once, however often it has changed. */
export const readResources = async (
  call: CompanyCall,
  refs: readonly ResourceRef[],
  reader: Reader,
): Promise<unknown[]> => {
  const found = new Map<string, unknown>()
  const paths = new Map(refs.map((ref) => [ref.path, ref]))
  const left = [...paths.values()]
  const work = async () => {
    for (let ref = left.pop(); ref; ref = left.pop()) found.set(ref.path, await reader.read(call, ref))
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  return refs.map(({ path }) => found.get(path))
}
