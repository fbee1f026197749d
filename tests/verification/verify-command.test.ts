// The command that verifies: all companies, or one of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { anEntry, type Service, startService } from '#support/service'

let service: Service
let folder: string
beforeAll(async () => {
  service = await startService({ alone: true })
  folder = mkdtempSync(join(tmpdir(), 'grundbok-verify-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

test('of one company, the others are neither walked nor missed among the heads', async () => {
  const company = await service.newCompany()
  const other = await service.newCompany()
  for (const { post } of [company, other]) ok(await post('/journal-entries', anEntry()))
  const all = JSON.parse((await command(service, ['verify', '--json'])).stdout)
  expect(all).toMatchObject({ companies: 2, entries: 2, faults: [] })
  const heads = join(folder, 'heads.json')
  writeFileSync(heads, JSON.stringify(all))
  const words = ['verify', '--company', company.id, '--heads', heads, '--json']
  expect(JSON.parse((await command(service, words)).stdout)).toMatchObject({ companies: 1, entries: 1, faults: [] })
})
