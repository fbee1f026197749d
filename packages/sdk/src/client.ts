// The tree of resources: `client.company(id).invoices.publish(invoiceId)`, made from the table of the document.

import { Pages } from './pages.ts'
import type { Resources } from './resources.gen.ts'
import { table } from './table.gen.ts'
import { type ClientOptions, type Request, Transport, type WriteOptions } from './transport.ts'

/** `GET /invoices/{} flags` at its verb; a resource that is also a verb has it under the empty name. */
type Branch = { readonly [name: string]: string | Branch }

export type Client = Resources['service'] & {
  /** The books of one company. */
  company(companyId: string): Resources['company']
  /** What belongs to an agency, and its client companies. */
  agency(agencyId: string): Resources['agency']
  /** The owner of the token, and what is theirs. */
  me: Resources['me']
  /** For those who run the service. */
  operator: Resources['operator']
  /**
   * Reads the resource of an event or a delivery by its path, or sends any other request: for addresses that this
   * version of the SDK does not know.
   */
  request<Body = unknown>(method: string, path: string, body?: object, options?: WriteOptions): Promise<Body>
}

/**
 * ```ts
 * const client = createClient({ baseUrl: 'https://books.example.com/v1', token: process.env.GRUNDBOK_TOKEN })
 * const invoice = await client.company(companyId).invoices.publish(invoiceId)
 * ```
 */
export const createClient = (options: ClientOptions): Client => {
  const transport = new Transport(options)
  const send = (request: Request) => transport.send(request)
  const tables = table as unknown as Record<string, Branch>
  const grown = (scope: string, before: string): object => grow(tables[scope] ?? {}, before, send)
  return Object.assign(grown('service', ''), {
    company: (id: string) => grown('company', `/companies/${encodeURIComponent(id)}`),
    agency: (id: string) => grown('agency', `/agencies/${encodeURIComponent(id)}`),
    me: grown('me', '/me'),
    operator: grown('operator', '/operator'),
    request: (method: string, path: string, value?: object, given: WriteOptions = {}) => {
      const body = value && ({ type: 'json', value } as const)
      const isWrite = method !== 'GET'
      return send({ method, path: withQuery(path, given), body, takesKey: isWrite, isFile: false, options: given })
    },
  }) as unknown as Client
}

type Send = (request: Request) => Promise<unknown>

/** Functions for the verbs of a branch, and what grows on it; each is made when it is first asked for. */
const grow = (branch: Branch, before: string, send: Send): object => {
  const own = branch['']
  const at = typeof own === 'string' ? callOf(own, before, send) : {}
  for (const [name, child] of Object.entries(branch)) {
    if (name === '') continue
    Object.defineProperty(at, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = typeof child === 'string' ? callOf(child, before, send) : grow(child, before, send)
        Object.defineProperty(at, name, { value, enumerable: true })
        return value
      },
    })
  }
  return at
}

/** Takes the placeholders of the path in order, the body if there is one, and options; query parameters are options. */
const callOf = (described: string, before: string, send: Send) => {
  const [method = '', path = '', flags = ''] = described.split(' ')
  const has = (flag: string) => flags.includes(flag)
  const bodyType = has('j') ? 'json' : has('f') ? 'form' : has('u') ? 'fields' : null
  return (...given: unknown[]) => {
    const filled = (before + path).replace(/\{\}/g, () => segmentOf(given.shift(), described))
    const value = bodyType ? given.shift() : undefined
    const options = (given.shift() ?? {}) as WriteOptions & {
      format?: string
      page?: number
      cursor?: string
      pageSize?: number
    }
    const request = (more: object): Request => ({
      method,
      path: withQuery(filled, { ...options, ...more }),
      body: bodyType && value ? { type: bodyType, value } : undefined,
      isByClient: has('b'),
      takesKey: has('k'),
      isFile: has('d') || (options.format !== undefined && options.format !== 'json'),
      options,
    })
    if (!has('c') && !has('p')) return send(request({}))
    // Where the table says so, what comes back is a page.
    return new Pages((turning) => send(request(turning)) as Promise<{ items: unknown[] }>, options, has('c'))
  }
}

const segmentOf = (value: unknown, described: string): string => {
  if (value === undefined || value === null || value === '') throw new TypeError(`An id is missing: ${described}`)
  return encodeURIComponent(String(value))
}

/** Options that are no parameters of the query. */
const OWN: Readonly<Record<keyof (Omit<WriteOptions, 'dryRun'> & { ifNoneMatch: 1 }), 1>> = {
  signal: 1,
  timeoutMs: 1,
  retries: 1,
  language: 1,
  headers: 1,
  onAnswer: 1,
  idempotencyKey: 1,
  ifMatch: 1,
  ifNoneMatch: 1,
  effects: 1,
}

const withQuery = (path: string, options: object): string => {
  const asked = Object.entries(options).filter(
    ([name, value]) => !(name in OWN) && value !== undefined && value !== null,
  )
  const query = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
}
