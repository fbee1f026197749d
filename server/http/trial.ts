// Trials: with `dryRun=true`, a write runs in its transaction, is checked like any other, and is rolled back. The
// answer is the one that it would have had. What requests and answers have for that is here; trial-run.ts runs them.
import { preferenceIn } from '#http/bodies/preference'
import { nothing, object, type TSchema, Type } from '#http/bodies/schema'
import type { Db } from '#platform/db'
import type { Effects } from './effects.ts'
import { isWrite, type Reply, type Row, type RowCall } from './row.ts'

/** The parameter that every write takes. */
const dryRunParameter = Type.Boolean({
  description:
    'Try the request: everything is checked and answered as if it had been done, and then undone. Nothing is kept, numbered, sent or told. The ids and numbers in the answer will not last',
})

/** What tells, with `Prefer: return=effects`, what a trial would have changed. */
export const EFFECTS = 'return=effects'

/** Reads what a transaction has changed and others, who look at `outside`, do not see. */
export type ReadEffects = (call: RowCall, outside: Db) => Promise<Effects>

/** The query of a row with what all writes take. */
export const queryOfRow = (row: Row): TSchema => {
  if (!isWrite(row)) return row.query ?? nothing
  const { properties = {} } = (row.query ?? {}) as { properties?: Record<string, TSchema> }
  return object({ ...properties, dryRun: Type.Optional(dryRunParameter) })
}

/** The query that the verb of a row gets, and whether the request says that it is a trial. */
export const withoutTrial = (
  row: Row,
  query: Record<string, unknown>,
): { query: Record<string, unknown>; dryRun: boolean | undefined } => {
  if (!isWrite(row)) return { query, dryRun: undefined }
  const { dryRun, ...rest } = query
  return { query: rest, dryRun: dryRun as boolean | undefined }
}

/** The address of a request without the parameter: a trial asks for the same as the request that it tries. */
export const addressTried = (url: string): string => {
  const [path = '', ...rest] = url.split('?')
  const asked = rest.join('?').split('&')
  const left = asked.filter((one) => one !== '' && !/^dryrun(?:=|$)/i.test(one))
  return left.length > 0 ? `${path}?${left.join('&')}` : path
}

/**
 * Throws if the row cannot be tried.
 * @throws {Refusal} the row's own, which says why
 */
export const requireTrial = ({ untried }: Pick<Row, 'untried'>): void => {
  if (untried) throw untried()
}

/** Whether a request wants to know what a trial would have changed. */
export const prefersEffects = (header: string | string[] | undefined): boolean =>
  preferenceIn(header, 'return') === 'effects'

/**
 * The reply with the effects as one more property of its body; null where the body is a list or a file, which has no
 * room for any. A reply without a body gets one.
 */
export const withEffects = (reply: Reply, effects: Effects): Reply | null => {
  const { body, headers } = reply
  const told = `"effects":${JSON.stringify(effects)}`
  if (body === null)
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: `{${told}}`,
    }
  if (typeof body !== 'string' || !body.endsWith('}')) return null
  return { ...reply, body: body === '{}' ? `{${told}}` : `${body.slice(0, -1)},${told}}` }
}
