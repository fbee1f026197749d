// Samples of code for each operation: for curl, the SDK and the command line, made from the document. Values of the
// path are variables, in a shell as in TypeScript; what is sent is the documented example.
import {
  type ApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  referredIn,
  type Schema,
} from './operations.ts'

export type Sample = { lang: 'Shell' | 'TypeScript'; label: 'curl' | 'SDK' | 'bok'; source: string }

/** What a sample sends: its body, and what its query has. */
export type Sent = { body?: unknown; query: Readonly<Record<string, unknown>> }

/** Adds `x-codeSamples` to the operations of a document; those of OAuth are called by libraries. */
export const withSamples = <Document extends ApiDocument>(document: Document): Document => {
  for (const operation of operationsOf(document)) {
    const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
    if (!described || isOfProtocol(operation)) continue
    const samples = samplesOf(document, operation, documentedIn(operation))
    Object.assign(described, { 'x-codeSamples': samples })
  }
  return document
}

const isOfProtocol = ({ group }: Operation): boolean => group === 'OAuth'

/** What the document says that is sent. */
export const documentedIn = ({ body, query }: Operation): Sent => ({
  body: body?.example,
  query: Object.fromEntries(query.filter(({ required }) => required).map((one) => [one.name, exampleOf(one)])),
})

const exampleOf = ({ example, schema }: Parameter): unknown => example ?? schema.examples?.[0] ?? 'text'

/** The samples of an operation that sends this. */
export const samplesOf = (document: ApiDocument, operation: Operation, sent: Sent): Sample[] => {
  const file = fileOf(document, operation)
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(operation, sent, file) },
    { lang: 'TypeScript', label: 'SDK', source: sdkOf(operation, sent, file) },
    { lang: 'Shell', label: 'bok', source: bokOf(operation, sent, file) },
  ]
}

/** The part of an upload that is the file; null where nothing is uploaded. */
const fileOf = (document: ApiDocument, { body }: Operation): string | null => {
  if (body?.type !== 'multipart/form-data') return null
  const { properties = {} } = referredIn<Schema>(document, body.schema)
  return Object.entries(properties).find(([, { format }]) => format === 'binary')?.[0] ?? null
}

/** `invoiceId` as a variable of a shell: `$INVOICE_ID`; the tenant as the guides call it. */
export const variableOf = (name: string): string =>
  ({ companyId: 'COMPANY', agencyId: 'AGENCY' })[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** A text in single quotes of a shell. */
const quoted = (text: string): string =>
  /^[\w.:/=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const ADDRESS_LETTERS = /[^\w\-.~]/

const curlOf = ({ method, path, body, isByPeople }: Operation, sent: Sent, file: string | null): string => {
  const query = Object.entries(sent.query).map(([name, value]) => {
    const text = String(value)
    return ADDRESS_LETTERS.test(text) ? `${name}=${encodeURIComponent(text)}` : `${name}=${text}`
  })
  const below = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`)
  const address = `"$BASE${below}${query.length > 0 ? `?${query.join('&')}` : ''}"`
  const isWrite = method !== 'GET'
  const access = isByPeople
    ? ['-H "Cookie: $COOKIE"', ...(isWrite ? ['-H "Csrf-Token: $CSRF_TOKEN"'] : [])]
    : ['-H "Authorization: Bearer $TOKEN"']
  const hasData = body !== null
  const parts = [
    `curl ${method === 'GET' || (method === 'POST' && hasData) ? '' : `-X ${method} `}${address}`,
    access.join(' '),
    ...(file === null ? [] : [`-F "${file}=@$FILE"`]),
    ...(hasData && file === null
      ? [`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(sent.body))}`]
      : []),
  ]
  return parts.join(' \\\n  ')
}

const sdkOf = ({ scope, resources, verb, parameters }: Operation, sent: Sent, file: string | null): string => {
  const start = { company: 'grundbok.company(companyId)', agency: 'grundbok.agency(agencyId)' } as Record<
    string,
    string
  >
  const from = start[scope] ?? (scope === 'service' ? 'grundbok' : `grundbok.${scope}`)
  const body = file === null ? sent.body : undefined
  const given = [
    ...parameters,
    ...(file === null ? [] : [`{ ${file} }`]),
    ...(body === undefined ? [] : [written(body)]),
    ...(Object.keys(sent.query).length > 0 ? [written(sent.query)] : []),
  ]
  return `await ${[from, ...resources, verb].join('.')}(${given.join(', ')})`
}

/** A value as TypeScript, one property in a line where it has several. */
const written = (value: unknown, indent = ''): string => {
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? inQuotes(value) : String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((one) => written(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : inQuotes(name)}: ${written(one, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const inOne = Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (inOne.length < 80 && !inOne.includes('\n')) return inOne
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

const inQuotes = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const typed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const bokOf = ({ scope, resources, verb, parameters }: Operation, sent: Sent, file: string | null): string => {
  const words = [...(scope === 'company' ? [] : [scope]), ...resources, verb].map(typed)
  const options = [
    ...Object.entries(sent.query).map(([name, value]) => `--${typed(name)} ${quoted(String(value))}`),
    ...(scope === 'agency' ? ['--agency "$AGENCY"'] : []),
    ...(file === null && sent.body !== undefined ? [`--body ${quoted(JSON.stringify(sent.body))}`] : []),
  ]
  const values = [...parameters.map((name) => `"$${variableOf(name)}"`), ...(file === null ? [] : ['"$FILE"'])]
  return ['bok', ...words, ...values, ...options].join(' ')
}
