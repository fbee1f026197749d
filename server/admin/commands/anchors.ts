// Anchors: the operator's commands to make, list and export them.
import { createPublicKey } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Given, type Option, UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { type Anchor, type AnchorKey, anchorsAdmin } from '#anchors'
import { reasonOf } from '#platform/startup-error'
import { asOperator } from '#programs/system'
import { headSources } from '#verification/anchoring'

const MAX_LISTED = 1000

export const anchorCommands: readonly Command[] = [
  {
    name: 'anchors list',
    summary: 'List the newest anchors, and where they have gone',
    options: [],
    run: (system) =>
      asOperator(system, async (call) => {
        const anchors = await anchorsAdmin.listAnchors(call, MAX_LISTED)
        return { json: { anchors: anchors.map(shown) }, text: anchors.map(lineOf).join('\n') || 'No anchors' }
      }),
  },
  {
    name: 'anchors make',
    summary: 'Make an anchor now; the service makes one each day',
    options: [],
    run: async ({ database, standing }) => {
      const anchor = await anchorsAdmin.makeAnchor({ database, standing, now: new Date() }, headSources)
      if (anchor === null) throw new Error('The new anchor was not created')
      return { json: shown(anchor), text: lineOf(anchor) }
    },
  },
  {
    name: 'anchors export',
    summary: 'Write an anchor to a file, to keep it elsewhere',
    options: [
      { name: 'number', value: 'N', description: 'Which one; the newest if left out' },
      { name: 'output', value: 'FILE', description: 'Where to; named by number and day if left out' },
    ],
    run: async ({ database, standing }, given) => {
      const number = given.text('number')
      if (number !== undefined && !/^[1-9]\d{0,17}$/.test(number)) throw new UsageError('--number: a whole number')
      const anchor = number
        ? await anchorsAdmin.findAnchor(database, BigInt(number))
        : await asOperator({ database, standing }, async (call) => (await anchorsAdmin.listAnchors(call, 1))[0] ?? null)
      if (!anchor) throw new UsageError(number ? `--number: there is no anchor ${number}` : 'There is no anchor yet')
      const path = given.text('output') ?? anchorsAdmin.fileName(anchor)
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
      await pipeline(Readable.from(anchorsAdmin.file(standing, anchor)), file).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'EEXIST') throw new UsageError(`--output: ${path} is there already`)
        throw cause.path === path ? new UsageError(`--output: ${path} cannot be written (${reasonOf(cause)})`) : cause
      })
      return { json: { ...shown(anchor), file: path }, text: `Anchor ${anchor.number} is in ${path}` }
    },
  },
  {
    name: 'anchors key',
    summary: 'Print the public key that signatures of anchors are verified with; keep it with the anchors',
    options: [
      { name: 'id', value: 'KEY', description: 'Which one, as anchors name it (key: …); the present one if left out' },
    ],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const id = given.text('id') ?? anchorsAdmin.presentKey(call.keysFor).keyId
        const key = (await anchorsAdmin.trustedKeys(call)).find(({ keyId }) => keyId === id)
        if (!key) throw new UsageError(`--id: ${id} is no key of the settings, and none of these vouches for it`)
        if (!key.publicKey) throw new UsageError(`--id: the public key of ${id} was lost with its secret key`)
        const pem = key.publicKey.export({ format: 'pem', type: 'spki' }).toString()
        return { json: { keyId: key.keyId, publicKey: pem }, text: pem.trimEnd() }
      }),
  },
]

/** The option for public keys as printed by `anchors key`, with the command's description. */
export const anchorKeyOption = (description: string): Option => {
  return { name: 'anchor-key', value: 'FILE', many: true, description: `${description}; may be repeated` }
}

/** The public keys in the files that the option names. */
export const anchorKeysIn = (given: Given): Promise<AnchorKey[]> => Promise.all(given.all('anchor-key').map(keyIn))

const keyIn = async (path: string): Promise<AnchorKey> => {
  try {
    return anchorsAdmin.key(createPublicKey(await readFile(path)))
  } catch (cause) {
    throw new UsageError(`--anchor-key: ${path} is not a public key as printed by \`anchors key\` (${reasonOf(cause)})`)
  }
}

const shown = ({ number, madeAt, heads, stampedAt, putAt, mailedAt }: Anchor) => {
  return { number: Number(number), madeAt, heads: Number(heads), stampedAt, putAt, mailedAt }
}

const lineOf = ({ number, madeAt, heads, stampedAt, putAt, mailedAt }: Anchor): string => {
  const gone = { stamped: stampedAt, 'in the bucket': putAt, mailed: mailedAt }
  const ways = Object.entries(gone).map(([way, at]) => (at ? `${way} ${at.toISOString()}` : null))
  const told = [`anchor ${number}`, `made ${madeAt.toISOString()}`, `${heads} ends of chains`, ...ways]
  return told.filter((part) => part !== null).join('  ')
}
