// The pages that people fill in (login, sign-up, account, consent) and the endpoints of OAuth that take forms: fields
// that are something else, missing, twice or unknown, with and without a session.
import { pages } from '#programs/app'
import type { Callers } from './callers.ts'
import { HANG_MS } from './judge.ts'
import { type Random, randomFrom } from './random.ts'
import type { Rendered } from './request.ts'
import type { Run } from './run-of.ts'
import { addressTexts, hostile } from './values.ts'

type Form = { method: string; path: string }

/** Forms that no page shows. */
const ofPrograms: readonly Form[] = [
  ...['/v1/token', '/v1/token/revoke', '/v1/token/introspect'].map((path) => ({ method: 'POST', path })),
  ...['/v1/token', '/v1/authorize'].map((path) => ({ method: 'GET', path })),
]

/** Names of fields on any page. */
const names = [
  'email',
  'password',
  'code',
  'token',
  'name',
  'language',
  'csrf',
  'next',
  'id',
  'companyId',
  'organizationNumber',
  'grant_type',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',

  'code_challenge_method',
  'refresh_token',
  'code_verifier',
  'tenant',
  'token_type_hint',
  'answer',
  '__proto__',
  '',
]
const words = [
  'authorization_code',
  'client_credentials',
  'refresh_token',
  'code',
  'S256',
  'plain',
  'sv',
  'access_token',
  'x',
  'anna@example.com',
  'https://integration.example/back',
  'javascript:alert(1)',
  '/account',
  '//evil.example',
]
/** What a page sends back as it stands, so that what stands behind it is reached. */
const KEPT = 0.8
const WITH_SESSION = 0.6
/** Forms are not asked again alone, as many do something each time: a busy machine has so many milliseconds. */
const SLOW_MS = 6 * HANG_MS

/** Works until the run is over. */
export const fillForms = async (run: Run, number: number, callers: Callers): Promise<void> => {
  const forms = [...pages.map(({ method, path }) => ({ method, path })), ...ofPrograms]
  for (let turn = 0; run.goesOn(); turn += 1) {
    const random = randomFrom(run.seed, 'pages', number, turn)
    await fill(run, random.pick(forms), callers, random)
  }
}

const fill = async (run: Run, { method, path }: Form, callers: Callers, random: Random): Promise<void> => {
  const { cookie = '' } = callers.caller.owner
  // The session is for everybody else, too: it is not ended.
  const isOver = /logout|sessions|close|password/.test(path)
  const session: [string, string][] =
    cookie !== '' && !isOver && random.happens(WITH_SESSION) ? [['cookie', cookie]] : []
  const address = path.replace(/\{\w+\}/g, () => random.pick(addressTexts.filter((one) => one !== '' && one !== '..')))
  const page = await shown(run, address, session)
  const fields = fieldsOf(page, random)
  const text = fields.map(([name, value]) => `${encoded(name)}=${value}`).join('&')
  const type = random.happens(0.9) ? 'application/x-www-form-urlencoded' : random.pick(['application/json', 'x', ''])
  const isRead = method === 'GET'
  const sent: Rendered = {
    method,
    path: isRead && text !== '' ? `${address}?${text.slice(0, 6000)}` : address,
    headers: [
      ...session,
      ['origin', run.target.origin],
      ...(isRead ? [] : ([['content-type', type]] as [string, string][])),
    ],
    body: isRead ? undefined : text,
  }
  const { answer, tookMs, lost } = await run.quiet.side(() => run.exchange(sent))
  run.tally.count(`page: ${method} ${path}`, answer?.status ?? null, tookMs)
  const detail = `${method} ${sent.path.slice(0, 300)} ${text.slice(0, 600)}: ${answer?.text.slice(0, 300) ?? lost}`
  if (answer && answer.status >= 500) {
    run.findings.tell({ kind: 'mistake', says: `page: ${method} ${path} ${answer.status}` }, detail)
  }
  if (tookMs > SLOW_MS) run.findings.tell({ kind: 'hang', says: `page: ${method} ${path}` }, detail)
}

const shown = async (run: Run, path: string, headers: [string, string][]): Promise<string> => {
  const { answer } = await run.quiet.side(() => run.exchange({ method: 'GET', path, headers, body: undefined }))
  return answer?.text ?? ''
}

/** The fields of a page, most as it would send them, and others; values are encoded. */
const fieldsOf = (page: string, random: Random): [string, string][] => {
  const inputs = [...page.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].map(([tag]) => [
    /\bname="([^"]*)"/.exec(tag)?.[1] ?? '',
    /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '',
  ])
  const own = inputs.map(([name = '', value = '']): [string, string] => {
    const isKept = value !== '' && random.happens(KEPT)
    return [name, isKept ? encoded(value) : valueFrom(random)]
  })
  const added = Array.from({ length: random.below(4) }, (): [string, string] => [random.pick(names), valueFrom(random)])
  return [...own.filter(() => random.happens(0.95)), ...added]
}

const valueFrom = (random: Random): string => {
  if (random.happens(0.4)) return encoded(random.pick(words))
  if (random.happens(0.4)) return random.pick(addressTexts)
  return encoded(String(JSON.parse(random.pick(hostile.texts))).slice(0, 20_000))
}

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'))
