// How much companies keep in files, and how much each may.
import type { Call, CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { type Sql, sql } from '#platform/sql'
import type { QueueOf } from '#todo/todo'
import { ALMOST_FULL_PERCENT, type Limits, NEARLY_FULL_PERCENT, type StoredKind, type Use } from './level.rules.ts'

/**
 * What a company keeps, by kinds, in bytes. `ofOwner` is what all companies of an owner have together: that owner alone
 * sees it, and the service operator sees it of the owner who has most.
 */
type StorageOf = Use & {
  kinds: { kind: StoredKind; bytes: number }[]
  hasOwnQuota: boolean
  ofOwner: Use | null
}

export const readStorage = async ({ db, companyId, storage, actor }: CompanyCall): Promise<StorageOf> => {
  const kinds = await db.rows<{ kind: StoredKind; bytes: bigint }>(sql`
    select kind, sum(bytes)::bigint as bytes from storage.change where company_id = ${companyId}
    group by kind having sum(bytes) > 0 order by 2 desc, 1`)
  const quota = await db.maybe<{ bytes: bigint }>(sql`
    select bytes from storage.quota where company_id = ${companyId}`)
  const perOwner = storage?.perOwner ?? 0
  const owner = await db.one<{ bytes: bigint | null }>(sql`
    select max(storage.used_by_owner(owner_id)) as bytes from storage.owner
    where company_id = ${companyId} and (${actor.kind === 'operator'}::boolean or owner_id = ${actor.id}::uuid)`)
  return {
    used: kinds.reduce((sum, { kind, bytes }) => (kind === 'deleted' ? sum : sum + Number(bytes)), 0),
    allowed: quota ? Number(quota.bytes) : (storage?.perCompany ?? 0) || null,
    kinds: kinds.map(({ kind, bytes }) => ({ kind, bytes: Number(bytes) })),
    hasOwnQuota: quota !== null,
    ofOwner:
      perOwner === 0 || quota !== null || owner.bytes === null
        ? null
        : { used: Number(owner.bytes), allowed: perOwner },
  }
}

/**
 * Gives a company a quota of its own, in bytes; 0 is that it keeps nothing more, null that of the settings. Its files
 * then count no more towards what its owner may have. Answers what it was.
 */
export const setStorageQuota = async (call: CompanyCall, bytes: number | null): Promise<number | null> => {
  const { db, companyId, now } = call
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`storage ${companyId}`}, 0))`)
  const found = await db.maybe<{ bytes: bigint }>(sql`
    select bytes from storage.quota where company_id = ${companyId}`)
  const before = found && Number(found.bytes)
  await db.rows(
    bytes === null
      ? sql`delete from storage.quota where company_id = ${companyId}`
      : sql`
        insert into storage.quota (company_id, bytes, changed_at) values (${companyId}, ${bytes}::bigint, ${now})
        on conflict (company_id) do update set bytes = excluded.bytes, changed_at = excluded.changed_at`,
  )
  recordEvent(call, 'storage.quota-changed', null, { before, after: bytes })
  return before
}

/** What is kept, with what may be, of each company that keeps anything. The limit of the settings is in bytes. */
const useOfAll = ({ perCompany }: Pick<Limits, 'perCompany'>): Sql => sql`
  select c.company_id, c.bytes, coalesce(q.bytes, nullif(${perCompany}::bigint, 0)) as allowed
  from (
    select company_id, sum(bytes)::bigint as bytes from storage.change where kind <> 'deleted' group by company_id) c
  left join storage.quota q on q.company_id = c.company_id`

type StorageOfCompany = Use & { companyId: string }

/** The companies that keep most, the largest first. */
export const largestStorages = async (
  { db }: Pick<Call, 'db'>,
  { perCompany, most }: Pick<Limits, 'perCompany'> & { most: number },
): Promise<StorageOfCompany[]> => {
  const rows = await db.rows<{ company_id: string; bytes: bigint; allowed: bigint | null }>(sql`
    select company_id, bytes, allowed from (${useOfAll({ perCompany })}) a
    order by bytes desc, company_id limit ${most}`)
  return rows.map(({ company_id: companyId, bytes, allowed }) => ({
    companyId,
    used: Number(bytes),
    allowed: allowed === null ? null : Number(allowed),
  }))
}

/** All that companies keep, in bytes, and how many of them have little room left, and hardly any. */
export type StorageFigures = { bytes: number; nearlyFull: number; almostFull: number }

export const storageFigures = async (db: Db, { perCompany }: Pick<Limits, 'perCompany'>): Promise<StorageFigures> => {
  const found = await db.one<{ bytes: bigint; nearly: bigint; almost: bigint }>(sql`
    select coalesce(sum(bytes), 0)::bigint as bytes, count(*) filter (where ${isFrom(NEARLY_FULL_PERCENT)}) as nearly,
      count(*) filter (where ${isFrom(ALMOST_FULL_PERCENT)}) as almost
    from (${useOfAll({ perCompany })}) a`)
  const almostFull = Number(found.almost)
  return { bytes: Number(found.bytes), nearlyFull: Number(found.nearly) - almostFull, almostFull }
}

const isFrom = (percent: number): Sql => sql`a.bytes * 100 >= a.allowed * ${percent}::bigint`

/** That little room is left for files; `storage` is what the settings allow. */
export const storageQueue =
  ({ perCompany }: Pick<Limits, 'perCompany'>): QueueOf =>
  ({ company, today }) => [
    {
      kind: 'storage.nearlyFull',
      id: sql`a.company_id`,
      date: sql`${today}::date`,
      order: sql`a.company_id`,
      // How much of it is taken.
      name: sql`case when a.allowed = 0 then 100 else a.bytes * 100 / a.allowed end || ' %'`,
      rows: sql`(
        select ${company}::uuid as company_id, coalesce(sum(c.bytes), 0)::bigint as bytes,
          coalesce((select q.bytes from storage.quota q where q.company_id = ${company}),
            nullif(${perCompany}::bigint, 0)) as allowed
        from storage.change c where c.company_id = ${company} and c.kind <> 'deleted') a
        where ${isFrom(NEARLY_FULL_PERCENT)}`,
    },
  ]
