// Notifies systemd that the program is ready, is stopping, and periodically that it is alive. Node does not support the
// datagram sockets that systemd uses, so `systemd-notify` is run, which exists wherever systemd does. Without systemd
// nothing is sent.
import { execFile } from 'node:child_process'

export type Manager = {
  /** It has started; from now on the watchdog is notified. */
  ready(): Promise<void>
  /** It is stopping; the watchdog is no longer notified. */
  stopping(): Promise<void>
}

type Options = {
  env: Readonly<Record<string, string | undefined>>
  isAlive: () => boolean
  report: (err: unknown) => void
}

/** Time limit for a notification, in milliseconds. */
const WORD_MS = 10_000
/** A notification in each third of the watchdog's interval, so that a lost or late one does no harm. */
const WORDS_IN_A_WAIT = 3
const MICROSECONDS = 1000

/** The service manager, according to the environment. */
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
      await say('--ready', '--status=Answering requests')
      if (waitMs > 0) pulse = setInterval(beat, waitMs / WORDS_IN_A_WAIT).unref()
    },
    async stopping() {
      clearInterval(pulse)
      await say('STOPPING=1', '--status=Finishing running requests')
    },
  }
}
