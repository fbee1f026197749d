// Names that came in before there was a rule on what is seen in them are cleaned when the rule comes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore, type EarlierDatabase } from '#support/samples/earlier'

const company = '00000000-0000-7000-8000-000000000001'
const id = (last: string) => `00000000-0000-7000-8000-${last.padStart(12, '0')}`

let database: EarlierDatabase
beforeAll(async () => {
  database = await databaseBefore('seen-names')
})
afterAll(() => database.drop())

test('names are cleaned, told apart and held from then on', async () => {
  await database.ask(`
    insert into identity.company (id, name, organization_number, company_type, created_at)
    values ('${company}', E'Prov\\tbolaget\\u202e AB\\n', '559999-0008', 'limitedCompany', now());
    insert into ledger.book (company_id) values ('${company}') on conflict do nothing;
    insert into ledger.account (company_id, number, name, account_type, kind) values
      ('${company}', 19301, E'Bank\\u0007', 'customAccount', 'asset'),
      ('${company}', 19302, E'\\u200e', 'customAccount', 'asset'),
      ('${company}', 19303, 'å א 👩\u200d💻', 'customAccount', 'asset');
    insert into ledger.tag_group (company_id, id, name, dimension_number, alias, created_at) values
      ('${company}', '${id('a1')}', 'Projekt', 61, 'p1', now()),
      ('${company}', '${id('a2')}', E'Pro\\u200ejekt', 62, 'p2', now()),
      ('${company}', '${id('a3')}', E'Ort\\u200e', 63, 'o1', now()),
      ('${company}', '${id('a4')}', E'\\u200fOrt', 64, 'o2', now())`)
  await database.bringUp()
  expect(await database.ask(`select name from identity.company where id = '${company}'`)).toEqual([
    { name: 'Prov bolaget AB' },
  ])
  const accounts = await database.ask(`
    select name from ledger.account where company_id = '${company}' and number between 19301 and 19303 order by number`)
  expect(accounts.map(({ name }) => name)).toEqual(['Bank', '-', 'å א 👩\u200d💻'])
  const groups = await database.ask(`
    select name from ledger.tag_group where company_id = '${company}' and dimension_number > 60 order by id`)
  expect(groups.map(({ name }) => name)).toEqual(['Projekt', 'Projekt (000000a2)', 'Ort', 'Ort (000000a4)'])
  const spoilt = database.ask(`update ledger.account set name = E'Bank\\u0007' where number = 19301`)
  await expect(spoilt).rejects.toMatchObject({ code: '23514' })
})
