// Unpacks the archive of a base, which holds folders and plain files only.
import { mkdir } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, type ReadEntry } from 'tar'

/** Access for the owner only, by the type of an entry. */
const MODES: Readonly<Record<string, number>> = { Directory: 0o700, File: 0o600, OldFile: 0o600 }

/** Unpacks an archive into a folder, with access for the owner only. Nothing is written outside of the folder. */
export const unpack = async (archive: AsyncIterable<Buffer>, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let hasEnd = false
  const files = extract({
    // As strict, it fails for what is damaged, cut off, or named outside of the folder.
    cwd: folder,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    filter: (path, entry) => {
      const mode = MODES[(entry as ReadEntry).type]
      if (mode === undefined) files.abort(new Error(`The archive of the base has ${path}, which is not a plain file.`))
      else entry.mode = mode
      return mode !== undefined
    },
  })
  files.on('eof', () => {
    hasEnd = true
  })
  await pipeline(archive, files)
  if (!hasEnd) throw new Error('The archive of the base has no end.')
}
