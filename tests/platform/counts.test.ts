// Lists that are counted as they are written: with concurrent writes, rollbacks and summing, a list counts what is in
// it, at each moment.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUpload, documentsContribution } from '#documents'
import type { Database } from '#platform/db'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { pngFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const made = ({ status, text, body }: Answer): string => {
  expect(status, text).toBe(200)
  return body.id
}

/** What lists count beside what is there, in one statement and so at one moment. */
const compared = (database: Pick<Database, 'rows'>, companyId: string) =>
  database.rows<{ list: string; counted: bigint; found: bigint }>(sql`
    select l.list, (select coalesce(sum(c.rows), 0)::bigint from platform.row_count c
      where c.company_id = ${companyId} and c.list = l.list) as counted, l.found
    from (
      select 'invoice' as list, count(*) as found from sales.invoice
        where company_id = ${companyId} and kind = 'invoice'
      union all select 'creditNote', count(*) from sales.invoice where company_id = ${companyId} and kind = 'creditNote'
      union all select 'customer', count(*) from sales.customer where company_id = ${companyId}
      union all select 'item', count(*) from sales.item where company_id = ${companyId}
      union all select 'supplier', count(*) from purchasing.supplier where company_id = ${companyId}
      union all select 'supplierInvoice', count(*) from purchasing.supplier_invoice where company_id = ${companyId}
      union all select 'upload', count(*) from documents.upload
        where company_id = ${companyId} and deleted_at is null
    ) l order by l.list`)

const requireSame = async (of = company): Promise<void> => {
  const rows = await compared(service.database, of.id)
  expect(rows.map(({ list, counted }) => [list, counted])).toEqual(rows.map(({ list, found }) => [list, found]))
}

const item = { itemType: 'salesItem', description: 'Bord', productType: 'goods', unitType: 'piece' }
const draft = { invoiceDate: '2026-06-10', lineItems: [{ ...item, unitPrice: 100, taxRate: 25 }] }

/** Each makes something, sometimes removes it again, and has something refused half-way. */
const writers: readonly ((of: TestCompany, turn: number) => Promise<void>)[] = [
  async (of, turn) => {
    const id = made(await of.post('/customers', { name: `Kund ${turn}`, type: 'company' }))
    if (turn % 3 === 0) expect((await of.delete(`/customers/${id}`)).status).toBeLessThan(300)
  },
  async (of, turn) => {
    const id = made(await of.post('/items', { ...item, unitPrice: turn, taxRate: 25 }))
    if (turn % 2 === 0) expect((await of.delete(`/items/${id}`)).status).toBeLessThan(300)
  },
  async (of, turn) => {
    const id = made(await of.post('/invoices', draft))
    if (turn % 4 === 0) expect((await of.delete(`/invoices/${id}`)).status).toBeLessThan(300)
  },
  async (of, turn) => {
    const supplierRef = { id: made(await of.post('/suppliers', { name: `Leverantör ${turn}` })) }
    const bill = {
      supplierRef,
      invoiceNumber: 'F1',
      totalAmount: 125,
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
    }
    const id = made(await of.post('/supplier-invoices', bill))
    // The same once more is refused by the database, after it was written.
    expect((await of.post('/supplier-invoices', bill)).status).toBe(400)
    if (turn % 3 === 0) expect((await of.delete(`/supplier-invoices/${id}`)).status).toBeLessThan(300)
  },
  async (of, turn) => {
    const id = made(await of.upload('/uploads', 'kvitto.png', pngFile({ width: 1 + turn })))
    if (turn % 2 === 0) await service.operateFor(of.id, (call) => deleteUpload(call, id))
  },
]

test('lists count what is in them while many write, undo and add up', async () => {
  const TURNS = 12
  let writing = true
  const adding = async (): Promise<void> => {
    while (writing) {
      await service.database.rows(sql`
        select platform.sum_counts(${company.id}, l)
        from unnest('{invoice,creditNote,customer,item,supplier,supplierInvoice,upload}'::text[]) l`)
      await requireSame()
    }
  }
  const undone = async (): Promise<void> => {
    while (writing) {
      await service.database
        .transaction(async (db) => {
          await db.rows(sql`
            insert into sales.customer (company_id, id, name, type, customer_number, created_by_kind, created_by_id,
              created_at, modified_at)
            select ${company.id}, gen_random_uuid(), 'Ångrad', 'company', 'Å' || n, 'user', gen_random_uuid(),
              now(), now()
            from generate_series(1, 3) n`)
          await db.rows(sql`select platform.sum_counts(${company.id}, 'customer')`)
          // Within the transaction its own rows count already.
          const own = (await compared(db, company.id)).find(({ list }) => list === 'customer')
          expect(own?.counted).toBe(own?.found)
          throw new Undone()
        })
        .catch((cause: unknown) => {
          if (!(cause instanceof Undone)) throw cause
        })
    }
  }
  const done = Promise.all(
    writers.flatMap((write) =>
      [0, 1].map(async (half) => {
        for (let turn = half; turn < TURNS; turn += 2) await write(company, turn)
      }),
    ),
  ).finally(() => {
    writing = false
  })
  await Promise.all([done, adding(), adding(), undone()])
  await requireSame()
  for (const [path, expected] of [
    ['customers', 8],
    ['items', 6],
    ['invoices', 9],
    ['suppliers', 12],
    ['supplier-invoices', 8],
    ['uploads', 6],
  ] as const) {
    const page = (await company.get(`/${path}?pageSize=5`)).body
    expect([path, page.totalItems, page.items.length]).toEqual([path, expected, 5])
  }
})

class Undone extends Error {}

test('invoices and credit notes are counted apart, and a filter counts what it finds', async () => {
  const other = await service.newCompany()
  const customerRef = { id: made(await other.post('/customers', { name: 'Kund AB', type: 'company' })) }
  const id = made(await other.post('/invoices', { ...draft, customerRef }))
  made(await other.post('/invoices', { ...draft, customerRef }))
  expect((await other.post(`/invoices/${id}/publish`)).status).toBe(200)
  expect((await other.post(`/invoices/${id}/credit`)).status).toBe(200)
  const total = async (path: string) => (await other.get(path)).body.totalItems
  expect(await total('/invoices')).toBe(2)
  expect(await total('/credit-notes')).toBe(1)
  expect(await total('/invoices?query=status==draft')).toBe(1)
  await requireSame(other)
})

test('many are counted as one row, and a list without writes counts none', async () => {
  const other = await service.newCompany()
  expect((await other.get('/customers')).body).toMatchObject({ totalItems: 0, totalPages: 0, items: [] })
  await Promise.all(
    Array.from({ length: 20 }, (_, turn) => other.post('/items', { ...item, unitPrice: turn, taxRate: 25 })),
  )
  await service.database.rows(sql`select platform.sum_counts(${other.id}, 'item')`)
  const rows = await service.database.rows<{ rows: bigint }>(sql`
    select rows from platform.row_count where company_id = ${other.id} and list = 'item'`)
  expect(rows).toEqual([{ rows: 20n }])
})

test.each([
  ['customer', 'sales.customer', salesContribution.verify, 'the list of customers counts 2, and there are 1'],
  ['supplier', 'purchasing.supplier', purchasingContribution.verify, 'the list of suppliers counts 2, and there are 1'],
  ['upload', 'documents.upload', documentsContribution.verifyUploads, 'the list of uploads counts 2, and there are 1'],
] as const)(
  'verification holds what the list of each %s counts against what is there',
  async (list, _, verify, fault) => {
    const other = await service.newCompany()
    made(await other.post('/customers', { name: 'Kund AB', type: 'company' }))
    made(await other.post('/suppliers', { name: 'Leverantör AB' }))
    made(await other.upload('/uploads', 'kvitto.png', pngFile({ width: 2 })))
    const verified = () => service.operateFor(other.id, (call) => verify(call))
    expect(await verified()).toEqual([])
    await service.database.rows(sql`select platform.add_count(${other.id}, ${list}, 1)`)
    expect(await verified()).toEqual([fault])
  },
)
