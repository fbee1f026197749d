// OAuth for integrations: consent with PKCE, client credentials, and tokens that one request at a time refreshes.
import { GrundbokError, NetworkError } from './errors.ts'
import { pause } from './events.ts'
import { basic, type ClientOptions, pauseFor, type TokenSource } from './transport.ts'

/** What is kept of a consent. Keep it secret: anyone who reads it has the access. */
export type StoredTokens = {
  accessToken: string
  /** Empty for client credentials. */
  refreshToken: string
  /** In milliseconds since 1970. */
  expiresAt: number
  /** The company or agency; empty for client credentials. */
  tenantId: string
  tenantType: 'company' | 'agency' | 'general'
  connectionId: string | null
  /** The key of a refresh that is under way, or whose answer was lost: it is repeated under the same key. */
  refreshKey?: string | undefined
}

/** Where tokens are kept between runs. */
export type TokenStore = {
  read(): Promise<StoredTokens | null>
  write(tokens: StoredTokens | null): Promise<void>
  /** Lets one process at a time refresh; needed where several share the store. */
  lock?<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Tokens that last as long as the process. */
export const memoryStore = (tokens: StoredTokens | null = null): TokenStore => {
  let kept = tokens
  return {
    read: async () => kept,
    write: async (changed) => {
      kept = changed
    },
  }
}

/** The authorization server refuses: `error` is a code of RFC 6749. `invalid_grant` needs a new consent. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: string
  readonly status: number
  constructor(error: string, description: string, status: number) {
    super(description || error)
    this.error = error
    this.status = status
  }
}

export type OAuthOptions = Pick<ClientOptions, 'baseUrl' | 'fetch' | 'brand'> & {
  clientId: string
  clientSecret: string
  redirectUri?: string
}

/** What is kept while the person decides: in the session of their browser, or in the memory of a program. */
export type Consent = { url: string; state: string; verifier: string }

type TokenAnswer = {
  tenant_id: string
  tenant_type: StoredTokens['tenantType']
  access_token: string
  expires_in: number
  refresh_token?: string
  connection_id?: string
  error?: string
  error_description?: string
}

const RETRIES = 4
const TIMEOUT_MS = 30_000
/** How long before its end a token is renewed, in milliseconds. */
const SPARE_MS = 60_000

export class OAuth {
  readonly #options: OAuthOptions
  readonly #base: string
  constructor(options: OAuthOptions) {
    this.#options = options
    this.#base = options.baseUrl.replace(/\/+$/, '')
  }

  /**
   * The address that a person is sent to, and what {@link finish} needs when they come back.
   * @param asked scopes (all that are registered when left out), and the company or agency that is preselected
   */
  async begin(
    asked: { scopes?: readonly string[]; tenant?: { type: 'company' | 'agency'; id?: string } } = {},
  ): Promise<Consent> {
    const { clientId, redirectUri, brand = 'service' } = this.#options
    const state = randomText()
    const verifier = randomText()
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      ...(redirectUri && { redirect_uri: redirectUri }),
      ...(asked.scopes && { scope: asked.scopes.join(' ') }),
      ...(asked.tenant && { [`${brand}_tenanttype`]: asked.tenant.type }),
      ...(asked.tenant?.id && { [`${brand}_tenantid`]: asked.tenant.id }),
    })
    return { url: `${this.#base}/authorize?${query}`, state, verifier }
  }

  /** Exchanges what came back, the whole address with its query, for tokens. Throws an {@link OAuthError}. */
  async finish(
    callback: string | URL,
    { state, verifier }: Pick<Consent, 'state' | 'verifier'>,
  ): Promise<StoredTokens> {
    const answer = new URL(callback, 'http://localhost').searchParams
    const error = answer.get('error')
    if (answer.get('state') !== state) throw new OAuthError('invalid_state', 'The answer is to another request', 0)
    const issuer = answer.get('iss')
    if (issuer !== null && issuer !== (await this.#issuer())) {
      throw new OAuthError('invalid_issuer', 'The answer is from another service', 0)
    }
    if (error !== null) throw new OAuthError(error, answer.get('error_description') ?? '', 0)
    const { redirectUri } = this.#options
    return this.#granted({
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      code_verifier: verifier,
      ...(redirectUri && { redirect_uri: redirectUri }),
    })
  }

  /** Tokens of the integration itself; agency scopes need the approval of the operator. */
  clientCredentials(scopes?: readonly string[]): Promise<StoredTokens> {
    return this.#granted({ grant_type: 'client_credentials', ...(scopes && { scope: scopes.join(' ') }) })
  }

  /** Ends an access token, or a refresh token with all that came from the same consent. */
  async revoke(token: string): Promise<void> {
    await this.#posted('/token/revoke', { token })
  }

  /**
   * A source of tokens for a client, from a store that {@link finish} has filled. However many calls find the token
   * ended, one refresh is sent; if its answer is lost, it is repeated under the same key, also by the next process.
   */
  tokens(store: TokenStore): TokenSource & { current(): Promise<StoredTokens> } {
    let running: Promise<StoredTokens> | null = null
    const refreshed = (stale: string | null) => {
      running ??= this.#refreshed(store, stale).finally(() => {
        running = null
      })
      return running
    }
    const current = async () => {
      const kept = running ? await running : await store.read()
      if (kept && kept.expiresAt - SPARE_MS > Date.now()) return kept
      return refreshed(kept?.accessToken ?? null)
    }
    return {
      current,
      token: async () => (await current()).accessToken,
      renew: async (refused) => (await refreshed(refused)).accessToken !== refused,
    }
  }

  async #refreshed(store: TokenStore, stale: string | null): Promise<StoredTokens> {
    const work = async (): Promise<StoredTokens> => {
      const kept = await store.read()
      // Another process has done it.
      if (kept && kept.accessToken !== stale && kept.expiresAt - SPARE_MS > Date.now()) return kept
      if (!kept?.refreshToken) throw new OAuthError('invalid_grant', 'There is no consent: ask for one', 0)
      const refreshKey = kept.refreshKey ?? crypto.randomUUID()
      if (!kept.refreshKey) await store.write({ ...kept, refreshKey })
      const made = await this.#granted({ grant_type: 'refresh_token', refresh_token: kept.refreshToken }, refreshKey)
      await store.write(made)
      return made
    }
    return store.lock ? store.lock(work) : work()
  }

  async #granted(form: Record<string, string>, key?: string): Promise<StoredTokens> {
    const answer = (await this.#posted('/token', form, key)) as TokenAnswer
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? '',
      expiresAt: Date.now() + answer.expires_in * 1000,
      tenantId: answer.tenant_id,
      tenantType: answer.tenant_type,
      connectionId: answer.connection_id ?? null,
    }
  }

  /** Repeated if the service says so, and after a lost answer only under a key: a code that is used twice ends all. */
  async #posted(path: string, form: Record<string, string>, key?: string): Promise<unknown> {
    const { clientId, clientSecret, fetch = globalThis.fetch } = this.#options
    const headers = { authorization: basic(clientId, clientSecret), ...(key && { 'idempotency-key': key }) }
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= RETRIES
      const body = new URLSearchParams(form)
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(this.#base + path, { method: 'POST', headers, body, signal }).catch((thrown) => {
        if (!key || isLast)
          throw new NetworkError({ method: 'POST', path, idempotencyKey: key ?? null }, thrown, signal.aborted)
        return null
      })
      const text = await response?.text().catch(() => null)
      if (response?.ok && typeof text === 'string') return text === '' ? undefined : JSON.parse(text)
      const refusal = response && refusalOf(response, text ?? '', path)
      if (refusal && (isLast || ![429, 503].includes(refusal.status))) throw refusal
      await pause(pauseFor(Number(response?.headers.get('retry-after')) || null, tried))
    }
  }

  async #issuer(): Promise<string> {
    const { fetch = globalThis.fetch } = this.#options
    const response = await fetch(`${this.#base}/.well-known/oauth-authorization-server`, { method: 'GET' })
    return ((await response.json()) as { issuer: string }).issuer
  }
}

const refusalOf = ({ status, headers }: Response, text: string, path: string): OAuthError | GrundbokError => {
  try {
    const { error, error_description: description } = JSON.parse(text) as TokenAnswer
    if (error !== undefined) return new OAuthError(error, description ?? '', status)
  } catch {}
  return new GrundbokError(status, headers, text, { method: 'POST', path, idempotencyKey: null })
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
