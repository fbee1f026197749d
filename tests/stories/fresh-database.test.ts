// On a database that was never analysed, what is done reads as many rows among many as it does among few: plans are
// made while tables are empty, and connections keep them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { raw, sql } from '#platform/sql'
import { ok } from '#support/entries'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

/** Each comes to keep its plans in first rounds of its own. */
const POOL_SIZE = 2
/** The server keeps a plan from the sixth time on, and plpgsql likewise. */
const FIRST_ROUNDS = 8
const MEASURED_ROUNDS = 4
/** How many more of everything there are in between. */
const MORE = 2000
/** Entries are made one by one. */
const MORE_ENTRIES = 250
/** Rows that a day may read beyond: a look-up that walks a table reads more, a scan now and then does not. */
const MOST_MORE = 1500
/** How long after its last report the server reports its reads, in milliseconds. */
const TELLING_MS = 1_100

let service: Service
let company: TestCompany
let supplierId: string
let customerId: string
let place = 0
/** A transaction for each day to come. */
let received: { path: string; ids: string[] }
beforeAll(async () => {
  service = await startService({ poolSize: POOL_SIZE })
  await service.database.rows(sql`
    do $$ declare name regclass; begin
      for name in select oid from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|info)'
      loop execute format('alter table %s set (autovacuum_enabled = false)', name); end loop;
    end $$`)
  company = await service.newCompany()
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  supplierId = ok(await company.post('/suppliers', { name: 'Papper AB' })).id
  customerId = ok(await company.post('/customers', { name: 'Kunden AB', type: 'company' })).id
  const [{ id }] = ok(await statement(POOL_SIZE * FIRST_ROUNDS + 2 * MEASURED_ROUNDS)).statements
  const path = `/bank-statements/${id}/transactions`
  const { items } = ok(await company.get(path))
  received = { path, ids: items.map((item: { id: string }) => item.id) }
})
afterAll(() => service.close())

const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
const draft = () => ({ customerRef: { id: customerId }, invoiceDate: '2026-06-10', lineItems: [line] })
const bill = () => {
  place += 1
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  return { supplierRef: { id: supplierId }, invoiceNumber: `F${place}`, totalAmount: 125, ...dates }
}
const receipt = async () => {
  place += 1
  return ok(await company.upload('/uploads', 'kvitto.png', pngFile({ width: place }))).id
}
const statement = (count: number) => {
  place += 1
  const entries = Array.from({ length: count }, (_, at) => ({ ore: 100n, reference: `${place}-${at}` }))
  return company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ id: `S${place}`, entries }] }))
}

/** Everything that a company does all day, once. */
const day = async (): Promise<void> => {
  ok(await company.post('/journal-entries', { ...anEntry(), uploadRef: { id: await receipt() } }))
  ok(await company.post(`/journal-entries/${ok(await company.post('/journal-entries', anEntry())).id}/reverse`))
  const { id } = ok(await company.post('/invoices', draft()))
  for (const step of ['publish', 'record']) ok(await company.post(`/invoices/${id}/${step}`))
  const payment = ok(
    await company.post(`/invoices/${id}/payments`, {
      date: '2026-06-10',
      sumBaseCurrency: 125,
      bookkeepingAccountNumber: 1930,
    }),
  )
  ok(await company.post(`/invoices/${id}/payments/${payment.id}/record`))
  ok(await company.get(`/invoices/${id}`))
  const bought = ok(await company.post('/supplier-invoices', bill())).id
  ok(await company.post(`/supplier-invoices/${bought}/record`, { lines: [{ account: 5410, netAmount: 100 }] }))
  ok(await company.post(`/supplier-invoices/${bought}/payments`, { date: '2026-06-10', amount: 125 }))
  ok(await statement(2))
  ok(await company.post(`${received.path}/${received.ids.pop()}/match`, { account: 3740 }))
}

/** Takes a connection of the service, until it is let go. */
const taken = async (): Promise<() => Promise<unknown>> => {
  let letGo = () => {}
  const isOver = new Promise<void>((resolve) => (letGo = resolve))
  let over: Promise<unknown> = isOver
  await new Promise<void>((resolve) => {
    over = service.usedDatabase.transaction(async () => {
      resolve()
      await isOver
    })
  })
  return () => {
    letGo()
    return over
  }
}

/** Has each of both connections keep its plans: the one that was used last is used next, and the other one seldom. */
const firstRounds = async (): Promise<void> => {
  const letFirst = await taken()
  const letSecond = await taken()
  await letFirst()
  for (let round = 0; round < FIRST_ROUNDS; round += 1) await day()
  const letAgain = await taken()
  await letSecond()
  for (let round = 0; round < FIRST_ROUNDS; round += 1) await day()
  await letAgain()
}

/** Each connection tells what it has read: none is free before all have. */
const told = async (database: Service['database']): Promise<void> => {
  const { size } = database
  let arrived = 0
  let everybody = () => {}
  const together = new Promise<void>((done) => (everybody = done))
  const tell = () =>
    database.transaction(async (db) => {
      await db.rows(sql`select pg_stat_force_next_flush()`)
      arrived += 1
      if (arrived === size) everybody()
      await together
    })
  await Promise.all(Array.from({ length: size }, tell))
}

/** Rows read of each table until now, by any scan. */
const rowsRead = async (): Promise<Map<string, number>> => {
  await new Promise((done) => setTimeout(done, TELLING_MS))
  // Those of the service, and those by which rows are copied.
  for (const database of [service.usedDatabase, service.database]) await told(database)
  const found = await service.database.rows<{ name: string; rows: bigint }>(sql`
    select t.schemaname || '.' || t.relname as name,
      t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0)::bigint as rows
    from pg_stat_user_tables t left join pg_stat_user_indexes i on i.relid = t.relid
    group by t.relid, t.schemaname, t.relname, t.seq_tup_read`)
  return new Map(found.map(({ name, rows }) => [name, Number(rows)]))
}

/** Makes many rows of one; `column` is another text in each. */
const copied = async (table: string, id: string, column: string): Promise<void> => {
  const { names } = await service.database.one<{ names: string }>(sql`
    select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  await service.database.rows(sql`
    insert into ${raw(table)} (${raw(names)})
    select ${raw(names.replace(/\w+/g, 'one.$&'))} from ${raw(table)} of, generate_series(1, ${MORE}::integer) as nth,
      lateral jsonb_populate_record(of, jsonb_build_object('id', md5(${id} || nth)::uuid, ${column}::text,
        case when ${column} = 'metadata' then '{}' else to_jsonb('copy ' || nth) end)) as one
    where of.company_id = ${company.id} and of.id = ${id}`)
}

/** Rows that a day reads of each table. */
const measured = async (): Promise<Map<string, number>> => {
  const before = await rowsRead()
  for (let round = 0; round < MEASURED_ROUNDS; round += 1) await day()
  const after = await rowsRead()
  return new Map([...after].map(([name, rows]) => [name, (rows - (before.get(name) ?? 0)) / MEASURED_ROUNDS]))
}

test('a day reads as much of each table when the books are full as when they were empty', async () => {
  await firstRounds()
  const few = await measured()
  await Promise.all(Array.from({ length: MORE_ENTRIES }, () => company.post('/journal-entries', anEntry())))
  await copied('sales.invoice', ok(await company.post('/invoices', draft())).id, 'metadata')
  await copied('sales.customer', customerId, 'customer_number')
  await copied('purchasing.supplier_invoice', ok(await company.post('/supplier-invoices', bill())).id, 'invoice_number')
  await copied('documents.upload', await receipt(), 'description')
  ok(await statement(MORE))
  const full = await measured()
  const grown = [...full].filter(([name, rows]) => rows > (few.get(name) ?? 0) + MOST_MORE)
  expect(grown.map(([name, rows]) => `${name}: ${few.get(name)} and then ${rows} rows a day`)).toEqual([])
})
