// Personal numbers stand nowhere in clear: not in the database, not in the log, not among the files; and an
// installation may take a new secret key and goes on reading them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpContribution } from '#http'
import type { Call } from '#platform/call'
import { seal, sealBytes, unseal, unsealBytes } from '#platform/seal'
import { sql } from '#platform/sql'
import { processContextOf } from '#programs/system'
import { reseal } from '#secrets/sealed'
import { checkSecretKey } from '#secrets/sealed-word'
import { archiveContribution } from '#server/sales/archive/contribution'
import { taxReductionContribution } from '#server/sales/tax-reduction/contribution'
import { checkedCompany, checkedRequests } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { ok, paidAndRecorded } from '#tests/sales/booking/booked'
import { fieldsOf } from '#tests/sales/invoicing'
import { sealedColumns } from '#verification/verification'
import { anna, another, bo, madePerson, madeWork, rut, work } from './household.ts'

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ secretKeys: [first] })
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const key = (text: string) => ({ 'idempotency-key': text })

/** Every way in which a number may be written: with and without century and hyphen, in clear or as hexadecimal. */
const formsOf = (number: string): string[] => {
  const [day = '', last = ''] = number.split('-')
  const forms = [`${day}-${last}`, `${day}${last}`, `${day.slice(2)}-${last}`, `${day.slice(2)}${last}`]
  const bytes = forms.flatMap((form) => [Buffer.from(form).toString('hex'), Buffer.from(form).toString('base64')])
  return [...forms, ...bytes.map((text) => text.replace(/=+$/, ''))]
}

/** All rows of all tables, as text. */
const dumpOf = async ({ database }: Service): Promise<string> => {
  const tables = await database.rows<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await database.rows<{ text: string }>({ text: `select t::text from ${name} t`, values: [] } as never)
    texts.push(name, ...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })

const expectNowhere = async (numbers: readonly string[]): Promise<void> => {
  // What was opened to be sent is removed when it was sent.
  await expect.poll(() => readdirSync(join(service.folder, 'work'))).toEqual([])
  const dump = await dumpOf(service)
  const files = filesBelow(service.folder).map((path) => readFileSync(path, 'latin1'))
  expect(dump).toContain('sales.tax_reduction_person')
  const places = { dump, log: service.log.join('\n'), files: files.join('\n') }
  for (const [place, text] of Object.entries(places)) {
    const found = numbers.flatMap(formsOf).filter((form) => text.includes(form))
    expect(found, place).toEqual([])
  }
  // A PDF is compressed, so that its text is not found: of those that show numbers none is kept in clear.
  expect(files.filter((bytes) => bytes.startsWith('%PDF'))).toHaveLength(CREDIT_NOTES)
}

/** Papers that are kept when it is looked, and show no personal number. */
const CREDIT_NOTES = 1

test('after all that an invoice goes through, with and without Idempotency-Key', async () => {
  const customerRef = { id: (await madePerson(company)).id }
  const shares = [
    [anna, 300],
    [bo, 200],
  ] as const
  const body = { customerRef, invoiceDate: '2026-06-10', lineItems: [work()], taxReduction: rut(shares) }
  const draft = ok(await company.post('/invoices', body, key('create')))
  expect(ok(await company.post('/invoices', body, key('create')))).toEqual(draft)
  ok(await company.put(`/invoices/${draft.id}`, body, key('change')))
  expect(
    fieldsOf(await company.post('/invoices', { ...body, taxReduction: rut([[anna, 9000]]) }, key('wrong'))),
  ).toEqual(['#/taxReduction/deductionPeople'])
  await company.post('/invoices', { ...body, taxReduction: { ...rut(shares), other: anna } })
  await (await another(service, company)).get(`/invoices/${draft.id}`)
  ok(await company.post(`/invoices/${draft.id}/publish`, undefined, key('publish')))
  ok(await company.post(`/invoices/${draft.id}/record`))
  await paidAndRecorded(company, draft.id, { sum: 500 })
  expect((await company.get(`/invoices/${draft.id}/download`)).status).toBe(200)
  expect((await company.get('/invoices/tax-reductions/export')).text).toContain(anna.replace('-', ''))
  const { id: noteId } = ok(await company.post(`/invoices/${draft.id}/credit`, undefined, key('credit')))
  ok(await company.post(`/credit-notes/${noteId}/publish`, undefined, key('publish-note')))
  expect((await company.get(`/credit-notes/${noteId}/download`)).status).toBe(200)
  expect(ok(await company.post('/invoices', body, key('create')))).toEqual(draft)
  await expectNowhere([anna, bo])
})

test('requests under one key are told apart by a keyed digest', async () => {
  const body = { customerRef: { id: (await madePerson(company)).id }, invoiceDate: '2026-06-10', lineItems: [work()] }
  ok(await company.post('/invoices', { ...body, taxReduction: rut([[anna, 100]]) }, key('told')))
  const changed = await company.post('/invoices', { ...body, taxReduction: rut([[bo, 100]]) }, key('told'))
  expect(changed.status).toBe(422)
})

describe('with a new secret key', () => {
  /** Another process of the installation, which knows these keys. */
  const withKeys = async <T>(
    secretKeys: readonly [Buffer, ...Buffer[]],
    work: (company: TestCompany, service: Service) => Promise<T>,
  ): Promise<T> => {
    const other = await startService({ beside: service, secretKeys })
    try {
      const url = `${other.base}/companies/${company.id}`
      return await work({ ...company, url, ...checkedRequests(url, company.token) }, other)
    } finally {
      await other.close()
    }
  }

  const columns = [
    taxReductionContribution.sealedPersonalNumbers,
    archiveContribution.sealedPaperKeys,
    httpContribution.sealedAnswers,
  ] as const
  const resealAll = (of: Service): Promise<number[]> =>
    of.operate(async (call: Call) => {
      const counts: number[] = []
      for (const column of [...columns, httpContribution.sealedDigestKeys]) {
        const { sealed, unreadable } = await reseal(call, column, { after: null, limit: 10_000 })
        expect(unreadable).toBe(0)
        counts.push(sealed)
      }
      return counts.slice(0, columns.length)
    })

  test('what was sealed before is read, found again, sealed anew, and read without the old key', async () => {
    const { id, taxReduction } = await madeWork(company, {
      lineItems: [work({ quantity: 200 })],
      taxReduction: rut([[anna, 70_000]]),
    })
    const { id: gone } = await madePerson(company)
    expect((await company.delete(`/customers/${gone}`, key('removed'))).status).toBe(204)
    const published = ok(await company.post(`/invoices/${id}/publish`, undefined, key('rotation')))
    const numberIn = async (requests: TestCompany) => {
      const shown = ok(await requests.get(`/invoices/${id}`)).taxReduction
      return shown.deductionPeople[0].personalNumber
    }
    const isCapped = async (requests: TestCompany) => {
      const more = { lineItems: [work({ quantity: 20 })], taxReduction: rut([[anna, 6000]]) }
      const customerRef = { id: (await madePerson(requests)).id }
      const answer = await requests.post('/invoices', { customerRef, invoiceDate: '2026-06-10', ...more })
      return fieldsOf(answer)
    }
    expect(taxReduction.deductionPeople[0].personalNumber).toBe(anna)
    await withKeys([second, first], async (requests, other) => {
      expect(await numberIn(requests)).toBe(anna)
      expect(await isCapped(requests)).toEqual(['#/taxReduction/deductionPeople/0/deductionAmount'])
      expect(ok(await requests.post(`/invoices/${id}/publish`, undefined, key('rotation')))).toEqual(published)
      for (const count of await resealAll(other)) expect(count).toBeGreaterThan(0)
      expect(await resealAll(other)).toEqual([0, 0, 0])
    })
    await withKeys([second], async (requests) => {
      expect(ok(await requests.post(`/invoices/${id}/publish`, undefined, key('rotation')))).toEqual(published)
      expect((await requests.delete(`/customers/${gone}`, key('removed'))).headers.get('idempotent-replayed')).toBe(
        'true',
      )
      expect((await requests.delete(`/customers/${id}`, key('removed'))).status).toBe(422)
      expect(await numberIn(requests)).toBe(anna)
      expect(await isCapped(requests)).toEqual(['#/taxReduction/deductionPeople/0/deductionAmount'])
    })
    await withKeys([third, second], async (_, other) => void (await resealAll(other)))
    await withKeys([third], async (requests) => {
      // What was kept under the first key went over to the second and on to the third.
      expect(ok(await requests.post(`/invoices/${id}/publish`, undefined, key('rotation')))).toEqual(published)
    })
    // The first service knows only the first key; it is given back what it can read.
    await withKeys([first, third], async (_, other) => void (await resealAll(other)))
    expect(await numberIn(company)).toBe(anna)
  })

  /** Another byte in the middle of a sealed number: no key opens it any more. */
  const spoil = (id: string) =>
    service.database.rows(sql`
      update sales.tax_reduction_person
      set personal_number = set_byte(personal_number, 40, get_byte(personal_number, 40) # 1)
      where invoice_id = ${id}`)

  test('a number that no key opens is shown as masked, and keeps no list from being read', async () => {
    const { id } = await madeWork(company, { taxReduction: rut([[anna, 100]]) })
    const { id: sound } = await madeWork(company, { taxReduction: rut([[bo, 100]]) })
    await spoil(id)
    const { items } = ok(await company.get('/invoices?pageSize=100'))
    const numberOf = (of: string) =>
      items.find((one: { id: string }) => one.id === of).taxReduction.deductionPeople[0].personalNumber
    expect(numberOf(id)).toBe('00000000-XXXX')
    expect(numberOf(sound)).toBe(bo)
    const { unreadable, last } = await service.operate((call) =>
      reseal({ ...call, keysFor: () => [second, first] }, taxReductionContribution.sealedPersonalNumbers, {
        after: null,
        limit: 1,
      }),
    )
    expect(unreadable + (last ? 1 : 0)).toBeGreaterThan(0)
  })

  test('a number that no key opens is asked for anew where it has to be read', async () => {
    const own = checkedCompany(await service.newCompany())
    const changes = { lineItems: [work()], taxReduction: rut([[anna, 200]]) }
    const { id, customerRef } = await madeWork(own, changes)
    await spoil(id)
    const refused = await own.post(`/invoices/${id}/publish`)
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['#/taxReduction/deductionPeople/0/personalNumber']])
    expect(refused.body.errors[0].message).toContain('enter the personal number again')
    const again = { customerRef: { id: customerRef.id }, invoiceDate: '2026-06-10', ...changes }
    ok(await own.put(`/invoices/${id}`, again))
    const { invoiceNumber } = ok(await own.post(`/invoices/${id}/publish`))
    ok(await own.post(`/invoices/${id}/record`))
    await paidAndRecorded(own, id, { sum: 800 })
    await spoil(id)
    const file = await own.get('/invoices/tax-reductions/export')
    expect([file.status, file.body.message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`person 1 of invoice ${invoiceNumber} is not here.*credit the invoice`)),
    ])
    // What is done about it needs no number.
    const { id: noteId } = ok(await own.post(`/invoices/${id}/credit`))
    ok(await own.post(`/credit-notes/${noteId}/publish`))
    expect(ok(await own.get(`/invoices/${id}`)).taxReduction.status).toBe('removed')
    expect((await own.get('/invoices/tax-reductions/export')).status).toBe(404)
  })

  test('a database that is older than its sealed word is asked by anything that is sealed', async () => {
    const { database } = service
    const other = Buffer.alloc(32, 9)
    const check = (...keys: [Buffer, ...Buffer[]]) =>
      checkSecretKey(database, processContextOf(service.folder, keys[0], keys.slice(1)).keysFor, sealedColumns)
    const words = async () => (await database.rows(sql`select from platform.sealed_word`)).length
    expect(await words()).toBe(0)
    await expect(check(other)).rejects.toThrow(/^The secret key is not the one/)
    expect(await words()).toBe(0)
    await check(other, first)
    expect(await words()).toBe(1)
    await database.rows(sql`delete from platform.sealed_word`)
    await check(first)
    await expect(check(other)).rejects.toThrow(/^The secret key is not the one/)
    await database.rows(sql`delete from platform.sealed_word`)
  })

  test('a seal opens with its key, in its place, whole, and in no other way', () => {
    const sealed = seal([first], anna, 'here')
    expect(unseal([second, first], sealed, 'here')).toBe(anna)
    expect(() => unseal([second], sealed, 'here')).toThrow()
    expect(() => unseal([first], sealed, 'there')).toThrow()
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => unseal([first], changed, 'here'), String(at)).toThrow()
    }
    expect(() => unseal([first], sealed.subarray(0, -1), 'here')).toThrow()
    expect(unsealBytes([first], sealBytes([first], Buffer.from([0, 255]), ''), '')).toEqual(Buffer.from([0, 255]))
  })

  test('what was sealed before seals named their key is read', () => {
    const unnamed = seal([first], anna, 'here').subarray(4)
    expect(unseal([first], unnamed, 'here')).toBe(anna)
    expect(unseal([second, first], unnamed, 'here')).toBe(anna)
    expect(() => unseal([second], unnamed, 'here')).toThrow()
  })
})
