// Large values on their way between threads. A message is copied as a whole on the event loop that gets it, so lists in
// a large value go ahead of it, a portion at a time, and the value itself comes last. Pure.

/** Where in a value something is missing that went ahead: the list `of`. */
type Hole = { path: readonly (string | number)[]; of: number }

type List = readonly unknown[] | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
type KindOfList = 'array' | 'map' | 'set'

/** A portion of a list: its next items. Those of a map are its entries. */
export type Portion = { of: number; as: KindOfList; items: readonly unknown[]; holes: readonly Hole[] }

/** What is left of a value of which portions went ahead. */
export type TransferRest = { value: unknown; holes: readonly Hole[] }

/** About how many values a portion holds. To copy one takes a millisecond. */
const PORTION_VALUES = 4_000
/** So many characters of a text count as one more value. */
const TEXT_CHARACTERS = 500

/** Takes a value apart: yields its portions, in the order in which they go, and returns what is left. */
export function* splitForTransfer(value: unknown): Generator<Portion, TransferRest> {
  return yield* taken(value, { lists: 0 })
}

type Count = { lists: number }

function* taken(value: unknown, count: Count): Generator<Portion, TransferRest> {
  if (weightOf(value, PORTION_VALUES) < PORTION_VALUES) return { value, holes: [] }
  const as = kindOf(value)
  if (as !== null) return yield* takenList(value as List, as, count)
  if (!isPlain(value)) return { value, holes: [] }
  const left: Record<string, unknown> = {}
  const holes: Hole[] = []
  for (const [name, member] of Object.entries(value)) {
    const rest = yield* taken(member, count)
    left[name] = rest.value
    holes.push(...within(name, rest.holes))
  }
  return { value: left, holes }
}

function* takenList(list: List, as: KindOfList, count: Count): Generator<Portion, TransferRest> {
  count.lists += 1
  const of = count.lists
  let portion: { items: unknown[]; holes: Hole[] } = { items: [], holes: [] }
  let weight = 0
  for (const item of list) {
    const own = weightOf(item, PORTION_VALUES)
    if (weight + own > PORTION_VALUES && portion.items.length > 0) {
      yield { of, as, ...portion }
      portion = { items: [], holes: [] }
      weight = 0
    }
    const rest = own < PORTION_VALUES ? { value: item, holes: [] } : yield* taken(item, count)
    portion.holes.push(...within(portion.items.length, rest.holes))
    portion.items.push(rest.value)
    weight += rest.holes.length > 0 ? 1 : own
  }
  yield { of, as, ...portion }
  return { value: null, holes: [{ path: [], of }] }
}

const within = (segment: string | number, holes: readonly Hole[]): Hole[] =>
  holes.map(({ path, of }) => ({ path: [segment, ...path], of }))

/** How many values a value holds, itself too; of more than `most` it is not known how many more. */
const weightOf = (value: unknown, most: number): number => {
  if (typeof value === 'string') return 1 + Math.floor(value.length / TEXT_CHARACTERS)
  const as = kindOf(value)
  if (as === null && !isPlain(value)) return 1
  const members = as === null ? Object.values(value as object) : (value as List)
  let weight = 1
  for (const member of members) {
    weight += weightOf(member, most - weight)
    if (weight >= most) break
  }
  return weight
}

const kindOf = (value: unknown): KindOfList | null =>
  Array.isArray(value) ? 'array' : value instanceof Map ? 'map' : value instanceof Set ? 'set' : null

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Puts a value together again, from its portions in their order and what is left. */
export class TransferAssembly {
  readonly #lists = new Map<number, unknown[] | Map<unknown, unknown> | Set<unknown>>()

  take({ of, as, items, holes }: Portion): void {
    const whole = this.#filled(items, holes) as unknown[]
    const list = this.#lists.get(of) ?? (as === 'array' ? [] : as === 'map' ? new Map() : new Set())
    this.#lists.set(of, list)
    for (const item of whole) {
      if (Array.isArray(list)) list.push(item)
      else if (list instanceof Set) list.add(item)
      else list.set(...(item as [unknown, unknown]))
    }
  }

  finish({ value, holes }: TransferRest): unknown {
    return this.#filled(value, holes)
  }

  #filled(value: unknown, holes: readonly Hole[]): unknown {
    const root = { value }
    for (const { path, of } of holes) {
      const places = ['value', ...path]
      const last = places.pop() as string | number
      // Holes are in objects and arrays alone: a map or a set in which one would be is a list that went ahead itself.
      let at = root as Record<string | number, unknown>
      for (const place of places) at = at[place] as Record<string | number, unknown>
      at[last] = this.#lists.get(of)
    }
    return root.value
  }
}
