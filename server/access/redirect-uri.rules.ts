// Where a browser may be sent with a code. A registered address is matched letter by letter, so it is taken only in the
// one form that browsers themselves would write it in: then no two readers of it disagree (RFC 9700 §4.1).

/** Maximum number of characters in a redirect URI. */
export const MAX_URI_LENGTH = 2000
/** Most redirect URIs of one integration. */
export const MAX_URIS = 20

export type WrongRedirectUri =
  | 'tooLong'
  | 'badCharacter'
  | 'notAbsolute'
  | 'notHttps'
  | 'fragment'
  | 'wildcard'
  | 'userInfo'
  | 'notCanonical'
  | 'reservedParameter'

/** Hosts that only the user's own machine answers for. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Parameters that our answer adds: an address that has them already would leave two of each. */
const RESERVED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/** What is wrong with a redirect URI; null when it may be registered. */
export const wrongRedirectUri = (text: string): WrongRedirectUri | null => {
  if (text.length > MAX_URI_LENGTH) return 'tooLong'
  // Visible ASCII without what addresses may not hold (RFC 3986 §2); the backslash is a slash to some readers.
  if (!/^[!#-;=?-[\]_a-z~*]*$/.test(text)) return 'badCharacter'
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || !URL.canParse(text)) return 'notAbsolute'
  if (text.includes('#')) return 'fragment'
  if (text.includes('*')) return 'wildcard'
  const address = new URL(text)
  if (address.username !== '' || address.password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(text)) return 'userInfo'
  const secure = address.protocol === 'https:' || (address.protocol === 'http:' && LOOPBACK.includes(address.hostname))
  if (!secure) return 'notHttps'
  const bare = address.pathname === '/' && address.search === ''
  if (address.href !== text && !(bare && address.href === `${text}/`)) return 'notCanonical'
  return RESERVED.some((name) => address.searchParams.has(name)) ? 'reservedParameter' : null
}

/** Whether an address is one of those registered: the same text. */
export const isRegistered = (registered: readonly string[], given: string): boolean => registered.includes(given)
