// The tags of items of one account taken together: rules as a table.
import { expect, test } from 'vitest'
import { tagsTogether } from '#rules/ledger/tags/tag'

/** `A 0.5` of the first group, `x 1` of another. */
const tagOf = (text: string) => {
  const [tagId = '', weight] = text.split(' ')
  const tagGroupId = tagId < 'a' ? 'first' : 'other'
  return { tagId, tagGroupId, weight: Number(weight), tagName: tagId, tagGroupName: tagGroupId }
}

test.each<[what: string, items: [ore: number, ...tags: string[]][], together: string[]]>([
  ['one item                 ', [[900, 'A 0.5', 'x 1']], ['x 1', 'A 0.5']],
  ['income                   ', [[-900, 'A 0.5']], ['A 0.5']],
  [
    'items with the same tag  ',
    [
      [600, 'A 1'],
      [300, 'A 1'],
    ],
    ['A 1'],
  ],
  ['items with tags and none ', [[600, 'A 1'], [300]], ['A 0.666667']],
  [
    'thirds                   ',
    [
      [1, 'A 1'],
      [1, 'B 1'],
      [1, 'C 1'],
    ],
    ['B 0.333334', 'A 0.333333', 'C 0.333333'],
  ],
  ['a discount               ', [[900, 'A 1'], [-100, 'B 1'], [-100]], ['A 1']],
  [
    'a share that is too small',
    [
      [10_000_000, 'A 1'],
      [1, 'B 1'],
    ],
    ['A 1'],
  ],
  ['nothing                  ', [], []],
  [
    'what comes to nothing    ',
    [
      [1, 'A 1'],
      [-1, 'B 1'],
    ],
    [],
  ],
])('%s', (_, items, together) => {
  const shares = tagsTogether(items.map(([ore, ...tags]) => ({ ore: BigInt(ore), tags: tags.map(tagOf) })))
  expect(shares.map(({ tagId, weight }) => `${tagId} ${weight}`)).toEqual(together)
})

test('a place takes a hundred tags: the largest are kept', () => {
  const items = Array.from({ length: 120 }, (_, place) => ({
    ore: BigInt(1000 + place),
    tags: [tagOf(`T${String(place).padStart(3, '0')} 1`)],
  }))
  const shares = tagsTogether(items)
  expect(shares.length).toBe(100)
  expect(shares[0]?.tagId).toBe('T119')
  expect(shares.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThan(1)
})
