// Memory that is counted before it is taken: what fits goes on, what does not waits, and each owner has a share.
import { expect, test } from 'vitest'
import { Outage } from '#platform/outage'
import { newHeldMemory } from '#threads/held-memory'

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** Takes memory, and tells by `isIn` whether it has it. */
const asking = (memory: ReturnType<typeof newHeldMemory>, whose: string, bytes: number) => {
  const asked = { isIn: false, giveBack: () => {} }
  const done = memory.take(whose, bytes).then((giveBack) => Object.assign(asked, { isIn: true, giveBack }))
  return Object.assign(asked, { done })
}

test('one owner has a share of it, others the rest, and who waits goes on as it is given back', async () => {
  const memory = newHeldMemory({ bytes: 100, most: 50, maxWaitMs: 60_000 })
  const asked = [asking(memory, 'a', 40), asking(memory, 'a', 20), asking(memory, 'b', 50), asking(memory, 'c', 20)]
  await soon()
  expect(asked.map(({ isIn }) => isIn)).toEqual([true, false, true, false])
  asked[0]?.giveBack()
  await soon()
  expect(asked.map(({ isIn }) => isIn)).toEqual([true, true, true, true])
})

test('what would take more than an owner may have counts as that much, and is given back once', async () => {
  const memory = newHeldMemory({ bytes: 100, most: 50, maxWaitMs: 60_000 })
  const large = asking(memory, 'a', 1000)
  await large.done
  const next = asking(memory, 'a', 50)
  const other = asking(memory, 'b', 50)
  await soon()
  expect([next.isIn, other.isIn]).toEqual([false, true])
  large.giveBack()
  large.giveBack()
  await soon()
  const further = asking(memory, 'a', 1)
  await soon()
  expect([next.isIn, further.isIn]).toEqual([true, false])
})

test('what finds no room within the time is out of order, and leaves nothing behind', async () => {
  const memory = newHeldMemory({ bytes: 100, most: 50, maxWaitMs: 5 })
  const giveBack = await memory.take('a', 50)
  const refused = await memory.during('a', 50, async () => 'done').catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(Outage)
  giveBack()
  expect(await memory.during('a', 50, async () => 'done')).toBe('done')
  await expect(memory.during('a', 50, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  expect(await memory.during('a', 50, async () => 'done')).toBe('done')
})

test('what has waited for long is overtaken only by what does not delay it', async () => {
  const memory = newHeldMemory({ bytes: 100, most: 80, maxWaitMs: 60_000, overtakenMs: 0 })
  const giveBack = await memory.take('a', 50)
  const large = asking(memory, 'b', 80)
  const small = asking(memory, 'c', 10)
  const middle = asking(memory, 'd', 20)
  await soon()
  expect([large.isIn, small.isIn, middle.isIn]).toEqual([false, true, false])
  giveBack()
  await soon()
  expect([large.isIn, middle.isIn]).toEqual([true, false])
})

test('what waits for the share of its owner holds up no other', async () => {
  const memory = newHeldMemory({ bytes: 100, most: 80, maxWaitMs: 60_000, overtakenMs: 0 })
  await memory.take('a', 80)
  const own = asking(memory, 'a', 10)
  const other = asking(memory, 'b', 20)
  await soon()
  expect([own.isIn, other.isIn]).toEqual([false, true])
})
