// A page is a row of a table, like an endpoint: method, path, who may open it, and the one function that answers it.
// The engine handles the rest for all pages.
import type { Language } from '#http/answers/language'
import type { FileAnswer } from '#http/answers/send-file'
import type { Call } from '#platform/call'
import type { Html } from './html.ts'

/** A logged-in person, as pages know it. */
export type Visitor = {
  person: { id: string; name: string; email: string }
  sessionId: string
  language: Language
  operates: Operates
}

/** Whether a person operates the service; `needsProof`: only after a login with a second factor. */
export type Operates = 'no' | 'needsProof' | 'yes'

export type PageCall = Call & {
  person: Visitor['person'] | null
  sessionId: string | null
  /** Whether the person operates the service; `no` without a person. */
  operates: Operates
  language: Language
  /** The CSRF token for the hidden field of every form; {@link csrfField} writes it. */
  csrf: string
  /** The prefix of our paths in links: the path of PUBLIC_URL, usually empty. */
  base: string
  /** The browser's User-Agent. */
  agent: string
  /** The public URL of the service, without a trailing slash. */
  publicUrl: string
  /** Our other cookies: the proof of an earlier login, or of the first factor of this one. */
  cookie: (name: 'device' | 'login') => string | null
  /**
   * Runs work in its own transaction, and retries it after a deadlock; for rows with `transaction: 'own'`, and GET
   * pages. The work must have no effects outside of the transaction.
   */
  transact: <T>(work: (call: PageCall) => Promise<T>) => Promise<T>
}

export type PageInput = {
  query: Readonly<Record<string, string>>
  form: Readonly<Record<string, string>>
  params: Readonly<Record<string, string>>
  /** The path and query as requested. */
  url: string
  /** Query parameters that were given more than once; `query` has the first value of each. */
  repeated: readonly string[]
}

export type Cookie = {
  name: 'session' | 'login' | 'device' | 'visit' | 'language'
  value: string | null
  maxAge?: number
}

/** The result of a page: a redirect, a document, or a file to download. */
export type PageAnswer = (
  | {
      /** One of our paths, or an absolute URL. */
      redirect: string
      /** 303 if absent; redirects of RFC 6749 use 302. */
      status?: 302 | 303
    }
  | {
      title: string
      body: Html
      status?: number
      /** Further origins that forms of the page may lead to, also by a later redirect. */
      formAction?: readonly string[]
      /** The page has places for buttons that our script creates. */
      program?: boolean
    }
  | { file: FileAnswer }
  | {
      /** A complete document without our layout. */
      document: Html
      /** Its Content-Security-Policy. */
      policy: string
    }
) & {
  cookies?: readonly Cookie[]
  headers?: Readonly<Record<string, string>>
}

export type PageRow = {
  method: 'GET' | 'POST'
  /** An absolute path: `/login`, `/v1/authorize`; with `{placeholders}`. */
  path: string
  /** `person`: visitors who are not logged in are sent to the login and come back. */
  visitor: 'anyone' | 'person'
  /**
   * `whole`: the run is one transaction, which commits unless an error is thrown. `own`: each statement is its own
   * transaction, and the page opens others where it needs them. The default is `own` for GET and `whole` for POST.
   */
  transaction?: 'whole' | 'own'
  run: (call: PageCall, input: PageInput) => Promise<PageAnswer>
}

/** Whether a text is one of our paths, to which a person may be sent after the login. */
export const isOwnPath = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_PATH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)

/** Most characters in a path that is kept during a login. */
const MAX_PATH = 4000
