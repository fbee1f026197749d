// Turns at heavy work: so much at once, and nobody waits behind all that another company has sent.
import { expect, test } from 'vitest'
import { turns } from '#platform/turns'

/** Work of companies that goes on until it is told to end; tells what has begun, in order. */
const pieces = (limit: number) => {
  const inTurn = turns(limit)
  const begun: string[] = []
  const ends = new Map<string, (outcome: 'done' | 'failed') => void>()
  const all: Promise<unknown>[] = []
  const settled = async () => void (await new Promise((resolve) => setImmediate(resolve)))
  return {
    begun,
    ask: async (...names: string[]) => {
      for (const name of names) {
        const work = () =>
          new Promise<void>((resolve, reject) => {
            begun.push(name)
            ends.set(name, (outcome) => (outcome === 'done' ? resolve() : reject(new Error(name))))
          })
        all.push(inTurn(name.charAt(0), work).catch(() => {}))
      }
      await settled()
    },
    end: async (name: string, outcome: 'done' | 'failed' = 'done') => {
      ends.get(name)?.(outcome)
      await settled()
    },
    over: () => Promise.all(all),
  }
}

test('one company has never all of them, and those that wait take turns', async () => {
  const { begun, ask, end, over } = pieces(3)
  await ask('a1', 'a2', 'a3', 'a4', 'a5')
  expect(begun).toEqual(['a1', 'a2'])
  await ask('b1', 'b2', 'c1')
  expect(begun.splice(0)).toEqual(['a1', 'a2', 'b1'])
  await end('a1', 'failed')
  await end('a2')
  await end('b1')
  expect(begun.splice(0)).toEqual(['a3', 'b2', 'c1'])
  for (const name of ['a3', 'b2', 'c1', 'a4', 'a5']) await end(name)
  expect(begun).toEqual(['a4', 'a5'])
  await over()
})

test('where there is one, it goes round', async () => {
  const { begun, ask, end, over } = pieces(1)
  await ask('a1', 'a2', 'a3', 'b1')
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  await over()
})

test('one has no more at once than it may, and who waits for too long is sent away', async () => {
  const inTurn = turns(10, { most: 1, maxWaitMs: 20 })
  let end = (): void => {}
  const first = inTurn('a', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(inTurn('a', async () => 'late')).rejects.toThrow('Its turn did not come in 20 ms')
  expect(await inTurn('b', async () => 'other')).toBe('other')
  end()
  await first
  expect(await inTurn('a', async () => 'next')).toBe('next')
})
