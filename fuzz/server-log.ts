// The service's log: the line of an answer by its id, and errors that no request was answered with.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

type Line = { level?: string; errorId?: string; msg?: string; err?: { stack?: string; message?: string } }

export type ServerLog = {
  /** The stack behind an answer; empty when the log has none. */
  stackOf(errorId: string): Promise<string>
  /** Errors so far, each sort once, with how often. */
  errors(): Map<string, { times: number; line: string }>
}

/** How often and how long the line of an answer is waited for, in milliseconds. */
const POLL_MS = 50
const WITHIN_MS = 2_000
const CHUNK = 2 ** 20
/** Frames of a stack that tell one mistake from another. */
const FRAMES = 4

/** Reads a log on as it grows. */
export const followLog = (file: string): ServerLog => {
  let at = 0
  let rest = ''
  const stacks = new Map<string, string>()
  const errors = new Map<string, { times: number; line: string }>()
  const take = (text: string): void => {
    if (!/"level":"(?:error|fatal)"/.test(text)) {
      if (!text.startsWith('{') && /error|warning|exception/i.test(text)) note(errors, text.slice(0, 200), text)
      return
    }
    const line = parsed(text)
    const stack = stackIn(line)
    if (line.errorId) stacks.set(line.errorId, stack)
    note(errors, stack === '' ? (line.msg ?? text.slice(0, 200)) : stack, text)
  }
  const read = (): void => {
    if (!existsSync(file)) return
    const descriptor = openSync(file, 'r')
    const buffer = Buffer.alloc(CHUNK)
    while (at < statSync(file).size) {
      const length = readSync(descriptor, buffer, 0, CHUNK, at)
      if (length === 0) break
      at += length
      const lines = (rest + buffer.toString('latin1', 0, length)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    }
    closeSync(descriptor)
  }
  return {
    async stackOf(errorId) {
      const deadline = Date.now() + WITHIN_MS
      for (read(); !stacks.has(errorId) && Date.now() < deadline; read()) await pause(POLL_MS)
      return stacks.get(errorId) ?? ''
    },
    errors() {
      read()
      return errors
    },
  }
}

const note = (errors: Map<string, { times: number; line: string }>, sort: string, line: string): void => {
  const known = errors.get(sort)
  if (known) known.times += 1
  else errors.set(sort, { times: 1, line: line.slice(0, 3000) })
}

const parsed = (text: string): Line => {
  try {
    return JSON.parse(text) as Line
  } catch {
    return { msg: text.slice(0, 200) }
  }
}

/** The message and the frames of our own code, without what differs each time. */
const stackIn = ({ err }: Line): string => {
  const lines = (err?.stack ?? err?.message ?? '').split('\n')
  const frames = lines.filter((line) => /^\s+at /.test(line)).slice(0, FRAMES)
  const message = (lines[0] ?? '').replace(/"[^"]*"/g, '"…"').replace(/\d+/g, '0')
  return [message.slice(0, 200), ...frames.map((line) => line.trim().replace(/\(?file:.*\/dist\//, '('))].join('\n')
}
