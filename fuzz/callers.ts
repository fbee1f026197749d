// Who asks: whoever may, and now and then somebody else.

import type { Row } from '#http'
import { type Caller, credentialsFor } from '#surface/world'
import type { Random } from './random.ts'

/** How often somebody asks who may not, or not here. */
const OTHERS = 0.04

export type Callers = { caller: Caller; connected: string; narrow: string }

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
