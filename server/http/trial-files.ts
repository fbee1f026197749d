// The files of a trial: what is stored is only there for the trial itself, and nothing is removed.
import { copyFile, rm } from 'node:fs/promises'
import { type Files, placeOf } from '#platform/files'

/** Files as a trial sees them. `keepAll` stores for good what it has stored; `discard` removes that. */
type TrialFiles = Files & { keepAll(): Promise<void>; discard(): Promise<void> }

export const trialFiles = (files: Files): TrialFiles => {
  const kept = new Map<string, string>()
  const stored: { tenantId: string; digest: Buffer; path: string }[] = []
  const nameOf = (tenantId: string, digest: Buffer) => placeOf(tenantId, digest).join('/')
  return {
    ...files,
    async keep(tenantId, digest, from) {
      const path = files.newWorkFile()
      kept.set(nameOf(tenantId, digest), path)
      stored.push({ tenantId, digest, path })
      await copyFile(from, path)
    },
    async fetch(tenantId, digest) {
      const own = kept.get(nameOf(tenantId, digest))
      return own === undefined ? files.fetch(tenantId, digest) : { path: own, kept: true }
    },
    remove: async () => {},
    removeAll: async () => {},
    async keepAll() {
      for (const { tenantId, digest, path } of stored) await files.keep(tenantId, digest, path)
    },
    async discard() {
      for (const path of kept.values()) await rm(path, { force: true })
    },
  }
}
