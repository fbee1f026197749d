// Finds stored files that the books reference but the data folder lacks, such as after a restore from a damaged backup.
import type { ClientConfig } from 'pg'
import { anchorsWithoutFile } from '#anchors'
import { bankingContribution } from '#banking'
import { documentsContribution, documentsService, type FileOwners } from '#documents'
import { identityService } from '#identity'
import { ledgerContribution } from '#ledger'
import type { Database } from '#platform/db'
import { connect } from '#platform/db-connection'
import { keptOnDisk } from '#platform/files'
import { INSTALLATION } from '#platform/job'
import { asOperator, processContextOf, type System } from '#programs/system'
import { archiveContribution, salesContribution } from '#sales'
import { taxAccountContribution } from '#tax-account'

/** Most companies whose files are checked. */
const MAX_COMPANIES = 1_000_000
/** Most missing files that are named. */
const NAMED = 20

/** All kinds of objects with files: every stored file belongs to one of these, or to an anchor. */
const EVERY: readonly FileOwners[] = [
  documentsContribution.uploadFiles,
  salesContribution.attachmentFiles,
  bankingContribution.statementFiles,
  bankingContribution.paymentFiles,
  taxAccountContribution.files,
  archiveContribution.paperFiles,
  archiveContribution.paperLogos,
  salesContribution.logoFiles,
  ledgerContribution.sieFiles,
]

/** An object whose file is missing; without a company it belongs to the installation. */
export type Missing = { companyId: string | null; company: string; thing: string; id: string }

/** The objects of the books whose files are not below a data folder. */
export const missingFiles = async (
  { database, standing }: Pick<System, 'database' | 'standing'>,
  dataDir: string,
): Promise<Missing[]> => {
  const there = new Set((await keptOnDisk(dataDir)).map(({ tenantId, digest }) => nameOf(tenantId, digest)))
  const missing: Missing[] = []
  for (const { id: companyId, name: company } of await asOperator({ database, standing }, (call) =>
    identityService.listCompanies(call, MAX_COMPANIES),
  )) {
    for (const things of EVERY) {
      const folder = documentsService.folderOf(companyId, things)
      const isThere = (digest: Buffer) => there.has(nameOf(folder, digest))
      const without = await documentsService.ownersWithoutFile(database, companyId, things, isThere)
      missing.push(...without.map((id) => ({ companyId, company, thing: things.thing, id })))
    }
  }
  const anchors = await anchorsWithoutFile(database, (digest) => there.has(nameOf(INSTALLATION, digest)))
  const none = { companyId: null, company: 'The installation', thing: 'anchor' }
  return [...missing, ...anchors.map((number) => ({ ...none, id: String(number) }))]
}

const nameOf = (folder: string, digest: Buffer): string => `${folder}/${digest.toString('hex')}`

/** The same for a database that was just restored, read only. */
export const missingFilesOn = async (connection: ClientConfig, dataDir: string): Promise<Missing[]> => {
  const database: Database = connect({ connection, poolSize: 1, onIdleError: () => {} })
  try {
    return await missingFiles({ database, standing: processContextOf(dataDir) }, dataDir)
  } finally {
    await database.close()
  }
}

/** A sentence for each, and the number of further ones. */
export const missingWords = (missing: readonly Missing[]): string[] => {
  const named = missing
    .slice(0, NAMED)
    .map(({ company, thing, id }) => `${company}: the file of ${thing} ${id} is missing`)
  const more = missing.length - named.length
  return more > 0 ? [...named, `and ${more} more files are missing`] : named
}
