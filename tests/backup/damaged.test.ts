// What is damaged of one line or base of a backup holds up nothing else: the others are listed, checked and restored,
// and the backup goes on.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { admin, adminJson, newDataDir, newUsedDataDir, startMain, until } from '#support/programs'

const passphrase = { BACKUP_PASSPHRASE: 'en fras som ingen annan har' }
const target = mkdtempSync(join(tmpdir(), 'grundbok-damaged-'))
afterAll(() => rmSync(target, { recursive: true, force: true }))

/** The folder of the line that a base is in, below the target. */
const lineOf = (base: string): string => {
  const line = readdirSync(join(target, 'lines')).find((one) => existsSync(join(target, 'lines', one, 'bases', base)))
  return `lines/${line}`
}

const listed = () => adminJson(newDataDir(), ['backup', 'list', '--from', target])

test('a damaged line and a damaged base are named and passed overby every reader', async () => {
  const { dataDir } = await newUsedDataDir()
  const make = async (): Promise<string> => (await adminJson(dataDir, ['backup', '--to', target], passphrase)).base
  const first = await make()
  const second = await make()
  const third = await make()
  const ofLine = `${lineOf(first)}/line.json`
  const ofBase = `${lineOf(second)}/bases/${second}/base.json`
  const damages: [string, string][] = [
    [ofLine, '{"format": 1, "begunAt": "2026-11-2'],
    [ofBase, ''],
    // What was found by a check is found once more, and since when files are gone begins anew.
    [`${lineOf(third)}/bases/${third}/check.json`, '{"faults": 3}'],
    ['files-gone.json', '{"a/ab/abc": "yesterday"}'],
  ]
  for (const [path, text] of damages) writeFileSync(join(target, path), text)

  const sentences = [ofLine, ofBase].map((path) => `${path} in ${target} is damaged: it does not say what it should.`)
  const { backups, damaged } = await listed()
  expect(backups).toMatchObject([{ base: third, check: null }])
  expect([...damaged].sort()).toEqual([...sentences].sort())
  const from = ['--from', target]
  const refused = await admin(newDataDir(), ['backup', 'check', '--base', second, ...from], passphrase)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`${ofBase} in ${target} is damaged`)])
  const checked = await adminJson(newDataDir(), ['backup', 'check', ...from], passphrase)
  expect(checked).toMatchObject({ base: third, faults: [] })
  const restored = await admin(newDataDir(), ['restore', ...from, '--into', newDataDir()], passphrase)
  expect(restored.code, restored.stderr).toBe(0)
  for (const sentence of sentences) expect(restored.stderr).toContain(`${sentence} It is skipped.`)

  const fourth = await make()
  const service = await startMain({ env: { DATA_DIR: dataDir, BACKUP_TO: target, ...passphrase } })
  await until(async () => (await listed()).backups.length === 3)
  expect((await listed()).backups.map(({ base }: { base: string }) => base).slice(0, 2)).toEqual([third, fourth])
  const { code, stdout } = await service.stop()
  expect(code).toBe(0)
  for (const path of [ofLine, ofBase]) expect(stdout).toContain(`${path} in ${target} is damaged`)
  // They are left for an administrator to repair.
  for (const path of [ofLine, ofBase]) expect(existsSync(join(target, path))).toBe(true)
})
