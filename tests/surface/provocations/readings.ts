// How the refusals of readings come about.
import { type Service, startService } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'
import { receivedEInvoice, uploadedTo } from '#tests/surface/upload-world'

export const ofReadings: Record<string, Provocation> = {
  readsNothing: async (beside) => {
    const service: Service = await startService({ beside, readsDocuments: false })
    try {
      return await over(async (company) => company.post(`/uploads/${await uploadedTo(company)}/reading`))(service)
    } finally {
      await service.close()
    }
  },
  notReadable: over(async (company) => {
    const id = await receivedEInvoice(company)
    const { uploadRefs } = (await company.get(`/supplier-invoices/${id}`)).body
    return company.post(`/uploads/${uploadRefs[0].id}/reading`)
  }),
}
