// The command of docs/guides/scale.md by which each machine of a cluster keeps its log: asked again for what it has
// kept, as after a crash, it succeeds; and it never writes over anything.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const top = mkdtempSync(join(tmpdir(), 'grundbok-archive-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const command = /^archive_command = '(.+)'$/m.exec(readFileSync('docs/guides/scale.md', 'utf8'))?.[1] ?? ''

const SEGMENT = '000000010000000000000007'

type Case = [what: string, there: Record<string, string>, succeeds: boolean, kept: string]
const cases: Case[] = [
  ['a new segment', {}, true, 'the log'],
  ['a segment behind half a copy', { [`${SEGMENT}.part`]: 'the l' }, true, 'the log'],
  ['a segment that is there', { [SEGMENT]: 'the log' }, true, 'the log'],
  ['another segment of its name', { [SEGMENT]: 'another log' }, false, 'another log'],
]

test.each(cases)('%s', (_what, there, succeeds, kept) => {
  const folder = mkdtempSync(join(top, 'machine-'))
  const log = join(folder, 'log')
  mkdirSync(log)
  for (const [name, text] of Object.entries(there)) writeFileSync(join(log, name), text)
  writeFileSync(join(folder, SEGMENT), 'the log')
  const line = command.replaceAll('BACKUP/NAME/log', log).replaceAll('%p', SEGMENT).replaceAll('%f', SEGMENT)
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' })
  expect([status === 0, stderr]).toEqual([succeeds, ''])
  expect(readFileSync(join(log, SEGMENT), 'utf8')).toBe(kept)
})
