// The documentation for people and programs: /v1/openapi.json and, at /docs, a page that reads it. The page works
// without any network, and its browser is told to ask nobody but this service.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Brand, openApi, type Row } from '#http'
import { scopeWords } from '#identity'
import { oauthDocumentation, oauthSection } from './documentation-oauth.ts'

export type DocumentationOptions = { rows: readonly Row[]; brand: Brand; publicUrl: string; basePath: string }

/** What each section of the documentation is about, by the tag of its rows. */
const sections: Readonly<Record<string, string>> = {
  'Company information': 'The company that a token is for.',
  'Chart of accounts': 'The accounts (kontoplan) that entries are booked on, and what stands on them.',
  'Fiscal years': 'The years (räkenskapsår) that the books are divided into.',
  'Journal entries':
    'The entries (verifikationer) of the books. They are added and reversed, never changed or removed.',
  Comments: 'Remarks on journal entries, beside the books.',
  Tags: 'What journal entries are sorted by: cost centres, projects and groups of your own, dimensions in SIE files.',
  SIE: 'Whole years in the format in which Swedish accounting programs hand books to each other.',
  Uploads: 'Vouchers (underlag) as they were received, kept byte for byte, and the entries they underlie.',
  Customers: 'The companies and people (kunder) that invoices go to.',
  Items: 'Templates (artiklar) for the lines of invoices.',
  Invoices: 'Customer invoices (kundfakturor): drafts, published once, then recorded in the books.',
  'Credit notes': 'What is taken back of published invoices (kreditfakturor).',
  Payments: 'What customers have paid on invoices (inbetalningar).',
  Settlements: 'What else lowers or raises what is outstanding on an invoice: fees, losses, differences of exchange.',
  Suppliers: 'Who invoices the company (leverantörer), and where their money goes.',
  'Supplier invoices': 'What suppliers ask for (leverantörsfakturor): kept, approved, recorded in the books and paid.',
  'Bank payments': 'Money on its way out (utbetalningar): made here, signed by people, taken to the bank in a file.',
  'Bank statements': 'What the bank says has come and gone (kontoutdrag), matched with what is in the books.',
  History: 'Who changed what outside the entries, and who logged in (behandlingshistorik).',
  Connections: 'The companies and agencies that have let an integration in.',
  'Agency connections': 'Accounting practices (byråer): which there are, and which have let an integration in.',
  'Client companies': 'The companies that an agency keeps the books of (klientföretag).',
  Users: 'The people of an agency, and of its client companies.',
  Invitations: 'Who has been asked by mail to become a user, and has not answered yet.',
  'To-dos': 'What is left to do in client companies, worked out from their books, and links into the console.',
}

/** The OpenAPI document of these endpoints. */
export const documentOf = ({ rows, brand, publicUrl, basePath }: DocumentationOptions) =>
  openApi(rows, {
    brand,
    server: `${publicUrl}${basePath}`,
    sections: { ...sections, ...oauthSection },
    scopes: Object.fromEntries(Object.entries(scopeWords).map(([scope, { en }]) => [scope, en])),
    paths: oauthDocumentation(brand.mark),
  })

/** Adds the document, and the page that shows it. */
export const addDocumentation = async (
  app: FastifyInstance,
  { site, ...options }: Omit<DocumentationOptions, 'publicUrl'> & { site: () => string },
): Promise<void> => {
  const { basePath } = options
  const page = pageOf(basePath)
  // The address is known once the service listens, and stays.
  let made: { document: string; policy: string } | undefined
  const forSite = () => {
    made ??= {
      document: JSON.stringify(documentOf({ ...options, publicUrl: site() })),
      policy: policyOf(site()),
    }
    return made
  }
  app.get(`${basePath}/openapi.json`, (_request, reply) => reply.type('application/json').send(forSite().document))
  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', forSite().policy).send(page),
  )
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 308))
  app.get('/docs/reader.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('content-encoding', 'gzip')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await readerInGzip()),
  )
}

/** The program of the page, as its package brings it along. */
const reader = (): Buffer => {
  const entry = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'))
  return readFileSync(join(dirname(entry), 'js', 'standalone.js'))
}

let inGzip: Promise<Buffer> | undefined
/** Every browser reads gzip; it is made when the page is first opened. */
const readerInGzip = (): Promise<Buffer> => {
  inGzip ??= promisify(gzip)(reader())
  return inGzip
}

/** Nothing that belongs to services elsewhere: no fonts, no telemetry, no assistant, no sharing. */
const configuration = {
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  defaultOpenAllTags: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  metaData: { title: 'Grundbok API' },
}

/** Addresses in the page are relative, so that it works below a path of a larger site too. */
const pageOf = (basePath: string): string => {
  const version = createHash('sha256').update(reader()).digest('hex').slice(0, 16)
  const settings = JSON.stringify(configuration).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Grundbok API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <script id="api-reference" data-url=".${basePath}/openapi.json" data-configuration="${settings}"></script>
    <script src="./docs/reader.js?${version}"></script>
  </body>
</html>
`
}

/** What the page may load: its own parts; and requests that its reader tries out go to the API. */
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
