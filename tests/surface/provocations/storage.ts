// How the refusals of storage come about.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { addMember } from '#identity'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { reserveAndStore, storageAdmin } from '#storage'
import { pngFile } from '#support/samples/sample-files'
import { newPersonInside } from '#support/visitor'
import { over, type Provocation, verbIn } from '#tests/surface/provocations'

const MANY = 1_000_000_000

const keep = (call: CompanyCall) => {
  const path = call.files.newWorkFile()
  writeFileSync(path, pngFile())
  const digest = createHash('sha256').update(pngFile()).digest()
  return reserveAndStore(call, { namespace: 'uploads', kind: 'upload', digest, path })
}

export const ofStored: Record<string, Provocation> = {
  full: over(async (company, service) => {
    await service.operateFor(company.id, (call) => storageAdmin.setStorageQuota(call, 0))
    return company.upload('/uploads', 'kvitto.png', pngFile())
  }),
  ownerFull: async (service) => {
    const { id } = await service.newCompany()
    const { person } = await newPersonInside(service)
    await service.operate((call) =>
      addMember(call, { tenant: { type: 'company', id }, personId: person.id, role: 'owner' }),
    )
    const storage = { perCompany: 0, perOwner: 1, requireRoom: async () => {} }
    return verbIn(id, (call) => keep({ ...call, storage }))(service)
  },
  deleting: async (service) => {
    const { id } = await service.newCompany()
    await service.operateFor(id, (call) => storageAdmin.setStorageQuota(call, MANY))
    await service.database.rows(sql`
      insert into storage.change (company_id, id, kind, bytes)
      values (${id}, gen_random_uuid(), 'deleted', ${2 * MANY})`)
    return verbIn(id, keep)(service)
  },
}
