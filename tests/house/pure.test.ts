// Pure rules wait for nothing and know no database and no file, and neither does anything that they use, all the way
// down. Through a door only what is named is followed: the rest of the folder is no part of the rule.
import { describe, expect, test } from 'vitest'
import { every } from '#support/every'
import { fileOf } from './floors.ts'
import { namesAtRunTime, passedOn, type Source, sourceOf, sourcesBelow, waits } from './sources.ts'

/** What knows the database or files, and what of Node is more than arithmetic on bytes. */
const OUTSIDE = /^server\/platform\/(?:db|sql|call|files|event)\.ts$/
const IMPURE = /^(?:pg|fastify)$|^node:(?!crypto$|buffer$)/

type Files = ReadonlyMap<string, Source>

/** The trails from a file to what waits or knows what is outside. */
const impureIn = (files: Files, start: string): string[] => {
  const found: string[] = []
  const seen = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const way = [...trail, path]
    if (seen.has(path)) return
    seen.add(path)
    const source = files.get(path)
    if (path.endsWith('.json')) return
    if (OUTSIDE.test(path) || !source) return void found.push(way.join(' > '))
    if (waits(source)) found.push(`${way.join(' > ')}: waits`)
    for (const { specifier, names } of namesAtRunTime(source)) {
      const file = fileOf(source, specifier)
      if (file === null && IMPURE.test(specifier)) found.push([...way, specifier].join(' > '))
      if (file !== null) for (const one of filesOf(files, file, names)) visit(one, way)
    }
  }
  visit(start, [])
  return found
}

/** Where names that a file is asked for stand: those that it passes on are of other files. */
const filesOf = (files: Files, file: string, names: readonly string[] | null): string[] => {
  const source = files.get(file)
  const doors = source && passedOn(source)
  if (!source || !doors || doors.size === 0) return [file]
  return (names ?? [...doors.keys()]).flatMap((name) => {
    const behind = doors.get(name)
    const next = behind && fileOf(source, behind.specifier)
    return behind && next ? filesOf(files, next, [behind.name]) : [file]
  })
}

describe('pure rules', () => {
  const files = new Map(sourcesBelow('server', 'rules').map((source) => [source.path, source]))
  const rules = [...files.keys()].filter((path) => path.endsWith('.rules.ts') || path.startsWith('rules/'))

  test('wait for nothing, and know nothing that is outside', () =>
    every(
      rules,
      (path) => path,
      (path) => {
        const trails = impureIn(files, path)
        if (trails.length > 0) throw new Error(trails.join('\n'))
      },
    ))

  test('are judged rightly', () => {
    const judged = (texts: Record<string, string>) =>
      impureIn(
        new Map(Object.entries(texts).map(([path, text]) => [path, sourceOf(path, text)])),
        'server/sales/x.rules.ts',
      )
    const door = "export { pure } from './pure.rules.ts'\nexport { verb } from './verb.ts'"
    const house = {
      'server/ledger/index.ts': door,
      'server/ledger/pure.rules.ts': "import type { verb } from './verb.ts'\nimport { createHash } from 'node:crypto'",
      'server/ledger/verb.ts': "import { sql } from '#platform/sql'\nexport const verb = async () => {}",
    }
    const rule = (text: string) => judged({ ...house, 'server/sales/x.rules.ts': text })
    expect(rule("import { pure } from '#ledger'")).toEqual([])
    expect(rule("import { type pure, verb } from '#ledger'")).toEqual([
      'server/sales/x.rules.ts > server/ledger/verb.ts: waits',
      'server/sales/x.rules.ts > server/ledger/verb.ts > server/platform/sql.ts',
    ])
    expect(rule("import * as all from '#ledger'")).toHaveLength(2)
    expect(rule('const then = new Promise(() => {})')).toEqual(['server/sales/x.rules.ts: waits'])
    expect(rule("import { readFileSync } from 'node:fs'")).toEqual(['server/sales/x.rules.ts > node:fs'])
  })
})
