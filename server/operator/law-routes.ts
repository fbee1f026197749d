// The values of the law: what applies, since when, by which source, what changes next; and editions between releases.
import { DateOnly, DateTime, Id, named, nullable, object, operatorRow, type Row, Type } from '#http'
import type { Call } from '#platform/call'
import { dayOf, momentText } from '#platform/day'
import { certainties, lawOn, lawValues, releasedEditions } from '#rule/law'
import { type LawKey, lawKeys } from '#rule/law-keys'
import { type Imported, importEdition, takeEditions } from './law-edition.ts'
import { operatorRefusals as refusals } from './refusals.ts'
import { at, tag } from './shapes.ts'

const MAX_VALUES = 500
/** The largest value, in the unit of its key: an amount in kronor. */
const MAX_VALUE = 1_000_000_000_000
const MAX_TEXT = 300
const text = (example: string) => Type.String({ maxLength: MAX_TEXT, examples: [example] })

const value = {
  from: DateOnly,
  to: nullable({ ...DateOnly, description: 'The last day; null while no end is known' }),
  value: Type.Number({ examples: [6], minimum: 0, maximum: MAX_VALUE, description: 'In the unit of the key' }),
  source: text('SFS 2026:118'),
  certainty: Type.Enum([...certainties], {
    description: 'Read in the statute, from the authority, of two sources or one, or known but not confirmed',
  }),
}
const edition = { edition: text('2027'), checkedOn: { ...DateOnly, description: 'When the sources were read' } }

const LawValue = named('LawValue', object({ ...value, ...edition }))
const LawEdition = named(
  'LawEdition',
  object({
    id: nullable(Id),
    ...edition,
    importedDateTime: nullable({ ...DateTime, description: 'null: it came with the release' }),
    importedBy: nullable(Type.String({ examples: ['Anna Ek'] })),
  }),
)
const Law = named(
  'OperatedLaw',
  object({
    editions: Type.Array(LawEdition, { description: 'What a later one says holds in place of the earlier' }),
    keys: Type.Array(
      object({
        key: Type.String({ examples: ['vat.food'] }),
        name: Type.String({ examples: ['Moms på livsmedel'] }),
        unit: Type.String({
          examples: ['percent'],
          description: 'percent, percentagePoints, kronor, days, months, years, year, persons or times',
        }),
        today: nullable(LawValue),
        next: nullable({ ...LawValue, description: 'What changes next; null: nothing that is known' }),
        values: Type.Array(LawValue, { description: 'The earliest first' }),
      }),
    ),
  }),
)

const shownEdition = ({ id, edition: { name, checkedOn }, importedAt, importedBy }: Imported) => ({
  ...{ id, edition: name, checkedOn: checkedOn as string },
  ...{ importedDateTime: momentText(importedAt), importedBy },
})

const readLaw = async (call: Call, language: 'sv' | 'en') => {
  const imported = await takeEditions(call.db)
  const today = dayOf(call.now)
  const law = lawOn(today)
  const ofRelease = releasedEditions.map(({ name, checkedOn }) => ({
    ...{ id: null, edition: name, checkedOn, importedDateTime: null, importedBy: null },
  }))
  return {
    editions: [...ofRelease, ...imported.map(shownEdition)],
    keys: (Object.keys(lawKeys) as LawKey[]).map((key) => {
      const values = lawValues(key).map(({ key: _, ...one }) => one)
      const { key: _, ...found } = law.find(key) ?? { key, from: '' }
      return {
        ...{ key, name: lawKeys[key][language], unit: lawKeys[key].unit },
        today: 'value' in found ? found : null,
        next: values.find(({ from }) => from > today) ?? null,
        values,
      }
    }),
  }
}

const example = {
  ...{ edition: '2029', checkedOn: '2026-11-28' },
  values: [{ key: 'vat.food', from: '2029-01-01', to: null, value: 12, source: 'SFS 2026:119', certainty: 'statute' }],
}

export const lawRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/law'),
    operationId: 'readOperatedLaw',
    tag,
    summary: 'Read what the law says by day, and what changes next',
    description:
      'Every amount, rate and share that the service goes by, with the days it holds, its source and when it was checked.',
    answer: { json: Law },
    refusals: [],
    run: (call, { language }) => readLaw(call, language),
  }),
  operatorRow({
    method: 'POST',
    path: at('/law-editions'),
    operationId: 'importLawEdition',
    tag,
    summary: 'Import an edition of the law',
    description:
      'Lies on the editions before it: what it says holds on its days, in all companies, from within a minute on. It is refused with everything that is wrong in it. It is never changed or removed; another edition corrects it.',
    body: named(
      'LawEditionWrite',
      object({
        ...edition,
        values: Type.Array(object({ key: text('vat.food'), ...value }), { minItems: 1, maxItems: MAX_VALUES }),
      }),
    ),
    answer: { json: LawEdition },
    events: ['law.imported'],
    refusals: [refusals.tooManyEditions],
    example: { body: example },
    run: async (call, { body }) => shownEdition(await importEdition(call, body)),
  }),
]
