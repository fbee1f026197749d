// What ties an answer of the service to the question that this browser has put (RFC 7636), and keeps it until then.

/** Number of random bytes. */
const RANDOM_BYTES = 32
const NAME = 'grundbok:flow'

export type TenantType = 'company' | 'agency'

/** A question that is under way. No secret of the client is in it. */
export type Asked = {
  integrationId: string
  scopes: readonly string[]
  tenantType: TenantType
  redirectUri: string
  state: string
  verifier: string
  url: string
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const randomText = (): string => base64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))

export const challengeOf = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/** Kept in this window alone, until it has come back. */
export const keepAsked = (asked: Asked): void => sessionStorage.setItem(NAME, JSON.stringify(asked))

export const takeAsked = (): Asked | null => {
  try {
    const text = sessionStorage.getItem(NAME)
    return text === null ? null : (JSON.parse(text) as Asked)
  } catch {
    return null
  }
}

export const dropAsked = (): void => sessionStorage.removeItem(NAME)
