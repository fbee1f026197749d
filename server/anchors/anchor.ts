// Anchors as they are made and kept: once a day, all ends of chains that have moved since they were anchored last.
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Call, Standing } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { digestOfFile, fetchKept } from '#platform/files'
import { INSTALLATION } from '#platform/job'
import { sql } from '#platform/sql'
import { type AnchoredHead, fileHeading, headLine, sha256, statementText } from './anchor.rules.ts'
import { presentKey, signStatement } from './anchor-key.ts'

/** Ends of chains in pages: those behind the last of the page before, in an order that stays. */
export type HeadSource = (db: Db, after: AnchoredHead | null, limit: number) => Promise<AnchoredHead[]>

export type Anchor = {
  number: bigint
  madeAt: Date
  statement: string
  signature: Buffer
  headsDigest: Buffer
  heads: bigint
  stamp: Buffer | null
  stampedAt: Date | null
  putAt: Date | null
  mailedAt: Date | null
}

/** How many ends are read at once. */
const PAGE = 1000
/** The moment that anchors are made one after the other by: a lock of the whole installation. */
const LOCK = 'anchors'

const columns = sql`number, made_at as "madeAt", statement, signature, heads_digest as "headsDigest", heads, stamp,
  stamped_at as "stampedAt", put_at as "putAt", mailed_at as "mailedAt"`

/**
 * Makes the next anchor of these ends, unless the newest was made since `since`; null then. One from the future was
 * made while a clock was ahead, and counts as none: there would be no other until then.
 */
export const makeAnchor = async (
  { database, standing, now }: { database: Database; standing: Standing; now: Date },
  sources: readonly HeadSource[],
  since: Date | null = null,
): Promise<Anchor | null> => {
  const path = standing.files.newWorkFile()
  try {
    return await database.transaction(async (db) => {
      await holdAnchors(db)
      const before = await lastAnchor(db)
      if (since !== null && before !== null && before.madeAt >= since && before.madeAt <= now) return null
      const heads = await writeMoved(db, sources, path)
      const headsDigest = await digestOfFile(path)
      await standing.files.keep(INSTALLATION, headsDigest, path)
      const key = presentKey(standing.keysFor)
      const number = (before?.number ?? 0n) + 1n
      const previous = before && sha256(before.statement).toString('hex')
      const told = { number, madeAt: now, previous, keyId: key.keyId, heads, headsDigest: headsDigest.toString('hex') }
      const statement = statementText(told)
      return db.one<Anchor>(sql`
        insert into anchors.anchor (number, made_at, statement, signature, heads_digest, heads)
        values (${number}, ${now}, ${statement}, ${signStatement(key, statement)}, ${headsDigest}, ${heads})
        returning ${columns}`)
    })
  } finally {
    await rm(path, { force: true })
  }
}

/** Keeps others from making an anchor, or vouching for the keys of anchors, until the transaction ends. */
export const holdAnchors = (db: Db): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`)

/** Writes the lines of the ends that have moved, and notes how far; answers how many there were. */
const writeMoved = async (db: Db, sources: readonly HeadSource[], path: string): Promise<number> => {
  const file = await open(path, 'wx', 0o600)
  let count = 0
  try {
    for (const source of sources) {
      for (let after: AnchoredHead | null = null, more = true; more; ) {
        const page: AnchoredHead[] = await source(db, after, PAGE)
        const moved = await movedOf(db, page)
        await file.write(moved.map(headLine).join(''))
        count += moved.length
        after = page.at(-1) ?? null
        more = page.length === PAGE
      }
    }
  } finally {
    await file.close()
  }
  return count
}

/** Those that do not end where they ended when they were anchored last; the new ends are noted. */
const movedOf = async (db: Db, page: readonly AnchoredHead[]): Promise<AnchoredHead[]> => {
  if (page.length === 0) return []
  const moved = await db.rows<{ place: bigint }>(sql`
    with moved as (
      select place, owner_id, chain, number
      from unnest(${page.map(({ ownerId }) => ownerId)}::uuid[], ${page.map(({ chain }) => chain)}::text[],
        ${page.map(({ number }) => number)}::bigint[]) with ordinality as given (owner_id, chain, number, place)
      where not exists (
        select from anchors.head h
        where h.owner_id = given.owner_id and h.chain = given.chain and h.number = given.number)
    ), noted as (
      insert into anchors.head (owner_id, chain, number) select owner_id, chain, number from moved
      on conflict (owner_id, chain) do update set number = excluded.number)
    select place from moved order by place`)
  return moved.flatMap(({ place }) => page[Number(place) - 1] ?? [])
}

/** The newest anchor. */
export const lastAnchor = (db: Db): Promise<Anchor | null> =>
  db.maybe<Anchor>(sql`select ${columns} from anchors.anchor order by number desc limit 1`)

/** Anchors behind a number, in their order. */
export const anchorsAfter = (db: Db, after: bigint, limit: number): Promise<Anchor[]> =>
  db.rows<Anchor>(sql`select ${columns} from anchors.anchor where number > ${after} order by number limit ${limit}`)

/** Anchors that were made since a moment, in their order. */
export async function* anchorsSince(db: Db, since: Date): AsyncGenerator<Anchor> {
  for (let after = 0n, more = true; more; ) {
    const page: Anchor[] = await db.rows<Anchor>(sql`
      select ${columns} from anchors.anchor where made_at > ${since} and number > ${after}
      order by number limit ${PAGE}`)
    yield* page
    after = page.at(-1)?.number ?? after
    more = page.length === PAGE
  }
}

/** The anchor of a number. */
export const findAnchor = (db: Db, number: bigint): Promise<Anchor | null> =>
  db.maybe<Anchor>(sql`select ${columns} from anchors.anchor where number = ${number}`)

/** The newest anchors, the last first. */
export const listAnchors = ({ db }: Call, limit: number): Promise<Anchor[]> =>
  db.rows<Anchor>(sql`select ${columns} from anchors.anchor order by number desc limit ${limit}`)

/** The file of an anchor: what is signed, the signature, the time stamp, and then the ends of the chains. */
export async function* anchorFile({ files }: Pick<Standing, 'files'>, anchor: Anchor): AsyncGenerator<Buffer> {
  yield Buffer.from(fileHeading(anchor))
  const { path, kept } = await fetchKept(files, INSTALLATION, anchor.headsDigest)
  try {
    yield* createReadStream(path)
  } finally {
    if (!kept) await rm(path, { force: true })
  }
}

/** What an anchor's file is called. */
export const anchorFileName = ({ number, madeAt }: Pick<Anchor, 'number' | 'madeAt'>): string =>
  `anchor-${String(number).padStart(NAME_DIGITS, '0')}-${madeAt.toISOString().slice(0, 'YYYY-MM-DD'.length)}.txt`

/** So that names stand in the order of numbers. */
const NAME_DIGITS = 6

/** The numbers of the anchors whose ends of chains are in none of the files that are there. */
export const anchorsWithoutFile = async (db: Db, isThere: (digest: Buffer) => boolean): Promise<bigint[]> => {
  const anchors = await db.rows<{ number: bigint; digest: Buffer }>(sql`
    select number, heads_digest as digest from anchors.anchor where heads > 0 order by number`)
  return anchors.filter(({ digest }) => !isThere(digest)).map(({ number }) => number)
}
