// Lists that grow without bound find what has changed lately by an index: what a mirror asks for every minute costs as
// much in a company with twenty thousand of something as in one with twenty. So do they what programs look up by what
// stands on a payment, or by another system's id of a person.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#platform/call'
import { raw, type Sql, sql } from '#platform/sql'
import { rows } from '#programs/app'
import { checkedCompany } from '#support/checked'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

/** How many of each there are. */
const MANY = 20_000

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await company.post(path, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.id
  }
  await made('/journal-entries', anEntry())
  const customerRef = { id: await made('/customers', { name: 'Kund AB', type: 'company' }) }
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  await made('/invoices', { customerRef, invoiceDate: '2026-06-01', lineItems: [line] })
  const supplierRef = { id: await made('/suppliers', { name: 'Papper AB' }) }
  const amounts = { invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 125 }
  await made('/supplier-invoices', { supplierRef, ...amounts })
  await company.upload('/uploads', 'kvitto.png', pngFile())
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  await made('/bank-payments', { amount: 100, paymentDate: '2099-06-30', recipientRef })
  for (const [table, own] of Object.entries(tables)) await fill(table, own)
})
afterAll(() => service.close())

/** A text that no other row has. */
const OWN = `'x' || n`

/** What a row has of its own: the others are like the first, and a minute older each. */
const tables: Readonly<Record<string, Record<string, string>>> = {
  'ledger.journal_entry': { registered_at: 'moment', number: 'n + 1', registration: 'n + 1' },
  'sales.customer': { modified_at: 'moment', customer_number: 'n + 1000', org_number: OWN, vat_number: OWN },
  'sales.invoice': { modified_at: 'moment', payment_reference: OWN },
  'purchasing.supplier': { modified_at: 'moment', org_number: OWN, vat_number: OWN },
  'purchasing.supplier_invoice': { modified_at: 'moment' },
  'documents.upload': { modified_at: 'moment' },
  'banking.payment': { modified_at: 'moment', amount_ore: 'n + 10000' },
}

const fill = async (table: string, own: Record<string, string>): Promise<void> => {
  const [schema = '', name = ''] = table.split('.')
  const columns = await service.database.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} and is_generated = 'NEVER' order by ordinal_position`)
  const names = columns.map((column) => column.name)
  const values = names.map((column) => (column === 'id' ? 'gen_random_uuid()' : (own[column] ?? `t.${column}`)))
  await service.database.of(company.id).transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    await db.rows(
      raw(`
      insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
      from ${table} t cross join lateral (
        select n, timestamptz '2026-01-01' - (n || ' minutes')::interval as moment
        from generate_series(1, ${MANY}) n) more`),
    )
  })
  await service.database.rows(raw(`analyze ${table}`))
}

type Node = { Plans?: Node[] } & Record<'Actual Rows' | 'Actual Loops' | 'Rows Removed by Filter', number | undefined>

/** How many rows the steps of a plan have looked at, all together. */
const lookedAt = (node: Node): number => {
  const { Plans: parts = [], 'Actual Rows': kept = 0, 'Rows Removed by Filter': removed = 0 } = node
  return (kept + removed) * (node['Actual Loops'] ?? 1) + parts.reduce((sum, part) => sum + lookedAt(part), 0)
}

/** A call whose statements are explained as they run; what writes would write twice. */
const explaining = <Of extends Call>(call: Of, found: number[]): Of => {
  const rowsOf = async <Row>(statement: Sql, name?: string): Promise<Row[]> => {
    if (/^\s*(insert|update)\b/.test(statement.sql)) return call.db.rows<Row>(statement, name)
    const [explained] = await call.db.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      sql`explain (analyze, format json) ${statement}`,
    )
    if (explained) found.push(lookedAt(explained['QUERY PLAN'][0].Plan))
    return call.db.rows<Row>(statement, name)
  }
  return { ...call, db: { ...call.db, rows: rowsOf } }
}

const lists = [
  'listJournalEntries',
  'listCustomers',
  'listInvoices',
  'listSuppliers',
  'listSupplierInvoices',
  'listUploads',
  'listBankPayments',
]

/** More than what one thing has around it, tables of currencies among it, and far less than there are. */
const FEW = 1000

/** What a list finds, and how many rows the statement that looked at most of them looked at. */
const explained = async (operationId: string, query: string) => {
  const row = rows.find((one) => one.operationId === operationId)
  const found: number[] = []
  const page = await service.operateFor(company.id, async (call) => {
    const input = { language: 'sv' as const, params: { companyId: company.id }, query: { query }, body: undefined }
    return row?.run(explaining(call, found) as never, { ...input, file: undefined as never })
  })
  expect(found.length).toBeGreaterThan(0)
  return { items: (page as { items: unknown[] }).items.length, most: Math.max(...found) }
}

test.each(lists)('%s looks at what has changed alone', async (operationId) => {
  const { items, most } = await explained(operationId, 'modifiedDateTime>=2026-06-10T09:00:00Z')
  expect(items).toBe(1)
  expect(most).toBeLessThan(FEW)
})

const lookedUp: [operationId: string, query: string, items: number][] = [
  ['listInvoices', 'paymentReference==x7', 1],
  ['listCustomers', 'orgNumber==x7', 1],
  ['listCustomers', 'vatNumber==x7', 1],
  ['listSuppliers', 'orgNumber==x7', 1],
  ['listSuppliers', 'vatNumber==x7', 1],
  ['listJournalEntries', 'reversedByJournalEntryId==01a1fc0f-7662-70e7-bd2d-41b089fbb43f', 0],
]

test.each(lookedUp)('%s finds %s by an index', async (operationId, query, count) => {
  const { items, most } = await explained(operationId, query)
  expect(items).toBe(count)
  expect(most).toBeLessThan(FEW)
})

test('a new bank payment is compared with the equal ones alone', async () => {
  const row = rows.find(({ operationId }) => operationId === 'createBankPayment')
  const found: number[] = []
  const warnings = new Set<string>()
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  const body = { amount: 150, paymentDate: '2099-06-30', recipientRef }
  await service.operateFor(company.id, async (call) => {
    const input = { language: 'sv' as const, params: { companyId: company.id }, query: {}, body }
    return row?.run(explaining({ ...call, warnings }, found) as never, { ...input, file: undefined as never } as never)
  })
  expect([...warnings]).toEqual([expect.stringContaining('a payment of 150.00 on 2099-06-30')])
  expect(Math.max(...found)).toBeLessThan(FEW)
})
