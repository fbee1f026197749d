// The rules for redirect URIs. They are compared character by character, so only the form that browsers themselves
// would write is accepted, which all parsers interpret alike (RFC 9700 §4.1).

/** Most characters in a redirect URI. */
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

/** Hosts that always refer to the user's own machine. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Parameters of our answer, which a redirect URI must not already have. */
const RESERVED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/** The error of a redirect URI; null if it may be registered. */
export const wrongRedirectUri = (text: string): WrongRedirectUri | null => {
  if (text.length > MAX_URI_LENGTH) return 'tooLong'
  // Visible ASCII without characters that are not allowed in URIs (RFC 3986 §2); some parsers treat the backslash as a
  // slash.
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

/** Whether a redirect URI is registered, by exact comparison. */
export const isRegistered = (registered: readonly string[], given: string): boolean => registered.includes(given)

/** Whether an address is of the user's own machine. */
export const isLoopback = (redirectUri: string): boolean => LOOPBACK.includes(new URL(redirectUri).hostname)

/**
 * The same for a client without a secret: on the user's own machine its port may be another one each time (RFC 8252
 * §7.3), and nothing else.
 */
export const isRegisteredOnAnyPort = (registered: readonly string[], given: string): boolean => {
  if (registered.includes(given)) return true
  if (wrongRedirectUri(given) !== null || !isLoopback(given)) return false
  return registered.some((one) => isLoopback(one) && withoutPort(one) === withoutPort(given))
}

const withoutPort = (redirectUri: string): string => {
  const address = new URL(redirectUri)
  address.port = ''
  return address.href
}

const OWN_NAME = 'grundbok'

/** Lookalikes of the letters of the name, from other scripts and among digits. */
const LIKE: Readonly<Record<string, string>> = {
  ɡ: 'g',
  ց: 'g',
  '9': 'g',
  г: 'r',
  ʀ: 'r',
  υ: 'u',
  ц: 'u',
  ս: 'u',
  п: 'n',
  ո: 'n',
  ԁ: 'd',
  đ: 'd',
  ь: 'b',
  в: 'b',
  β: 'b',
  '8': 'b',
  '6': 'b',
  о: 'o',
  ο: 'o',
  օ: 'o',
  '0': 'o',
  ø: 'o',
  к: 'k',
  κ: 'k',
  ĸ: 'k',
}

/** Whether a name contains that of this service, ignoring case, accents, blanks and lookalikes. */
export const holdsOwnName = (name: string): boolean => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const letters = [...plain].map((letter) => LIKE[letter] ?? letter).join('')
  return letters.replace(/[^\p{L}\p{N}]/gu, '').includes(OWN_NAME)
}
