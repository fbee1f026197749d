// The sealed word: a row that only the installation's secret key opens. The first start creates it, and every later
// start uses it to check that the key belongs to this database.
import type { Db } from '#platform/db'
import { type Keys, seal, tryUnseal } from '#platform/seal'
import { sql } from '#platform/sql'
import { NeedsCorrection } from '#platform/startup-error'
import { opensSome, type SealedColumn } from './sealed.ts'

/** The content does not matter, only that it can be opened. */
const WORD = 'grundbok'
const PLACE = 'sealed word'

/** The column of the word, which a new secret key reseals like all others. */
export const sealedWord: SealedColumn = {
  what: 'sealed words',
  purpose: PLACE,
  table: 'platform.sealed_word',
  column: 'sealed',
  key: ['id'],
  placeOf: () => PLACE,
}

type KeysFor = (purpose: string) => Keys

/**
 * Opens the sealed word, or creates it if the database has none. If the database is older than the word, the other
 * sealed `columns` are tried.
 * @throws {NeedsCorrection} if neither the current key nor an earlier one opens it
 */
export const checkSecretKey = async (db: Db, keysFor: KeysFor, columns: readonly SealedColumn[]): Promise<void> => {
  if (await isKeyOfDatabase(db, keysFor, columns)) {
    // Another process that starts at the same time may have sealed it meanwhile.
    const kept = (await sealedWordOf(db)) ?? (await sealWord(db, keysFor))
    if (kept && isOpenedBy(keysFor(PLACE), kept)) return
  }
  throw new NeedsCorrection(
    'The secret key is not the one that this database was written with. Bring back the key: SECRET_KEY, or the file ' +
      'secret-key of the data folder, which backups of the data folder have. If the key was replaced on purpose, name ' +
      'the one before in EARLIER_SECRET_KEYS. If it is lost for good, see `./grundbok keys lost --help`.',
  )
}

/** Replaces the word with one sealed by the current key. */
export const replaceSealedWord = async (db: Db, keysFor: KeysFor): Promise<void> => {
  await db.rows(sql`delete from platform.sealed_word`)
  await sealWord(db, keysFor)
}

/** Whether the database's word opens; without a word, whether any other sealed value opens, or there are none. */
export const isKeyOfDatabase = async (db: Db, keysFor: KeysFor, columns: readonly SealedColumn[]): Promise<boolean> => {
  const kept = await sealedWordOf(db)
  if (kept !== null) return isOpenedBy(keysFor(PLACE), kept)
  let found = false
  for (const column of columns) {
    const opened = await opensSome(db, keysFor, column)
    if (opened) return true
    if (opened === false) found = true
  }
  return !found
}

const sealedWordOf = async (db: Db): Promise<Buffer | null> =>
  (await db.maybe<{ sealed: Buffer }>(sql`select sealed from platform.sealed_word`))?.sealed ?? null

/** If several processes start at the same time, the first word stays. */
const sealWord = async (db: Db, keysFor: KeysFor): Promise<Buffer | null> => {
  await db.rows(sql`
    insert into platform.sealed_word (sealed) values (${seal(keysFor(PLACE), WORD, PLACE)}) on conflict do nothing`)
  return sealedWordOf(db)
}

const isOpenedBy = (keys: Keys, sealed: Buffer): boolean => tryUnseal(keys, sealed, PLACE) === WORD
