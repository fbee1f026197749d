// What companies keep in files: the operator's commands.

import type { Answer } from '#admin/answer'
import { type Given, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { identityService } from '#identity'
import { asOperator } from '#programs/system'
import { percentOf, readStorage, storageAdmin, type Use } from '#storage'

/** How many companies are listed unless more are asked for, and at most. */
const LISTED = 20
const MOST_LISTED = 1000
const MAX_COMPANIES = 1_000_000
const MB = 1_000_000
const MAX_MB = 999_999_999

export const storageCommands: readonly Command[] = [
  {
    name: 'storage list',
    summary: 'List the companies that keep most in files, the largest first',
    options: [{ name: 'most', value: 'N', description: `How many; ${LISTED} if left out, at most ${MOST_LISTED}` }],
    run: async (system, given) => {
      const most = numberIn(given, 'most', MOST_LISTED) ?? LISTED
      const perCompany = system.standing.storage?.perCompany ?? 0
      const companies = await asOperator(system, async (call) => {
        const largest = await storageAdmin.largestStorages(call, { perCompany, most })
        const names = new Map(
          (await identityService.listCompanies(call, MAX_COMPANIES)).map(({ id, name }) => [id, name]),
        )
        return largest.map((one) => ({ ...one, name: names.get(one.companyId) ?? '' }))
      })
      const lines = companies.map(({ companyId, name, ...use }) => `${companyId}  ${name}: ${inWords(use)}`)
      return { json: { companies }, text: lines.join('\n') || 'No company keeps any file' }
    },
  },
  {
    name: 'storage show',
    summary: 'Show what a company keeps in files, by kinds, and how much it may',
    options: [companyOption],
    run: forCompany(async (call): Promise<Answer> => {
      const stored = await readStorage(call)
      const kinds = stored.kinds.map(({ kind, bytes }) => `  ${kind}: ${storageAdmin.sizeText(bytes)}`)
      const own = stored.hasOwnQuota ? ', a quota of its own' : ''
      const ofOwner = stored.ofOwner ? [`All companies of its owner: ${inWords(stored.ofOwner)}`] : []
      const text = [`Company ${call.companyId}: ${inWords(stored)}${own}`, ...kinds, ...ofOwner].join('\n')
      return { json: { companyId: call.companyId, ...stored }, text }
    }),
  },
  {
    name: 'storage set-quota',
    summary: 'Give a company a quota of its own for files; it applies from the next one',
    options: [
      companyOption,
      {
        name: 'mb',
        value: 'N|none',
        required: true,
        description: 'In MB; none takes its own away. With one it counts no more towards what its owner may have',
      },
    ],
    run: forCompany(async (call, given): Promise<Answer> => {
      const mb = given.text('mb') === 'none' ? null : numberIn(given, 'mb', MAX_MB)
      const bytes = mb === null ? null : (mb ?? 0) * MB
      const before = await storageAdmin.setStorageQuota(call, bytes)
      const text = `Company ${call.companyId}: ${inWords(await readStorage(call))}`
      return { json: { companyId: call.companyId, before, after: bytes }, text }
    }),
  },
]

const inWords = ({ used, allowed }: Use): string =>
  allowed === null
    ? `${storageAdmin.sizeText(used)}, without limit`
    : `${storageAdmin.sizeText(used)} of ${storageAdmin.sizeText(allowed)} (${percentOf({ used, allowed })} %)`

const numberIn = (given: Given, option: string, most: number): number | undefined => {
  const text = given.text(option)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text)
  throw new UsageError(`--${option} must be a whole number from 0 to ${most}`)
}
