// The words that STYLE.md asks writers to avoid. Each file that may keep one is listed with its count, so that the list
// can only shrink.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { every } from '#support/every'
import { below } from './sources.ts'

const WORDS = /\b(?:whoever|whatever|somebody|nobody|of ours)\b/gi
const KINDS = /\.(?:ts|tsx|mjs|sql|md|yml|sh)$/
const folders = ['rules', 'server', 'console', 'tests', 'scripts', 'database/functions', 'docs', 'bench', 'deploy']
const others = ['faults', 'fuzz', 'examples']
/** Files that name the words. */
const naming = new Set(['STYLE.md', 'tests/house/words.test.ts'])

/** How often a file has one of the words, and why. */
const exceptions: Readonly<Record<string, { count: number; reason: string }>> = {
  'docs/decisions/009-embedded-postgresql.md': { count: 1, reason: 'the system account `nobody`' },
  'server/postgres/postgres-launcher.ts': { count: 1, reason: 'the system account `nobody`' },
  'server/identity/people/password.rules.ts': { count: 1, reason: 'a password that is often guessed' },
}

const paths = [
  ...below(...folders, ...others).files,
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
].filter((path) => KINDS.test(path) && !path.startsWith('tests/mutants/') && !naming.has(path))

const countIn = (text: string): number => text.match(WORDS)?.length ?? 0

test('files have none of the words, but those listed here', () => {
  const counts = paths.map((path) => [path, countIn(readFileSync(path, 'utf8'))] as const)
  const listed = Object.entries(exceptions).map(([path, { count }]) => [path, count])
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual(Object.fromEntries(listed))
  expect(paths.length).toBeGreaterThan(2000)
})

const judged: [text: string, count: number][] = [
  ['Ask the service operator.', 0],
  ['Whoever runs the service, or somebody else', 2],
  ['const NOBODY = nobody', 2],
  ['a word of ours: whatever it is', 2],
  ['asNobody, nobodyElse, of yours', 0],
]

test('the words are counted rightly', () =>
  every(
    judged,
    ([text]) => text,
    ([text, count]) => expect(countIn(text)).toBe(count),
  ))
