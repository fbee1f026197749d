// The key that seals tokens and cursors. Without a configured one, a key is created once and kept with the data.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, NeedsCorrection, reasonOf, StartupError } from '#platform/startup-error'
import type { Config } from './config.ts'

/**
 * The secret key, 32 bytes or more: from the settings, or from DATA_DIR/secret-key, which is created if missing.
 * @throws {StartupError} if the file cannot be read or created, or contains no key
 */
export const ensureSecretKey = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer => {
  if (secretKey !== undefined) return secretKey
  const file = join(dataDir, 'secret-key')
  try {
    return readKey(file) ?? makeKey(dataDir, file)
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`The secret key ${file} could be neither read nor created (${reasonOf(cause)}).`, { cause })
  }
}

const KEY_BYTES = 32

const readKey = (file: string): Buffer | undefined => {
  try {
    const text = readFileSync(file, 'utf8').trim()
    if (/^(?:[0-9a-f]{2}){32,}$/.test(text)) return Buffer.from(text, 'hex')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  throw new NeedsCorrection(
    `The file ${file} holds no secret key: restore it from a backup. Without it, what it sealed can never be read ` +
      'again: personal numbers of tax reductions, the PDFs that show them, two-step logins and their recovery ' +
      'codes, waiting mails and kept answers. The books, passwords and tokens are not sealed. If it is lost for ' +
      'good, remove the file and run ' +
      '`./grundbok keys lost --force`.',
  )
}

/**
 * Writes the key under a temporary name first, so that no process reads half of it; of two concurrent processes the
 * first wins.
 */
const makeKey = (dataDir: string, file: string): Buffer => {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const key = randomBytes(KEY_BYTES)
  const making = `${file}.${process.pid}`
  rmSync(making, { force: true })
  const handle = openSync(making, 'wx', 0o600)
  try {
    writeSync(handle, `${key.toString('hex')}\n`)
    fsyncSync(handle)
    linkSync(making, file)
    return key
  } catch (error) {
    const winner = codeOf(error) === 'EEXIST' ? readKey(file) : undefined
    if (winner === undefined) throw error
    return winner
  } finally {
    closeSync(handle)
    rmSync(making, { force: true })
  }
}
