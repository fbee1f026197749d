// Chance that can be repeated: everything that a run chooses comes from its seed, by names, so that what one writer
// chooses does not depend on how far another one has come.

export type Chance = {
  /** From 0 to below 1. */
  share(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  /** True in so many of 100 cases. */
  happens(percent: number): boolean
  pick<T>(from: readonly T[]): T
}

/** The chance of a seed and of a name below it, such as a round and a writer. */
export const chanceOf = (seed: number, ...name: readonly (string | number)[]): Chance => {
  const next = mulberry(hashOf(`${seed}/${name.join('/')}`))
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    share: next,
    whole,
    happens: (percent) => next() * 100 < percent,
    pick: (from) => {
      const found = from[whole(0, from.length - 1)]
      if (found === undefined) throw new Error('There is nothing to pick from')
      return found
    },
  }
}

/** FNV-1a: a number of 32 bits for a text. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Mulberry32, a small generator that is good enough for choices. */
const mulberry = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
