// Node 20 is old and still starts everything: what is said of it, and that no package asks for more.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeSentence, RECOMMENDED_NODE } from '#rules/programs/node-version'

test.each([
  ['v20.19.0', '2026-04-30', null],
  ['v20.19.0', '2026-05-01', 'Node 20 has had no security updates since 2026-04-30. Grundbok still runs on v20.19.0; '],
  ['v22.12.0', '2026-11-29', null],
  ['v22.12.0', '2027-05-01', 'Node 22 has had no security updates since 2027-04-30. Grundbok still runs on v22.12.0; '],
  ['v24.1.0', '2026-11-29', null],
  ['v30.0.0', '2029-01-01', null],
])('on %s on %s it says %j', (version, today, says) => {
  expect(nodeSentence(version, today)).toBe(says && `${says}Node ${RECOMMENDED_NODE} is recommended.`)
})

/** The oldest version that we promise. */
const OLDEST = [20, 19, 0] as const

type Locked = Record<string, { optional?: boolean; engines?: { node?: string } | string[] }>

test('every package that is installed runs on the oldest Node that we promise', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe(`>=${OLDEST[0]}.${OLDEST[1]}`)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Locked }
  const unfit = Object.entries(packages).flatMap(([name, { optional, engines: asked }]) => {
    const range = asked && !Array.isArray(asked) ? asked.node : undefined
    return name === '' || optional || range === undefined || takes(range) ? [] : [`${name}: ${range}`]
  })
  expect(unfit).toEqual([])
})

test.each([
  ['>=20', true],
  ['>= 20.19.0', true],
  ['^20.19.0 || >=22.12.0', true],
  ['18 || 20 || >=22', true],
  ['^20.17.0', true],
  ['>=16 || 14 >=14.17', true],
  ['*', true],
  ['>=22', false],
  ['>=20.20', false],
  ['^20.20.0 || >=22.3.0', false],
  ['^18.0.0', false],
  ['>=12 <20', false],
  ['20.20', false],
])('whether %s takes it is judged rightly: %s', (range, is) => expect(takes(range)).toBe(is))

/** Whether a range of versions, as packages write it, has the oldest that we promise. */
const takes = (range: string): boolean =>
  range.split('||').some((all) => [...all.matchAll(/(>=|<=|>|<|\^|~|)\s*v?(\d[\d.x*]*|\*)/g)].every(isWithin))

const isWithin = ([, sign = '', text = '']: RegExpMatchArray): boolean => {
  const parts = text
    .split('.')
    .filter((part) => /^\d+$/.test(part))
    .map(Number)
  const compared = compare(parts)
  if (sign === '>=') return compared >= 0
  if (sign === '>') return compared > 0
  if (sign === '<=') return compared <= 0
  if (sign === '<') return compared < 0
  // Of what is left out any will do; of ^ the first number is the same, of ~ the second too.
  const same = sign === '^' ? 1 : sign === '~' ? 2 : parts.length
  return compared >= 0 && parts.slice(0, same).every((part, at) => part === OLDEST[at])
}

const compare = (parts: readonly number[]): number => {
  const at = OLDEST.findIndex((part, index) => part !== (parts[index] ?? 0))
  return at < 0 || parts.length === 0 ? 0 : (OLDEST[at] ?? 0) - (parts[at] ?? 0)
}
