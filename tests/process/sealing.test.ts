// What stood in clear before its column was sealed: the first program that opens the database seals it, since a
// migration has no key.
import { expect, test } from 'vitest'
import { admin, newDataDir } from '#support/programs'
import { databaseBefore } from '#support/samples/earlier'

const dataDir = newDataDir()

test('numbers that stood in clear are sealed by the first start after it', async () => {
  const old = await databaseBefore('sealed-numbers')
  const id = (last: number) => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`
  try {
    await old.ask(`
      insert into identity.company (id, name, organization_number, company_type, created_at)
      values ('${id(1)}', 'Provbolaget AB', '559999-0008', 'limitedCompany', now());
      insert into sales.customer (company_id, id, name, type, customer_number, org_number, created_by_kind,
        created_by_id, created_at, modified_at)
      select '${id(1)}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Anna', 'private', n::text,
        '19850709-9805', 'token', '${id(1)}', now(), now() from generate_series(1000, 1600) n;
      insert into sales.customer (company_id, id, name, type, customer_number, org_number, created_by_kind,
        created_by_id, created_at, modified_at)
      values ('${id(1)}', '${id(3)}', 'Bolaget', 'company', '3', '556036-0793', 'token', '${id(1)}', now(), now());
      insert into purchasing.supplier (company_id, id, name, org_number, currency, created_by_kind, created_by_id,
        created_at, modified_at)
      values ('${id(1)}', '${id(4)}', 'Bo', '121212-9801', 'SEK', 'token', '${id(1)}', now(), now())`)
    const opened = () => admin(dataDir, ['migrate'], { DATABASE_URL: old.url })
    const said = (await opened()).stderr.trim().split('\n')
    expect(said).toEqual(
      ['customers', 'suppliers'].map(
        (whose) => `Values in plain text are being encrypted: personal numbers of ${whose}`,
      ),
    )
    expect((await opened()).stderr).toBe('')
    expect(
      await old.ask(`
        select org_number as clear, count(*)::integer, count(sealed_org_number)::integer as sealed
        from (select org_number, sealed_org_number from sales.customer
          union all select org_number, sealed_org_number from purchasing.supplier) party group by 1 order by 1`),
    ).toEqual([
      { clear: '556036-0793', count: 1, sealed: 0 },
      { clear: null, count: 602, sealed: 602 },
    ])
  } finally {
    await old.drop()
  }
})
