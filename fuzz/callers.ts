// The callers of requests: usually permitted ones, sometimes others.

import type { Row } from '#http'
import { sql } from '#platform/sql'
import { type Caller, credentialsFor, newCaller } from '#tests/surface/world'
import type { Random } from './random.ts'
import type { Target } from './service.ts'

/** How often a caller without permission asks, or in the wrong place. */
const OTHERS = 0.04

export type Callers = { caller: Caller; connected: string; narrow: string }

/** How often callers are tried to be made: what is changed elsewhere may be in their way. */
const TRIES = 5

/** A company with everybody who asks in it. */
export const newCallers = async (target: Target, tries = TRIES): Promise<Callers> => {
  try {
    await forgetGuesses(target)
    const caller = await newCaller(target)
    const tenant = { type: 'company', id: caller.id } as const
    const connected = await caller.integration.connect(tenant)
    const narrow = await caller.integration.connect(tenant, ['journal-entries:read'])
    return { caller, connected: connected.token, narrow: narrow.token }
  } catch (cause) {
    if (tries > 1) return newCallers(target, tries - 1)
    throw cause
  }
}

/** Wrong passwords from one address hold up every login from there, and everything here comes from one. */
export const forgetGuesses = ({ database }: Target) =>
  // Those that are being counted are left: a counting request may wait for rows that would be deleted here.
  database.rows(sql`
    delete from identity.guess where ctid in (select ctid from identity.guess for update skip locked)`)

/** The headers by which a caller is let in. */
export const credentials = (row: Row, callers: Callers, random: Random): Record<string, string> => {
  const { caller, connected, narrow } = callers
  if (!random.happens(OTHERS)) return isForPrograms(row) ? anyOf(row, callers, random) : credentialsFor(row, caller)
  const token = (value: string) => ({ authorization: `Bearer ${value}` })
  const others = [
    {},
    caller.owner,
    token(caller.token),
    token(caller.agency.token),
    token(caller.general),
    token(connected),
    token(narrow),
    { cookie: caller.owner.cookie ?? '' },
    { ...caller.owner, ...token(caller.token) },
  ]
  return random.pick(others) as Record<string, string>
}

const isForPrograms = ({ by, audience, operators }: Row): boolean =>
  by === undefined && (audience === undefined || audience === 'company') && !operators

/** What a company's token may do, an integration with all scopes may, and a person. */
const anyOf = (row: Row, { caller, connected }: Callers, random: Random): Record<string, string> => {
  const byToken = credentialsFor(row, caller)
  return random.pick([byToken, byToken, { authorization: `Bearer ${connected}` }, caller.owner])
}
