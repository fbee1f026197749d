// The command as a user has it: the built program, started with a home of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Service, TestCompany } from '#support/service'

type Ended = { code: number | null; out: string; err: string }

type Bok = {
  home: string
  /** Runs it to its end; `input` is what is on stdin. */
  run(args: readonly string[], input?: string): Promise<Ended>
  /** Starts it; it ends with the test. */
  start(args: readonly string[]): Running
}

type Running = { said(): string; told(): string; child: ChildProcess; ended: Promise<Ended> }

const PROGRAM = join(process.cwd(), 'packages', 'cli', 'dist', 'bok.js')

export const newBok = (env: Record<string, string> = {}): Bok => {
  const home = mkdtempSync(join(tmpdir(), 'grundbok-bok-'))
  const start = (args: readonly string[], input?: string): Running => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: home,
      env: { PATH: process.env.PATH ?? '', HOME: home, BOK_HOME: join(home, 'bok'), COLUMNS: '200', ...env },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (part) => {
      out += part
    })
    child.stderr.on('data', (part) => {
      err += part
    })
    child.stdin.end(input ?? '')
    const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
    return { said: () => out, told: () => err, child, ended }
  }
  return {
    home,
    run: (args, input) => start(args, input).ended,
    start: (args) => {
      const running = start(args)
      onTestFinished(() => {
        running.child.kill('SIGKILL')
      })
      return running
    },
  }
}

/** One that uses the token of a company. */
export const bokOf = (service: Service, company: TestCompany): Bok =>
  newBok({ BOK_URL: service.base, BOK_TOKEN: company.token, BOK_COMPANY: company.id })
