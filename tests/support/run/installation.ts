// Before the files that start programs: the programs are built as `npm start` builds them, and the service has had its
// first start once, with a demo, and has stopped. Most tests of programs go on from there, each with a copy.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** A data folder whose service has stopped; its demo company, and that company's token. */
export type Installation = { dataDir: string; companyId: string; token: string }

declare module 'vitest' {
  // The name and shape of this are vitest's.
  interface ProvidedContext {
    installation: Installation
  }
}

let folder = ''

export const setup = async (project: TestProject): Promise<void> => {
  execFileSync(process.execPath, [join('scripts', 'build.mjs')])
  folder = mkdtempSync(join(tmpdir(), 'grundbok-installation-'))
  const dataDir = join(folder, 'data')
  const companyId = await firstStart(dataDir)
  const token = readFileSync(join(dataDir, 'demo-token'), 'utf8')
  project.provide('installation', { dataDir, companyId, token })
}

export const teardown = (): void => rmSync(folder, { recursive: true, force: true })

/** Starts the service on a folder that is not there yet, and stops it; the demo company's id. */
const firstStart = async (dataDir: string): Promise<string> => {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? tmpdir(), DATA_DIR: dataDir, PORT: '0' }
  const child = spawn(process.execPath, [join('dist', 'main.js'), '--empty-demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let said = ''
  let companyId: string | undefined
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text
    companyId ??= /^ {2}Company +(\S+) /m.exec(said)?.[1]
    if (companyId) child.kill('SIGTERM')
  }
  const [code] = await ended
  if (code !== 0 || !companyId) throw new Error(`The first start has failed: ${said}`)
  return companyId
}
