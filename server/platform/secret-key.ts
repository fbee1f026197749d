// The key that seals tokens and cursors. Whoever sets none gets one that is made once and kept beside the data.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { codeOf, reasonOf } from './postgres-folder.ts'
import { NeedsCorrection, StartupError } from './startup-error.ts'

/**
 * The secret key, 32 bytes or more: that of the settings, or the one in DATA_DIR/secret-key, made when it is missing.
 * @throws {StartupError} when the file cannot be read or made, or holds no key
 */
export const ensureSecretKey = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer => {
  if (secretKey !== undefined) return secretKey
  const file = join(dataDir, 'secret-key')
  try {
    return readKey(file) ?? makeKey(dataDir, file)
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    throw new StartupError(`The secret key ${file} could be neither read nor made (${reasonOf(cause)}).`, { cause })
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
    `The file ${file} holds no secret key: bring it back from a backup. Without it nobody can read again what it has ` +
      'sealed: personal numbers of tax reductions, the PDFs that show them, two-step logins and their recovery codes, waiting mails and kept ' +
      'answers. The books, passwords and tokens are not sealed. If it is lost for good, remove the file and run ' +
      '`./grundbok keys lost --force`.',
  )
}

/** Writes the key under another name first, so that nobody reads half of it; of two that do so, the first counts. */
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
