// Makes and stores anchors: once a day, with the heads of all chains that have grown since the last one.
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Call, ProcessContext } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { digestOfFile, fetchKept } from '#platform/files'
import { INSTALLATION } from '#platform/job'
import { sql } from '#platform/sql'
import { type AnchoredHead, fileHeading, headLine, sha256, statementText } from './anchor.rules.ts'
import { presentKey, signStatement } from './anchor-key.ts'

/** Reads heads of chains in pages: those after the last one of the previous page, in a stable order. */
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

/** How many heads are read at a time. */
const PAGE = 1000
/** The name of the lock that serializes the making of anchors in the installation. */
const LOCK = 'anchors'

const columns = sql`number, made_at as "madeAt", statement, signature, heads_digest as "headsDigest", heads, stamp,
  stamped_at as "stampedAt", put_at as "putAt", mailed_at as "mailedAt"`

/**
 * Makes the next anchor from these heads, or returns null if the newest was made after `since`. An anchor dated in the
 * future was made while a clock was ahead, and is ignored; otherwise none would be made until then.
 */
export const makeAnchor = async (
  { database, standing, now }: { database: Database; standing: ProcessContext; now: Date },
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

/** Prevents other transactions from making an anchor, or vouching for anchor keys, until this one ends. */
export const holdAnchors = (db: Db): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`)

/** Writes the lines of the heads that have moved, and saves their positions; returns their number. */
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

/** The heads that have moved since the last anchor; saves their new positions. */
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

const lastAnchor = (db: Db): Promise<Anchor | null> =>
  db.maybe<Anchor>(sql`select ${columns} from anchors.anchor order by number desc limit 1`)

export const anchorsAfter = (db: Db, after: bigint, limit: number): Promise<Anchor[]> =>
  db.rows<Anchor>(sql`select ${columns} from anchors.anchor where number > ${after} order by number limit ${limit}`)

/** Anchors made since a moment, in order. */
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

export const findAnchor = (db: Db, number: bigint): Promise<Anchor | null> =>
  db.maybe<Anchor>(sql`select ${columns} from anchors.anchor where number = ${number}`)

/** The newest anchors, latest first. */
export const listAnchors = ({ db }: Call, limit: number): Promise<Anchor[]> =>
  db.rows<Anchor>(sql`select ${columns} from anchors.anchor order by number desc limit ${limit}`)

/** The file of an anchor: the statement, the signature, the time stamp, and then the heads of the chains. */
export async function* anchorFile({ files }: Pick<ProcessContext, 'files'>, anchor: Anchor): AsyncGenerator<Buffer> {
  yield Buffer.from(fileHeading(anchor))
  const { path, kept } = await fetchKept(files, INSTALLATION, anchor.headsDigest)
  try {
    yield* createReadStream(path)
  } finally {
    if (!kept) await rm(path, { force: true })
  }
}

export const anchorFileName = ({ number, madeAt }: Pick<Anchor, 'number' | 'madeAt'>): string =>
  `anchor-${String(number).padStart(NAME_DIGITS, '0')}-${madeAt.toISOString().slice(0, 'YYYY-MM-DD'.length)}.txt`

/** Padded, so that names sort by number. */
const NAME_DIGITS = 6

/** The numbers of the anchors whose heads are in none of the existing files. */
export const anchorsWithoutFile = async (db: Db, isThere: (digest: Buffer) => boolean): Promise<bigint[]> => {
  const anchors = await db.rows<{ number: bigint; digest: Buffer }>(sql`
    select number, heads_digest as digest from anchors.anchor where heads > 0 order by number`)
  return anchors.filter(({ digest }) => !isThere(digest)).map(({ number }) => number)
}
