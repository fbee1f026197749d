// Other processes that use the embedded server, for tests of what happens when they are killed or come second.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import type { EmbeddedConnection } from '#postgres/postgres'

/** What the process says when it is in, or why it did not get in. */
type Said = { connection?: EmbeddedConnection; error?: string }

/** A running process; `close` leaves in order, `kill` gives it no chance to. */
type EmbeddedProcess = { pid: number; said: Said; close(): Promise<void>; kill(): Promise<void> }

/** Bundles the program of these processes; returns its path, in a folder from which it finds its packages. */
export const bundleProgram = async (): Promise<string> => {
  const root = process.cwd()
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'grundbok-test-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'program.mjs')
  await build({
    stdin: { contents: program, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return file
}

const program = `
import { openEmbedded } from '#postgres/tenancy-of-server'
const [folder, role] = process.argv.slice(2)
const say = (said) => process.stdout.write(JSON.stringify(said) + '\\n')
try {
  const tenancy = await openEmbedded(folder, role)
  process.stdin.once('data', async () => {
    await tenancy.close()
    process.exit(0)
  })
  say({ connection: tenancy.connection })
} catch (error) {
  say({ error: error.name + ': ' + error.message })
  process.exit(1)
}
`

/** Starts a process that opens the server in `folder`; `prefix` is what to start it with, as another user say. */
export const startProcess = async (
  file: string,
  folder: string,
  role: 'service' | 'command',
  prefix: readonly string[] = [],
): Promise<EmbeddedProcess> => {
  const [program = '', ...rest] = [...prefix, process.execPath, file, folder, role]
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const said = await firstLine(child)
  return {
    pid: child.pid ?? 0,
    said,
    close: async () => {
      child.stdin?.write('close\n')
      await exit
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

const firstLine = async (child: ChildProcess): Promise<Said> => {
  if (child.stdout === null) return {}
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Said
  return {}
}
