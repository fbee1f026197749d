// The job that verifies all books in the background, as `npm run verify` does.
import { listCompanies } from '#identity'
import { type Fault, type Named, verificationJob, type Walker } from '#operator'
import { operator } from '#platform/call'
import type { Job, Work } from '#platform/job'
import { reasonOf } from '#platform/postgres-folder'
import { sql } from '#platform/sql'

/** Maximum number of companies that one run walks. */
const MAX_COMPANIES = 1_000_000

const walkerOf = async ({ database, standing }: Work, certificates: string | undefined): Promise<Walker> => {
  // Only a run needs all that verifies.
  const { onSnapshot, parts, partsOfInstallation } = await import('./verification.ts')
  const callOf = { ...standing, actor: operator, from: null }
  const walk = async ({ id, name }: Named, of: typeof parts, onWay: (entries: number) => void): Promise<Fault[]> => {
    const faults: Fault[] = []
    for (const part of of) {
      const found = await onSnapshot(database, id, (db) =>
        part.faultsOf({ ...callOf, db, now: new Date(), companyId: id }, onWay),
      ).catch(async (cause: unknown) => {
        // What cannot be read is a fault, as long as the database is there at all.
        await database.rows(sql`select 1`)
        return [`it could not be verified to the end: ${reasonOf(cause)}`]
      })
      faults.push(...found.map((fault) => ({ companyId: id || null, companyName: name, part: part.name, fault })))
    }
    return faults
  }
  return {
    companies: async () => listCompanies({ ...callOf, db: database, now: new Date() }, MAX_COMPANIES),
    walk: (company, onWay) => walk(company, parts, onWay),
    walkRest: () => walk({ id: '', name: '' }, partsOfInstallation(certificates), () => {}),
  }
}

/** `certificates`: those that time stamps must follow from, by the settings. */
export const booksJob = (certificates: string | undefined): Job =>
  verificationJob((work) => walkerOf(work, certificates))
