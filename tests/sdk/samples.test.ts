// The samples of code in the document: each is run against the service as it stands there, reads as they are and writes
// as trials.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWrite, type Row } from '#http'
import { rows } from '#programs/app'
import { type Operation, operationsOf } from '#programs/documentation/operations'
import { documentedIn, type Sample, type Sent, samplesOf, variableOf } from '#programs/documentation/samples'
import { readDocument } from '#scripts/sdk/operations'
import { EVERY_MS, every } from '#support/every'
import { type Service, startService } from '#support/service'
import {
  type Caller,
  credentialsFor,
  initOf,
  keptParametersFor,
  newCaller,
  type Parameters,
  parametersFor,
  pathOf,
  spoilsBooks,
} from '#tests/surface/world'
import { newClient } from './calls.ts'

const run = promisify(execFile)
/** Most that a command writes: the export of a company, in bytes. */
const MAX_OUTPUT = 256 * 1024 * 1024
const BOK = join(process.cwd(), 'packages', 'cli', 'dist', 'bok.js')

let service: Service
let company: Caller
const folder = mkdtempSync(join(tmpdir(), 'grundbok-samples-'))
beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const document = readDocument()
const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]))

type World = { row: Row; operation: Operation; parameters: Parameters; owner: Caller; file: Blob | null }

/** What the world sends: the documented example, or another one where the example names what is not there. */
const sentIn = async ({ row, parameters, operation }: World): Promise<Sent> => {
  const url = new URL(`${service.base}${pathOf(row, parameters)}`)
  const { body } = initOf(row, parameters)
  const required = documentedIn(operation)
  return {
    body: typeof body === 'string' ? JSON.parse(body) : required.body,
    query: { ...required.query, ...Object.fromEntries(url.searchParams) },
  }
}

const samplesFor = async (world: World): Promise<readonly Sample[]> => {
  const { operation } = world
  const told = document.paths[operation.path][operation.method.toLowerCase()]['x-codeSamples'] as Sample[]
  const documented = documentedIn(operation)
  expect(told).toEqual(samplesOf(document, operation, documented))
  const sent = await sentIn(world)
  return isDeepStrictEqual(sent, documented) ? told : samplesOf(document, operation, sent)
}

/** Whether it is only tried: what can't be tried is done once, by the first of the samples. */
const isTried = (row: Row): boolean => isWrite(row) && !row.untried

const environment = (world: World): Record<string, string> => {
  const { row, owner, parameters } = world
  const { authorization = '', cookie = '', 'csrf-token': csrf = '' } = credentialsFor(row, owner)
  const values = Object.entries(parameters).map(([name, value]) => [variableOf(name), String(value)])
  return {
    COMPANY: owner.id,
    AGENCY: owner.agency.id,
    FILE: join(folder, 'prov'),
    ...Object.fromEntries(values),
    PATH: process.env.PATH ?? '',
    HOME: folder,
    BASE: service.base,
    TOKEN: authorization.replace('Bearer ', ''),
    COOKIE: cookie,
    CSRF_TOKEN: csrf,
    BOK_HOME: profileOf(owner, { cookie, csrf }),
    BOK_URL: service.base,
    BOK_COMPANY: parameters.companyId ?? owner.id,
    ...(authorization !== '' && { BOK_TOKEN: authorization.replace('Bearer ', '') }),
  }
}

/** A home of the command whose profile is the session of the owner. */
const profileOf = (owner: Caller, { cookie, csrf }: { cookie: string; csrf: string }): string => {
  const home = mkdtempSync(join(folder, 'bok-'))
  const session = { cookie, 'csrf-token': csrf }
  const profiles = { default: { url: service.base, company: owner.id, session } }
  writeFileSync(join(home, 'profiles.json'), JSON.stringify({ current: 'default', profiles }))
  return home
}

const inShell = async (source: string, world: World): Promise<void> => {
  const dryRun = isTried(world.row)
  const curl = `curl() { local last=; for one; do case $one in "$BASE"*) [ -z "$DRY" ] || one="$one$(
    case $one in *\\?*) echo '&' ;; *) echo '?' ;; esac)dryRun=true" ;; esac; set -- "$@" "$one"; shift; done
    command curl -sS -f -o /dev/null "$@"; }`
  const bok = `bok() { node ${BOK} "$@" $DRY; }`
  const env = { ...environment(world), DRY: dryRun ? '--dry-run' : '' }
  await run('bash', ['-c', `${curl}\n${bok}\n${source}`], { cwd: folder, env, maxBuffer: MAX_OUTPUT })
}

const inProgram = async (source: string, { row, owner, parameters, file }: World): Promise<void> => {
  const tried: typeof fetch = (url, init) => {
    const address = new URL(String(url))
    if (isTried(row)) address.searchParams.set('dryRun', 'true')
    return fetch(address, init)
  }
  const grundbok = newClient(service, { headers: credentialsFor(row, owner), fetch: tried as never })
  const uploaded = file && row.upload ? { [row.upload.field]: file } : {}
  const given = { companyId: owner.id, agencyId: owner.agency.id, ...parameters, ...uploaded, grundbok }
  const body = `return (async () => ${source})()`
  await new Function(...Object.keys(given), body)(...Object.values(given))
}

const runAll = async (row: Row): Promise<number> => {
  const owner = spoilsBooks(row) ? await newCaller(service) : company
  const parameters = isWrite(row) ? await parametersFor(row, owner) : await keptParametersFor(row, owner)
  const operation = operations.get(row.operationId)
  if (!operation) throw new Error(`${row.operationId} is not in the document`)
  const { body } = initOf(row, parameters)
  const file = body instanceof FormData ? ([...body.values()][0] as File) : null
  if (file) writeFileSync(join(folder, 'prov'), Buffer.from(await file.arrayBuffer()))
  const world: World = { row, operation, parameters, owner, file }
  const samples = await samplesFor(world)
  const tried = row.untried ? samples.slice(0, 1) : samples
  const runOne = async ({ label, source }: Sample): Promise<void> => {
    try {
      await (label === 'SDK' ? inProgram(source, world) : inShell(source, world))
    } catch (thrown) {
      throw new Error(`${label}: ${source}\n${(thrown as { stderr?: string }).stderr || String(thrown)}`)
    }
  }
  await Promise.all(tried.map(runOne))
  return tried.length
}

const inTurn = rows.toSorted((one, other) => Number(isWrite(one)) - Number(isWrite(other)))

test(
  'each sample runs',
  async () => {
    let count = 0
    await every(
      inTurn,
      ({ operationId }) => operationId,
      async (row) => {
        count += await runAll(row)
      },
    )
    console.info(`${count} samples of ${inTurn.length} operations`)
  },
  EVERY_MS,
)
