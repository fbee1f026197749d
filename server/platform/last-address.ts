// The address at which the service on a data folder was started last. Commands beside it are often run without its
// PORT or PUBLIC_URL, and print addresses and send mails with links all the same.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const placeIn = (dataDir: string): string => join(dataDir, 'address')

/** Keeps the address, without a slash at its end. A folder that cannot be written costs commands the address alone. */
export const keepAddress = (dataDir: string, site: string): void => {
  try {
    writeFileSync(placeIn(dataDir), `${site}\n`)
  } catch {
    // The start has said already what is wrong with the folder or its disk.
  }
}

/** The address that was kept; null where none was, or where what is there is no address. */
export const lastAddress = (dataDir: string): string | null => {
  try {
    const kept = readFileSync(placeIn(dataDir), 'utf8').trim()
    return URL.canParse(kept) ? kept : null
  } catch {
    return null
  }
}
