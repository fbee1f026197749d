// Even by direct SQL, no document is removed but one that is over, as a whole, with the year that it goes with; and
// what was altered behind the triggers is found by verification.
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyWitnesses } from '#integrity/witness'
import { ledgerContribution } from '#ledger'
import { newId } from '#platform/id'
import { salesContribution } from '#sales'
import { ok } from '#support/entries'
import { type Documented, documented } from '#support/samples/documented'
import { type Service, startService } from '#support/service'
import { removal } from '#tests/ledger/aged'
import { fill } from '#tests/ledger/by-hand'
import { connectTo, stateOf } from '#tests/ledger/support'

let service: Service
let client: Client
let books: Documented
beforeAll(async () => {
  service = await startService({ alone: true })
  books = await documented(service)
  client = await connectTo(service, books.company.id)
})
afterAll(async () => {
  await client.end()
  await service.close()
})
afterEach(() => client.query('rollback'))

const filled = (text: string) => {
  const ids = Object.fromEntries(Object.entries(books.invoices).map(([name, { id }]) => [name, id]))
  return fill(text, { ...ids, company: books.company.id, unknown: newId(), y2016: books.years[2016] ?? '' })
}

/** Begins to remove the first year, whose entries all go. */
const BEGIN = `
  select ledger.begin_removal('{company}', '{y2016}', '{}', '{}', '{}', now(), 'user', '{unknown}', 'Prov');`
const documents = (...names: string[]) =>
  `select sales.remove_documents('{company}', '{{${names.map((name) => `{${name}}`).join(',')}}}');`
const of = (table: string, name: string) => `delete from sales.${table} where invoice_id = '{${name}}';`

type Case = [what: string, state: string, statements: string]
const refused: Case[] = [
  ['a document by itself', 'GB041', documents('paid16')],
  ['a document by a statement', 'GB041', `delete from sales.invoice where id = '{paid16}'`],
  ['the payments of one', 'GB042', of('payment', 'paid16')],
  ['an unpaid document', 'GB041', BEGIN + documents('owing')],
  ['a document that was paid in a later year', 'GB001', BEGIN + documents('paid17')],
  ['a document of a later year', 'GB001', BEGIN + documents('late18')],
  ['an invoice without its credit note', '23503', BEGIN + documents('credited16')],
  ['the payments of one with the year', 'GB042', BEGIN + of('payment', 'paid16')],
  ['the paper of one with the year', 'GB041', BEGIN + of('paper', 'paid16')],
  ['the mails of one with the year', 'GB041', BEGIN + of('payment_link', 'paid16') + of('sending', 'paid16')],
  ['the lines of one with the year', 'GB041', BEGIN + of('invoice_line', 'paid16')],
  ['an answer of the tax authority with the year', 'GB041', BEGIN + of('tax_reduction_answer', 'reduced16')],
  ['an answer of the tax authority', 'GB001', of('tax_reduction_answer', 'reduced16')],
  [
    'a number that the stub does not know of',
    'GB001',
    `${BEGIN} insert into ledger.removed_number values ('{company}', '{y2016}', 'document', '{[1,2)}')`,
  ],
]

describe('before', () => {
  test.each(refused)('%s is refused', async (_, state, statements) => {
    const found = await stateOf(client.query(filled(`begin; ${statements}; commit;`)))
    expect(found).toBe(state)
  })
})

const OWN = `where company_id = '{company}'`
const ALTERED = 'the removed fiscal year 2016-01-01 to 2016-12-31: what is kept of it was altered'
const altered: [what: string, statements: string, fault: string][] = [
  ['which numbers went', `update ledger.removed_number set numbers = '{[1,2)}' ${OWN}`, ALTERED],
  ['that numbers went', `delete from ledger.removed_number ${OWN}`, ALTERED],
  ['that numbers went, to sales', `delete from ledger.removed_number ${OWN}`, 'document number 3 is missing'],
  ['a document that stays', `delete from sales.invoice where id = '{owing}'`, 'is missing'],
  ['a document that stays, to the witnesses', `delete from sales.invoice where id = '{late18}'`, 'it was removed'],
  [
    'a number that is given again',
    `update sales.invoice set number = 1 where id = '{now}'`,
    'document 1 went with a removed fiscal year, and is there',
  ],
  [
    'numbers that are said to have gone in addition',
    `update ledger.removed_number set numbers = '{[1,100)}' ${OWN}`,
    'the last document has number 99',
  ],
]

describe('after', () => {
  beforeAll(async () => {
    ok(await books.company.as('POST', removal(books.years, 2016), {}))
  })

  test.each(altered)('%s: it is found', async (_, statements, fault) => {
    const faults = await behindTriggers(filled(statements))
    expect(faults.join('\n')).toContain(fault)
  })

  test('the numbers that went stay as they are', async () => {
    expect(await stateOf(client.query(filled(`delete from ledger.removed_number ${OWN}`)))).toBe('GB001')
    expect(await stateOf(client.query(filled(`update ledger.removed_number set series = 'x' ${OWN}`)))).toBe('GB001')
  })
})

class Undone extends Error {}

/** What is found once statements have run that no trigger saw; they are undone. */
const behindTriggers = async (statements: string): Promise<string[]> => {
  let faults: string[] = []
  const work = service.operateFor(books.company.id, async (call) => {
    await service.database.of(books.company.id).transaction(async (db) => {
      await db.rows({ text: 'set local session_replication_role = replica', values: [] } as never)
      await db.rows({ text: statements, values: [] } as never)
      const { companyId } = call
      faults = [
        ...(await salesContribution.verify({ ...call, db })),
        ...(await verifyWitnesses(db, { companyId })),
        ...(await ledgerContribution.verifyBooks({ ...call, db })).faults,
      ]
      throw new Undone()
    })
  })
  await work.catch((cause: unknown) => {
    if (!(cause instanceof Undone)) throw cause
  })
  return faults
}
