// The cover set: the other databases are tested with a few files that execute every statement (npm run cover).
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSaid, plain, statements, statementsIn } from '#scripts/statements'

type Cover = { files: string[]; unreached: string[]; statements: Record<string, number> }
const cover: Cover = JSON.parse(readFileSync('tests/cover.json', 'utf8'))

describe('the cover set', () => {
  test('has every statement of the server', () => {
    const isUnreached = new Set(cover.unreached)
    const missing = statements().filter(({ id }) => cover.statements[id] === undefined)
    // What no file of the gate executes is named, and is to become less: a new statement comes with its test.
    const unknown = missing.map(({ file, head }) => `${file}: ${head}`).filter((line) => !isUnreached.has(line))
    expect(unknown, 'Name a file that executes them: npm run cover -- FILE').toEqual([])
  })

  test('has files that are there, and nothing that has gone', () => {
    expect(cover.files.filter((file) => !existsSync(file))).toEqual([])
    const heads = new Set(statements().map(({ file, head }) => `${file}: ${head}`))
    expect(cover.unreached.filter((line) => !heads.has(line))).toEqual([])
  })

  test('knows a statement by its pieces, in their order', () => {
    // As it stands in code, where a value has a dollar before its braces.
    const code = [
      'db.rows(sql`select a from t -- why',
      ' where b = @{b} and c = @{c} order by a`, "names")',
      'sql` and d = @{d}`',
    ]
    const text = code.join('\n').replaceAll('@', '$')
    const [statement, ...others] = statementsIn('x.ts', text)
    expect([statement?.name, statement?.pieces, others]).toEqual([
      'names',
      ['select a from t where b =', 'and c =', 'order by a'],
      [],
    ])
    if (!statement) return
    expect(isSaid(statement, plain('begin; select a from t\n where b = $1 and c = $2 order by a limit 3'))).toBe(true)
    expect(isSaid(statement, plain('select a from t where c = $1 and b = $2 order by a'))).toBe(false)
  })
})
