// The address of a company for documents by mail. Knowing it is enough to send, so it can be replaced if it was
// disclosed.
import { randomBytes } from 'node:crypto'
import { companyInformation } from '#identity'
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { mailInRefusals as refusals } from './refusals.ts'

/** `domain` is null if the service receives no mail, and `address` if the company has none. */
export type MailAddress = {
  address: string | null
  domain: string | null
  madeBy: string | null
  madeAt: Date | null
}

/** Characters of the company's name in the address, and of the random suffix from 32 letters and digits. */
const MAX_NAME = 20
const RANDOM_CHARACTERS = 12
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The address of the company, and who created it. */
export const mailAddressOf = async ({ db, companyId, mailDomain: domain }: CompanyCall): Promise<MailAddress> => {
  const found = await db.maybe<{ localPart: string; madeBy: string; madeAt: Date }>(sql`
    select local_part as "localPart", made_by_name as "madeBy", made_at as "madeAt"
    from mail_in.address where company_id = ${companyId}`)
  if (!found || domain === null) return { address: null, domain, madeBy: null, madeAt: null }
  const { localPart, madeBy, madeAt } = found
  return { address: `${localPart}@${domain}`, domain, madeBy, madeAt }
}

/** Creates an address, which replaces an earlier one. */
export const makeMailAddress = async (call: CompanyCall): Promise<MailAddress> => {
  const { db, companyId, actor, now, mailDomain } = call
  if (mailDomain === null) throw refusals.noMailDomain()
  const { name } = await companyInformation(call)
  await db.rows(sql`
    insert into mail_in.address (company_id, local_part, made_by_id, made_by_name, made_at)
    values (${companyId}, ${localPartOf(name)}, ${actor.id}, ${actor.name}, ${now})
    on conflict (company_id) do update set local_part = excluded.local_part, made_by_id = excluded.made_by_id,
      made_by_name = excluded.made_by_name, made_at = excluded.made_at`)
  recordEvent(call, 'mail-address.changed', { id: companyId })
  return mailAddressOf(call)
}

/** Removes the address: mail to it is rejected. */
export const endMailAddress = async (call: CompanyCall): Promise<void> => {
  const ended = await call.db.rows(sql`
    delete from mail_in.address where company_id = ${call.companyId} returning company_id`)
  if (ended.length === 0) throw refusals.noMailAddress()
  recordEvent(call, 'mail-address.changed', { id: call.companyId })
}

/** The company of an address, in any letter case; null if there is none. */
export const companyOfAddress = async (db: Db, address: string, domain: string): Promise<string | null> => {
  const [localPart = '', host = '', ...others] = address.toLowerCase().split('@')
  if (host !== domain.toLowerCase() || others.length > 0) return null
  const found = await db.maybe<{ companyId: string }>(
    sql`select company_id as "companyId" from mail_in.address where local_part = ${localPart}`,
    'company-of-mail-address',
  )
  return found?.companyId ?? null
}

/** The company's name in address characters, for recognition, and a suffix that cannot be guessed. */
const localPartOf = (name: string): string => {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_NAME)
  const random = [...randomBytes(RANDOM_CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${words}-${random}`.replace(/-+/g, '-').replace(/^-/, '')
}
