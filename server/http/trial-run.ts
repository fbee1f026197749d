// Runs trials: the transaction of a write, with all that its commit would do, and then its rollback.
import { httpRefusals } from '#http/answers/refusals'
import { rolledBack } from '#http/answers/rolled-back'
import { newCache } from '#platform/cache'
import { ownersOf } from '#platform/call'
import type { Db, Transaction, Transactor } from '#platform/db'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import { type ResultsMade, retryWithResults } from '#platform/retry-with-results'
import { MOST_MADE } from './bulk.ts'
import {
  type Command,
  callOf,
  claimedIn,
  inQueue,
  perform,
  type RunCommand,
  type Running,
  refusedAsReply,
} from './command.ts'
import { databaseFor, type Reply, tenantIdOf } from './row.ts'
import { EFFECTS, type ReadEffects, withEffects } from './trial.ts'
import { trialFiles } from './trial-files.ts'

/** How many values a trial remembers for itself. */
const REMEMBERED = 100

/** `alone`: one write. `several`: writes that would each be a transaction, and are tried in one after the other. */
export type TrialRunner = {
  alone: (command: Command, wantsEffects: boolean) => Promise<Reply>
  several: (command: Command, wantsEffects: boolean, work: (run: RunCommand) => Promise<Reply>) => Promise<Reply>
}

export const trialRunner = (running: Running, readEffects: ReadEffects): TrialRunner => {
  /** Files and values of a trial are its own: what is rolled back must not be seen by others. */
  const apart = async (work: (own: (made?: ResultsMade) => Running) => Promise<Reply>): Promise<Reply> => {
    const files = trialFiles(running.standing.files)
    const standing = { ...running.standing, files, isTrial: true as const }
    try {
      return await work((made) => ({ ...running, standing: { ...standing, memory: newCache(REMEMBERED), made } }))
    } finally {
      await files.discard()
    }
  }
  const inTurn = ({ tenant, actor }: Command, work: () => Promise<Reply>) =>
    running.share.write(ownersOf(tenantIdOf(tenant), actor), work)
  const undone = (own: Running, command: Command, { wantsEffects, work }: Tried): Promise<Reply> => {
    const whole = databaseFor(own.database, command.tenant)
    return rolledBack<Transaction, Reply>(
      (run) => whole.transaction(run),
      async (transaction) => {
        const db = quietWithin(transaction)
        const claimed = await claimedIn(own, command, db)
        if (claimed) return claimed
        const reply = await work(db)
        await db.settle()
        if (!wantsEffects || reply.status >= 400) return reply
        const told = withEffects(reply, await readEffects(callOf(command, db, own.standing), whole.lookUps))
        return told ? { ...told, headers: { ...told.headers, 'preference-applied': EFFECTS } } : reply
      },
    )
  }
  return {
    alone: (command, wantsEffects) =>
      inQueue(running, command, () =>
        apart((ownWith) =>
          retryAfterDeadlock(() =>
            retryWithResults((made) => {
              const own = ownWith(made)
              const work = (db: Transaction) => perform(command, db, own)
              return inTurn(command, () => refusedAsReply(command, () => undone(own, command, { wantsEffects, work })))
            }),
          ),
        ),
      ),
    several: (command, wantsEffects, work) =>
      apart((ownWith) =>
        inTurn(command, () =>
          undone(ownWith(), command, { wantsEffects, work: (db) => work(oneAfterTheOther(db, ownWith)) }),
        ),
      ),
  }
}

type Tried = { wantsEffects: boolean; work: (db: Transaction) => Promise<Reply> }

/** Runs each command in the transaction: one that is refused undoes only its own changes. */
const oneAfterTheOther = (db: Transaction, ownWith: (made?: ResultsMade) => Running): RunCommand => {
  let before: Promise<unknown> = Promise.resolve()
  let slow = 0
  const attempt = (command: Command) =>
    retryWithResults((made) => {
      slow += made.things.size
      // What lasts is done while the transaction is open, and so only a few times.
      if (slow > MOST_MADE) throw httpRefusals.tooManySlow({ limit: MOST_MADE })
      return db.attempt(() => perform(command, db, ownWith(made)))
    })
  return (command) => {
    const answer = before.then(
      async () => (await claimedIn(ownWith(), command, db)) ?? (await refusedAsReply(command, () => attempt(command))),
    )
    before = answer.catch(() => {})
    return answer
  }
}

/** The transaction without what leaves it: no one hears of its events, and parts in other places are undone too. */
export const quietWithin = (db: Transaction): Transaction => {
  const { among } = db
  const quiet = { ...db, tell: () => {} }
  if (!among) return quiet
  return {
    ...quiet,
    among: async (companyIds) =>
      (await among(companyIds)).map(({ db: there, companyIds: those }) => ({
        db: isTransactor(there) ? undoing(there) : there,
        companyIds: those,
      })),
  }
}

const undoing = (there: Transactor): Transactor => ({
  ...there,
  transaction: <T>(work: (db: Transaction) => Promise<T>, isolation?: Parameters<Transactor['transaction']>[1]) =>
    rolledBack<Transaction, T>(
      (run) => there.transaction(run, isolation),
      async (db) => {
        const outcome = await work(quietWithin(db))
        await db.settle()
        return outcome
      },
    ),
})

const isTransactor = (db: Db): db is Transactor => 'transaction' in db
