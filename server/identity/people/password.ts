// Passwords: hashed with argon2id on the threads of the runtime, never on the event loop, with limited concurrency.
import { channel } from 'node:diagnostics_channel'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { peopleRefusals } from '#identity/refusals'

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Most passwords hashed at once, since other work needs the threads too. */
const AT_ONCE = 2
/** Most requests that wait; others are told to retry. */
const MOST_WAITING = 100
/** The time for that, in seconds. */
const BUSY_SECONDS = 5

/** The hash of an unused password. For unknown people it is verified instead, so that the timing is the same. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$a0xy/wh48bSk8cbR4pxMHw$sMHJi9l0j+gJ6lZdIlGW+wL2nvmW9XQbdN/9pkjkchY'

/** Publishes each hash that is made or compared, without the password. */
const work = channel('grundbok:password')

/** The hash to store for a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(plain(password), COST))

/** Whether a password matches a hash; does the same work without a hash. */
export const isPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const same = await inTurn(() => verify(kept ?? NOBODYS, plain(password)))
  return same && kept !== null
}

/** Whether a hash was made with other cost parameters than the current ones. */
export const isOutdated = (kept: string): boolean => {
  const { memoryCost, timeCost, parallelism } = parseOptions(kept)
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
}

/** Unicode normalization, because keyboards encode some characters differently (NIST SP 800-63B §5.1.1.2). */
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
    // The slot is passed on to the next waiting request.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
