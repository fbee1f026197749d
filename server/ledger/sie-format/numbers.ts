// The voucher numbers of a file's series: those in use, and those assigned to vouchers without one. A million
// consecutive numbers are stored as one range; only numbers out of order are stored individually.
import type { SieSeries } from './items.ts'

/** The numbers seen in a series. */
export class SeriesNumbers {
  vouchers = 0
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  readonly #late = new Set<number>()
  #previous: number | null = null

  /** Adds a number. `ascends`: it is above the previous one; `isNew`: it was not in use. */
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

  /** The lowest and highest number, or null if there are none. */
  bounds(): { lowest: number; highest: number } | null {
    const highest = this.#ends.at(-1)
    let lowest = this.#starts[0]
    if (highest === undefined || lowest === undefined) return null
    for (const number of this.#late) if (number < lowest) lowest = number
    return { lowest, highest }
  }

  /** The number of gaps between the lowest and the highest, and the number before the first gap. */
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

  /** Finds the last range that starts at or below the number. */
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
 * Assigns the numbers after the highest of each series, in request order. The assignment depends on the file alone, so
 * a copy of the file gets the same numbers.
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
