// Files that a restore has brought and that nothing of the restored books has: what was deleted before is deleted
// again, and so is what came after the moment that was restored.
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { paperFiles } from '#archive'
import { BROUGHT } from '#backup'
import { paymentFiles, statementFiles } from '#banking'
import { deleteUnlessHad, filesHadByNone, folderOf, pictureOf, type Sharing, uploadFiles } from '#documents'
import { listCompanies } from '#identity'
import { sieFiles } from '#ledger'
import type { Database } from '#platform/db'
import { filesOnDisk, type KeptOnDisk, keptOnDisk } from '#platform/files'
import { recoveryOf } from '#platform/session'
import { attachmentFiles } from '#sales'
import { type Missing, missingFiles } from './missing-files.ts'
import { asOperator, type System } from './system.ts'

/** Maximum number of companies whose files are looked through. */
const MAX_COMPANIES = 1_000_000

/** The folders of a company of which it is known what has each file; nothing goes from any other. */
const FOLDERS: readonly Sharing[] = [
  [uploadFiles],
  [attachmentFiles],
  [statementFiles],
  [paymentFiles],
  [paperFiles, sieFiles],
]

type Restored = Pick<System, 'config' | 'database' | 'standing' | 'owner' | 'isSpread'>

/**
 * Looks once through the files of a data folder that a restore has made, and deletes those that no row has; answers how
 * many. It is about the files in the folder alone: a bucket may be that of an installation which has what this one has
 * not. What goes is in the backup for as long as it keeps files that are gone. `onMissing` is told of what rows have
 * and the restore has not brought.
 */
export const deleteBroughtInVain = async (
  system: Restored,
  onMissing: (missing: readonly Missing[]) => void = () => {},
): Promise<number> => {
  const { config, database, owner, isSpread } = system
  const mark = join(config.dataDir, BROUGHT)
  if (!existsSync(mark) || isSpread) return 0
  // A server of the operator's may still be on its way to the moment, and lack rows.
  if ((await recoveryOf(owner)).isStill) return 0
  const files = filesOnDisk(config.dataDir)
  const found = await foundBelow(config.dataDir)
  let deleted = 0
  for (const { id } of await asOperator(system, (call) => listCompanies(call, MAX_COMPANIES))) {
    for (const corners of FOLDERS) {
      const kept = found.get(folderOf(id, corners[0])) ?? []
      const spare = await hadByNone(database, id, corners, kept)
      deleted += await deleteUnlessHad({ database, files }, id, corners, spare)
    }
  }
  const missing = config.s3 ? [] : await missingFiles(system, config.dataDir)
  if (missing.length > 0) onMissing(missing)
  await rm(mark, { force: true })
  return deleted
}

/** What is kept below a data folder, by the folders of companies. */
const foundBelow = async (dataDir: string): Promise<ReadonlyMap<string, KeptOnDisk[]>> => {
  const found = new Map<string, KeptOnDisk[]>()
  for (const kept of await keptOnDisk(dataDir)) {
    const own = found.get(kept.tenantId) ?? []
    own.push(kept)
    found.set(kept.tenantId, own)
  }
  return found
}

/** The files that no thing has. A picture in the company's own folder may be a logo, which has no corner: it stays. */
const hadByNone = async (
  database: Database,
  companyId: string,
  corners: Sharing,
  kept: readonly KeptOnDisk[],
): Promise<Buffer[]> => {
  const pathOf = new Map(kept.map(({ digest, path }) => [digest, path]))
  const spare: Buffer[] = []
  for (const digest of await filesHadByNone(database, companyId, corners, [...pathOf.keys()])) {
    const isLogo = corners[0].name === '' && pictureOf(await readFile(pathOf.get(digest) ?? '')) !== null
    if (!isLogo) spare.push(digest)
  }
  return spare
}
