// What the benchmark's model says of several machines, from what one operation takes of each: pure rules as a table.
import { describe, expect, test } from 'vitest'
import { type Costs, most, needOf, overtakesAt } from '#bench/shard-model'

const costs: Costs = { plain: 1, machine: 1, first: 0.1, service: 2 }

describe('more than one server is done', () => {
  const cases: [what: string, changes: Partial<Costs>, machines: number | null][] = [
    ['by two machines that take as much for each', {}, 2],
    ['by two, where each takes less than twice as much', { machine: 1.9 }, 2],
    ['by three, where each takes twice as much', { machine: 2 }, 3],
    ['by one that takes less', { machine: 0.9 }, 1],
    ['by none, where the first machine takes as much for each', { first: 1 }, null],
  ]
  test.each(cases)('%s', (_, changes, machines) => {
    const these = { ...costs, ...changes }
    expect(overtakesAt(these)).toBe(machines)
    if (machines === null) return
    const eight = { cores: 8, share: 0.5 }
    expect(most(these, machines, eight)).toBeGreaterThan(4000 / these.plain)
  })
})

test('the first machine is the limit of many', () => {
  const eight = { cores: 8, share: 0.5 }
  expect([1, 5, 10, 20].map((count) => most(costs, count, eight))).toEqual([4000, 20_000, 40_000, 40_000])
})

test('so many operations need whole machines, and shares of the others', () => {
  const need = needOf({ ...costs, machine: 0.7 }, 10_000, { cores: 8, share: 0.5 })
  expect(need).toEqual({ machines: 2, firstCores: 1, serviceCores: 20 })
})
