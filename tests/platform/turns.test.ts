// Turns at heavy work: so much at once, and no company waits behind all that another company has sent.
import { expect, test } from 'vitest'
import { newFairLimit } from '#platform/fair-limit'

/** `ax1` is of company a and account x. */
const ownersOf = (name: string) => [...name.replace(/\d+$/, '')] as unknown as [string, ...string[]]

/** Work of companies that goes on until it is told to end; tells what has begun, in order. */
const pieces = (limit: number) => {
  const inTurn = newFairLimit(limit)
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
        all.push(inTurn(ownersOf(name), work).catch(() => {}))
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

test('one account has never all of them, in however many companies', async () => {
  const { begun, ask, end, over } = pieces(3)
  await ask('ax1', 'bx1', 'cx1', 'ay1')
  expect(begun.splice(0)).toEqual(['ax1', 'bx1', 'ay1'])
  await ask('d1')
  await end('ay1')
  expect(begun.splice(0)).toEqual(['d1'])
  await end('ax1')
  expect(begun.splice(0)).toEqual(['cx1'])
  for (const name of ['bx1', 'cx1', 'd1']) await end(name)
  await over()
})

const rows: [what: string, waiting: string[], order: string[]][] = [
  ['an account with many companies', ['ax1', 'bx1', 'cx1', 'd1', 'd2'], ['ax1', 'd1', 'bx1', 'd2', 'cx1']],
  ['a company with many accounts', ['ax1', 'ay1', 'az1', 'd1', 'd2'], ['ax1', 'd1', 'ay1', 'd2', 'az1']],
  ['each company of an account', ['ax1', 'ax2', 'ax3', 'bx1', 'c1'], ['ax1', 'c1', 'bx1', 'ax2', 'ax3']],
  ['each account of a company', ['ax1', 'ax2', 'ax3', 'ay1', 'c1'], ['ax1', 'c1', 'ay1', 'ax2', 'ax3']],
]
test.each(rows)('of those that wait %s has its turn as others have', async (_, waiting, order) => {
  const { begun, ask, end, over } = pieces(1)
  await ask('z0', ...waiting)
  for (const name of ['z0', ...order]) await end(name)
  expect(begun).toEqual(['z0', ...order])
  await over()
})

test('one has no more at once than it may, and who waits for too long is sent away', async () => {
  const inTurn = newFairLimit(10, { most: 1, maxWaitMs: 20 })
  let end = (): void => {}
  const first = inTurn('a', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(inTurn('a', async () => 'late')).rejects.toThrow('Its turn did not come in 20 ms')
  expect(await inTurn('b', async () => 'other')).toBe('other')
  end()
  await first
  expect(await inTurn('a', async () => 'next')).toBe('next')
})
