// What events are about, and where it is.
import { type Kind, type Place, type Resource, type ResourceName, resources } from './event-kinds.ts'

/** A resource by its address, below the version. */
export type ResourceRef = { type: ResourceName; id: string; path: string }

/** Whose events they are: those of a company, or those of an agency itself. */
export type Whose = 'company' | 'agency'

/** What an event is about, as an address. The ids that are left over belong to no placeholder. */
export const refOf = (
  tenantId: string,
  { kind, resource_id: id, of_id: ofId }: { kind: string; resource_id: string; of_id: string | null },
  whose: Whose = 'company',
): ResourceRef => {
  const resource = resourceOf(kind)
  if (!resource) throw new Error(`${kind} is of no resource`)
  const ids = [tenantId, ...(ofId === null ? [] : [ofId]), id]
  const at = placeOf(resource, whose)?.at ?? ''
  return { type: resource.name, id, path: at.replace(/\{\w+\}/g, () => ids.shift() ?? '') }
}

/** Where one of a resource is; null where its events are not told to readers. */
export const placeOf = ({ at, scope, atAgency }: Resource, whose: Whose): Place | null => {
  if (whose === 'agency') return atAgency ?? null
  return at === undefined || scope === undefined ? null : { at, scope }
}

const readIn = (whose: Whose): ReadonlyMap<Kind, string> =>
  new Map(
    Object.entries(resources).flatMap(([name, resource]) => {
      const place = placeOf(resource, whose)
      return place ? Object.keys(resource.kinds).map((what) => [`${name}.${what}` as Kind, place.scope] as const) : []
    }),
  )

/** The kinds that are told to readers, each with the scope that lets a caller see it. */
export const toldKinds: Readonly<Record<Whose, ReadonlyMap<Kind, string>>> = {
  company: readIn('company'),
  agency: readIn('agency'),
}

/** The kinds that a caller with these scopes sees; null: the company itself, which sees all. */
export const kindsSeenBy = (scopes: ReadonlySet<string> | null, whose: Whose = 'company'): Kind[] =>
  [...toldKinds[whose]].flatMap(([kind, scope]) => (scopes === null || scopes.has(scope) ? [kind] : []))

/** The resource that a kind of event is about; undefined of kinds that nothing leaves any more. */
export const resourceOf = (kind: string): (Resource & { name: ResourceName }) | undefined => {
  const name = kind.slice(0, kind.indexOf('.')) as ResourceName
  const found: Resource | undefined = Object.hasOwn(resources, name) ? resources[name] : undefined
  return found && { ...found, name }
}
