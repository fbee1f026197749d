// Drafts: unsent input of a person on a page. They survive a reload, a lost network and an expired session. They are
// not business data: they emit no events, and only their owner reads them.
import type { PersonCall } from '#http'
import { holdPerson } from '#identity'
import type { Call, CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import type { Db } from '#platform/db'
import { refuseIfAny } from '#platform/refusal'
import { seal, unseal } from '#platform/seal'
import { empty, type Sql, sql } from '#platform/sql'
import { countOfRows, type ErasurePart, type Party } from '#privacy/party'
import type { Subject } from '#privacy/personal'
import type { SealedColumn } from '#secrets/sealed'
import { mayEnter } from './own-company.ts'
import { deskFaults, deskRefusals } from './refusals.ts'

/** Maximum number of characters in a draft's content, and in its key. */
export const MAX_DRAFT_LENGTH = 65_536
const MAX_DRAFT_KEY = 150
/** Maximum number of drafts per person. */
export const MOST_DRAFTS = 200
/** How long an unchanged draft is kept, in milliseconds (90 days). */
const DRAFT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000

type Draft = { key: string; companyId: string | null; content: string; modifiedDateTime: string }
type WrittenDraft = { companyId?: string | null; content: string; isNew?: boolean }

type DraftRow = { key: string; companyId: string | null; sealed: Buffer; modifiedAt: Date }

const columns = sql`key, company_id as "companyId", sealed_content as sealed, modified_at as "modifiedAt"`

const KEY = new RegExp(`^[A-Za-z0-9._:~-]{1,${MAX_DRAFT_KEY}}$`)

const owner = (call: PersonCall): string => call.ownToken.session.person.id

const oldest = ({ now }: PersonCall): Date => new Date(now.getTime() - DRAFT_LIFETIME_MS)

/** A draft of the caller; refused as not found if it does not exist. `lock` locks it until the transaction ends. */
export const readDraft = async (call: PersonCall, key: string, { lock = false } = {}): Promise<Draft> => {
  // The key may contain characters that PostgreSQL text cannot.
  if (!KEY.test(key)) throw deskRefusals.noDraft({ key })
  // The same lock order as in keepDraft, to avoid deadlocks.
  if (lock) await holdPerson(call, owner(call))
  const found = await call.db.maybe<DraftRow>(sql`
    select ${columns} from desk.draft
    where person_id = ${owner(call)} and key = ${key} and modified_at > ${oldest(call)}
    ${lock ? sql`for no key update` : empty}`)
  if (!found) throw deskRefusals.noDraft({ key })
  const { sealed, modifiedAt, ...draft } = found
  const content = unseal(call.keysFor(PURPOSE), sealed, placeOf([owner(call), key]))
  return { ...draft, content, modifiedDateTime: momentText(modifiedAt) }
}

/** Stores a draft in place of the previous one; `isNew` refuses if there is one that the caller has not seen. */
export const keepDraft = async (
  call: PersonCall,
  key: string,
  { companyId = null, content, isNew = false }: WrittenDraft,
): Promise<Draft> => {
  if (!KEY.test(key)) refuseIfAny([deskFaults.draftKey('key', { limit: MAX_DRAFT_KEY })])
  const personId = owner(call)
  // Serializes concurrent windows, so that drafts are counted correctly.
  await holdPerson(call, personId)
  await refuseForeignCompany(call, companyId)
  const { count, isThere } = await call.db.one<{ count: number; isThere: boolean }>(sql`
    select count(*) filter (where key <> ${key})::integer as count, coalesce(bool_or(key = ${key}), false) as "isThere"
    from desk.draft where person_id = ${personId} and modified_at > ${oldest(call)}`)
  if (isThere && isNew) throw deskRefusals.draftExists({ key })
  if (count >= MOST_DRAFTS) throw deskRefusals.tooManyDrafts({ most: MOST_DRAFTS })
  const sealed = seal(call.keysFor(PURPOSE), content, placeOf([personId, key]))
  await call.db.rows(sql`
    insert into desk.draft (person_id, key, company_id, sealed_content, modified_at)
    values (${personId}, ${key}, ${companyId}, ${sealed}, ${call.now})
    on conflict (person_id, key) do update set company_id = excluded.company_id,
      sealed_content = excluded.sealed_content, modified_at = excluded.modified_at`)
  return { key, companyId, content, modifiedDateTime: momentText(call.now) }
}

/** A draft emits no event, which would be refused for a removed company, so the company is locked here. */
const refuseForeignCompany = async (call: PersonCall, companyId: string | null): Promise<void> => {
  if (companyId === null || (await mayEnter(call, companyId))) return
  refuseIfAny([deskFaults.unknownCompany('#/companyId')])
}

/** Deletes a draft that was sent or given up. A missing one is ignored. */
export const removeDraft = async (call: PersonCall, key: string): Promise<void> => {
  if (!KEY.test(key)) return
  await call.db.rows(sql`delete from desk.draft where person_id = ${owner(call)} and key = ${key}`)
}

/** Deletes all drafts of a person whose account is closed. */
export const dropDraftsOf = async ({ db }: Pick<PersonCall, 'db'>, personId: string): Promise<void> => {
  await db.rows(sql`delete from desk.draft where person_id = ${personId}`)
}

/** The caller's drafts without their content, latest first; optionally of one company. */
export const listDrafts = async (
  call: PersonCall,
  companyId: string | undefined,
): Promise<Omit<Draft, 'content'>[]> => {
  const rows = await call.db.rows<Omit<DraftRow, 'sealed'>>(sql`
    select key, company_id as "companyId", modified_at as "modifiedAt" from desk.draft
    where person_id = ${owner(call)} and modified_at > ${oldest(call)}
      ${companyId === undefined ? empty : sql`and company_id = ${companyId}`}
    order by modified_at desc, key limit ${MOST_DRAFTS}`)
  return rows.map(({ modifiedAt, ...draft }) => ({ ...draft, modifiedDateTime: momentText(modifiedAt) }))
}

/** Deletes drafts that were unchanged for too long. */
export const forgetOldDrafts = async (db: Db, now: Date): Promise<void> => {
  await db.rows(sql`delete from desk.draft where modified_at < ${new Date(now.getTime() - DRAFT_LIFETIME_MS)}`)
}

const PURPOSE = 'drafts'
const placeOf = ([personId = '', key = '']: readonly string[]): string => `draft ${personId} ${key}`

/** The encrypted content of drafts: it may include a personal number. */
export const sealedDrafts: SealedColumn = {
  what: 'drafts',
  purpose: PURPOSE,
  table: 'desk.draft',
  column: 'sealed_content',
  key: ['person_id', 'key'],
  placeOf,
}

/** All drafts of a person, for the copy of their personal data. */
export async function* allDrafts(call: Call, { id: personId }: Subject): AsyncGenerator<object> {
  const drafts = await call.db.rows<DraftRow>(sql`select ${columns} from desk.draft where person_id = ${personId}`)
  for (const { sealed, ...draft } of drafts)
    yield { ...draft, content: unseal(call.keysFor(PURPOSE), sealed, placeOf([personId, draft.key])) }
}

const draftsAbout = ({ companyId }: CompanyCall, { id }: Party): Sql => sql`
  select d.person_id, d.key from desk.draft d
  where d.company_id = ${companyId} and strpos(d.key, ${id}::text) > 0`

/** Deletes drafts on the page of a customer or supplier who is erased. */
export const deskErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
      what: {
        sv: 'Det någon har börjat skriva på sidan och inte sparat',
        en: 'What a user has begun to type on the page and not saved',
      },
      count: (call, party) => countOfRows(call, draftsAbout(call, party)),
      remove: async (call, party) => {
        await call.db.rows(sql`
          delete from desk.draft where (person_id, key) in (${draftsAbout(call, party)})`)
      },
    },
  ],
}
