// The archive of a base unpacks to folders and plain files of the owner alone; anything else in it is refused.
import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unpack } from '#server/backup/tar'

const work = mkdtempSync(join(tmpdir(), 'grundbok-tar-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const source = join(work, 'source')
const outside = join(work, 'outside')
beforeAll(() => {
  mkdirSync(join(source, 'base', '1'), { recursive: true, mode: 0o755 })
  writeFileSync(join(source, 'base', '1', '1259'), 'x'.repeat(100_000), { mode: 0o644 })
  writeFileSync(join(source, 'base', 'PG_VERSION'), '')
  writeFileSync(outside, 'outside')
  const linked = join(source, 'linked')
  mkdirSync(linked)
  execFileSync('ln', ['-s', outside, join(linked, 'symbolic')])
  execFileSync('ln', [join(source, 'base', '1', '1259'), join(linked, 'hard')])
})

/** An archive of these, and a folder to unpack it into. */
const archiveOf = (name: string, ...of: string[]): { archive: string; into: string } => {
  const archive = join(work, `${name}.tar`)
  execFileSync('tar', ['--format=ustar', '-P', '-cf', archive, '-C', source, ...of])
  return { archive, into: join(work, name) }
}

const unpacked = (archive: string, into: string, end?: number): Promise<void> =>
  unpack(createReadStream(archive, { highWaterMark: 1000, ...(end === undefined ? {} : { end }) }), into)

test('as it was, with access for the owner only', async () => {
  const { archive, into } = archiveOf('whole', 'base')
  await unpacked(archive, into)
  expect(readFileSync(join(into, 'base', '1', '1259'), 'utf8')).toBe('x'.repeat(100_000))
  const paths = ['base', 'base/1', 'base/1/1259', 'base/PG_VERSION']
  const modes = paths.map((one) => statSync(join(into, one)).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600])
})

test.each([
  ['a symbolic link', ['linked/symbolic'], /linked\/symbolic, which is not a plain file/],
  ['a hard link', ['base/1/1259', 'linked/hard'], /linked\/hard, which is not a plain file/],
  ['a path from the root', [outside], /absolute path/],
  ['a path upwards', ['base/../../outside'], /'\.\.'/],
])('%s is refused', async (name, of, fault) => {
  const { archive, into } = archiveOf(name, ...of)
  rmSync(outside)
  try {
    await expect(unpacked(archive, into)).rejects.toThrow(fault)
    expect(existsSync(outside)).toBe(false)
  } finally {
    writeFileSync(outside, 'outside')
  }
})

test('an archive that is cut off is refused, in a file and between two', async () => {
  const { archive, into } = archiveOf('cut', 'base/PG_VERSION', 'base/1/1259')
  await expect(unpacked(archive, into, 50_000)).rejects.toThrow(/Truncated/)
  await expect(unpacked(archive, into, 511)).rejects.toThrow('The archive of the base has no end.')
})
