// A request as it is put together: from one that succeeds, changed in places, ready to be sent and to be shown.
import type { Row } from '#http'
import type { Path } from '#support/reading/places'
import { withValue } from '#support/reading/places'
import type { Sample } from '#tests/surface/world'

/** A file of a form, or none, and texts beside it. */
export type Form = { field: string; name: string; bytes: Buffer; type: string; texts: [string, string][] }

export type Draft = {
  row: Row
  method: string
  /** Values of the path's placeholders, as they stand in the path, encoded. */
  path: readonly [name: string, encoded: string][]
  /** Encoded. */
  query: readonly [name: string, value: string][]
  headers: readonly [name: string, value: string][]
  json: unknown
  /** JSON texts in places of `json`: of what no value becomes; `undefined` leaves the name out. */
  texts: readonly [Path, string | undefined][]
  form: Form | null
  /** The whole body, where it is neither. */
  raw: string | Buffer | null
}

/** One thing that is changed; what is changed can be put back by leaving it away. */
export type Change = { says: string; apply(draft: Draft): Draft }

export type Rendered = {
  method: string
  path: string
  headers: readonly [string, string][]
  body: string | Buffer | undefined
}

const BOUNDARY = 'grundbok-fuzz-4f1c2b'

/** A sample of a row as a draft. */
export const draftOf = async ({ row, path, init }: Sample, credentials: Record<string, string>): Promise<Draft> => {
  const [address = '', query = ''] = path.split('?')
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = new RegExp(`^${row.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(address)?.slice(1) ?? []
  return {
    row,
    method: row.method,
    path: names.map((name, at) => [name, values[at] ?? '']),
    query: query === '' ? [] : query.split('&').map((pair) => pair.split('=', 2) as [string, string]),
    headers: Object.entries(credentials),
    json: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    texts: [],
    form: init.body instanceof FormData ? await formOf(row, init.body) : null,
    raw: null,
  }
}

const formOf = async (row: Row, form: FormData): Promise<Form> => {
  const field = row.upload?.field ?? 'file'
  const file = form.get(field)
  const bytes = file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0)
  return { field, name: 'prov', bytes, type: 'application/octet-stream', texts: [] }
}

export const changed = (draft: Draft, changes: readonly Change[]): Draft =>
  changes.reduce((before, { apply }) => apply(before), draft)

/** The bytes of a draft. */
export const rendered = (draft: Draft): Rendered => {
  const { row, method, query, headers } = draft
  const values = new Map(draft.path)
  const address = row.path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '')
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&')
  const path = `/v1${address}${asked === '' ? '' : `?${asked}`}`
  const { body, type } = bodyOf(draft)
  const isNamed = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return { method, path, body, headers: type === '' || isNamed ? headers : [...headers, ['content-type', type]] }
}

const bodyOf = (draft: Draft): { body: string | Buffer | undefined; type: string } => {
  const { json, form, raw } = draft
  const type = form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json'
  if (raw !== null) return { body: raw, type }
  if (form) return { body: multipart(form), type }
  return json === undefined ? { body: undefined, type: '' } : { body: jsonText(draft), type }
}

const markOf = (place: number): string => `@@place:${place}@@`

const jsonText = ({ json, texts }: Draft): string => {
  const whole = texts.find(([place]) => place.length === 0)
  if (whole) return whole[1] ?? ''
  const marked = texts.reduce(
    (value, [place, text], at) => (isThere(value, place) ? put(value, place, text, at) : value),
    json,
  )
  return texts.reduce(
    (written, [, text], at) => (text === undefined ? written : written.replace(`"${markOf(at)}"`, () => text)),
    JSON.stringify(marked) ?? '',
  )
}

const put = (value: unknown, place: Path, text: string | undefined, at: number): unknown =>
  withValue(value, place, text === undefined ? undefined : markOf(at))

/** Whether what holds a place is still what it was, when something else was put around it. */
const isThere = (value: unknown, place: Path): boolean => {
  const parent = place
    .slice(0, -1)
    .reduce<unknown>((inside, key) => (inside as Record<string | number, unknown> | undefined)?.[key], value)
  return typeof parent === 'object' && parent !== null
}

const multipart = ({ field, name, bytes, type, texts }: Form): Buffer =>
  Buffer.concat([
    ...texts.map(([key, text]) =>
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`),
    ),
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n`),
    Buffer.from(`content-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** Above this a body is named by its length in what is shown. */
const MOST_SHOWN = 4000

/** The request as a shell command; tokens are in variables. */
export const curlOf = ({ method, path, headers, body }: Rendered): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const secret = (name: string, value: string) => (/^(?:authorization|cookie|csrf-token)$/i.test(name) ? '…' : value)
  const parts = [
    `curl -X ${method} "$ORIGIN"${quoted(path)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${secret(name, value)}`)}`),
    ...(body === undefined ? [] : [bodyShown(body, quoted)]),
  ]
  return parts.join(' \\\n    ')
}

const bodyShown = (body: string | Buffer, quoted: (text: string) => string): string => {
  if (body.length > MOST_SHOWN) {
    const start = body.toString().slice(0, MOST_SHOWN / 10)
    return `--data-binary ${quoted(start)} # the first of ${body.length} bytes`
  }
  return typeof body === 'string'
    ? `--data-binary ${quoted(body)}`
    : `--data-binary @<(base64 -d <<< ${body.toString('base64')})`
}
