// Drafts: what a person has begun to type on a page and not sent. They survive a reload, a lost network and a session
// that ended; they are no business, so nobody is told of them, and nobody else reads them.
import type { PersonCall } from '#http'
import { holdPerson } from '#identity'
import type { Call, CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { momentText } from '#platform/moment'
import { countOfRows, type ErasurePart, type Party } from '#platform/party'
import type { Subject } from '#platform/personal'
import { refuseIfAny } from '#platform/refusal'
import { seal, unseal } from '#platform/seal'
import type { SealedColumn } from '#platform/sealed'
import { empty, type Sql, sql } from '#platform/sql'
import { mayEnter } from './own-company.ts'
import { deskFaults, deskRefusals } from './refusals.ts'

/** Maximum number of characters in a draft's content, and in its key. */
export const MAX_DRAFT_LENGTH = 65_536
export const MAX_DRAFT_KEY = 150
/** Most drafts of one person. */
export const MOST_DRAFTS = 200
/** How long a draft is kept that nobody goes on with, in milliseconds (90 days). */
const DRAFT_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000

export type Draft = { key: string; companyId: string | null; content: string; modifiedDateTime: string }
export type WrittenDraft = { companyId?: string | null; content: string; isNew?: boolean }

type DraftRow = { key: string; companyId: string | null; sealed: Buffer; modifiedAt: Date }

const columns = sql`key, company_id as "companyId", sealed_content as sealed, modified_at as "modifiedAt"`

const KEY = new RegExp(`^[A-Za-z0-9._:~-]{1,${MAX_DRAFT_KEY}}$`)

const owner = (call: PersonCall): string => call.ownToken.session.person.id

const oldest = ({ now }: PersonCall): Date => new Date(now.getTime() - DRAFT_LIFETIME_MS)

/** One draft of the caller; refused as not found. `lock` holds it until the transaction ends. */
export const readDraft = async (call: PersonCall, key: string, { lock = false } = {}): Promise<Draft> => {
  // It may hold what no text of the database does.
  if (!KEY.test(key)) throw deskRefusals.noDraft({ key })
  // As whoever keeps one does: otherwise each of two might hold what the other waits for.
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

/** Keeps a draft in place of the one before; `isNew` refuses where there is one that the caller has not seen. */
export const keepDraft = async (
  call: PersonCall,
  key: string,
  { companyId = null, content, isNew = false }: WrittenDraft,
): Promise<Draft> => {
  if (!KEY.test(key)) refuseIfAny([deskFaults.draftKey('key', { limit: MAX_DRAFT_KEY })])
  const personId = owner(call)
  // Of two windows one is first, and what is counted is counted once at a time.
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

/** A draft leaves no event, which a company that was removed would refuse: whoever keeps one holds the company. */
const refuseForeignCompany = async (call: PersonCall, companyId: string | null): Promise<void> => {
  if (companyId === null || (await mayEnter(call, companyId))) return
  refuseIfAny([deskFaults.unknownCompany('#/companyId')])
}

/** Removes a draft: it was sent, or given up. One that is not there is gone already. */
export const removeDraft = async (call: PersonCall, key: string): Promise<void> => {
  if (!KEY.test(key)) return
  await call.db.rows(sql`delete from desk.draft where person_id = ${owner(call)} and key = ${key}`)
}

/** Removes all drafts of a person whose account is closed. */
export const dropDraftsOf = async ({ db }: Pick<PersonCall, 'db'>, personId: string): Promise<void> => {
  await db.rows(sql`delete from desk.draft where person_id = ${personId}`)
}

/** The drafts of the caller, without their content, the last first; of one company if asked. */
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

/** Removes drafts that nobody has gone on with for long. */
export const forgetOldDrafts = async (db: Db, now: Date): Promise<void> => {
  await db.rows(sql`delete from desk.draft where modified_at < ${new Date(now.getTime() - DRAFT_LIFETIME_MS)}`)
}

const PURPOSE = 'drafts'
const placeOf = ([personId = '', key = '']: readonly string[]): string => `draft ${personId} ${key}`

/** Contents of drafts, sealed: what somebody types may be a personal number. */
export const sealedDrafts: SealedColumn = {
  what: 'drafts',
  purpose: PURPOSE,
  table: 'desk.draft',
  column: 'sealed_content',
  key: ['person_id', 'key'],
  placeOf,
}

/** All drafts of a person, as they are told in the copy of what is stored about them. */
export async function* allDrafts(call: Call, { id: personId }: Subject): AsyncGenerator<object> {
  const drafts = await call.db.rows<DraftRow>(sql`select ${columns} from desk.draft where person_id = ${personId}`)
  for (const { sealed, ...draft } of drafts)
    yield { ...draft, content: unseal(call.keysFor(PURPOSE), sealed, placeOf([personId, draft.key])) }
}

const draftsAbout = ({ companyId }: CompanyCall, { id }: Party): Sql => sql`
  select d.person_id, d.key from desk.draft d
  where d.company_id = ${companyId} and strpos(d.key, ${id}::text) > 0`

/** What people have begun to type on the page of a customer or supplier who is erased. */
export const deskErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
      what: {
        sv: 'Det någon har börjat skriva på sidan och inte sparat',
        en: 'What somebody has begun to type on the page and not saved',
      },
      count: (call, party) => countOfRows(call, draftsAbout(call, party)),
      remove: async (call, party) => {
        await call.db.rows(sql`
          delete from desk.draft where (person_id, key) in (${draftsAbout(call, party)})`)
      },
    },
  ],
}
