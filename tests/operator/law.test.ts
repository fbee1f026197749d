// Editions of the law that the operator imports between releases: by a command and over the API, with their sources.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAdmin } from '#operator'
import { sql } from '#platform/sql'
import { lawOn, layEditions } from '#rule/law'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(async () => {
  // Other tests of this worker go by what the release says.
  layEditions([])
  await service.close()
})

const edition = (changes: object = {}, name = '2028') => ({
  ...{ edition: name, checkedOn: '2027-11-30' },
  values: [
    {
      ...{ key: 'vat.food', from: '2028-01-01', to: null, value: 6 },
      source: 'SFS 2027:1',
      certainty: 'statute',
      ...changes,
    },
  ],
})

const folder = mkdtempSync(join(tmpdir(), 'law-'))
const fileOf = (content: unknown): string => {
  const path = join(folder, 'edition.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const run = (...words: string[]) => command(service, ['law', ...words])

const wrong: [what: string, content: unknown, says: string][] = [
  ['no JSON', '{', 'is no JSON'],
  ['no edition', {}, 'edition: a name is missing'],
  ['an unknown key', edition({ key: 'vat.fodd' }), 'the key "vat.fodd" is unknown'],
  ['a rate without accounts', edition({ value: 8 }), '8 is no value in percent'],
  ['no source', edition({ source: '' }), 'the source is missing'],
  ['a gap', edition({ key: 'vat.art', from: '2020-01-01', to: '2020-12-31' }), 'no value from 2021-01-01'],
]

test('a command imports an edition with its sources, and everything in it or nothing', async () => {
  for (const [what, content, says] of wrong) {
    const { stderr } = await run('import', '--file', fileOf(content))
    expect(stderr, what).toContain(says)
  }
  expect((await run('import', '--file', join(folder, 'none.json'))).stderr).toContain('cannot be read')
  expect(await service.database.rows(sql`select from operator.law_edition`)).toEqual([])

  const { stdout, stderr } = await run('import', '--file', fileOf(edition()))
  expect([stderr, stdout]).toEqual([
    '',
    '2028, checked 2027-11-30\nvat.food  2028-01-01  -  6 percent  SFS 2027:1 (statute, checked 2027-11-30)\n',
  ])
  await operatorAdmin.takeEditions(service.database)
  expect(lawOn('2028-01-01').find('vat.food')).toMatchObject({ value: 6, edition: '2028', source: 'SFS 2027:1' })
  expect((await run('list', '--all')).stdout).toContain('vat.food  2026-04-01  2027-12-31  6 percent')
  const history = await service.database.rows<{ detail: object }>(sql`
    select detail from platform.history where what = 'law.imported'`)
  expect(history.map(({ detail }) => detail)).toEqual([{ edition: '2028', checkedOn: '2027-11-30', values: 1 }])
})

test('a later edition corrects an earlier one, and none is changed or removed', async () => {
  await service.operate((call) => operatorAdmin.importEdition(call, edition({ value: 12 }, 'rättelse')))
  const taken = await operatorAdmin.takeEditions(service.database)
  expect(taken.map(({ edition: { name } }: { edition: { name: string } }) => name)).toEqual(['2028', 'rättelse'])
  expect(lawOn('2028-01-01').value('vat.food')).toBe(12)
})

test('so many are enough that a release is due', async () => {
  await service.database.rows(sql`
    insert into operator.law_edition (id, name, checked_on, content, imported_at, imported_by)
    select gen_random_uuid(), name, checked_on, content, imported_at, imported_by from operator.law_edition
    cross join generate_series(1, 100) limit 198`)
  const refused = service.operate((call) => operatorAdmin.importEdition(call, edition()))
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('At most 200') })
})
