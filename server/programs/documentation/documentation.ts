// The documentation for people and programs: /v1/openapi.json, and a page at /docs/reference that displays it. The page
// works offline and only makes requests to this service.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Brand, html, type Row } from '#http'
import { httpService } from '#http/service'
import { scopeWords } from '#identity'
import { lazy } from '#threads/lazy'
import { webhooksService } from '#webhooks'
import { oauthDocumentation, oauthSection } from './documentation-oauth.ts'
import examples from './examples.json' with { type: 'json' }
import { REFERENCE_PATH } from './guides.ts'
import type { ApiDocument } from './operations.ts'
import { withSamples } from './samples.ts'

type DocumentationOptions = { rows: readonly Row[]; brand: Brand; publicUrl: string; basePath: string }

/** The description of each section of the documentation, by the tag of its rows. */
const sections: Readonly<Record<string, string>> = {
  'Your token': 'What a token is for, and what it may do.',
  'Your companies': 'The companies that a person may enter, and making one.',
  'Your agencies': 'Removing an agency that one administers.',
  'Your drafts': 'What a person has begun on a page and not sent, kept on the server.',
  Queue: 'What is to be done in a company, worked out from its books.',
  Search: 'Everything of a company, found by a few letters or digits.',
  'Company information': 'The company that a token is for.',
  'Chart of accounts': 'The accounts (kontoplan) that entries are booked on, and their balances.',
  'Fiscal years': 'The years (räkenskapsår) that the books are divided into.',
  'Journal entries':
    'The entries (verifikationer) of the books. They are added and reversed, never changed or removed.',
  Comments: 'Remarks on journal entries, kept beside the books.',
  Tags: 'What journal entries are grouped by: cost centres, projects and groups of your own; dimensions in SIE files.',
  SIE: 'Whole years in the format in which Swedish accounting programs exchange books.',
  Uploads: 'Supporting documents (underlag) as they were received, kept byte for byte, and the entries they support.',
  Customers: 'The companies and people (kunder) that invoices go to.',
  Items: 'Templates (artiklar) for the lines of invoices.',
  Invoices: 'Customer invoices (kundfakturor): drafts, published once, then recorded in the books.',
  'Credit notes': 'Credit notes (kreditfakturor) for published invoices.',
  Payments: 'What customers have paid on invoices (inbetalningar).',
  'Sales settings': 'What invoices say about the company, how it is paid, and on which terms.',
  Settlements: 'What else lowers or raises the outstanding amount of an invoice: fees, losses, exchange differences.',
  'Recurring invoices':
    'What is invoiced again and again (avtalsfakturor): when, at which price, and the invoices made of it.',
  Reminders:
    'Overdue invoices that customers are reminded of (påminnelser), with a fee and late interest (dröjsmålsränta).',
  Suppliers: 'Those who invoice the company (leverantörer), and where they are paid.',
  'Supplier invoices':
    'Invoices from suppliers (leverantörsfakturor): added, approved, recorded in the books and paid.',
  'Supplier advances':
    'What is paid to suppliers before anything is delivered (förskott), and what of it is set off or paid back.',
  'Year-end': 'What is left to do before a fiscal year ends, closing it, and opening it again (bokslut).',
  Records: 'What the law asks to be kept: system documentation, processing history, the archive of a year.',
  'Fixed assets':
    'What the company owns for long (anläggningstillgångar): the register, depreciation, write-downs and disposals.',
  Accruals: 'Amounts of journal entries that belong to other months (periodiseringar), and what is booked of them.',
  'VAT periods': 'How often the company reports VAT, and which periods (momsperioder) are reported.',
  'VAT returns': 'What is reported for VAT (momsdeklarationer): figures, the entry that settles them, the file.',
  'OSS returns':
    'Sales to consumers in other EU countries under the union scheme (One Stop Shop): their accounts and quarterly returns.',
  'Margin scheme':
    'Sales of second-hand goods and the like whose tax is in the margin (vinstmarginalbeskattning): their accounts, and the margin of each VAT period.',
  'Currency rates': 'What currencies cost in SEK, day by day.',
  'Bank accounts': "The company's own accounts at banks: where payments are made from, and whose statements are read.",
  'Bank payments': 'Money on its way out (utbetalningar): made here, signed by people, taken to the bank in a file.',
  'Bank statements': 'What the bank says came in and went out (kontoutdrag), matched with the books.',
  'Bank reconciliation':
    'Bank accounts against the ledger (bankavstämning): why they differ, and which months are reconciled.',
  Payroll: 'Employees, their employments and pay, for those who may see it.',
  'Tax account': 'What the tax authority charges and pays back (skattekonto), matched with the books.',
  Simulations: 'What customers, suppliers, the bank and the tax authority do to a test company when they are asked to.',
  Operator: 'What those who run the service see to: accounts, plans, approvals, background work; never books.',
  Proposals: 'Writes that programs want done (förslag): tried, and kept until a person approves them.',
  History: 'Who changed what outside the entries, and who logged in (behandlingshistorik).',
  Connections: 'The companies and agencies that an integration is connected to.',
  'Agency connections': 'Accounting practices (byråer): which there are, and which an integration is connected to.',
  'Client companies': 'The companies whose books an agency keeps (klientföretag).',
  Users: 'The people at an agency and at its client companies.',
  Invitations: 'Those who have been invited by mail to become users and have not answered yet.',
  'To-dos': 'What is left to do in client companies, worked out from their books, and links into the console.',
}

/** The OpenAPI document of these endpoints. */
export const documentOf = ({ rows, brand, publicUrl, basePath }: DocumentationOptions): Record<string, unknown> => {
  const document = httpService.openApi(rows, {
    brand,
    server: `${publicUrl}${basePath}`,
    sections: { ...sections, ...oauthSection },
    scopes: Object.fromEntries(Object.entries(scopeWords).map(([scope, { en }]) => [scope, en])),
    paths: oauthDocumentation(brand),
    examples,
    webhooks: webhooksService.deliveries,
  })
  // It was made here, so it is one.
  return withSamples(document as unknown as ApiDocument) as unknown as Record<string, unknown>
}

/** Adds the document and the page. */
export const addDocumentation = async (
  app: FastifyInstance,
  { site, ...options }: Omit<DocumentationOptions, 'publicUrl'> & { site: () => string },
): Promise<void> => {
  const { basePath } = options
  const page = pageOf(basePath)
  // The URL is known once the service listens, and does not change.
  let made: { document: string; compressed: () => Promise<Buffer>; policy: string } | undefined
  const forSite = () => {
    const document = made?.document ?? JSON.stringify(documentOf({ ...options, publicUrl: site() }))
    made ??= {
      document,
      compressed: lazy(() => promisify(gzip)(document)),
      policy: policyOf(site()),
    }
    return made
  }
  app.get(`${basePath}/openapi.json`, async (request, reply) => {
    reply.type('application/json').headers({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
    const { document, compressed } = forSite()
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(document)
    return reply.header('content-encoding', 'gzip').send(await compressed())
  })
  app.get(REFERENCE_PATH, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', forSite().policy).send(page),
  )
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 308))
  for (const [path, text, type] of ownParts) {
    app.get(path, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(text),
    )
  }
  app.get('/docs/reader.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await readerInGzip()),
  )
}

/** Whether a client accepts gzip (RFC 9110 §12.5.3): by name or `*`, with a quality above 0. */
const takesGzip = (accepted: string | undefined): boolean =>
  httpService.preferencesIn(accepted).some((coding) => coding === 'gzip' || coding === '*')

/** The viewer's script, from its package. */
const reader = (): Buffer => {
  const entry = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))
  return readFileSync(join(dirname(entry), 'js', 'standalone.js'))
}

let inGzip: Promise<Buffer> | undefined
/** Every browser accepts gzip; compressed when the page is first opened. */
const readerInGzip = (): Promise<Buffer> => {
  inGzip ??= promisify(gzip)(reader())
  return inGzip
}

/** Disables everything that uses external services: fonts, telemetry, assistant, sharing. */
const configuration = {
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  metaData: { title: 'Grundbok API' },
}

/**
 * Our own script of the page. A pasted token is kept for the tab, and the page reloads: it asks the API what the token
 * is for, and shows the reference with that company or agency in its paths. The viewer hides credentials only visually,
 * so it gets a placeholder instead of the token: everything that is displayed, copied, printed or read aloud has the
 * placeholder, and the token is only inserted into requests as they are sent.
 */
const starter = `
const given = document.currentScript.dataset
const settings = JSON.parse(given.configuration)
const said = document.getElementById('said')
const kept = 'grundbok-reference-token'
const stand = 'YOUR_TOKEN'
// Requests that are tried out go to this service, by the same route as the page.
const servers = [{ url: new URL(given.api, location.href).href }]
const show = (more) => Scalar.createApiReference('#reference', { ...settings, servers, ...more })
const without = (sentence) => {
  sessionStorage.removeItem(kept)
  said.textContent = sentence
  show({ url: given.document })
}
const start = async (token) => {
  const answer = await fetch(given.api + '/me', { headers: { authorization: 'Bearer ' + token } })
  if (answer.status === 401) return without('The token is not valid, or no longer valid.')
  if (!answer.ok) return without('The service did not say what the token is for (' + answer.status + ').')
  const { tenant, token: { type }, scopes } = await answer.json()
  const content = await (await fetch(given.document)).json()
  const idName = { company: 'companyId', agency: 'agencyId' }[tenant.type]
  const own = ({ in: place, name }) => place === 'path' && name === idName
  const filled = Object.entries(content.paths).map(([path, operations]) => {
    const asked = Object.entries(operations).map(([method, { parameters = [], ...rest }]) =>
      [method, { ...rest, parameters: parameters.filter((one) => !own(one)) }])
    return [path.replace('{' + idName + '}', tenant.id), Object.fromEntries(asked)]
  })
  content.paths = Object.fromEntries(filled)
  const scheme = type === 'private' ? 'privateToken' : 'oauth'
  const flows = { authorizationCode: { token: stand }, clientCredentials: { token: stand } }
  const schemes = { privateToken: { token: stand }, oauth: { flows } }
  const authentication = { preferredSecurityScheme: scheme, securitySchemes: { [scheme]: schemes[scheme] } }
  const onBeforeRequest = ({ request }) => {
    if (request.headers.get('authorization') === 'Bearer ' + stand) {
      request.headers.set('authorization', 'Bearer ' + token)
    }
  }
  show({ content, authentication, onBeforeRequest })
  const whose = tenant.id ? tenant.name + ' (' + tenant.id + ')' : 'every agency that is connected'
  said.textContent = 'The reference is for ' + whose + ', with ' + scopes.length + ' scopes.'
}
document.getElementById('token-form').addEventListener('submit', (event) => {
  event.preventDefault()
  const token = document.getElementById('token').value.trim()
  if (token) sessionStorage.setItem(kept, token)
  else sessionStorage.removeItem(kept)
  location.reload()
})
const token = sessionStorage.getItem(kept)
if (token) start(token).catch(() => without('The service does not answer.'))
else show({ url: given.document })
`

/** The style of the bar above the reference, like that of the other pages. */
const barStyle = `
body { margin: 0; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .5rem 1rem; }
.bar { font: 1rem/1.4 system-ui, sans-serif; background: #f6f5f1; color: #1c2321; border-bottom: 1px solid #e2e2db; }
.bar a { color: #14532d; min-height: 2.75rem; display: inline-flex; align-items: center; }
.bar form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; flex: 1 1 22rem; }
.bar input { flex: 1 1 10rem; min-width: 0; min-height: 2.75rem; padding: .25rem .75rem; font: inherit; }
.bar input { border: 1px solid #858f8b; border-radius: .5rem; color: inherit; background: #fff; }
.bar input { box-sizing: border-box; }
.bar button { min-height: 2.75rem; padding: .25rem 1rem; font: inherit; font-weight: 600; cursor: pointer; }
.bar button { color: #fff; background: #14532d; border: 0; border-radius: .5rem; }
.bar #said { flex-basis: 100%; margin: 0; overflow-wrap: anywhere; }
.bar #said:empty { display: none; }
@media (prefers-color-scheme: dark) {
  .bar { background: #141816; color: #eef1ef; border-color: #343c38; }
  .bar a { color: #8fd3a8; }
  .bar input { background: #1d2320; border-color: #7f8b86; }
  .bar button { color: #0b1f13; background: #8fd3a8; }
}
`

const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex').slice(0, 16)
/** Hashes megabytes, so it is done once, even with several apps. */
const readerDigest = lazy(() => digestOf(reader()))
const STARTER_PATH = `/docs/starter-${digestOf(starter)}.js`
const BAR_STYLE_PATH = `/docs/bar-${digestOf(barStyle)}.css`

const ownParts = [
  [STARTER_PATH, starter, 'text/javascript; charset=utf-8'],
  [BAR_STYLE_PATH, barStyle, 'text/css; charset=utf-8'],
] as const

/** Paths in the page are relative, so that it works below a path of another site too. */
const pageOf = (basePath: string): string => {
  const settings = html`${JSON.stringify(configuration)}`.text
  const document = `..${basePath}/openapi.json`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Grundbok API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="..${BAR_STYLE_PATH}">
  </head>
  <body>
    <div class="bar">
      <a href="../docs">Guides</a>
      <form id="token-form">
        <label for="token">Your token</label>
        <input id="token" type="password" autocomplete="off" spellcheck="false" placeholder="gb_…">
        <button>Use it</button>
      </form>
      <p id="said" role="status"></p>
    </div>
    <div id="reference"></div>
    <script src="./reader.js?${readerDigest()}"></script>
    <script src="..${STARTER_PATH}" data-document="${document}" data-api="..${basePath}"
      data-configuration="${settings}"></script>
  </body>
</html>
`
}

/** The page may load its own parts, and send requests to the API. */
const policyOf = (publicUrl: string): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
