// Keys: the operator's commands to reseal data after a change of the secret key, to vouch for the anchor keys derived
// from earlier ones, and to continue without a lost key.

import type { Answer } from '#admin/answer'
import { type Given, UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { anchorsAdmin, type UnknownKey } from '#anchors'
import { recordEvent } from '#platform/event'
import { asOperator, type System } from '#programs/system'
import { reseal, type SealedColumn } from '#secrets/sealed'
import { isKeyOfDatabase, replaceSealedWord } from '#secrets/sealed-word'
import { sealedColumns } from '#verification/verification'
import { anchorKeyOption, anchorKeysIn } from './anchors.ts'

/** How many values are sealed in one transaction. */
const BATCH = 500

export const keyCommands: readonly Command[] = [
  {
    name: 'keys rotate',
    summary:
      'Seal again, with SECRET_KEY, what EARLIER_SECRET_KEYS have sealed, and vouch for what they have signed; those ' +
      'keys can then be dropped',
    options: [],
    run: (system) => rotate(system),
  },
  {
    name: 'keys lost',
    summary:
      'Go on with another secret key when the previous one is lost for good. What it has sealed is lost with it: personal ' +
      'numbers of tax reductions, customers and suppliers, the PDFs that show them, two-step logins and their recovery codes, waiting mails and kept answers. The books, ' +
      'passwords and tokens are not sealed, and stay. Anchors that it has signed are verified by its public key, ' +
      'where that was kept; otherwise they are taken as they are here. The same goes for an earlier key that was ' +
      'dropped before `keys rotate` had vouched for it: if you still have it, name it in EARLIER_SECRET_KEYS and run ' +
      '`keys rotate` instead',
    options: [
      anchorKeyOption('What `anchors key` printed of a lost key'),
      { name: 'force', description: 'Required where something is lost: it does not come back' },
    ],
    withAnyKey: true,
    run: (system, given) => acceptLoss(system, given),
  },
]

/** In batches, so that a running service never waits long; if interrupted, another run continues. */
const rotate = async (system: System): Promise<Answer> => {
  // Anchor keys come first, and the sealed word last: only after it is resealed can earlier keys be removed.
  const { vouched, unknown } = await asOperator(system, anchorsAdmin.vouchForEarlierKeys)
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
  const text = [
    `Sealed again: ${told.join(', ')}${lost.length > 0 ? warning : ''}`,
    `Vouched for anew: ${vouched} earlier keys of anchors`,
    ...unknown.map((key) => `${spanOf(key)}, and is not known. See \`grundbok keys lost --help\`.`),
  ].join('\n')
  const json = { resealed, unreadable, vouched, unknownAnchorKeys: unknown.map(shown) }
  return { json, text, failed: lost.length > 0 || unknown.length > 0 }
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

const acceptLoss = async (system: System, given: Given): Promise<Answer> => {
  const { database, standing } = system
  const kept = await anchorKeysIn(given)
  const isKept = ({ keyId }: UnknownKey) => kept.some((one) => one.keyId === keyId)
  const isLost = !(await isKeyOfDatabase(database, standing.keysFor, sealedColumns))
  const unknown = await asOperator(system, anchorsAdmin.unknownKeys)
  const needless = kept.find(({ keyId }) => !unknown.some((one) => one.keyId === keyId))
  if (needless) throw new UsageError(`--anchor-key: ${needless.keyId} has signed no anchor here, or is known already`)
  if (!isLost && unknown.length === 0) {
    const text =
      'The secret key opens what this database has sealed, and the keys of all anchors are known: nothing is lost.'
    return { json: { lost: false, anchorKeys: [] }, text }
  }
  const unkept = unknown.filter((key) => !isKept(key))
  if (!given.has('force')) refuseWithoutForce(isLost, unkept)
  const taken = await asOperator(system, async (call) => {
    if (isLost) await replaceSealedWord(call.db, call.keysFor)
    const keys = await anchorsAdmin.vouchForLostKeys(call, kept)
    recordEvent(call, 'secret-key.lost', null, { anchorKeys: keys.map(shown) })
    return keys
  })
  const word = 'The service starts with this secret key. `grundbok verify` names what can no longer be opened.'
  const anchors = taken.map((key) => `${spanOf(key)}. ${isKept(key) ? BY_PUBLIC_KEY : AS_IT_IS}`)
  return {
    json: { lost: isLost, anchorKeys: taken.map(shown) },
    text: [...(isLost ? [word] : []), ...anchors].join('\n'),
  }
}

/** Giving up lost data must be confirmed. */
const refuseWithoutForce = (isLost: boolean, unkept: readonly UnknownKey[]): void => {
  if (isLost) {
    throw new UsageError(
      'What the lost key has sealed does not come back: add --force to go on without it' +
        (unkept.length > 0 ? ', and --anchor-key if you have kept its public key' : ''),
    )
  }
  if (unkept.length === 0) return
  const keys = unkept.map((key) => `${spanOf(key)}, and is not known.`)
  throw new UsageError(
    `${keys.join('\n')}\nIf you still have the secret key, name it in EARLIER_SECRET_KEYS and run \`keys rotate\`; ` +
      'if you have kept its public key, give that with --anchor-key. Otherwise add --force: what it has signed is ' +
      'taken as it is here',
  )
}

const BY_PUBLIC_KEY = 'That is verified by the public key that was given.'
const AS_IT_IS = 'That is taken as it is here: hold it against copies that were kept elsewhere (`verify --anchors`).'

const spanOf = ({ keyId, first, last }: UnknownKey): string =>
  `The key ${keyId} has signed ${first === last ? `anchor ${first}` : `anchors from ${first} to ${last}`}`

const shown = ({ keyId, first, last }: UnknownKey) => ({ keyId, first: Number(first), last: Number(last) })
