// The passphrase of backups: from the settings, or entered on a terminal without echo.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Config } from '#settings/config'
import { UsageError } from './arguments.ts'

/** The same minimum as in the settings. */
const LEAST = 12

/** A passphrase to open with, or, entered twice, to seal with. */
export const passphraseOf = async (
  { backupPassphrase }: Config,
  report: (sentence: string) => void,
  isNew: boolean,
): Promise<string> => {
  if (backupPassphrase !== undefined) return backupPassphrase
  if (!process.stdin.isTTY) throw new UsageError('BACKUP_PASSPHRASE is not set, and there is no terminal to ask on')
  report('Passphrase of the backup (it is not shown):')
  const passphrase = await hidden()
  if (!isNew) return passphrase
  if (passphrase.length < LEAST) throw new UsageError(`The passphrase must have ${LEAST} characters or more`)
  report('Once more:')
  if ((await hidden()) !== passphrase) throw new UsageError('These were two different passphrases')
  return passphrase
}

/** Reads a line without echo. */
const hidden = async (): Promise<string> => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await line.question('')
  } finally {
    line.close()
  }
}
