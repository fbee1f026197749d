// How the refusals of uploads come about.
import { deleteUpload } from '#documents'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type TestCompany } from '#support/service'
import { over, type Provocation, verbIn } from '#tests/surface/provocations'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const uploaded = async (company: TestCompany): Promise<string> =>
  (await company.upload('/uploads', 'kvitto.png', pngFile())).body.id

const booked = async (company: TestCompany): Promise<string> =>
  (await company.post('/journal-entries', anEntry())).body.id

/** Connects an upload to an entry, once or more. */
const connected = async (company: TestCompany, id: string, times = 1) => {
  const path = `/journal-entries/${await booked(company)}/uploads`
  for (let time = 1; time < times; time += 1) await company.post(path, { id })
  return company.post(path, { id })
}

export const ofUploads: Record<string, Provocation> = {
  uploadNotFound: over((company) => company.get(`/uploads/${unknown}`)),
  uploadOfAnother: over(async (company) => {
    const supplierRef = { id: (await company.post('/suppliers', { name: 'Papper AB' })).body.id }
    const dated = { invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 100 }
    const { id } = (await company.post('/supplier-invoices', { supplierRef, ...dated })).body
    return company.delete(`/supplier-invoices/${id}/uploads/${await uploaded(company)}`)
  }),
  uploadConnected: async (service) => {
    const company = await service.newCompany()
    const id = await uploaded(company)
    await connected(company, id)
    return verbIn(company.id, (call) => deleteUpload(call, id))(service)
  },
}

export const ofUploadFaults: Record<string, Provocation> = {
  // Alone it is a 404: it is told beside something else.
  unknownUpload: over(async (company) => {
    const { body } = await company.post('/journal-entries', anEntry({ title: ' ', uploadRef: { id: unknown } }))
    return { body: { ...body, errors: body.errors.slice(0, 1) } }
  }),
  deletedUpload: over(async (company, service) => {
    const id = await uploaded(company)
    await service.operateFor(company.id, (call) => deleteUpload(call, id))
    return connected(company, id)
  }),
  connectedUpload: over(async (company) => connected(company, await uploaded(company), 2)),
  unknownEntry: over((company) => company.upload('/uploads', 'kvitto.png', pngFile(), {}, { journalEntryId: unknown })),
}
