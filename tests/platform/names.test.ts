// Clients with a register of their own look customers and suppliers up by full name: an index finds them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filter } from '#platform/filter'
import { raw, sql } from '#platform/sql'
import { ok } from '#support/entries'
import { needs } from '#support/needs'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test.each([
  ['customers', 'sales.customer      ', 'customer_by_whole_name', { type: 'company' }],
  ['suppliers', 'purchasing.supplier ', 'supplier_by_whole_name', {}],
])('%s are found by their whole name without reading the others', async (list, padded, index, body) => {
  needs('one machine')
  const company = await service.newCompany()
  const { id } = ok(await company.post(`/${list}`, { name: 'Först AB', ...body }))
  const table = raw(padded.trim())
  const db = service.database.of(company.id)
  // Thousands of equal rows need no witnesses.
  await db.transaction(async (at) => {
    await at.rows(sql`set local session_replication_role = replica`)
    await at.rows(sql`
      insert into ${table} select made.* from ${table} t cross join generate_series(1, 5000) n
      cross join lateral jsonb_populate_record(t, jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'Bolag ' || n, 'customer_number', 'N' || n)) made
      where t.company_id = ${company.id} and t.id = ${id}`)
  })
  await db.rows(sql`analyze ${table}`)
  const found = async (name: string) =>
    ok(await company.get(`/${list}?query=${encodeURIComponent(`name==${name}`)}`)).items.length
  expect([await found('Bolag 17'), await found('bolag 17'), await found('Bolag')]).toEqual([1, 0, 0])
  const condition = filter('name==Bolag 17', { properties: { name: { type: 'string', column: sql`t.name` } } })
  const plan = await db.rows(sql`
    explain (format json) select t.id from ${table} t
    where t.company_id = ${company.id} and (${condition ?? sql`false`}) order by t.id desc limit 26`)
  expect(JSON.stringify(plan)).toContain(index)
})
