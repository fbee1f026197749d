// The voucher numbers of the series of a file: which are taken, and which are given to vouchers that need one. A
// million numbers in order are one range here; only what comes out of order is remembered one by one.

import type { SieSeries } from './items.ts'

/** The numbers seen in a series. */
export class SeriesNumbers {
  vouchers = 0
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #late = new Set<number>()
  #previous: number | null = null

  /** Adds a number. `ascends`: it is above the one before it; `isNew`: it was not there already. */
  add(number: number): { ascends: boolean; isNew: boolean } {
    const ascends = this.#previous === null || number > this.#previous
    this.#previous = number
    const last = this.#ends.at(-1)
    if (last === undefined || number > last) {
      this.#append(number, last)
      return { ascends, isNew: true }
    }
    const isNew = !this.#late.has(number) && !this.#inRange(number)
    if (isNew) this.#late.add(number)
    return { ascends, isNew }
  }

  /** The lowest and highest number, or null when there are none. */
  bounds(): { lowest: number; highest: number } | null {
    const highest = this.#ends.at(-1)
    let lowest = this.#starts[0]
    if (highest === undefined || lowest === undefined) return null
    for (const number of this.#late) if (number < lowest) lowest = number
    return { lowest, highest }
  }

  /** How many runs of numbers are missing between the lowest and the highest, and the number before the first. */
  gaps(): { count: number; firstAfter: number | null } {
    const late = [...this.#late].sort((a, b) => a - b)
    let count = 0
    let firstAfter: number | null = null
    let end: number | null = null
    const take = (from: number, to: number): void => {
      if (end !== null && from > end + 1) {
        count += 1
        firstAfter ??= end
      }
      end = to
    }
    let next = 0
    for (const [at, start] of this.#starts.entries()) {
      for (let number = late[next]; number !== undefined && number < start; number = late[next]) {
        take(number, number)
        next += 1
      }
      take(start, this.#ends[at] ?? start)
    }
    return { count, firstAfter }
  }

  #append(number: number, last: number | undefined): void {
    if (last !== undefined && number === last + 1) {
      this.#ends[this.#ends.length - 1] = number
      return
    }
    this.#starts.push(number)
    this.#ends.push(number)
  }

  /** Looks for the last range that starts at or below the number. */
  #inRange(number: number): boolean {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? Number.POSITIVE_INFINITY) <= number) low = middle + 1
      else high = middle
    }
    return low > 0 && number <= (this.#ends[low - 1] ?? Number.NEGATIVE_INFINITY)
  }
}

/**
 * Gives the numbers after the highest of each series, in the order of asking. What a voucher gets is thus decided by
 * its file alone, and a copy of the file gives it the same.
 */
export class SieSpareNumbers {
  readonly #last = new Map<string, number>()

  constructor(series: ReadonlyMap<string, Pick<SieSeries, 'highest'>>) {
    for (const [name, { highest }] of series) this.#last.set(name, highest ?? 0)
  }

  next(series: string): number {
    const number = (this.#last.get(series) ?? 0) + 1
    this.#last.set(series, number)
    return number
  }
}
