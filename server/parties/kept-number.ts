// Personal numbers of customers and suppliers: stored encrypted, and looked up by a keyed digest. Any number in the
// form of a personal number counts as one, including a sole proprietor's organization number, and so does any number of
// a private person.
import { createHmac } from 'node:crypto'
import type { Call, CompanyCall } from '#platform/call'
import { containsSql, type FilterProperty } from '#platform/filter'
import { seal, tryUnseal } from '#platform/seal'
import { join, type Sql, sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'
import { isPersonalForm } from './party.rules.ts'

/** The purposes of the encryption key and the digest key. */
const SEAL = 'personal numbers'
const DIGEST = 'personal number digests'

/** The placeholder for a personal number that no key decrypts. */
const UNREADABLE = '00000000-XXXX'

/** A number as stored: unencrypted, or encrypted with its digest. */
type KeptNumber = { orgNumber: string | null; sealed: Buffer | null; digest: Buffer | null }

type Party = Pick<CompanyCall, 'keysFor' | 'companyId'>

/** The stored form of a number in the row with an id; a private person's is always encrypted. */
export const keptNumber = (call: Party, id: string, number: string | null, isPrivate = false): KeptNumber => {
  if (number === null || !(isPrivate || isPersonalForm(number)))
    return { orgNumber: number, sealed: null, digest: null }
  const [digest] = digestsOf(call, number)
  return { orgNumber: null, sealed: seal(call.keysFor(SEAL), number, placeOf([call.companyId, id])), digest }
}

/** A row with its number decrypted. One that no key decrypts is masked, and does not prevent reading the rest. */
export const withNumber = <T extends { id: string; orgNumber: string | null; sealedOrgNumber: Buffer | null }>(
  { keysFor, companyId }: Party,
  { sealedOrgNumber, ...row }: T,
): Omit<T, 'sealedOrgNumber'> => {
  if (sealedOrgNumber === null) return row
  return { ...row, orgNumber: tryUnseal(keysFor(SEAL), sealedOrgNumber, placeOf([companyId, row.id])) ?? UNREADABLE }
}

/** A number for a document; null if it cannot be decrypted. */
export const printedNumber = (number: string | null): string | null => (number === UNREADABLE ? null : number)

/** The filter on the number. Encrypted numbers are found by exact value, others also by parts. */
export const numberProperty = (call: Party, { number, digest }: { number: Sql; digest: Sql }): FilterProperty => ({
  type: 'string',
  column: number,
  toSql: (operator, value) => {
    const text = String(value)
    const isSealed = sql`${digest} in (${join(digestsOf(call, text).map((one) => sql`${one}::bytea`))})`
    if (operator === '!=') return sql`${number} is distinct from ${text} and not coalesce(${isSealed}, false)`
    // Unwrapped, so that each condition can use its index.
    return sql`${operator === '~' ? containsSql(number, text) : sql`${number} = ${text}`} or ${isSealed}`
  },
})

/** The digests under the current key and earlier ones: the number may have been stored under any of them. */
const digestsOf = ({ keysFor, companyId }: Party, number: string): [Buffer, ...Buffer[]] => {
  const [first, ...earlier] = keysFor(DIGEST)
  const digest = (key: Buffer) => createHmac('sha256', key).update(`${companyId} ${number}`).digest()
  return [digest(first), ...earlier.map(digest)]
}

/** The context of an encrypted number: it cannot be decrypted in another row. */
const placeOf = (key: readonly string[]) => key.join(' ')

/** The encrypted numbers of a table; their digests are recomputed with them. */
export const sealedNumbersIn = (table: string, what: string): SealedColumn => ({
  what,
  table,
  purpose: SEAL,
  column: 'sealed_org_number',
  clear: 'org_number',
  key: ['company_id', 'id'],
  placeOf,
  besides: (call: Call, { key: [companyId = ''], bytes }) =>
    sql`, org_number_digest = ${digestsOf({ ...call, companyId }, bytes.toString())[0]}`,
})
