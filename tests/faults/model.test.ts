// The pure parts of the fault suite: what its model finds missing, doubled and changed, and that seeds repeat choices.
import { describe, expect, test } from 'vitest'
import { chanceOf } from '#faults/chance'
import { compare, fits, newMirror, newModel, type Shown, strangerIn, wrongInSeries } from '#faults/model'
import { readOptions } from '#faults/options'

const COMPANY = 'c'

type Asked = 'sure' | 'unknown' | 'removed'
type Case = [what: string, asked: Asked, shown: Shown[], found: string[]]

const one = { id: 'a', name: 'w1-0-1', type: 'company' }

const cases: Case[] = [
  ['acknowledged and there', 'sure', [one], []],
  ['acknowledged and missing', 'sure', [], ['lost']],
  ['acknowledged and there twice', 'sure', [one, { ...one, id: 'b' }], ['doubled']],
  ['acknowledged and there as another', 'sure', [{ ...one, id: 'b' }], ['lost']],
  ['acknowledged and there with other content', 'sure', [{ ...one, type: 'private' }], ['content']],
  ['unknown and there', 'unknown', [one], []],
  ['unknown and missing', 'unknown', [], []],
  ['unknown and there twice', 'unknown', [one, { ...one, id: 'b' }], ['doubled']],
  ['removed and gone', 'removed', [], []],
  ['removed and there', 'removed', [one], ['stranger']],
]

describe('what is compared', () => {
  test.each(cases)('%s', (_, asked, shown, found) => {
    const model = newModel()
    const mirror = newMirror()
    const thing = model.expect({ mark: 'w1-0-1', company: COMPANY, type: 'customer', wanted: { type: 'company' } })
    if (asked !== 'unknown') model.confirm(thing, 'a')
    if (asked === 'removed') model.remove(thing, true)
    for (const item of shown) mirror.set('customer', String(item.id), item)
    expect(compare(model.takeTouched(), mirror).map(({ fault }) => fault)).toEqual(found)
  })

  test('what was unknown and seen once has to stay', () => {
    const model = newModel()
    const mirror = newMirror()
    const thing = model.expect({ mark: 'w1-0-1', company: COMPANY, type: 'customer', wanted: {} })
    mirror.set('customer', 'a', one)
    expect(compare([thing], mirror)).toEqual([])
    mirror.set('customer', 'a', null)
    expect(compare([thing], mirror).map(({ fault }) => fault)).toEqual(['lost'])
  })

  test('what comes together is there whole or not at all', () => {
    const model = newModel()
    const mirror = newMirror()
    for (const mark of ['w1-0-1', 'w1-0-2']) {
      model.expect({ mark, company: COMPANY, type: 'customer', wanted: {}, group: 'w1-0-1' })
    }
    const things = model.takeTouched()
    expect(compare(things, mirror)).toEqual([])
    mirror.set('customer', 'a', one)
    expect(compare(things, mirror).map(({ fault }) => fault)).toEqual(['half'])
    mirror.set('customer', 'b', { ...one, id: 'b', name: 'w1-0-2' })
    expect(compare(things, mirror)).toEqual([])
  })

  test('a stranger was never requested; what the service makes has no mark', () => {
    const model = newModel()
    expect(strangerIn(model, COMPANY, 'customer', one)?.fault).toBe('stranger')
    expect(strangerIn(model, COMPANY, 'journal-entry', { title: 'Faktura 1, Kund' })).toBeNull()
    model.expect({ mark: 'w1-0-1', company: COMPANY, type: 'customer', wanted: {} })
    expect(strangerIn(model, COMPANY, 'customer', one)).toBeNull()
    expect(strangerIn(model, 'another', 'customer', one)?.fault).toBe('stranger')
  })
})

test.each<[after: number, numbers: number[], found: string[]]>([
  [0, [], []],
  [0, [2, 1, 3], []],
  [3, [4, 5], []],
  [0, [1, 3], ['hole']],
  [3, [5], ['hole']],
  [0, [1, 1, 2], ['doubled']],
  [3, [3, 4], ['doubled']],
])('after %i the numbers %j', (after, numbers, found) => {
  expect(wrongInSeries('entries', after, numbers).map(({ fault }) => fault)).toEqual(found)
})

test.each<[shown: unknown, wanted: unknown, isSo: boolean]>([
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: 2 }, { a: 1 }, false],
  [{ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }, true],
  [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }] }, false],
  [{ a: null }, { a: null }, true],
  [{}, { a: null }, false],
  [{ a: null }, { a: {} }, false],
])('%j shows %j: %s', (shown, wanted, isSo) => {
  expect(fits(shown, wanted)).toBe(isSo)
})

test('a seed repeats its choices, by names that do not disturb each other', () => {
  const drawn = (seed: number, ...name: string[]) => {
    const chance = chanceOf(seed, ...name)
    return Array.from({ length: 20 }, () => chance.whole(0, 9))
  }
  expect(drawn(7, 'a')).toEqual(drawn(7, 'a'))
  expect(drawn(7, 'a')).not.toEqual(drawn(7, 'b'))
  expect(drawn(7, 'a')).not.toEqual(drawn(8, 'a'))
  const many = Array.from({ length: 1000 }, (_, seed) => chanceOf(seed).whole(1, 6))
  expect(new Set(many)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test.each<[words: string, isUnderstood: boolean]>([
  ['', true],
  ['--seed 5 --rounds 10 --fault kill-service,stop --minutes 3 --every 2', true],
  ['--fault flood', false],
  ['--rounds 0', false],
  ['--rounds many', false],
  ['--quick', false],
])('options: %s', (words, isUnderstood) => {
  expect(readOptions(words.split(' ').filter(Boolean)) !== null).toBe(isUnderstood)
})
