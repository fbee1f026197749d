// A Debian of its own that is started within this machine, with systemd as its first process: where a package is
// installed as an operator installs it. It has no network but its own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEBIAN_ROOT } from '#support/needs'

type Said = { code: number | null; stdout: string; stderr: string }

export type BootedDebian = {
  folder: string
  /** Runs a line of the shell in it, as root. */
  run(line: string): Said
  halt(): Promise<void>
}

const POLL_MS = 100

/** Starts a copy of the Debian that the run has been given. The caller must halt it. */
export const bootDebian = async (): Promise<BootedDebian> => {
  const folder = join(mkdtempSync(join(tmpdir(), 'grundbok-debian-')), 'root')
  spawnSync('cp', ['--archive', DEBIAN_ROOT, folder])
  const words = ['--boot', '--register=no', '--keep-unit', '--private-network', '--console=read-only', '--quiet']
  const child = spawn('systemd-nspawn', ['--directory', folder, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said.text += text))
  const run = (line: string): Said => {
    const within = ['--target', String(firstProcess(child)), '--all', '--', 'sh', '-c', line]
    const { status, stdout, stderr } = spawnSync('nsenter', within, { encoding: 'utf8', env: { PATH } })
    return { code: status, stdout, stderr }
  }
  while (!/^(?:running|degraded)/.test(run('systemctl is-system-running').stdout)) await pause(child, said)
  return {
    folder,
    run,
    async halt() {
      // With its first process everything in it ends; without the program that started it, it would go on.
      process.kill(firstProcess(child), 'SIGKILL')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** The process that is number one within. Before it there is another for a moment, which makes it. */
const firstProcess = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])

const pause = async (child: ChildProcess, { text }: { text: string }): Promise<void> => {
  if (child.exitCode !== null) throw new Error(`The Debian has ended: ${text}`)
  await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
