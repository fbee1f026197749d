// Passwords: hashed with argon2id on the threads of the runtime, never on the event loop, and only so many at a time.
import { channel } from 'node:diagnostics_channel'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { peopleRefusals } from './refusals.ts'

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** How many passwords are hashed at once: others need the threads too. */
const AT_ONCE = 2
/** How many wait at most; any others are asked to come back. */
const MOST_WAITING = 100
/** After how many seconds these come back. */
const BUSY_SECONDS = 5

/**
 * The hash of a password that nobody has. Unknown people are compared with it, so that it takes as long as for
 * somebody who does.
 */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$a0xy/wh48bSk8cbR4pxMHw$sMHJi9l0j+gJ6lZdIlGW+wL2nvmW9XQbdN/9pkjkchY'

/** Tells of each hash that is made or compared; what is said never has a password. */
const work = channel('grundbok:password')

/** The hash to keep of a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(plain(password), COST))

/** Whether a password is the one that was hashed; the same work is done when there is no hash. */
export const isPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const same = await inTurn(() => verify(kept ?? NOBODYS, plain(password)))
  return same && kept !== null
}

/** Whether a hash was made at another cost than today's. */
export const isOutdated = (kept: string): boolean => {
  const { memoryCost, timeCost, parallelism } = parseOptions(kept)
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
}

/** One text for what keyboards write in several ways (NIST SP 800-63B §5.1.1.2). */
const plain = (password: string): string => password.normalize('NFKC')

let running = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(job: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw peopleRefusals.busy({}, [], { 'retry-after': BUSY_SECONDS })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    work.publish({ at: 'password' })
    return await job()
  } finally {
    // Whoever waits takes over the place.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
