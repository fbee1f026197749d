// When streams say that they are there: those of a tenant together, whenever each of them began.
import { describe, expect, test } from 'vitest'
import { HEARTBEAT_MS, untilHeartbeat } from '#rules/http/heartbeat'

const ONE = '01a1fc0f-7662-70e7-bd2d-41b089fb0000'
const OTHER = '01a1fc0f-7662-70e7-bd2d-41b089fb03e8'

describe('the next heartbeat', () => {
  const cases: [string, number, number][] = [
    [ONE, 0, 15_000],
    [ONE, 1, 14_999],
    [ONE, 14_999, 1],
    [ONE, 15_000, 15_000],
    [ONE, 1_000_000_000_007, 4_993],
    [OTHER, 0, 14_000],
    [OTHER, 13_999, 1],
    [OTHER, 14_000, 15_000],
    ['', 4_000, 11_000],
  ]
  test.each(cases)('of %s at %i comes in %i milliseconds', (tenantId, now, expected) => {
    expect(untilHeartbeat(tenantId, now)).toBe(expected)
  })

  test('is the same moment for all of a tenant', () => {
    const id = '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'
    const first = untilHeartbeat(id, 0)
    for (let now = 0; now < first; now += 17) expect(now + untilHeartbeat(id, now)).toBe(first)
    expect(first).toBeLessThanOrEqual(HEARTBEAT_MS)
  })
})
