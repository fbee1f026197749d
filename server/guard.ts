// Who calls, for which company, with which scope. Decided before a request's body is read.
import type { GuardedRequest } from '#http'
import { type Bearer, identityRefusals } from '#identity'
import type { Actor } from '#platform/call'

/** Refuses strangers with 401 (RFC 6750 §3), and other companies' tokens and missing scopes with 403. */
export const newGuard =
  (readToken: (token: string, now: Date) => Promise<Bearer | null>) =>
  async ({ authorization, companyId, scope, now }: GuardedRequest): Promise<Actor> => {
    const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
    if (!token) throw identityRefusals.noToken({}, [], { 'www-authenticate': 'Bearer' })
    const bearer = await readToken(token, now)
    if (!bearer) throw identityRefusals.badToken({}, [], { 'www-authenticate': 'Bearer error="invalid_token"' })
    if (bearer.companyId !== companyId) throw identityRefusals.otherCompany()
    if (!bearer.scopes.has(scope)) throw identityRefusals.missingScope({ scope })
    return bearer.actor
  }
