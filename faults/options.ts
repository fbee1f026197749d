// What the command line of the suite asks for.
import { parseArgs } from 'node:util'
import { faultKinds } from './faults.ts'

const ROUNDS = 100
/** A full check follows every so many rounds. */
const EVERY = 25
/** A run ends after this many minutes, even if unfinished. */
const MINUTES = 600

export type Options = {
  seed: number
  rounds: number
  faults: readonly string[]
  minutes: number
  every: number
  external: boolean
  workers: number
}

export const USAGE = `npm run faults -- [--seed N] [--rounds N] [--fault NAME,…] [--minutes N] [--every N]
                      [--external] [--workers N]
  --seed N       repeats the choices of an earlier run; another one each time when left out
  --rounds N     how many rounds in all; ${ROUNDS} when left out
  --fault NAME,… only these faults:
                 ${faultKinds.map(({ name }) => name).join(', ')}
  --minutes N    begins no round after so many minutes
  --every N      a full check after every so many rounds; ${EVERY} when left out
  --external     kills and stops on a PostgreSQL of its own, behind a network, in place of the embedded one
  --workers N    how many processes answer requests (WORKERS); 1 when left out`

/** What the words ask for; null when they make no sense. */
export const readOptions = (words: readonly string[]): Options | null => {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({
      args: [...words],
      options: {
        seed: text,
        rounds: text,
        fault: text,
        minutes: text,
        every: text,
        workers: text,
        external: { type: 'boolean', default: false },
      },
    })
    const number = (value: string | undefined, otherwise: number) => (value === undefined ? otherwise : Number(value))
    const faults = values.fault?.split(',') ?? faultKinds.map(({ name }) => name)
    const numbers = {
      seed: number(values.seed, Date.now() % 1_000_000),
      rounds: number(values.rounds, ROUNDS),
      minutes: number(values.minutes, MINUTES),
      every: number(values.every, EVERY),
      workers: number(values.workers, 1),
    }
    const isKnown = faults.every((name) => faultKinds.some((kind) => kind.name === name))
    const areWhole = Object.values(numbers).every((value) => Number.isInteger(value) && value >= 0)
    return isKnown && areWhole && numbers.rounds > 0 && numbers.every > 0 && numbers.workers > 0
      ? { ...numbers, faults, external: values.external }
      : null
  } catch {
    return null
  }
}
