// What a target has is read from names and a few words in JSON, and no part of it makes another say too much.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupAdmin, backupService, type Target } from '#backup'
import { baseForMoment, logPieceName, segmentName } from '#rules/backup/backup'
import { removeOutdated } from '#server/backup/retention'

const MIB = 1024 * 1024
const SEGMENT = 16 * MIB
const DIGEST = 'ab'.repeat(32)

const folders: string[] = []
const newTarget = (): Target => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-contents-'))
  folders.push(folder)
  return backupService.targetInFolder(folder)
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A moment of the day that everything here is of. */
const at = (hour: number): number => Date.parse(`2026-11-24T${String(hour).padStart(2, '0')}:00:00Z`)

const put = (target: Target, name: string, value: unknown): Promise<void> =>
  target.put(name, Buffer.from(JSON.stringify(value)))

/** A line with bases, each at the beginning of a segment, and whole segments of log, each reached at an hour. */
const putLine = async (
  target: Target,
  line: string,
  { bases, log }: { bases: Record<string, { hour: number; segment: number }>; log: Record<number, number> },
): Promise<void> => {
  await put(target, `lines/${line}/line.json`, {
    format: 1,
    begunAt: new Date(at(0)).toISOString(),
    systemIdentifier: '1',
    timeline: 1,
    segmentBytes: SEGMENT,
    postgresMajor: '17',
    embedded: true,
  })
  for (const [id, { hour, segment }] of Object.entries(bases)) {
    const endedAt = new Date(at(hour)).toISOString()
    const [startLsn, endLsn] = [16, 32].map((offset) => `0/${(segment * SEGMENT + offset).toString(16).toUpperCase()}`)
    const facts = { format: 1, startedAt: endedAt, endedAt, startLsn, endLsn, bytes: 0, parts: [], heads: '' }
    await put(target, `lines/${line}/bases/${id}/base.json`, facts)
  }
  for (const [segment, hour] of Object.entries(log)) {
    const name = segmentName(1, BigInt(Number(segment) * SEGMENT), SEGMENT)
    const piece = { segment: name, from: 0, to: SEGMENT, reached: at(hour), digest: DIGEST }
    await target.put(`lines/${line}/${logPieceName(piece)}`, Buffer.from(''))
  }
}

test('a log with a gap is usable only up to the gap, even if it claims a later end', async () => {
  const target = newTarget()
  const whole = { 1: 3, 2: 5, 3: 7 }
  const bases = { early: { hour: 2, segment: 1 } }
  await putLine(target, 'kept', { bases, log: whole })
  await put(target, 'lines/kept/reached.json', { at: at(20) })
  const hours = async () =>
    backupService.rangesOf(await backupAdmin.timelinesOf(target)).map(({ from, to }) => [from, to].map(hourOf))
  expect(await hours()).toEqual([[2, 20]])

  const missing = segmentName(1, BigInt(2 * SEGMENT), SEGMENT)
  for (const { name } of await target.list('lines/kept/log/')) if (name.includes(missing)) await target.remove(name)
  expect(await hours()).toEqual([[2, 3]])
  // A backup by hand leads further then, and so does a base of after the gap.
  await putLine(target, 'by-hand', { bases: { hand: { hour: 6, segment: 9 } }, log: { 9: 6 } })
  expect(baseForMoment(await backupAdmin.timelinesOf(target), null)?.base.id).toBe('hand')
  await putLine(target, 'kept', { bases: { late: { hour: 7, segment: 3 } }, log: {} })
  expect(baseForMoment(await backupAdmin.timelinesOf(target), null)?.base.id).toBe('late')
  expect(await hours()).toEqual([
    [2, 3],
    [6, 6],
    [7, 20],
  ])
})

test('a base that is damaged is passed over, is no leftover, and keeps the files that it may name', async () => {
  const target = newTarget()
  const bases = { one: { hour: 2, segment: 1 }, two: { hour: 4, segment: 2 } }
  await putLine(target, 'kept', { bases, log: { 1: 3, 2: 5 } })
  await put(target, 'lines/kept/bases/two/check.json', { faults: ['something'] })
  await put(target, `files/a/${DIGEST.slice(0, 2)}/${DIGEST}`, 'a receipt')
  await put(target, 'files-gone.json', { [`a/${DIGEST.slice(0, 2)}/${DIGEST}`]: at(1) })
  expect((await backupAdmin.timelinesOf(target))[0]?.bases.map(({ id, isBad }) => [id, isBad])).toEqual([
    ['one', false],
    ['two', true],
  ])
  await put(target, 'lines/kept/bases/two/check.json', { faults: 3 })
  await put(target, 'lines/kept/bases/one/base.json', { format: 1, parts: [], endLsn: '0/1' })
  await put(target, 'lines/other/line.json', { format: 1, begunAt: 'once', timeline: 1, segmentBytes: 0 })
  const { lines, damaged } = await backupService.contentsOf(target)
  expect(lines.map(({ bases: found, unfinished }) => [found.map(({ id, check }) => [id, check]), unfinished])).toEqual([
    [[['two', null]], []],
  ])
  expect(damaged.map((sentence) => sentence.split(' ')[0])).toEqual([
    'lines/kept/bases/one/base.json',
    'lines/other/line.json',
  ])

  const files = { places: async () => [], read: async () => null }
  const retention = { files, writing: 'kept', now: new Date(at(20)), keepMs: at(20) - at(10) }
  const filesLeft = async () => (await target.list('files/')).length
  await removeOutdated(target, retention)
  expect(await target.get('lines/kept/bases/one/base.json')).not.toBeNull()
  expect(await filesLeft()).toBe(1)
  for (const { name } of await target.list('lines/other/')) await target.remove(name)
  await target.remove('lines/kept/bases/one/base.json')
  await removeOutdated(target, retention)
  expect(await filesLeft()).toBe(0)
})

const hourOf = (moment: number): number => new Date(moment).getUTCHours()
