// The data folder must be private. Copying it, restoring it from a backup or a hasty `chmod` may have opened it to
// other users: the start closes it again and reports it, since its contents may have been read.
import { chmodSync, lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '#platform/startup-error'

/** Paths in the data folder, and the widest allowed mode of each. */
const widest: readonly [path: string, mode: number][] = [
  // Others may traverse and list it; the contents are protected below.
  ['.', 0o755],
  ['secret-key', 0o600],
  ['earlier-secret-keys', 0o600],
  ['first-run-code', 0o600],
  ['files', 0o700],
  ['work', 0o700],
  ['arrived', 0o700],
  ['postgres', 0o700],
  ['postgres/data', 0o700],
  ['postgres/socket', 0o700],
  ['postgres/server.log', 0o600],
  ['postgres/server.log.old', 0o600],
]

/** Removes the rights of other users below `dataDir`; `report` receives a sentence about each. */
export const closeToOthers = (dataDir: string, report: (sentence: string) => void): void => {
  for (const [name, mode] of widest) {
    const path = join(dataDir, name)
    const found = foundAt(path)
    // A symbolic link was placed deliberately.
    if (!found || found.isSymbolicLink()) continue
    const was = found.mode & 0o777
    if ((was & ~mode) === 0) continue
    const opened = `${path} was open to others (mode ${was.toString(8)})`
    try {
      chmodSync(path, was & mode)
      report(`${opened} and is closed again (mode ${(was & mode).toString(8)}): find out who may have read it.`)
    } catch (cause) {
      report(`${opened} and could not be closed (${reasonOf(cause)}): run chmod ${mode.toString(8)} on it.`)
    }
  }
}

/** Paths in the data folder that other users may read or write. */
export const openToOthers = (dataDir: string): string[] =>
  widest.flatMap(([name, mode]) => {
    const path = join(dataDir, name)
    const found = foundAt(path)
    return found && !found.isSymbolicLink() && (found.mode & 0o777 & ~mode) !== 0 ? [path] : []
  })

/** The file's status; null if it does not exist or cannot be checked; the code that needs the file will report that. */
const foundAt = (path: string): Stats | null => {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}
