// Personal numbers of employees: stored encrypted, and found by a keyed digest.
import { createHmac } from 'node:crypto'
import type { Call, CompanyCall } from '#platform/call'
import { seal, tryUnseal } from '#platform/seal'
import { join, type Sql, sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'

/** The purposes of the encryption key and the digest key. */
const SEAL = 'personal numbers'
const DIGEST = 'personal number digests'

/** The placeholder for a personal number that no key decrypts. */
const UNREADABLE = '00000000-XXXX'

type Keys = Pick<CompanyCall, 'keysFor' | 'companyId'>

/** The context of an encrypted number: it cannot be decrypted in another row. */
const placeOf = (key: readonly string[]): string => key.join(' ')

/** A number in the row with an id, as stored. */
export const sealedNumber = (call: Keys, id: string, number: string): { sealed: Buffer; digest: Buffer } => ({
  sealed: seal(call.keysFor(SEAL), number, placeOf([call.companyId, id])),
  digest: digestsOf(call, number)[0],
})

/** The number of a row; masked where no key decrypts it, without preventing the rest from being read. */
export const openedNumber = ({ keysFor, companyId }: Keys, id: string, sealed: Buffer): string =>
  tryUnseal(keysFor(SEAL), sealed, placeOf([companyId, id])) ?? UNREADABLE

/** The digests of a number, for `in`: it may have been stored under the current key or an earlier one. */
export const digestsIn = (call: Keys, number: string): Sql =>
  join(digestsOf(call, number).map((one) => sql`${one}::bytea`))

const digestsOf = ({ keysFor, companyId }: Keys, number: string): [Buffer, ...Buffer[]] => {
  const [first, ...earlier] = keysFor(DIGEST)
  const digest = (key: Buffer) => createHmac('sha256', key).update(`${companyId} ${number}`).digest()
  return [digest(first), ...earlier.map(digest)]
}

/** The encrypted numbers; their digests are recomputed with them. */
export const sealedEmployeeNumbers: SealedColumn = {
  what: 'personal numbers of employees',
  purpose: SEAL,
  table: 'payroll.employee',
  column: 'personal_number',
  key: ['company_id', 'id'],
  placeOf,
  besides: (call: Call, { key: [companyId = ''], bytes }) =>
    sql`, personal_number_digest = ${digestsOf({ ...call, companyId }, bytes.toString())[0]}`,
}
