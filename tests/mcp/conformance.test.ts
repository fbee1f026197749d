// The conformance suite of the Model Context Protocol against /mcp. The suite has no token, so a forwarder adds one.
// What fails is listed with its reason; the suite fails on anything else, and on what is listed and passes.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as requestHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfScopes } from '#access'
import { CONFORMANCE, needs } from '#support/needs'
import { type Service, startService } from '#support/service'

/** Tools, resources and prompts that the suite expects by name in a server made for it. */
const OF_ITS_OWN = 'calls a tool of the suite by name, which is none of the tools here'
const NO_RESOURCES = 'no resources are served: documents are read as any other operation'
const NO_PROMPTS = 'no prompts are served'

const failing: Readonly<Record<string, string>> = {
  'logging-set-level': 'no log is sent to clients: the log of requests is an operation',
  'completion-complete': 'nothing is completed: find_operation finds names',
  'tools-call-simple-text': OF_ITS_OWN,
  'tools-call-image': OF_ITS_OWN,
  'tools-call-audio': OF_ITS_OWN,
  'tools-call-embedded-resource': OF_ITS_OWN,
  'tools-call-mixed-content': OF_ITS_OWN,
  'tools-call-with-logging': OF_ITS_OWN,
  'tools-call-error': OF_ITS_OWN,
  'tools-call-with-progress': OF_ITS_OWN,
  'tools-call-sampling': OF_ITS_OWN,
  'tools-call-elicitation': OF_ITS_OWN,
  'server-sse-multiple-streams': 'opens streams in a session, and no sessions are kept: each request stands alone',
  'json-schema-2020-12': OF_ITS_OWN,
  'elicitation-sep1034-defaults': OF_ITS_OWN,
  'elicitation-sep1330-enums': OF_ITS_OWN,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
}

let service: Service
let forwarder: Server
const folder = mkdtempSync(join(tmpdir(), 'grundbok-conformance-'))

beforeAll(async () => {
  let token = ''
  forwarder = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const onward = requestHttp(`${service.origin}${incoming.url}`, { method: incoming.method, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => forwarder.listen(0, '127.0.0.1', resolve))
  // The service is reached through the forwarder: pages of its own are those that come from there.
  service = await startService({ publicUrl: addressOf(forwarder) })
  token = (await service.newCompany({ scopes: selfScopes })).token
})

const addressOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`

afterAll(async () => {
  forwarder.closeAllConnections()
  forwarder.close()
  rmSync(folder, { recursive: true })
  await service.close()
})

/** Runs the suite, by its own version of Node; its output if it is not content. */
const run = async (): Promise<{ code: number | null; said: string }> => {
  const baseline = join(folder, 'failing.yml')
  writeFileSync(
    baseline,
    `server:\n${Object.keys(failing)
      .map((name) => `  - ${name}\n`)
      .join('')}`,
  )
  const words = [CONFORMANCE.suite, 'server', '--url', `${addressOf(forwarder)}/mcp`, '--expected-failures', baseline]
  const child = spawn(CONFORMANCE.node, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, said }
}

test('the suite finds nothing that is not listed', { timeout: 180_000 }, async () => {
  needs('conformance')
  const { code, said } = await run()
  expect({ code, said: code === 0 ? '' : said }).toEqual({ code: 0, said: '' })
  for (const passed of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])
    expect(said).toContain(passed)
})
