// The environment of a run: a temporary folder, and a list of things to undo at its end, even if it is interrupted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Workshop = {
  folder: string
  /** Registers something to undo at the end of the run, latest first. */
  later(undo: () => Promise<void> | void): void
}

/**
 * Called when a signal ends a run, before anything is undone; the returned function is called afterwards, and returns
 * the exit code.
 */
type OnCut = (signal: NodeJS.Signals) => () => number

const failed: OnCut = () => () => 1

/** Runs `work` and leaves nothing behind. */
export const withWorkshop = async <T>(work: (workshop: Workshop) => Promise<T>, onCut: OnCut = failed): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-bench-'))
  const steps: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async (): Promise<void> => {
    for (let step = steps.pop(); step; step = steps.pop()) await step()
  }
  let cutting: Promise<never> | null = null
  // A terminal and npm both send the signal; only the first one counts.
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
    // Failures caused by the cleanup after an interruption are ignored.
    if (cutting) await cutting
    await close()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, cut)
  }
}

/** Reports progress, separately from the figures. */
export const tell = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`)
}

/**
 * Runs a program, optionally with another environment, and returns its output.
 * @throws if it fails, or does not end within `seconds`
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
