// A property tested against many cases reports all that fail, and nothing that was not tried.
import { expect, test } from 'vitest'
import { every } from './every.ts'

const thrownBy = (work: () => Promise<void>): Promise<string> =>
  work().then(
    () => '',
    (cause: Error) => cause.message,
  )
const named = (one: unknown): string => `case ${one}`

test('all cases are tried, one after the other, and those that fail are told with their reasons', async () => {
  const tried: number[] = []
  const message = await thrownBy(() =>
    every([1, 2, 3], named, async (one) => {
      tried.push(one)
      await Promise.resolve()
      expect(one, 'a number\nof two lines').toBe(2)
    }),
  )
  expect(tried).toEqual([1, 2, 3])
  const reason = (one: number) =>
    `  case ${one}\n    a number\n    of two lines: expected ${one} to be 2 // Object.is equality`
  expect(message).toBe(['2 of 3 failed:', reason(1), reason(3)].join('\n'))
})

test('nothing is told where all hold', async () => {
  expect(await thrownBy(() => every(new Set(['a']), named, (one) => expect(one).toBe('a')))).toBe('')
})

test('no cases are a failure', async () => {
  expect(await thrownBy(() => every([], named, () => {}))).toBe('There are no cases: nothing was tried')
})

test('a case that needs what is missing leaves the others to be tried, and the test to fail', async ({
  task,
  skip,
}) => {
  const message = await thrownBy(() =>
    every([1, 2], named, (one) => {
      if (one === 1) skip('without a browser')
      throw new Error('wrong')
    }),
  )
  expect(message).toBe('1 of 2 failed:\n  case 2\n    wrong')
  expect(task.result).toMatchObject({ state: 'run', pending: false })
})

test('what an assertion cuts is told from shortly before the place where it differs', async () => {
  const standing = { items: Array.from({ length: 30 }, (_, at) => ({ at, name: 'Hyra' })), message: 'one' }
  const compare = () => every([1], named, () => expect(standing).toEqual({ ...standing, message: 'two' }))
  const [, , , expected, received] = (await thrownBy(compare)).split('\n')
  expect([expected, received]).toEqual([
    expect.stringMatching(/^ {4}expected: ….*message: 'two' \}$/),
    expect.stringMatching(/^ {4}received: ….*message: 'one' \}$/),
  ])
})

test('a table ends somewhere, and says how much more there is', async () => {
  const message = await thrownBy(() =>
    every(Array(53).keys(), named, (one) => {
      throw `${one} ${'x'.repeat(9_000)}`
    }),
  )
  expect(message.split('\n').slice(-3)).toEqual(['  case 49', `    49 ${'x'.repeat(197)}…`, '  and 3 more'])
})
