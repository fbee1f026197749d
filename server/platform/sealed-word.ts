// The sealed word: one row that only the installation's secret key opens. It is made with the first start, and tells
// every later one whether this is the key that the database was written with.
import type { Db } from '#platform/db'
import { type Keys, seal, tryUnseal } from '#platform/seal'
import { opensSome, type SealedColumn } from '#platform/sealed'
import { sql } from '#platform/sql'
import { NeedsCorrection } from '#platform/startup-error'

/** What is sealed does not matter: that it opens does. */
const WORD = 'grundbok'
const PLACE = 'sealed word'

/** Where the word stands; it is sealed anew with everything else. */
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
 * Opens the sealed word, or seals one where the database has none. One that is older than its word is asked by what
 * else it keeps sealed, of the columns that are named.
 * @throws {NeedsCorrection} when neither the present key nor an earlier one opens it
 */
export const checkSecretKey = async (db: Db, keysFor: KeysFor, columns: readonly SealedColumn[]): Promise<void> => {
  if (await isKeyOfDatabase(db, keysFor, columns)) {
    // Of several that start at once, another may have sealed it meanwhile.
    const kept = (await sealedWordOf(db)) ?? (await sealWord(db, keysFor))
    if (kept && isOpenedBy(keysFor(PLACE), kept)) return
  }
  throw new NeedsCorrection(
    'The secret key is not the one that this database was written with. Bring back the key: SECRET_KEY, or the file ' +
      'secret-key of the data folder, which backups of the data folder have. If the key was replaced on purpose, name ' +
      'the one before in EARLIER_SECRET_KEYS. If it is lost for good, see `./grundbok keys lost --help`.',
  )
}

/** Seals the word with the present key in place of the one that is there, whoever sealed that. */
export const replaceSealedWord = async (db: Db, keysFor: KeysFor): Promise<void> => {
  await db.rows(sql`delete from platform.sealed_word`)
  await sealWord(db, keysFor)
}

/** Whether the database's word opens; where it has none, whether anything that it keeps sealed does, or nothing is. */
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

/** Of several that start at once, the word of the first counts. */
const sealWord = async (db: Db, keysFor: KeysFor): Promise<Buffer | null> => {
  await db.rows(sql`
    insert into platform.sealed_word (sealed) values (${seal(keysFor(PLACE), WORD, PLACE)}) on conflict do nothing`)
  return sealedWordOf(db)
}

const isOpenedBy = (keys: Keys, sealed: Buffer): boolean => tryUnseal(keys, sealed, PLACE) === WORD
