// What waits for the same thing goes together, and where more waits than fits, everybody has an equal share.
import { expect, test } from 'vitest'
import { newBatching } from '#threads/batching'

const turn = () => new Promise(setImmediate)

/** A gathering whose batches end when they are told to. */
const held = (options: Parameters<typeof newBatching<string, string>>[0]) => {
  const batches: { inputs: string[]; end: () => void }[] = []
  const post = newBatching<string, string>(
    options,
    (_, inputs) =>
      new Promise((resolve) => {
        batches.push({ inputs, end: () => resolve(inputs.map((input) => input.toUpperCase())) })
      }),
  )
  const endNext = async () => {
    batches.at(-1)?.end()
    await turn()
  }
  return { post, batches, endNext }
}

const ownerOf = ([owner = '']: string): string => owner

/** The first word comes in a turn of its own, so that what comes then waits for it. */
const cases: [what: string, limit: number, arriving: string, batches: string[]][] = [
  ['what fits goes together                       ', 4, 'a1 a2 a3 b1', ['a1', 'a2 a3 b1']],
  ['the rest goes next                            ', 2, 'a1 a2 a3 a4', ['a1', 'a2 a3', 'a4']],
  ['each owner has a share, even the last to come ', 3, 'a1 a2 a3 a4 a5 b1', ['a1', 'a2 a3 b1', 'a4 a5']],
  ['shares are equal, and the order is kept       ', 4, 'a1 a2 a3 a4 b1 b2 b3', ['a1', 'a2 a3 b1 b2', 'a4 b3']],
  ['the earliest of many owners go first          ', 2, 'a1 a2 b1 c1 d1', ['a1', 'a2 b1', 'c1 d1']],
]

test.each(cases)('%s', async (_, limit, arriving, expected) => {
  const { post, batches, endNext } = held({ limit, ownerOf })
  const [first = '', ...others] = arriving.split(' ')
  const started = post('key', first)
  await turn()
  const outcomes = [started, ...others.map((input) => post('key', input))]
  for (const _ of expected) await endNext()
  expect(batches.map(({ inputs }) => inputs.join(' '))).toEqual(expected)
  expect(await Promise.all(outcomes)).toEqual(arriving.toUpperCase().split(' '))
  expect(post.isUnderWay('key')).toBe(false)
})

test('what comes in the same turn of the event loop goes together, the first too', async () => {
  const { post, batches, endNext } = held({ limit: 4 })
  const outcomes = ['a1', 'a2'].map((input) => post('key', input))
  expect(post.isUnderWay('key')).toBe(true)
  expect(batches).toEqual([])
  outcomes.push(Promise.resolve().then(() => post('key', 'a3')))
  await turn()
  expect(batches.map(({ inputs }) => inputs)).toEqual([['a1', 'a2', 'a3']])
  await endNext()
  expect(await Promise.all(outcomes)).toEqual(['A1', 'A2', 'A3'])
})

test('another key waits for nothing, and a batch that takes long holds no other up', async () => {
  const { post, batches } = held({ limit: 2, patienceMs: 1 })
  const outcomes = [post('one', 'a1'), post('two', 'b1')]
  await turn()
  outcomes.push(post('one', 'a2'))
  expect(batches.slice(0, 2).map(({ inputs }) => inputs)).toEqual([['a1'], ['b1']])
  await expect.poll(() => batches.length).toBe(3)
  expect(batches[2]?.inputs).toEqual(['a2'])
  for (const { end } of batches) end()
  expect(await Promise.all(outcomes)).toEqual(['A1', 'B1', 'A2'])
})
