// Threads without work are kept for a while, a few of all programs together: the others end, the oldest first.
import { expect, test } from 'vitest'
import { dropIdle, keepIdle } from '#threads/idle-threads'

/** How many are kept. */
const KEPT = 3

test('of the threads without work those end that have none for longest, and those with work again do not', () => {
  const ended: string[] = []
  const threads = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name }))
  const [first, second, ...others] = threads
  for (const thread of [first, second]) if (thread) keepIdle(thread, () => ended.push(thread.name))
  if (first) dropIdle(first)
  for (const thread of others.slice(0, KEPT)) keepIdle(thread, () => ended.push(thread.name))
  expect(ended).toEqual(['b'])
  for (const thread of others.slice(KEPT)) keepIdle(thread, () => ended.push(thread.name))
  expect(ended).toEqual(['b', 'c'])
  for (const thread of threads) dropIdle(thread)
})
