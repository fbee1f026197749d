// The cookies of pages: names, flags, and the CSRF token that proves that a form is from one of our pages.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProcessContext } from '#platform/call'
import type { Cookie } from './page.ts'

export type Cookies = {
  read(request: FastifyRequest, name: Cookie['name']): string | null
  write(reply: FastifyReply, cookie: Cookie): void
}

const { parse } = fastifyCookie

/** Most characters of a cookie's value that are accepted. */
const MAX_VALUE = 200

/**
 * Over https they are `Secure` and have the prefix `__Host-`, so that other hosts of the same domain cannot set them
 * (RFC 6265bis §4.1.3).
 */
export const cookiesOf = (publicUrl: string): Cookies => {
  const secure = publicUrl.startsWith('https:')
  const nameOf = (name: string) => (secure ? `__Host-${name}` : name)
  return {
    read({ cookies, headers }, name) {
      // Outside of pages, cookies have not been parsed.
      const value = (cookies ?? parse(headers.cookie ?? ''))[nameOf(name)]
      return value !== undefined && value !== '' && value.length <= MAX_VALUE ? value : null
    },
    write(reply, { name, value, maxAge }) {
      const flags = { path: '/', httpOnly: true, secure, sameSite: 'lax' as const }
      if (value === null) reply.setCookie(nameOf(name), '', { ...flags, maxAge: 0 })
      else reply.setCookie(nameOf(name), value, { ...flags, ...(maxAge === undefined ? {} : { maxAge }) })
    },
  }
}

/** The id that an anonymous visitor's forms are bound to. */
export const newVisit = (): string => randomBytes(VISIT_BYTES).toString('base64url')

const VISIT_BYTES = 24

/** Makes the CSRF token for one session, or for one visit before the login. */
export const csrfTokens = ({ keyFor }: Pick<ProcessContext, 'keyFor'>): ((bound: string) => string) => {
  const key = keyFor('forms')
  return (bound) => createHmac('sha256', key).update(bound).digest('base64url')
}

/** Compares in constant time. */
export const isToken = (given: string, right: string): boolean => {
  const left = Buffer.from(given)
  const other = Buffer.from(right)
  return left.length === other.length && timingSafeEqual(left, other)
}
