// Stored files in a bucket of S3, or of a server with the same API. A file is read through a local work copy. The keys
// below the prefix equal the paths of files on disk, so any program that copies folders can move files either way.
import { rm, stat } from 'node:fs/promises'
import { type Files, isPlace, placeOf, workIn } from '#platform/files'
import { StartupError } from '#platform/startup-error'
import { openBucket, PATIENCE, type S3Settings, type S3Timeouts } from './bucket.ts'

export type FilesInS3 = Files & {
  /**
   * Checks once that the bucket is accessible.
   * @throws {StartupError} with the reason
   */
  check(): Promise<void>
  /** The places of all files, as returned by `placeOf`. */
  places(): Promise<string[]>
  /** The bytes at a place; null if there are none. */
  read(place: string): Promise<Buffer | null>
}

/** Files in a bucket, with work files below `folder`. The SDK is loaded at the first operation. */
export const filesInS3 = (settings: S3Settings, folder: string, patience: S3Timeouts = PATIENCE): FilesInS3 => {
  const bucket = openBucket(settings, patience)
  const keyOf = (tenantId: string, digest: Buffer) => bucket.keyOf(placeOf(tenantId, digest).join('/'))
  const work = workIn(folder)
  return {
    ...work,
    async keep(tenantId, digest, from) {
      const file = { key: keyOf(tenantId, digest), digest, from, size: (await stat(from)).size }
      if (!(await bucket.has(file))) await bucket.put(file)
    },
    async fetch(tenantId, digest) {
      const path = work.newWorkFile()
      return (await bucket.get(keyOf(tenantId, digest), path)) ? { path, kept: false } : null
    },
    remove: (tenantId, digest) => bucket.remove(keyOf(tenantId, digest)),
    async removeAll(tenantId) {
      for (const { name } of await bucket.list(`${tenantId}/`)) await bucket.remove(bucket.keyOf(name))
    },
    places: async () => (await bucket.list('')).map(({ name }) => name).filter(isPlace),
    read: (place) => bucket.getBytes(bucket.keyOf(place)),
    async check() {
      const path = work.newWorkFile()
      try {
        // The answer "no such key" shows that we may read the bucket.
        await bucket.get(bucket.keyOf('never-kept'), path)
      } catch (cause) {
        throw new StartupError(`${(cause as Error).message} Check the S3_… settings.`)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}
