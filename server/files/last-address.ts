// The address at which the service on a data folder was last started. Commands are often run without its PORT or
// PUBLIC_URL, but print addresses and send mail with links.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const placeIn = (dataDir: string): string => join(dataDir, 'address')

/** Saves the address, without a trailing slash. If the folder cannot be written, commands only lack the address. */
export const keepAddress = (dataDir: string, site: string): void => {
  try {
    writeFileSync(placeIn(dataDir), `${site}\n`)
  } catch {
    // The start has already reported problems with the folder or its disk.
  }
}

/** The saved address; null if there is none or it is not valid. */
export const lastAddress = (dataDir: string): string | null => {
  try {
    const kept = readFileSync(placeIn(dataDir), 'utf8').trim()
    return URL.canParse(kept) ? kept : null
  } catch {
    return null
  }
}
