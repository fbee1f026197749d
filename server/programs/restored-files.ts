// Deletes restored files that the restored books do not reference: those that were already deleted, and those added
// after the restored moment.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupService } from '#backup'
import { bankingContribution } from '#banking'
import { documentsContribution, documentsService, pictureOf, type SharedFolder } from '#documents'
import { identityService } from '#identity'
import { ledgerContribution } from '#ledger'
import type { Database } from '#platform/db'
import { filesOnDisk, type KeptOnDisk, keptOnDisk } from '#platform/files'
import { recoveryOf } from '#postgres/database-session'
import { type Missing, missingFiles } from '#programs/doctor/missing-files'
import { archiveContribution, salesContribution } from '#sales'
import { taxAccountContribution } from '#tax-account'
import { asOperator, type System } from './system.ts'

/** Most companies whose files are checked. */
const MAX_COMPANIES = 1_000_000

/** A company's folders whose references are all known; files elsewhere are never deleted. */
const FOLDERS: readonly SharedFolder[] = [
  [documentsContribution.uploadFiles],
  [salesContribution.attachmentFiles],
  [bankingContribution.statementFiles],
  [bankingContribution.paymentFiles],
  [taxAccountContribution.files],
  [archiveContribution.paperFiles, ledgerContribution.sieFiles],
]

type Restored = Pick<System, 'config' | 'database' | 'standing' | 'owner' | 'isSpread'>

/**
 * Checks the files of a restored data folder once, and deletes those that no row references; returns how many. Only
 * files in the folder are checked: a bucket may be used by an installation with other rows. Deleted files remain in the
 * backup for its retention period. `onMissing` is called with objects whose files are missing.
 */
export const deleteUnreferencedFiles = async (
  system: Restored,
  onMissing: (missing: readonly Missing[]) => void = () => {},
): Promise<number> => {
  const { config, database, owner, isSpread } = system
  const mark = join(config.dataDir, backupService.RESTORED_MARK)
  if (!existsSync(mark) || isSpread) return 0
  // An external server may still be in recovery, and lack rows.
  if ((await recoveryOf(owner)).isStill) return 0
  const files = filesOnDisk(config.dataDir)
  const found = await foundBelow(config.dataDir)
  let deleted = 0
  for (const { id } of await asOperator(system, (call) => identityService.listCompanies(call, MAX_COMPANIES))) {
    for (const namespaces of FOLDERS) {
      const kept = found.get(documentsService.folderOf(id, namespaces[0])) ?? []
      const spare = await hadByNone(database, id, namespaces, kept)
      deleted += await documentsContribution.deleteUnownedFiles({ database, files }, id, namespaces, spare)
    }
  }
  const missing = config.s3 ? [] : await missingFiles(system, config.dataDir)
  if (missing.length > 0) onMissing(missing)
  await rm(mark, { force: true })
  return deleted
}

/** The files stored below a data folder, by company. */
const foundBelow = async (dataDir: string): Promise<ReadonlyMap<string, KeptOnDisk[]>> => {
  const found = new Map<string, KeptOnDisk[]>()
  for (const kept of await keptOnDisk(dataDir)) {
    const own = found.get(kept.tenantId) ?? []
    own.push(kept)
    found.set(kept.tenantId, own)
  }
  return found
}

/**
 * The files that no object references. Logos have no separate folder, so pictures in the company's own folder are kept.
 */
const hadByNone = async (
  database: Database,
  companyId: string,
  namespaces: SharedFolder,
  kept: readonly KeptOnDisk[],
): Promise<Buffer[]> => {
  const pathOf = new Map(kept.map(({ digest, path }) => [digest, path]))
  const spare: Buffer[] = []
  for (const digest of await documentsContribution.unownedFiles(database, companyId, namespaces, [...pathOf.keys()])) {
    const isLogo = namespaces[0].name === '' && pictureOf(await readFile(pathOf.get(digest) ?? '')) !== null
    if (!isLogo) spare.push(digest)
  }
  return spare
}
