// What systemd is told of a program that it runs: that it is ready, that it stops, and, again and again, that it is
// alive. Node has no datagram sockets of the kind that systemd listens at, so `systemd-notify` says it for us; it is
// there wherever systemd is. Without systemd nobody is told.
import { execFile } from 'node:child_process'

export type Manager = {
  /** It has started; from now on it is asked whether it is alive. */
  ready(): Promise<void>
  /** It begins to stop, and is asked no more. */
  stopping(): Promise<void>
}

type Options = {
  env: Readonly<Record<string, string | undefined>>
  isAlive: () => boolean
  report: (err: unknown) => void
}

/** How long a word to systemd may take, in milliseconds. */
const WORD_MS = 10_000
/** A word in each third of the time that systemd waits: one that is lost or late does no harm. */
const WORDS_IN_A_WAIT = 3
const MICROSECONDS = 1000

/** Whoever runs this program, by what stands in its environment. */
export const managerOf = ({ env, isAlive, report }: Options): Manager => {
  if (!env.NOTIFY_SOCKET) return { ready: async () => {}, stopping: async () => {} }
  const waitMs = Number(env.WATCHDOG_USEC ?? 0) / MICROSECONDS
  let pulse: NodeJS.Timeout | undefined
  const say = (...words: string[]) =>
    new Promise<void>((resolve) => {
      execFile('systemd-notify', words, { timeout: WORD_MS }, (failure) => {
        if (failure) report(failure)
        resolve()
      })
    })
  const beat = () => {
    if (isAlive()) void say('WATCHDOG=1')
  }
  return {
    async ready() {
      await say('--ready', '--status=Answers requests')
      if (waitMs > 0) pulse = setInterval(beat, waitMs / WORDS_IN_A_WAIT).unref()
    },
    async stopping() {
      clearInterval(pulse)
      await say('STOPPING=1', '--status=Finishes what runs')
    },
  }
}
