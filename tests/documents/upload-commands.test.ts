// Uploads as the operator sees them on the command line: listed, and deleted as long as they underlie nothing.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { command } from '#support/commands'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const run = (words: string[]) => command({ ...service, folder: join(service.folder, 'other') }, words)

/** A command that succeeds, with what it prints. */
const done = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(words)
  expect(code, stderr).toBe(0)
  return stdout
}

const refused = async (...words: string[]): Promise<string> => {
  const { code, stderr } = await run(words)
  expect(code).toBe(1)
  return stderr
}

test('upload list and upload delete', async () => {
  const company = await service.newCompany()
  const of = ['--company', company.id]
  expect(await done('upload', 'list', ...of)).toBe('No uploads\n')
  const journalEntryId = (await company.post('/journal-entries', anEntry())).body.id
  const upload = async (description: string, texts = {}) =>
    (await company.upload('/uploads', 'a.png', pngFile(), {}, { description, ...texts })).body.id
  const free = await upload('Felskannat')
  const bound = await upload('Kvitto', { journalEntryId })
  expect((await done('upload', 'list', ...of)).split('\n')).toEqual([
    `${bound}  image/png        Kvitto  (entry ${journalEntryId})`,
    `${free}  image/png        Felskannat`,
    '',
  ])
  const filtered = JSON.parse(await done('upload', 'list', ...of, '--query', 'description~skannat', '--json'))
  expect(filtered.uploads.map(({ id }: { id: string }) => id)).toEqual([free])
  // The command has a data folder of its own here: there the files are missing, and are missed.
  const verified = await run(['verify', ...of])
  expect([verified.code, verified.stdout + verified.stderr]).toEqual([
    1,
    expect.stringContaining(`the file of upload ${free} is missing`),
  ])
  const remove = (id: string) => ['upload', 'delete', ...of, '--id', id]
  expect(await refused(...remove(bound))).toMatch(/is connected to journal entry .* and cannot be deleted/)
  expect(await refused(...remove(newId()))).toMatch(/There is no upload/)
  expect(await refused(...remove('1'))).toMatch(/--id: 1 is not an id/)
  expect(await done(...remove(free))).toBe(`Upload ${free} is deleted\n`)
  expect(await refused(...remove(free))).toMatch(/There is no upload/)
  expect((await company.get('/uploads')).body.totalItems).toBe(1)
})
