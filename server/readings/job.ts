// The job that reads an upload. The transaction comes last: no connection is held while the file is read.
import { fetchUpload } from '#documents'
import { companyInformation, timeInCompany } from '#identity'
import { operator } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { defineJob, type Job, type Work } from '#platform/job'
import { readingKind } from './job-kind.ts'
import type { Reader } from './reader.ts'
import { keepReading } from './reading.ts'

type Payload = { companyId: string; uploadId: string }

/** The jobs of a service with this reader. */
export const readingJobs = (reader: Reader): readonly Job[] => [
  defineJob(readingKind, (work) => readUpload(reader, work)),
]

const readUpload = async (reader: Reader, work: Work<Payload>): Promise<void> => {
  const { payload, standing, now, isLast, signal } = work
  const { companyId, uploadId } = payload
  const database = work.database.of(companyId)
  const time = await timeInCompany(database, { companyId, now })
  const actor = { ...operator, name: 'Reader' }
  const call: CompanyCall = { ...standing, ...time, db: database, companyId, actor, from: null }
  const keep = (outcome: Parameters<typeof keepReading>[2]) =>
    database.transaction((db) => keepReading({ ...call, db }, uploadId, outcome))
  try {
    const file = await fetchUpload(call, uploadId)
    // It was deleted meanwhile.
    if (file === null) return
    const { organizationNumber: ownNumber } = await companyInformation(call)
    await keep(await reader(file, { today: dayOf(time.now), ownNumber }, signal))
  } catch (cause) {
    if (isLast) await keep({ wrong: 'trouble' })
    throw cause
  }
}
