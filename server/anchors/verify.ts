// Verifies anchors against the books: each is signed, each follows the one before it, and every head in it is still a
// link of its chain. Only this detects that the newest entries were removed and the counters set back.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { MOST_FAULTS } from '#integrity/comparison'
import type { Call } from '#platform/call'
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
 * Looks up the links at the positions of these heads, in order: null if there is none, `removed` if it was removed
 * lawfully.
 */
export type LinkLookUp = (db: Db, heads: readonly AnchoredHead[]) => Promise<(Buffer | 'removed' | null)[]>

/** An anchor with heads in removed fiscal years, whose links the books no longer have. */
export type Overtaken = { number: bigint; madeAt: Date; ends: number }

type AnchorCheck = {
  linksAt: LinkLookUp
  /** The PEM file of the certificates for time stamps; without it, stamps are not verified. */
  certificates?: string | undefined
  /** The trusted keys; by default those of the installation, and those it vouches for. */
  keys?: readonly AnchorKey[] | undefined
  /** Called for each anchor that could not be compared completely. */
  onOvertaken?: ((anchor: Overtaken) => void) | undefined
}

type Checking = AnchorCheck & { trusted: readonly TrustedKey[] }

/** An anchor kept elsewhere. `heads` are its lines; null if they are those of the file here. */
export type FoundAnchor = {
  name: string
  statement: string
  signature: Buffer
  stamp: Buffer | null
  heads: AsyncIterable<string> | null
}

const PAGE = 100
const HEADS_AT_ONCE = 1000
/**
 * How long after an anchor its stamp may be dated, in milliseconds: as long as it is requested, plus a day for a clock
 * that is ahead.
 */
const LATEST_STAMP_MS = SENT_FOR_MS + 24 * 60 * 60 * 1000

/** Every fault of the anchors here, in words. The database must be one snapshot of a transaction. */
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

/** Every fault of anchors kept elsewhere: in themselves, and in the books and anchors here compared with them. */
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

/** Consecutive anchors without a time stamp, by numbers and dates. */
export type Unstamped = { first: bigint; last: bigint; from: Date; to: Date }

/**
 * The anchors here without a time stamp although later ones have one. The authority may not have been configured then,
 * or have failed for the whole time; or the stamps were removed. This can only be told from copies elsewhere.
 */
export const unstampedAnchors = (db: Db): Promise<Unstamped[]> =>
  db.rows<Unstamped>(sql`
    select min(a.number) as first, max(a.number) as last, min(a.made_at) as "from", max(a.made_at) as "to"
    from (
      select number, made_at, number - row_number() over (order by number) as run from anchors.anchor
      where stamp is null and number < (select max(number) from anchors.anchor where stamp is not null)
    ) a
    group by a.run order by 1 limit ${MOST_FAULTS}`)

/** `before` is the statement of the preceding anchor: null for the first, absent if it is unknown. */
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

/** The last anchors of replaced keys must exist, because they alone vouch for the earlier ones. */
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

/** Compares the lines with their digest, and the heads with the chains. */
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

/** Compares an anchor kept elsewhere with the one here with the same number. */
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
