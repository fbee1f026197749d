// Which jobs are done next, and when one that failed is tried again.
import { describe, expect, test } from 'vitest'
import { attemptsOf, choose, fullOf, longestWaitOf, pauseAfter, type Running } from '#jobs/job.rules'

const kinds = [
  { name: 'a.do', atOnce: 4, perTenant: 2 },
  { name: 'b.do', atOnce: 1, perTenant: 1 },
]

/** `a1` is a job of kind a.do of tenant 1, `a1x` one that account x wants. */
const candidates = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, index) => ({
      id: `${index}`,
      kind: `${word[0]}.do`,
      tenantId: word[1] ?? '',
      accountId: word[2] ?? null,
    }))

const running = (text: string): Running[] => candidates(text).map(({ id: _, ...one }) => ({ ...one, count: 1 }))

describe('what is done next', () => {
  const cases: [due: string, beingDone: string, slots: number, chosen: string][] = [
    ['', '', 4, ''],
    ['a1 a1 a1 a1 a2', '', 2, 'a1 a2'],
    ['a1 a1 a1 a1 a2', '', 8, 'a1 a2 a1'],
    ['a1 a1 a2 a2 a3 a3', '', 8, 'a1 a2 a3 a1'],
    ['a1 a2', 'a1 a1', 8, 'a2'],
    ['a1 b1', 'a1 a1', 8, 'b1'],
    ['b1 b2', '', 8, 'b1'],
    ['b1 a1 b2', 'b3', 8, 'a1'],
    ['a1 a2', 'a3 a3 a4 a4', 8, ''],
    ['x1', '', 8, ''],
    ['a1x a2x a3x a4', '', 8, 'a1 a2 a4'],
    ['a1x a2x a3', 'a4x a5x', 8, 'a3'],
    ['a1x a1y a1z', '', 8, 'a1 a1'],
    ['b1x a2x', 'a3x a4x', 8, 'b1'],
    ['a1', '', 0, ''],
  ]
  test.each(cases)('of %j while %j is being done, in %i places: %j', (due, beingDone, slots, chosen) => {
    const words = choose(candidates(due), kinds, running(beingDone), slots).map(
      ({ kind, tenantId }) => `${kind[0]}${tenantId}`,
    )
    expect(words.join(' ')).toBe(chosen)
  })

  test('leaves out what is full', () => {
    expect(fullOf(kinds, running('a1 a2 b3'))).toEqual({ kinds: ['b.do'], pairs: ['b.do 3'] })
    const two = { kind: 'a.do', tenantId: '1', accountId: null, count: 2 }
    expect(fullOf(kinds, [two])).toEqual({ kinds: [], pairs: ['a.do 1'] })
    expect(fullOf(kinds, running('a1x a2x'))).toEqual({ kinds: [], pairs: ['a.do x'] })
  })
})

describe('after a failure', () => {
  const once = { pausesMs: [1000, 5000] }
  const jittered = { pausesMs: [1000], jitter: 0.5 }
  const hourly = { pausesMs: [1000], everyMs: 3_600_000 }
  const cases: [string, Parameters<typeof pauseAfter>[0], number, boolean, number, ReturnType<typeof pauseAfter>][] = [
    ['the first pause', once, 1, false, 1, { ms: 1000, isNewTurn: false }],
    ['the second pause', once, 2, false, 1, { ms: 5000, isNewTurn: false }],
    ['no attempt is left', once, 3, false, 1, null],
    ['it is final', once, 1, true, 1, null],
    ['chance makes nothing longer', jittered, 1, false, 0, { ms: 1000, isNewTurn: false }],
    ['chance makes it longer', jittered, 1, false, 1, { ms: 1500, isNewTurn: false }],
    ['what is done by itself is tried again', hourly, 1, false, 0, { ms: 1000, isNewTurn: false }],
    ['what is done by itself goes on', hourly, 2, false, 0, { ms: 3_600_000, isNewTurn: true }],
    ['what is done by itself goes on after all', hourly, 1, true, 0, { ms: 3_600_000, isNewTurn: true }],
  ]
  test.each(cases)('%s', (_, kind, attempts, isFinal, chance, pause) => {
    expect(pauseAfter(kind, { attempts, isFinal, chance })).toEqual(pause)
  })

  test('there is one attempt more than pauses', () => {
    expect(attemptsOf(once)).toBe(3)
  })
})

describe('a job waits at most', () => {
  const once = { pausesMs: [1000, 5000], jitter: 0.5 }
  const cases: [string, Parameters<typeof longestWaitOf>[0], number, number][] = [
    ['not at all before its first attempt', once, 0, 0],
    ['its first pause', once, 1, 1500],
    ['its second pause', once, 2, 7500],
    ['not at all after its last attempt', once, 3, 0],
    ['until it is due, when it is not at once', { ...once, afterMs: 4000 }, 0, 4000],
    ['its pause, once it was due', { ...once, afterMs: 4000 }, 1, 1500],
    ['a turn, when it is done by itself', { ...once, everyMs: 60_000 }, 0, 60_000],
    ['its pause, when it is done by itself and has failed', { ...once, everyMs: 60_000 }, 1, 1500],
    ['as long as it is postponed', { ...once, postponedMs: 4000 }, 1, 4000],
    ['its pause, when it is postponed for less', { ...once, postponedMs: 4000 }, 2, 7500],
  ]
  test.each(cases)('%s', (_, kind, attempts, ms) => {
    expect(longestWaitOf(kind, attempts)).toBe(ms)
  })
})
