// The small faults in tests/mutants (npm run mutants): each still fits the product, says who suffers from it, and was
// caught by a test of the gate.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { restFiles } from '#scripts/blocks'
import { every } from '#support/every'
import { below } from './sources.ts'

const FOLDER = 'tests/mutants'
const patches = below(FOLDER).files.filter((path) => path.endsWith('.patch'))
const nameOf = (path: string) => path.slice(FOLDER.length + 1).replace(/\.patch$/, '')

type Hunk = { file: string; before: string; after: string }

/** What a patch replaces in which file, from the text of a unified diff. */
const hunksOf = (text: string): Hunk[] =>
  text
    .split(/^diff --git .*$/m)
    .slice(1)
    .flatMap((part) => {
      const file = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1] ?? ''
      return part
        .split(/^@@ .*$/m)
        .slice(1)
        .map((hunk) => {
          const lines = hunk
            .split('\n')
            .slice(1)
            .filter((line) => line !== '' && !line.startsWith('\\'))
          const side = (sign: string) =>
            lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).map((line) => line.slice(1))
          return { file, before: side('-').join('\n'), after: side('+').join('\n') }
        })
    })

test('each says who suffers from it, and fits the product as it is', () =>
  every(patches, nameOf, (path) => {
    const text = readFileSync(path, 'utf8')
    const [reason = ''] = text.split(/^diff --git /m)
    expect(reason.trim().split('\n').length, 'one or two lines of reason').toBeLessThanOrEqual(2)
    expect(reason.trim(), 'a reason').toMatch(/^[A-Z].+\.$/s)
    const hunks = hunksOf(text)
    expect(hunks.length, 'changes something').toBeGreaterThan(0)
    for (const { file, before, after } of hunks) {
      expect(existsSync(file), `${file} is there`).toBe(true)
      expect(readFileSync(file, 'utf8').includes(before), `${file} has what it replaces`).toBe(true)
      expect(after).not.toBe(before)
    }
  }))

const [head, ...rows] = readFileSync(`${FOLDER}/caught.tsv`, 'utf8').trimEnd().split('\n')

test('there are many, and each has been caught in the gate', () => {
  expect(head).toBe('mutant\tfile\ttest\tseconds')
  const table = rows.map((row) => row.split('\t'))
  expect(table.map(([name]) => name).sort()).toEqual(patches.map(nameOf).sort())
  expect(patches.length).toBeGreaterThanOrEqual(80)
  expect(table.filter(([, file = '']) => file === '' || !existsSync(file) || restFiles.has(file))).toEqual([])
})
