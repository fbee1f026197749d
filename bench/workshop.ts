// Where a run works: a folder for the moment, and a list of what is to be undone at its end, also when it is cut short.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Workshop = {
  folder: string
  /** Has something undone at the end of the run, the latest first. */
  later(undo: () => Promise<void> | void): void
}

/**
 * What is told when a signal ends a run: called at once, while everything still stands, and what it answers once all is
 * undone. That gives the exit code.
 */
export type OnCut = (signal: NodeJS.Signals) => () => number

const failed: OnCut = () => () => 1

/** Runs `work` and leaves nothing behind. */
export const withWorkshop = async <T>(work: (workshop: Workshop) => Promise<T>, onCut: OnCut = failed): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-bench-'))
  const steps: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (let step = steps.pop(); step; step = steps.pop()) await step()
  }
  let cutting: Promise<never> | null = null
  // A terminal and npm both send it: what comes after the first changes nothing.
  const cut = (signal: NodeJS.Signals): void => {
    if (cutting) return
    const ended = onCut(signal)
    cutting = close().then(
      () => process.exit(ended()),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, cut)
  try {
    return await work({ folder, later: (step) => steps.push(step) })
  } finally {
    // What fails while its ground is taken away is nobody's fault.
    if (cutting) await cutting
    await close()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, cut)
  }
}

/** Says what is being done, apart from the figures. */
export const tell = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`)
}

/**
 * Runs a program, in an environment of its own when one is given, and answers what it printed.
 * @throws when it fails, or does not end within `seconds`
 */
export const output = async (
  program: string,
  words: readonly string[],
  seconds: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> => {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let printed = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${program} failed (${code ?? 'killed'}): ${complaint.slice(-2000)}`)
    return printed
  } finally {
    clearTimeout(limit)
  }
}
