// Where the command keeps what it knows between runs: profiles with their secrets, and positions in feeds. The files
// are private (0600), in a private folder.
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { StoredTokens, TokenStore } from '@grundbok/sdk'

export type Profile = {
  url: string
  company?: string | undefined
  agency?: string | undefined
  /** A private token. */
  token?: string | undefined
  /** The session of a person, as headers. */
  session?: Record<string, string> | undefined
  /** A consent by the browser, with the integration that was consented to. */
  oauth?: { clientId: string; clientSecret: string; tokens: StoredTokens | null } | undefined
}

type Kept = { current: string; profiles: Record<string, Profile> }

const folder = (): string => {
  const { BOK_HOME, XDG_CONFIG_HOME } = process.env
  return BOK_HOME ?? join(XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'bok')
}

const FILE = 'profiles.json'

export const readProfiles = (): Kept => readPrivate<Kept>(FILE) ?? { current: 'default', profiles: {} }

export const changeProfiles = (change: (kept: Kept) => void): void => {
  const kept = readProfiles()
  change(kept)
  writePrivate(FILE, kept)
}

/** Reads what {@link writePrivate} has written; null if there is nothing. */
export const readPrivate = <Content>(name: string): Content | null => {
  const path = join(folder(), name)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Content) : null
}

/** Replaces a private file as a whole, so that an interruption leaves the old one. */
export const writePrivate = (name: string, content: unknown): void => {
  const path = join(folder(), name)
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
}

/** How old a lock may be before it is taken for one of a process that has died, in milliseconds. */
const LOCK_MS = 60_000
const LOCK_PAUSE_MS = 100

/** The tokens of a profile as the SDK keeps them: several commands may run at once, and one of them refreshes. */
export const storeOf = (profileName: string): TokenStore => ({
  read: async () => readProfiles().profiles[profileName]?.oauth?.tokens ?? null,
  write: async (tokens) =>
    changeProfiles(({ profiles }) => {
      const oauth = profiles[profileName]?.oauth
      if (oauth) oauth.tokens = tokens
    }),
  lock: async (work) => {
    const path = join(folder(), 'lock')
    while (!isTaken(path)) await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS))
    try {
      return await work()
    } finally {
      rmSync(path, { force: true })
    }
  },
})

/** Whether this process has the lock now. */
const isTaken = (path: string): boolean => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > LOCK_MS) rmSync(path, { force: true })
    return false
  }
}
