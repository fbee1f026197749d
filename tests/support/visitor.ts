// A person in front of a browser, without the browser: keeps cookies, reads pages, fills forms in and sends them.
import { identityService, type Person } from '#identity'
import { exchanged } from '#support/client'
import type { Service } from '#support/service'

export type Page = {
  status: number
  headers: Headers
  text: string
  /** The path and query that the page was read from, after redirects. */
  url: string
  /** What a redirect leads to that was not followed: another site, or a limit on following. */
  location: string | null
}

export type Visitor = {
  cookies: Map<string, string>
  /** Follows redirects within the service. */
  get(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends the form of a page with this action, its hidden fields and these; follows redirects. */
  submit(page: Page, fields: Record<string, string>, options?: { action?: string; follow?: boolean }): Promise<Page>
  /** Sends a form as it stands, without reading a page before. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>
  logIn(email: string, password: string): Promise<Page>
}

/** Maximum number of redirects that are followed. */
const MOST_REDIRECTS = 5

/** A visitor with an empty browser, who reads Swedish unless told otherwise. */
export const newVisitor = (service: Pick<Service, 'origin'>, language = 'sv'): Visitor => {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const cookie = cookieOf({ cookies })
    const headers = { 'accept-language': language, accept: 'text/html', cookie, ...init.headers }
    const response = await exchanged(`${service.origin}${path}`, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const { status, headers: answered, bytes } = response
    return { status, headers: answered, text: bytes.toString('utf8'), url: path, location: answered.get('location') }
  }
  const follow = async (first: Page): Promise<Page> => {
    let page = first
    for (let count = 0; count < MOST_REDIRECTS && page.location?.startsWith('/'); count += 1)
      page = await ask(page.location)
    return page
  }
  const post: Visitor['post'] = (path, fields, headers = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const submit: Visitor['submit'] = async (page, fields, options = {}) => {
    const { action, hidden } = formOf(page, options.action)
    const answer = await post(action, { ...hidden, ...fields })
    return options.follow === false ? answer : follow(answer)
  }
  const get: Visitor['get'] = async (path, headers = {}) => follow(await ask(path, { headers }))
  return {
    cookies,
    get,
    post,
    submit,
    logIn: async (email, password) => submit(await get('/login'), { email, password }, { action: '/login' }),
  }
}

/** The header in which a browser sends its cookies. */
export const cookieOf = ({ cookies }: Pick<Visitor, 'cookies'>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const keep = (cookies: Map<string, string>, line: string): void => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (value === '' || /max-age=0\b/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

/** The form of a page that goes to `action`, or its last one; with what its hidden fields hold. */
const formOf = ({ text, url }: Page, wanted?: string): { action: string; hidden: Record<string, string> } => {
  const forms = [...text.matchAll(/<form\b[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)]
  const found =
    wanted === undefined ? forms.at(-1) : forms.find(([, action = '']) => plain(action).split('?')[0] === wanted)
  if (!found) throw new Error(`${url} has no form ${wanted ?? ''}: ${text}`)
  const [, action = '', inner = ''] = found
  const fields = [...inner.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag)
  const hidden = fields
    .filter((tag) => /type="hidden"/.test(tag))
    .map((tag) => [attributeOf(tag, 'name'), attributeOf(tag, 'value')] as const)
  return { action: plain(action), hidden: Object.fromEntries(hidden) }
}

const attributeOf = (tag: string, name: string): string => plain(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** The text behind HTML's entities. */
export const plain = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

export const PASSWORD = 'tre blå kaniner'

const numbers = (function* () {
  for (let next = 1; ; next += 1) yield next
})()

/** A person with {@link PASSWORD}, made by the operator. */
export const newPerson = async (
  service: Service,
  {
    name = 'Karin Ek',
    language = 'sv' as const,
    email = `karin${numbers.next().value}@example.com`,
  }: Partial<Person> = {},
): Promise<Person> => {
  const { id } = await service.operate((call) =>
    identityService.createPerson(call, { name, email, password: PASSWORD, language }),
  )
  return { id, name, email, language }
}

/** The same, logged in. */
export const newPersonInside = async (service: Service): Promise<{ person: Person; visitor: Visitor }> => {
  const person = await newPerson(service)
  const visitor = newVisitor(service)
  await visitor.logIn(person.email, PASSWORD)
  return { person, visitor }
}
