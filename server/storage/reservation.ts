// Keeping of files: each takes its room first, in the transaction that tells of it, so that companies never have more
// than they may, however much comes at once.
import { stat } from 'node:fs/promises'
import { type CompanyCall, warn } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { Outage } from '#platform/outage'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { fewOf, levelOf, percentOf, type StoredKind, sizeText, type Use } from './level.rules.ts'
import { storageWarnings as doubts, storageRefusals as refusals } from './refusals.ts'

/** A file that is to be kept; `corner` is the last part of where, empty where that is the company's own folder. */
type FileToStore = { namespace: string; kind: StoredKind; digest: Buffer; path: string }

type Taken = {
  outcome: 'taken' | 'there' | 'full' | 'owner full' | 'deleting'
  used: bigint
  allowed: bigint | null
  owner_used: bigint | null
  owner_allowed: bigint | null
}

/** Takes the room of a file and keeps it. What is refused has left nothing: this comes last of a transaction. */
export const reserveAndStore = async (call: CompanyCall, file: FileToStore): Promise<void> => {
  await reserveStorage(call, file)
  const { companyId, files } = call
  await files.keep(file.namespace === '' ? companyId : `${companyId}/${file.namespace}`, file.digest, file.path)
}

/**
 * Takes the room of a file until the transaction ends; refused where there is none. Other files of the company wait
 * until then.
 */
export const reserveStorage = async (
  call: CompanyCall,
  { namespace, kind, digest, path }: FileToStore,
): Promise<void> => {
  await checkRoom(call)
  const { companyId, storage } = call
  const { size } = await stat(path)
  const taken = await call.db.one<Taken>(
    sql`
    select outcome, used, allowed, owner_used, owner_allowed from storage.take(${companyId}::uuid, ${namespace}::text,
      ${digest}::bytea, ${kind}::text, ${size}::bigint, ${storage?.perCompany ?? 0}::bigint,
      ${storage?.perOwner ?? 0}::bigint)`,
    'take-storage',
  )
  const own = useOf(taken.used, taken.allowed)
  const ofOwner = useOf(taken.owner_used ?? 0n, taken.owner_allowed)
  if (taken.outcome === 'full') throw refusals.full(inWords(own, size))
  if (taken.outcome === 'owner full') throw refusals.ownerFull(inWords(ofOwner, size))
  if (taken.outcome === 'deleting') throw refusals.deleting(inWords(own, size))
  if (taken.outcome === 'taken') tell(call, [own, ofOwner], size)
}

const useOf = (used: bigint, allowed: bigint | null): Use => ({
  used: Number(used),
  allowed: allowed === null ? null : Number(allowed),
})

const inWords = ({ used, allowed }: Use, size: number) => ({
  used: sizeText(used),
  allowed: sizeText(allowed ?? 0),
  size: sizeText(size),
})

/** Warns a caller who keeps a file that little space is left, and tells the company once for each level. */
const tell = (call: CompanyCall, before: readonly Use[], size: number): void => {
  const least = fewOf(before.map(({ used, allowed }) => ({ used: used + size, allowed })))
  const level = levelOf(least)
  if (level === 'ok') return
  const percent = percentOf(least)
  const allowed = least.allowed ?? 0
  warn(call, doubts.nearlyFull({ percent, used: sizeText(least.used), allowed: sizeText(allowed) }))
  if (levelOf(fewOf(before)) === level) return
  recordEvent(call, 'storage.nearly-full', null, { percent, used: least.used, allowed })
}

/** Throws while the disk has too little room for files: the books, which need less, go on. */
const checkRoom = async ({ storage }: Pick<CompanyCall, 'storage'>): Promise<void> => storage?.requireRoom()

/** Whether a file was not kept for want of room, so that what can be made again goes without. */
export const isRefusedForSpace = (cause: unknown): boolean =>
  (cause instanceof Refusal && Object.values(refusals).some((kind) => kind === cause.kind)) ||
  (cause instanceof Outage && cause.kind === 'disk')

type Where = { companyId: string; namespace: string; digest: Buffer }

/** Keeps other transactions from taking or releasing the space of a file until this one ends. Precedes its locks. */
export const lockStored = async (db: Db, { companyId, namespace, digest }: Where): Promise<void> => {
  await db.rows(sql`select storage.hold_file(${companyId}::uuid, ${namespace}::text, ${digest}::bytea)`)
}

/** Gives back the room of a file that is being deleted. */
export const releaseStorage = async (db: Db, { companyId, namespace, digest }: Where): Promise<void> => {
  await db.rows(sql`select storage.remove_file(${companyId}::uuid, ${namespace}::text, ${digest}::bytea)`)
}

/** The file was to be deleted, and something has it all the same. */
export const keepAfterAll = async (db: Db, { companyId, namespace, digest }: Where): Promise<void> => {
  await db.rows(sql`select storage.keep_file(${companyId}::uuid, ${namespace}::text, ${digest}::bytea)`)
}
