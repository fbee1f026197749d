// Personal numbers of customers and suppliers: sealed where they are kept, and found again by a keyed digest. What has
// the form of one is one, also as a sole proprietor's organization number, and so is any number of a private person.
import { createHmac } from 'node:crypto'
import type { Call, CompanyCall } from '#platform/call'
import { containsSql, type FilterProperty } from '#platform/filter'
import { seal, tryUnseal } from '#platform/seal'
import type { SealedColumn } from '#platform/sealed'
import { join, type Sql, sql } from '#platform/sql'
import { isPersonalForm } from './party.rules.ts'

/** What the numbers are sealed for, and what their digests are made for. */
const SEAL = 'personal numbers'
const DIGEST = 'personal number digests'

/** Shown in place of a personal number that no key opens. */
const UNREADABLE = '00000000-XXXX'

/** A number as its row has it: in clear, or sealed with its digest. */
export type KeptNumber = { orgNumber: string | null; sealed: Buffer | null; digest: Buffer | null }

type Party = Pick<CompanyCall, 'keysFor' | 'companyId'>

/** How a number is kept in the row of an id; that of a private person is sealed whatever its form. */
export const keptNumber = (call: Party, id: string, number: string | null, isPrivate = false): KeptNumber => {
  if (number === null || !(isPrivate || isPersonalForm(number)))
    return { orgNumber: number, sealed: null, digest: null }
  const [digest] = digestsOf(call, number)
  return { orgNumber: null, sealed: seal(call.keysFor(SEAL), number, placeOf([call.companyId, id])), digest }
}

/** A row with its number in clear. One that no key opens is masked, and keeps nothing else from being read. */
export const withNumber = <T extends { id: string; orgNumber: string | null; sealedOrgNumber: Buffer | null }>(
  { keysFor, companyId }: Party,
  { sealedOrgNumber, ...row }: T,
): Omit<T, 'sealedOrgNumber'> => {
  if (sealedOrgNumber === null) return row
  return { ...row, orgNumber: tryUnseal(keysFor(SEAL), sealedOrgNumber, placeOf([companyId, row.id])) ?? UNREADABLE }
}

/** A number for a document: none where it cannot be read. */
export const printedNumber = (number: string | null): string | null => (number === UNREADABLE ? null : number)

/** How lists are filtered by the number. A sealed one is found whole; parts are found of those in clear. */
export const numberProperty = (call: Party, { number, digest }: { number: Sql; digest: Sql }): FilterProperty => ({
  type: 'string',
  column: number,
  toSql: (operator, value) => {
    const text = String(value)
    const isSealed = sql`${digest} in (${join(digestsOf(call, text).map((one) => sql`${one}::bytea`))})`
    if (operator === '!=') return sql`${number} is distinct from ${text} and not coalesce(${isSealed}, false)`
    // Bare, so that an index serves each.
    return sql`${operator === '~' ? containsSql(number, text) : sql`${number} = ${text}`} or ${isSealed}`
  },
})

/** The digest under the present key, and under earlier ones: the number may have been kept under any of them. */
const digestsOf = ({ keysFor, companyId }: Party, number: string): [Buffer, ...Buffer[]] => {
  const [first, ...earlier] = keysFor(DIGEST)
  const digest = (key: Buffer) => createHmac('sha256', key).update(`${companyId} ${number}`).digest()
  return [digest(first), ...earlier.map(digest)]
}

/** Where a sealed number belongs: it opens in no other row. */
const placeOf = (key: readonly string[]) => key.join(' ')

/** The sealed numbers of a table; their digests are made anew with them. */
export const sealedNumbersIn = (table: string, what: string): SealedColumn => ({
  ...{
    what,
    table,
    purpose: SEAL,
    column: 'sealed_org_number',
    clear: 'org_number',
    key: ['company_id', 'id'],
    placeOf,
  },
  besides: (call: Call, { key: [companyId = ''], bytes }) =>
    sql`, org_number_digest = ${digestsOf({ ...call, companyId }, bytes.toString())[0]}`,
})
