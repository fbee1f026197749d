// Performs API operations in a company, by the same rows and with the same checks, one after the other. Each has an
// idempotency key by its position, so a repeated run gets the same answers without repeating changes.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { brandOf, type Input, type Reply, type Row, type Tenant } from '#http'
import { httpService } from '#http/service'
import { scopesOfRole } from '#identity'
import type { Actor } from '#platform/actor'
import type { ProcessContext } from '#platform/call'
import type { Database } from '#platform/db'
import { Refusal } from '#platform/refusal'

/** A request: values of placeholders, a body, and a file with its text fields. */
export type Asked = {
  params?: Readonly<Record<string, string>>
  body?: object
  file?: { name: string; bytes: Buffer }
}

/** Runs an operation and returns its body; throws if it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is of the operation's own schema
export type DemoClient = (operationId: string, asked?: Asked) => Promise<any>

export type DoingOptions = {
  rows: readonly Row[]
  database: Database
  standing: ProcessContext
  companyId: string
  actor: Actor
  now: Date
  signal: AbortSignal
}

/** Requests of an owner of the company. */
export const demoClientAs = (options: DoingOptions): DemoClient => {
  const { rows, database, standing, companyId, actor, now, signal } = options
  const run = httpService.commandRunner({
    database,
    standing,
    brand: brandOf('demo'),
    share: httpService.newConnectionShares(database.size, database.placeOf),
  })
  const allowed = () => {}
  const tenant: Tenant = { companyId, scopes: scopesOfRole.owner, requireRow: allowed, requireFeature: allowed }
  const byName = new Map(rows.map((row) => [row.operationId, row]))
  let count = 0
  return async (operationId, asked = {}) => {
    signal.throwIfAborted()
    const row = byName.get(operationId)
    if (!row) throw new Error(`There is no operation ${operationId}`)
    const input = await inputFor(row, asked, companyId)
    if (row.method === 'GET') {
      return database
        .of(companyId)
        .transaction((db) => row.run(httpService.rowCallOf({ ...standing, db, now, actor, from: null }, tenant), input))
    }
    count += 1
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => input.params[name] ?? '')
    const told = { method: row.method, path, body: input.body, file: asked.file ? digestOf(asked.file.bytes) : null }
    const fail = (cause: unknown): Reply => {
      throw new Error(`${operationId}, request ${count} of the demo: ${toldOf(cause)}`, { cause })
    }
    const withFile = asked.file ? await received(row, input, asked.file, options) : input
    const key = { text: `demo-${count}`, ...(await httpService.requestDigests(standing, told)) }
    const command = { row, tenant, actor, from: null, now, input: withFile, key, ifMatch: null, refuse: fail, fail }
    const { body } = await run(command)
    if (asked.file) await rm(withFile.file.path, { force: true })
    return typeof body === 'string' ? JSON.parse(body) : null
  }
}

const toldOf = (cause: unknown): string =>
  cause instanceof Refusal ? `${cause.message} ${JSON.stringify(cause.errors)}` : String(cause)

/** The input as a request's would be: checked, with defaults filled in. */
const inputFor = async (
  row: Row,
  { params = {}, body }: Asked,
  companyId: string,
): Promise<Input<unknown, unknown>> => {
  const sent = {
    params: { companyId, ...params },
    query: {},
    url: '',
    headers: {},
    isMultipart: () => row.upload !== undefined,
  }
  const own = body === undefined ? undefined : structuredClone(body)
  const { input, errors } = await httpService.inputReader(row)({ ...sent, body: own }, false)
  if (errors.length > 0) throw new Error(`${row.operationId} ${JSON.stringify(errors)}`)
  return { ...input, language: 'sv' }
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const received = async (
  row: Row,
  input: Input<unknown, unknown>,
  { name, bytes }: NonNullable<Asked['file']>,
  { standing, companyId }: DoingOptions,
): Promise<Input<unknown, unknown>> => {
  const path = standing.files.newWorkFile()
  await writeFile(path, bytes)
  const file = { path, name, size: bytes.length, digest: digestOf(bytes), contentType: '' }
  // The result is cached by the validated file object, so the same one is used.
  file.contentType = (await row.upload?.contentTypeOf?.(file, companyId, input.query)) ?? ''
  return { ...input, body: input.body ?? {}, file }
}
