// Files that were deleted do not come back for good by a restore, nor stay in a backup that a command alone makes.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '#postgres/postgres'
import { admin, adminJson, newDataDir, newUsedDataDir, startMain } from '#support/programs'
import { requestsWith } from '#support/service'

const passphrase = { BACKUP_PASSPHRASE: 'en fras som ingen annan har' }
const target = mkdtempSync(join(tmpdir(), 'grundbok-gone-'))
afterAll(() => rmSync(target, { recursive: true, force: true }))

const receipt = readFileSync('examples/kvitto.pdf')
const another = Buffer.concat([receipt, Buffer.from('\n')])

/** Deletes the file of an upload as the job does an hour later. */
const deleteFile = async (dataDir: string, place: string): Promise<void> => {
  const server = await startPostgres(dataDir)
  const client = new Client(server.connection)
  await client.connect()
  const { rowCount } = await client.query('delete from documents.dropped_file')
  expect(rowCount).toBe(1)
  await client.end()
  await server.stop()
  rmSync(join(dataDir, 'files', place))
}

test('a deleted file is deleted again after a restore, unless the restored moment has it', async () => {
  const { dataDir, companyId, token } = await newUsedDataDir()
  const company = (base: string) => requestsWith(`${base}/companies/${companyId}`, token)
  const digest = createHash('sha256').update(another).digest('hex')
  const place = `${companyId}/uploads/${digest.slice(0, 2)}/${digest}`
  const make = (): Promise<{ base: string }> => adminJson(dataDir, ['backup', '--to', target], passphrase)
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const stays = await company(service.base).upload('/uploads', 'kvitto.pdf', receipt)
  const goes = await company(service.base).upload('/uploads', 'annat.pdf', another)
  expect([stays.status, goes.status]).toEqual([200, 200])
  expect(await service.stop()).toMatchObject({ code: 0 })
  const before = await make()
  await adminJson(dataDir, ['upload', 'delete', '--id', goes.body.id])
  await deleteFile(dataDir, place)
  const after = await make()

  const found = async (...words: string[]) => {
    const into = newDataDir()
    await adminJson(newDataDir(), ['restore', '--from', target, '--into', into, ...words], passphrase)
    const isBrought = existsSync(join(into, 'files', place))
    const restored = await startMain({ env: { DATA_DIR: into } })
    const statuses: number[] = []
    for (const { body } of [stays, goes])
      statuses.push((await company(restored.base).get(`/uploads/${body.id}/download`)).status)
    expect(await restored.stop()).toMatchObject({ code: 0 })
    expect(readdirSync(into)).not.toContain('files-brought')
    expect(await admin(into, ['verify'])).toMatchObject({ code: 0 })
    return { isBrought, statuses, isThere: existsSync(join(into, 'files', place)) }
  }
  expect(await found()).toEqual({ isBrought: true, statuses: [200, 404], isThere: false })
  const { backups } = await adminJson(newDataDir(), ['backup', 'list', '--from', target])
  expect(backups.map(({ base }: { base: string }) => base)).toEqual([before.base, after.base])
  const moment = ['--at', backups[0].endedAt]
  expect(await found(...moment)).toEqual({ isBrought: true, statuses: [200, 200], isThere: true })

  // It stays in the backup for as long as a base is there that names it, and goes after the last of them.
  await make()
  expect(existsSync(join(target, 'files', place))).toBe(true)
  const first = readdirSync(join(target, 'lines')).find((line) =>
    existsSync(join(target, 'lines', line, 'bases', before.base)),
  )
  rmSync(join(target, 'lines', first ?? ''), { recursive: true })
  const gone = JSON.parse(readFileSync(join(target, 'files-gone.json'), 'utf8'))
  expect(Object.keys(gone)).toEqual([place])
  writeFileSync(join(target, 'files-gone.json'), JSON.stringify({ [place]: gone[place] - 2 * 24 * 60 * 60 * 1000 }))
  await make()
  expect(existsSync(join(target, 'files', place))).toBe(false)
})
