// The law as dated data: what changes next, and a new edition between releases.
import { readFile } from 'node:fs/promises'
import { fromCaller, UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { operatorAdmin } from '#operator'
import { type Day, dayOf } from '#platform/day'
import { asOperator } from '#programs/system'
import { type LawValue, lawOn, lawValues } from '#rule/law'
import { type LawKey, lawKeys } from '#rule/law-keys'

/** In bytes: an edition of a year has some kilobytes. */
const MAX_FILE = 1_000_000

const keys = Object.keys(lawKeys) as LawKey[]

const lineOf = ({ key, from, to, value, source, certainty, checkedOn }: LawValue): string =>
  `${key}  ${from}  ${to ?? '-'}  ${value} ${lawKeys[key].unit}  ${source} (${certainty}, checked ${checkedOn})`

const readEdition = async (path: string): Promise<unknown> => {
  const text = await readFile(fromCaller(path), 'utf8').catch((cause: Error) => {
    throw new UsageError(`The file ${path} cannot be read: ${cause.message}`)
  })
  if (text.length > MAX_FILE) throw new UsageError(`The file ${path} has more than ${MAX_FILE} characters`)
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The file ${path} is no JSON`)
  }
}

export const lawCommands: readonly Command[] = [
  {
    name: 'law import',
    summary: 'Import an edition of the law: values with their days and sources, as docs/guides/law-values.md says',
    options: [{ name: 'file', value: 'FILE', required: true, description: 'The edition, a JSON file' }],
    run: async (system, given) => {
      const file = await readEdition(given.text('file') ?? '')
      return asOperator(system, async (call) => {
        const { edition } = await operatorAdmin.importEdition(call, file)
        return {
          json: { edition: edition.name, checkedOn: edition.checkedOn, values: edition.values.length },
          text: [`${edition.name}, checked ${edition.checkedOn}`, ...edition.values.map(lineOf)].join('\n'),
        }
      })
    },
  },
  {
    name: 'law list',
    summary: 'List what the law says today, and what changes next',
    options: [{ name: 'all', description: 'Also what has been, and what is far ahead' }],
    run: (system, given) =>
      asOperator(system, async ({ db, now }) => {
        await operatorAdmin.takeEditions(db)
        const values = keys.flatMap((key) => (given.has('all') ? lawValues(key) : todayAndNext(key, dayOf(now))))
        return { json: { values }, text: values.map(lineOf).join('\n') }
      }),
  },
]

const todayAndNext = (key: LawKey, today: Day): LawValue[] => {
  const next = lawValues(key).find(({ from }) => from > today)
  return [lawOn(today).find(key), next ?? null].filter((one) => one !== null)
}
