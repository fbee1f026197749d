// Large values go between threads in portions, and long lists are processed in slices, with the same result.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrayText, mapInSlices, newSlicePauses, runInSlices } from '#threads/event-loop'
import { mapSteps, runSteps } from '#threads/steps'
import { type Portion, splitForTransfer, TransferAssembly } from '#threads/thread-transfer'

/** What comes out of the other end, as a message does, and how many portions it went in. */
const sent = (value: unknown): { value: unknown; portions: Portion[] } => {
  const portions = [] as Portion[]
  const going = splitForTransfer(value)
  const together = new TransferAssembly()
  for (;;) {
    const next = going.next()
    if (next.done) return { value: together.finish(structuredClone(next.value)), portions }
    portions.push(next.value)
    together.take(structuredClone(next.value))
  }
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

describe('portions', () => {
  const values: [name: string, value: unknown, isSmall?: boolean][] = [
    ['nothing', null, true],
    ['a small value', { a: [1, 2n, 'x'], b: new Map([['c', new Set([1])]]), d: new Date(0) }, true],
    ['a long array', { all: numbers(10_000) }],
    ['a long map, a long set', { map: new Map(numbers(5_000).map((n) => [n, { n }])), set: new Set(numbers(5_000)) }],
    ['long lists in short ones', { of: [{ items: numbers(9_000) }, { items: [] }, { items: numbers(9_000) }] }],
    ['a map of lists', new Map(Object.entries({ a: { list: numbers(9_000) }, b: { list: numbers(10) } }))],
    ['a list of long lists alone', [numbers(9_000), numbers(9_000)]],
    ['long texts', Array.from({ length: 100 }, () => 'x'.repeat(100_000))],
    ['bytes', { bytes: new Uint8Array(1_000_000), list: numbers(9_000) }],
  ]
  test.each(values)('%s is the same again, and no portion is large', (_, value, isSmall = false) => {
    const { value: there, portions } = sent(value)
    expect(there).toEqual(value)
    expect(portions.length === 0).toBe(isSmall)
    expect(Math.max(0, ...portions.map(({ items }) => items.length))).toBeLessThanOrEqual(4_000)
  })

  test('so is any other', () => {
    const big = fc.integer({ min: 0, max: 9_000 }).map(numbers)
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.integer(),
        fc.bigInt(),
        fc.string(),
        big,
        tie('list'),
        tie('map'),
        tie('object'),
      ),
      list: fc.array(tie('any'), { maxLength: 5 }),
      map: fc.array(fc.tuple(fc.string(), tie('any')), { maxLength: 5 }).map((entries) => new Map(entries)),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { noNullPrototype: true }),
    }))
    fc.assert(
      fc.property(any, (value) => {
        expect(sent(value).value).toEqual(value)
      }),
      { numRuns: 60 },
    )
  })
})

/** Steps that take longer than a slice, each. */
function* slow(count: number): Generator<void, string, void> {
  for (let step = 0; step < count; step += 1) {
    const until = performance.now() + 6
    while (performance.now() < until);
    yield
  }
  return 'done'
}

describe('slices', () => {
  test('others are heard between two, and not where it is done at once', async () => {
    const heard = async (work: () => unknown) => {
      let isHeard = false
      setImmediate(() => {
        isHeard = true
      })
      await work()
      return isHeard
    }
    expect(await heard(() => runInSlices(slow(3)))).toBe(true)
    expect(await heard(() => runSteps(slow(3)))).toBe(false)
    const pauses = newSlicePauses()
    runSteps(slow(1))
    expect(await heard(() => pauses())).toBe(true)
  })

  test('what comes of it is the same', async () => {
    const twice = (n: number, at: number) => [n * 2, at]
    expect(await mapInSlices(numbers(1000), twice)).toEqual(numbers(1000).map(twice))
    expect(await mapInSlices(numbers(1000), twice)).toEqual(runSteps(mapSteps(numbers(1000), twice)))
    expect(await arrayText(['a', 'b"c', 'd\\e', '', 'null'])).toBe('{"a","b\\"c","d\\\\e","","null"}')
    expect(await arrayText([])).toBe('{}')
  })
})
