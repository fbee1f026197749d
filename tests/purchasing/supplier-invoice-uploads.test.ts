// The documents of a supplier invoice: put in order, let go until it is recorded, and held to that by the database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { anInvoiceOf, madeAt, newSupplier, newUpload, wrongIn } from './supplier-invoicing.ts'

let service: Service
let company: TestCompany
let supplierId: string
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
  supplierId = await newSupplier(company)
})
afterAll(() => service.close())

/** An invoice with so many documents. */
const documented = async (invoiceNumber: string, count: number) => {
  const { id } = await madeAt(company, '/supplier-invoices', anInvoiceOf(supplierId, { invoiceNumber }))
  const at = `/supplier-invoices/${id}`
  const uploads: { id: string }[] = []
  for (let one = 0; one < count; one += 1) {
    uploads.push((await company.post(`${at}/uploads`, { id: await newUpload(company) })).body)
  }
  const refs = async () => (await company.get(at)).body.uploadRefs
  return { at, uploads, refs, order: (uploadRefs: object[]) => company.put(`${at}/uploads`, { uploadRefs }) }
}

test('documents stand in the order given by the user, and new ones come last', async () => {
  const { at, uploads, refs, order } = await documented('O-1', 3)
  const [first, second, third] = uploads as [object, object, object]
  expect(await refs()).toEqual([first, second, third])
  service.setNow('2026-06-10T11:00:00Z')
  expect((await order([third, first, second])).body).toEqual({ uploadRefs: [third, first, second] })
  expect(await refs()).toEqual([third, first, second])
  expect((await company.get(at)).body.modifiedDateTime).toBe('2026-06-10T11:00:00Z')
  const fourth = (await company.post(`${at}/uploads`, { id: await newUpload(company) })).body
  expect(await refs()).toEqual([third, first, second, fourth])
  // Who has not seen the fourth does not put it anywhere, nor one twice, nor one of another invoice.
  const wrong =
    '#/uploadRefs: must name each of the 4 uploads of the supplier invoice once: others may have changed them'
  const { uploads: others } = await documented('O-2', 1)
  for (const refused of [
    [first, second, third],
    [first, second, third, third],
    [first, second, third, ...others],
    [],
  ]) {
    expect(wrongIn(await order(refused))).toEqual([wrong])
  }
  expect(await refs()).toEqual([third, first, second, fourth])
  const equal = sql`
    update documents.upload set place = 1 where company_id = ${company.id} and supplier_invoice_id is not null`
  await expect(service.database.rows(equal)).rejects.toMatchObject({ code: '23505' })
})

test('a document is let go and free again, until the invoice is recorded', async () => {
  const { at, uploads, refs, order } = await documented('R-1', 2)
  const [first, second] = uploads as [{ id: string }, { id: string }]
  await order([second, first])
  expect((await company.delete(`${at}/uploads/${second.id}`)).status).toBe(204)
  expect(await refs()).toEqual([first])
  const free = await company.get(`/uploads?query=state==free`)
  expect(free.body.items.map(({ id }: { id: string }) => id)).toContain(second.id)
  const again = await company.delete(`${at}/uploads/${second.id}`)
  expect([again.status, again.body.message]).toEqual([
    404,
    `Upload ${second.id} is not connected to this supplier invoice`,
  ])
  // It is put back where it was.
  await company.post(`${at}/uploads`, { id: second.id })
  await order([second, first])
  expect(await refs()).toEqual([second, first])
  await company.post(`${at}/record`, { lines: [{ account: 6110, netAmount: 10_000 }] })
  const late = await company.delete(`${at}/uploads/${second.id}`)
  expect([late.status, late.body.message]).toEqual([
    400,
    expect.stringMatching(/is recorded and can no longer be changed/),
  ])
  const letGo = sql`
    update documents.upload set supplier_invoice_id = null, place = null, connected_at = null, journal_entry_id = null
    where company_id = ${company.id} and id = ${second.id}`
  await expect(service.database.rows(letGo)).rejects.toMatchObject({ code: 'GB051' })
  // The order says nothing of what is booked, and may still change.
  expect((await order([first, second])).status).toBe(200)
  expect(await refs()).toEqual([first, second])
})
