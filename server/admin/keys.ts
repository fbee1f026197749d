// Keys: the operator's commands that seal anew what earlier secret keys have sealed, and that go on without a lost key.
import { happen } from '#platform/event'
import { reseal, type SealedColumn } from '#platform/sealed'
import { isKeyOfDatabase, replaceSealedWord } from '#platform/sealed-word'
import { asOperator, type System } from '#system'
import { sealedColumns } from '#verification'
import type { Answer } from './answer.ts'
import { UsageError } from './arguments.ts'
import type { Command } from './command.ts'

/** How many values are sealed in one transaction. */
const BATCH = 500

export const keyCommands: readonly Command[] = [
  {
    name: 'keys rotate',
    summary: 'Seal again, with SECRET_KEY, what EARLIER_SECRET_KEYS have sealed; those keys can then be dropped',
    options: [],
    run: (system) => rotate(system),
  },
  {
    name: 'keys lost',
    summary:
      'Go on with another secret key when the previous one is lost for good. What it has sealed is lost with it: personal ' +
      'numbers of tax reductions, customers and suppliers, the PDFs that show them, two-step logins and their recovery codes, waiting mails and kept answers. The books, ' +
      'passwords and tokens are not sealed, and stay',
    options: [{ name: 'force', description: 'Required: what is lost does not come back' }],
    withAnyKey: true,
    run: (system, given) => acceptLoss(system, given.has('force')),
  },
]

/** Batch by batch, so that a running service waits for none of it long; a second run goes on where one was cut off. */
const rotate = async (system: System): Promise<Answer> => {
  const resealed: Record<string, number> = {}
  const unreadable: Record<string, number> = {}
  for (const column of sealedColumns) {
    const counts = await resealAll(system, column)
    resealed[column.what] = counts.sealed
    if (counts.unreadable > 0) unreadable[column.what] = counts.unreadable
  }
  const told = Object.entries(resealed).map(([what, count]) => `${count} ${what}`)
  const lost = Object.entries(unreadable).map(([what, count]) => `${count} ${what}`)
  const warning = `\nOpened by no key and left as they were: ${lost.join(', ')}. \`grundbok verify\` names them.`
  const text = `Sealed again: ${told.join(', ')}${lost.length > 0 ? warning : ''}`
  return { json: { resealed, unreadable }, text, failed: lost.length > 0 }
}

const resealAll = async (system: System, column: SealedColumn): Promise<{ sealed: number; unreadable: number }> => {
  const counts = { sealed: 0, unreadable: 0 }
  for (let after: readonly string[] | null = null, more = true; more; more = after !== null) {
    const batch = await asOperator(system, (call) => reseal(call, column, { after, limit: BATCH }))
    counts.sealed += batch.sealed
    counts.unreadable += batch.unreadable
    after = batch.last
  }
  return counts
}

const acceptLoss = async (system: System, isForced: boolean): Promise<Answer> => {
  const { database, standing } = system
  if (await isKeyOfDatabase(database, standing.keysFor, sealedColumns)) {
    return { json: { lost: false }, text: 'The secret key opens what this database has sealed: nothing is lost.' }
  }
  if (!isForced)
    throw new UsageError('What the lost key has sealed does not come back: add --force to go on without it')
  await asOperator(system, async (call) => {
    await replaceSealedWord(call.db, call.keysFor)
    happen(call, 'secret-key.lost', null, {})
  })
  return {
    json: { lost: true },
    text: 'The service starts with this secret key. `grundbok verify` names what can no longer be opened.',
  }
}
