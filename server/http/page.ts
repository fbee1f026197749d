// A page is a row of a table, as an endpoint is: method, path, who may open it, and the one function that answers it.
// The engine beside it does the rest for every page alike.
import type { Call } from '#platform/call'
import type { Html } from './html.ts'
import type { Language } from './language.ts'
import type { FileAnswer } from './row.ts'

/** Who has logged in, as pages know it. */
export type Visitor = {
  person: { id: string; name: string; email: string }
  sessionId: string
  language: Language
  operates: Operates
}

/** Whether somebody runs the service; `needsProof`: once the login had a second step. */
export type Operates = 'no' | 'needsProof' | 'yes'

export type PageCall = Call & {
  person: Visitor['person'] | null
  sessionId: string | null
  /** Whether the person runs the service; `no` of nobody. */
  operates: Operates
  language: Language
  /** What the hidden field of every form carries; {@link csrfField} writes it. */
  csrf: string
  /** What stands before our paths in links: the path of PUBLIC_URL, mostly nothing. */
  base: string
  /** What the browser says it is. */
  agent: string
  /** Where the service is reached from outside, without a slash at the end. */
  publicUrl: string
  /** What the browser keeps for us: its proof of an earlier login, or of the first half of this one. */
  cookie: (name: 'device' | 'login') => string | null
  /**
   * Runs work in a transaction of its own, and again after a deadlock; for rows that say `transaction: 'own'`, and
   * pages that are read. It leaves nothing but what the transaction does.
   */
  transact: <T>(work: (call: PageCall) => Promise<T>) => Promise<T>
}

export type PageInput = {
  query: Readonly<Record<string, string>>
  form: Readonly<Record<string, string>>
  params: Readonly<Record<string, string>>
  /** The path and query as they were asked for. */
  url: string
  /** Parameters of the query that were given more than once; `query` has the first of each. */
  repeated: readonly string[]
}

export type Cookie = {
  name: 'session' | 'login' | 'device' | 'visit' | 'language'
  value: string | null
  maxAge?: number
}

/** What follows a page: another one, a whole document, or a file to keep. */
export type PageAnswer = (
  | {
      /** One of our paths, or a whole address. */
      redirect: string
      /** 303 when left out; what RFC 6749 sends back goes with 302. */
      status?: 302 | 303
    }
  | {
      title: string
      body: Html
      status?: number
      /** Where forms of the page may lead beside ourselves, also by a redirect afterwards: origins. */
      formAction?: readonly string[]
      /** The page has places for buttons that our program makes. */
      program?: boolean
    }
  | { file: FileAnswer }
  | {
      /** A document with a frame of its own. */
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
  /** From the origin: `/login`, `/v1/authorize`; with `{placeholders}`. */
  path: string
  /** `person`: visitors who have not logged in are sent to the login and come back. */
  visitor: 'anyone' | 'person'
  /**
   * `whole`: the run is one transaction, which commits whatever page it answers; only an error undoes it. `own`: each
   * statement stands alone, and the page opens transactions where it needs them. GET is `own` and POST `whole`.
   */
  transaction?: 'whole' | 'own'
  run: (call: PageCall, input: PageInput) => Promise<PageAnswer>
}

/** Whether a text is one of our paths that somebody may be sent to after the login. */
export const isOwnPath = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_PATH && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)

/** Maximum number of characters in an address that is kept over a login. */
const MAX_PATH = 4000
