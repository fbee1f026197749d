// Chance that can be repeated: a seed leads to the same choices on every machine.

export type Random = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  pick<Choice>(choices: readonly Choice[]): Choice
  /** Whether something that happens so often, from 0 to 1, happens now. */
  happens(share: number): boolean
  shuffled<Choice>(choices: readonly Choice[]): Choice[]
}

/** FNV-1a over the words: what is asked with other words has chances of its own. */
const numberOf = (words: readonly (string | number)[]): number =>
  [...words.join('/')].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x0100_0193), 0x811c_9dc5)

/** Mulberry32: small, even enough for choices, and no secret. */
export const randomFrom = (...words: readonly (string | number)[]): Random => {
  let state = numberOf(words) | 0
  const next = (): number => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (choices) => {
      if (choices.length === 0) throw new Error('There is nothing to choose from')
      return choices[below(choices.length)] as (typeof choices)[number]
    },
    happens: (share) => next() < share,
    shuffled: (choices) => {
      const left = [...choices]
      for (let at = left.length - 1; at > 0; at -= 1) {
        const other = below(at + 1)
        ;[left[at], left[other]] = [left[other] as (typeof left)[number], left[at] as (typeof left)[number]]
      }
      return left
    },
  }
}
