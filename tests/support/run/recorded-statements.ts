// Notes which statements of the server a file of tests has executed, in the folder that TEST_STATEMENTS names: for the
// cover set (scripts/cover.mjs).
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { isSaid, plain, type Statement, statements } from '#scripts/statements'

type Recording = { all: Statement[]; known: Map<string, string[]>; said: Set<string> }

/** One for all files of a worker. */
const RECORDING = Symbol.for('the recorded statements of this worker')
const everywhere = globalThis as { [RECORDING]?: Recording }

const begin = (): Recording => {
  const recording: Recording = { all: statements(), known: new Map(), said: new Set() }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function noted(this: pg.Client, ...words: unknown[]) {
    const [asked] = words
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text
    if (typeof text === 'string') note(recording, text)
    return (query as (...all: unknown[]) => unknown).apply(this, words)
  } as typeof query
  return recording
}

const note = ({ all, known, said }: Recording, text: string): void => {
  const ids = known.get(text) ?? idsOf(all, plain(text))
  known.set(text, ids)
  for (const id of ids) said.add(id)
}

const idsOf = (all: readonly Statement[], text: string): string[] =>
  all.filter((statement) => isSaid(statement, text)).map(({ id }) => id)

everywhere[RECORDING] ??= begin()
const { said } = everywhere[RECORDING]
said.clear()

afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  const name = `${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`
  writeFileSync(join(process.env.TEST_STATEMENTS ?? '', name), JSON.stringify({ file, ids: [...said] }))
})
