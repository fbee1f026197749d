// The data folder is nobody else's. Copying it, bringing it back from a backup or a hasty `chmod` may have opened it to
// others: the start closes it again, and says so, since somebody may have read what is in it.
import { chmodSync, lstatSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from './postgres-folder.ts'

/** What lies in the data folder, and the most that anybody may do with it. */
const widest: readonly [path: string, mode: number][] = [
  // Others may pass through, and see what things are called; what they are is below.
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

/** Closes what is open to others below `dataDir`; `report` hears of each in a sentence. */
export const closeToOthers = (dataDir: string, report: (sentence: string) => void): void => {
  for (const [name, mode] of widest) {
    const path = join(dataDir, name)
    const found = foundAt(path)
    // A link leads to where somebody wanted it.
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

/** What lies in the data folder and may be read or written by others than its owner. */
export const openToOthers = (dataDir: string): string[] =>
  widest.flatMap(([name, mode]) => {
    const path = join(dataDir, name)
    const found = foundAt(path)
    return found && !found.isSymbolicLink() && (found.mode & 0o777 & ~mode) !== 0 ? [path] : []
  })

/** What is there; null also where nothing can be: whoever needs it says so. */
const foundAt = (path: string): Stats | null => {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}
