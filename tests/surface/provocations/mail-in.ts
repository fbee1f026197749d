// How the refusals of documents by mail come about.
import { type Service, startService } from '#support/service'
import { overPerson, type Provocation } from '#tests/surface/provocations'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

export const ofMailIn: Record<string, Provocation> = {
  noMailDomain: async (beside) => {
    const service: Service = await startService({ beside, mailDomain: null })
    try {
      return await overPerson('owner', (ask) => ask('POST', '/mail-address'))(service)
    } finally {
      await service.close()
    }
  },
  noMailAddress: overPerson('owner', (ask) => ask('DELETE', '/mail-address')),
  mailNotFound: overPerson('owner', (ask) => ask('GET', `/received-mails/${unknown}`)),
}
