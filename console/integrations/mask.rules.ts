// What is secret in a request or an answer is shown by its kind alone, until somebody asks to see it.

/** Secrets of ours, by their first letters; the credentials of HTTP Basic; and what PKCE keeps to itself. */
const SECRETS: readonly RegExp[] = [
  /\b(gb[a-z]*_)[\w-]{8,}/g,
  /(authorization: Basic )[\w+/=-]+/g,
  /\b(code_verifier=)[\w.~-]+/g,
]

/** The text with what is secret left out. */
export const masked = (text: string): string =>
  SECRETS.reduce((shown, secret) => shown.replace(secret, (_, kind: string) => `${kind}…`), text)
