// Anchors held against the books: each is signed, each follows the one before it, and every end that one tells is still
// a link of its chain. Whoever takes the newest entries away, and sets counters back, is found by this alone.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Call } from '#platform/call'
import { MOST_FAULTS } from '#platform/comparison'
import type { Db } from '#platform/db'
import { INSTALLATION } from '#platform/job'
import { sql } from '#platform/sql'
import {
  type AnchoredHead,
  headLine,
  NoAnchor,
  readHead,
  readStatement,
  type Statement,
  sha256,
  wrongBetween,
} from './anchor.rules.ts'
import { type Anchor, anchorsAfter } from './anchor.ts'
import { type AnchorKey, isSignedBy } from './anchor-key.ts'
import { type TrustedKey, trustedKeys } from './earlier-key.ts'
import { SENT_FOR_MS } from './outside.ts'

/**
 * The links that chains have at the places of these ends, in their order: null where there is none, `removed` where the
 * law lets it be gone.
 */
export type LinkLookUp = (db: Db, heads: readonly AnchoredHead[]) => Promise<(Buffer | 'removed' | null)[]>

/** An anchor with ends of chains that lie within removed fiscal years: the books have no link there any more. */
export type Overtaken = { number: bigint; madeAt: Date; ends: number }

export type AnchorCheck = {
  linksAt: LinkLookUp
  /** The PEM file of the certificates that time stamps must follow from; they are not verified without it. */
  certificates?: string | undefined
  /** The keys whose signatures count; those of the installation, and those it vouches for, when left out. */
  keys?: readonly AnchorKey[] | undefined
  /** Told of each anchor of which not all could be compared. */
  onOvertaken?: ((anchor: Overtaken) => void) | undefined
}

type Checking = AnchorCheck & { trusted: readonly TrustedKey[] }

/** An anchor as it was found. `heads` are its lines; null where they are those of the file that is kept here. */
export type FoundAnchor = {
  name: string
  statement: string
  signature: Buffer
  stamp: Buffer | null
  heads: AsyncIterable<string> | null
}

const PAGE = 100
const HEADS_AT_ONCE = 1000
/** How long after an anchor its stamp may be, in milliseconds: so long it is asked for, with a clock a day ahead. */
const LATEST_STAMP_MS = SENT_FOR_MS + 24 * 60 * 60 * 1000

/** Every fault of the anchors that are kept here, in words. The database must be one snapshot of a transaction. */
export const verifyAnchors = async (call: Call, check: AnchorCheck): Promise<string[]> => {
  const checking = { ...check, trusted: await trustedKeys(call) }
  const faults: string[] = []
  let before: string | null = null
  let after = 0n
  for (let more = true; more; ) {
    const page = await anchorsAfter(call.db, after, PAGE)
    for (const anchor of page) {
      const found = { ...anchor, name: `anchor ${anchor.number}`, heads: null }
      faults.push(...(await faultsOfOne(call, checking, found, before)))
      before = anchor.statement
    }
    after = page.at(-1)?.number ?? after
    more = page.length === PAGE && faults.length < MOST_FAULTS
  }
  return [...faults, ...wrongInEnd(checking, after)].slice(0, MOST_FAULTS)
}

/** Every fault of anchors that were kept elsewhere: in them, and of the books and the anchors here beside them. */
export const verifyFound = async (
  call: Call,
  check: AnchorCheck,
  found: AsyncIterable<FoundAnchor>,
): Promise<{ anchors: number; faults: string[] }> => {
  const trusted = check.keys?.map((key) => ({ ...key, last: null })) ?? (await trustedKeys(call))
  const checking = { ...check, trusted }
  const faults: string[] = []
  let anchors = 0
  for await (const anchor of found) {
    anchors++
    if (faults.length >= MOST_FAULTS) continue
    faults.push(...(await faultsOfOne(call, checking, anchor)))
    faults.push(...(await faultsBesideKept(call.db, anchor)))
  }
  return { anchors, faults: faults.slice(0, MOST_FAULTS) }
}

/** Anchors one after the other, by numbers and days, that have no time stamp. */
export type Unstamped = { first: bigint; last: bigint; from: Date; to: Date }

/**
 * The anchors here that have no time stamp although later ones have one. An authority may not have been set by then, or
 * have failed for all of the time in which it was asked; or somebody has taken the stamps away. Nothing here tells
 * which: copies elsewhere do.
 */
export const unstampedAnchors = (db: Db): Promise<Unstamped[]> =>
  db.rows<Unstamped>(sql`
    select min(a.number) as first, max(a.number) as last, min(a.made_at) as "from", max(a.made_at) as "to"
    from (
      select number, made_at, number - row_number() over (order by number) as run from anchors.anchor
      where stamp is null and number < (select max(number) from anchors.anchor where stamp is not null)
    ) a
    group by a.run order by 1 limit ${MOST_FAULTS}`)

/** `before` is the statement of the anchor before it, null of the first; left out where that is not known. */
const faultsOfOne = async (
  call: Call,
  check: Checking,
  anchor: FoundAnchor,
  before?: string | null,
): Promise<string[]> => {
  const say = (fault: string) => `${anchor.name}: ${fault}`
  try {
    const statement = readStatement(anchor.statement)
    const faults = [
      wrongInSignature(check, statement, anchor),
      before === undefined ? null : wrongBetween(before, statement),
      await wrongInStamp(check, statement, anchor),
    ].filter((fault) => fault !== null)
    const heads = anchor.heads ?? linesOfKept(call, statement)
    return [...faults, ...(await faultsOfHeads(call.db, check, statement, heads))].map(say)
  } catch (cause) {
    if (cause instanceof NoAnchor) return [say(cause.message)]
    throw cause
  }
}

const wrongInSignature = (
  { keys, trusted }: Checking,
  { number, keyId }: Statement,
  { statement, signature }: FoundAnchor,
): string | null => {
  const key = trusted.find((one) => one.keyId === keyId)
  if (!key) return `it is signed with the key ${keyId}, which ${keys ? 'is none of those that were given' : UNKNOWN}`
  const { publicKey, last } = key
  if (publicKey && !isSignedBy({ keyId, publicKey }, statement, signature))
    return 'it was altered: its signature does not fit'
  if (!last || number < last.number) return null
  if (number > last.number) return `the key ${keyId} was replaced before it: its last anchor is ${last.number}`
  return sha256(statement).equals(last.digest) ? null : `it was altered since the key ${keyId} was replaced`
}

const UNKNOWN =
  'is not known: name its secret key in EARLIER_SECRET_KEYS and run `keys rotate`, or if that key is lost for good ' +
  'see `keys lost --help`'

/** What replaced keys have signed must be there to the last: without that nothing stands for the anchors before it. */
const wrongInEnd = ({ trusted }: Checking, end: bigint): string[] => {
  const last = trusted.reduce((most, one) => (one.last && one.last.number > most ? one.last.number : most), end)
  return last > end ? [`the anchors ${end + 1n} to ${last} are missing`] : []
}

const wrongInStamp = async (
  { certificates }: AnchorCheck,
  { madeAt }: Statement,
  { stamp, statement }: FoundAnchor,
): Promise<string | null> => {
  if (stamp === null || certificates === undefined) return null
  const { stampedAt, WrongStamp } = await import('./time-stamp.ts')
  try {
    const at = await stampedAt(stamp, statement, certificates)
    if (at.getTime() - madeAt.getTime() <= LATEST_STAMP_MS) return null
    return `its time stamp is of ${at.toISOString()}, long after ${madeAt.toISOString()}, when it says that it was made`
  } catch (cause) {
    if (cause instanceof WrongStamp) return `its time stamp ${cause.message}`
    throw cause
  }
}

/** Holds the lines against their digest, and what they tell against the chains. */
const faultsOfHeads = async (
  db: Db,
  { linksAt, onOvertaken }: AnchorCheck,
  statement: Statement,
  lines: AsyncIterable<string>,
): Promise<string[]> => {
  const hash = createHash('sha256')
  const faults: string[] = []
  let ends = 0
  let batch: AnchoredHead[] = []
  const compare = async () => {
    const links = await linksAt(db, batch)
    faults.push(...batch.flatMap((head, place) => wrongInChain(head, links[place] ?? null) ?? []))
    ends += links.filter((link) => link === 'removed').length
    batch = []
  }
  for await (const line of lines) {
    const head = readHead(line)
    hash.update(headLine(head))
    batch.push(head)
    if (batch.length === HEADS_AT_ONCE) await compare()
  }
  await compare()
  if (hash.digest('hex') !== statement.headsDigest) return ['the ends of the chains are not those that were signed']
  if (ends > 0) onOvertaken?.({ number: statement.number, madeAt: statement.madeAt, ends })
  return faults
}

const wrongInChain = (
  { ownerId, chain, number, link }: AnchoredHead,
  found: Buffer | 'removed' | null,
): string | null => {
  if (found === 'removed' || found?.equals(link)) return null
  return `${ownerId}, chain ${chain}: link ${number} is ${found ? 'not the one that was anchored' : 'no longer there'}`
}

async function* linesOfKept({ files }: Call, { heads, headsDigest }: Statement): AsyncGenerator<string> {
  if (heads === 0) return
  const fetched = await files.fetch(INSTALLATION, Buffer.from(headsDigest, 'hex'))
  if (!fetched) throw new NoAnchor('the file with the ends of its chains is missing')
  try {
    yield* createInterface({ input: createReadStream(fetched.path), crlfDelay: Number.POSITIVE_INFINITY })
  } finally {
    if (!fetched.kept) await rm(fetched.path, { force: true })
  }
}

/** What is kept here under the number of an anchor that was kept elsewhere. */
const faultsBesideKept = async (db: Db, { name, statement, stamp }: FoundAnchor): Promise<string[]> => {
  const read = STATEMENT_NUMBER.exec(statement)?.[1]
  if (read === undefined) return []
  const kept = await db.maybe<Pick<Anchor, 'statement' | 'stamp'>>(
    sql`select statement, stamp from anchors.anchor where number = ${BigInt(read)}`,
  )
  if (kept?.statement !== statement)
    return [`${name}: ${kept ? 'the one that is kept here is another' : 'it is no longer kept here'}`]
  return stamp !== null && kept.stamp === null ? [`${name}: the one that is kept here has lost its time stamp`] : []
}

const STATEMENT_NUMBER = /^number: (\d{1,18})$/m
