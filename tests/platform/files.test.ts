// Files on disk: a stream that fails leaves nothing behind, however early it breaks off.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeStream } from '#platform/files'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grundbok-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a stream is written', async () => {
  const path = join(folder, 'written')
  await writeStream(path, Readable.from(['ett ', 'två']))
  expect(readFileSync(path, 'utf8')).toBe('ett två')
  rmSync(path)
})

const breaks: [string, (stream: PassThrough, fail: () => void) => unknown][] = [
  ['before it is read     ', (_, fail) => fail()],
  ['at the next tick      ', (_, fail) => process.nextTick(fail)],
  ['while the file is made', (_, fail) => setImmediate(fail)],
  ['after a part          ', (stream, fail) => stream.write('x', () => setImmediate(fail))],
]
test.each(breaks)('a stream that breaks off %s leaves nothing', async (_, breakOff) => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const stream = new PassThrough()
    const written = writeStream(join(folder, `broken-${attempt}`), stream)
    breakOff(stream, () => stream.destroy(new Error('broken off')))
    await expect(written).rejects.toThrow('broken off')
  }
  // What the system was still asked to do would be done by now.
  await pause(20)
  expect(readdirSync(folder)).toEqual([])
})

test('a file that cannot be made is told', async () => {
  await expect(writeStream(join(folder, 'no-folder', 'x'), Readable.from(['x']))).rejects.toThrow('ENOENT')
})
