// Secrets in a request or an answer are shown only by their kind, until the user asks to see them.

/** The service's own secrets, by prefix; the credentials of HTTP Basic; and PKCE verifiers. */
const SECRETS: readonly RegExp[] = [
  /\b(gb[a-z]*_)[\w-]{8,}/g,
  /(authorization: Basic )[\w+/=-]+/g,
  /\b(code_verifier=)[\w.~-]+/g,
]

/** The text with what is secret left out. */
export const masked = (text: string): string =>
  SECRETS.reduce((shown, secret) => shown.replace(secret, (_, kind: string) => `${kind}…`), text)
