// Where the program stands: its folder is found upwards, and the search ends where there is none.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram, packageAbove, rootFolder } from '#platform/root-folder'

test('the nearest folder with a package.json is found, and a missing one is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'root-folder-'))
  try {
    const deep = join(folder, 'dist', 'parts')
    mkdirSync(deep, { recursive: true })
    expect(() => packageAbove(deep)).toThrow(`There is no package.json in ${deep} or above it`)
    writeFileSync(join(folder, 'package.json'), '{}')
    expect(packageAbove(deep)).toBe(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(builtProgram('pdf-worker.js')).toBe(join(rootFolder(), 'dist', 'pdf-worker.js'))
})
