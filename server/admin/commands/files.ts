// Files: the operator's command that copies files on disk to the configured bucket.

import type { Answer } from '#admin/answer'
import { UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { digestOfFile, digestOfKept, type Files, type KeptOnDisk, keptOnDisk } from '#platform/files'
import { deleteUnreferencedFiles } from '#programs/restored-files'
import type { System } from '#programs/system'

/** Files copied at once, and the interval of progress reports, in files. */
const AT_ONCE = 4
const TOLD_EVERY = 1000

export const fileCommands: readonly Command[] = [
  {
    name: 'files copy-to-s3',
    summary: 'Copy every file that is kept in the data folder to S3_BUCKET, and read it back; can be run again',
    options: [],
    run: (system, _, report) => copy(system, report),
  },
]

/** The files on disk stay. A damaged one is reported and not copied. */
const copy = async (system: System, report: (sentence: string) => void): Promise<Answer> => {
  const { config, standing } = system
  if (!config.s3) throw new UsageError('S3_BUCKET is not set: there is nowhere to copy files to')
  // Files that were deleted before a restore must not reach the bucket.
  await deleteUnreferencedFiles(system)
  const found = await keptOnDisk(config.dataDir)
  const waiting = found.values()
  const faults: string[] = []
  let done = 0
  const copySome = async () => {
    for (const kept of waiting) {
      const fault = await copyOne(standing.files, kept)
      if (fault) faults.push(`${kept.path} ${fault}`)
      done += 1
      if (done % TOLD_EVERY === 0) report(`${done} of ${found.length} files`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, copySome))
  const copied = found.length - faults.length
  const text = [`${copied} of ${found.length} files are in ${config.s3.bucket} as they are on disk.`, ...faults.sort()]
  return { json: { files: found.length, copied, faults }, text: text.join('\n'), failed: faults.length > 0 }
}

/** The error of a file; null if it is in the bucket, byte for byte. */
const copyOne = async (files: Files, { path, tenantId, digest }: KeptOnDisk): Promise<string | null> => {
  if (!(await digestOfFile(path)).equals(digest)) return 'is not what was kept: bring it back from a backup'
  await files.keep(tenantId, digest, path)
  return (await digestOfKept(files, tenantId, digest))?.equals(digest) ? null : 'came back from the bucket changed'
}
