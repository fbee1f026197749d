// The form of an integration: a list of addresses is typed as lines.
import { isRefused, Refused, type Schema } from '#client'
import type { FieldRow, Values } from '#console/form'
import type { scopeWords } from '#console/programs'
import { registrable, scopeField } from './scopes.ts'
import type { words } from './words.ts'

export type Integration = Schema<'OwnIntegration'>

export const integrationFields = (
  texts: (typeof words)['sv'],
  inWords: (typeof scopeWords)['sv'],
): readonly FieldRow[] => [
  { name: 'name', label: texts.name, hint: texts.nameHint, isRequired: true },
  { name: 'description', label: texts.description, hint: texts.descriptionHint, kind: 'long' },
  {
    name: 'mode',
    label: texts.mode,
    hint: texts.modeHint,
    kind: 'choice',
    choices: [
      { value: 'test', label: texts.modes.test },
      { value: 'production', label: texts.modes.production },
    ],
  },
  { name: 'redirectUris', label: texts.redirectUris, hint: texts.redirectUrisHint, kind: 'long' },
  scopeField(inWords, registrable, {
    label: texts.scopes,
    hint: texts.scopesHint,
    approvalNeeded: texts.approvalNeeded,
  }),
]

const linesOf = (text: unknown): string[] =>
  String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What a form shows of an integration. */
export const shownOf = (integration: Integration) => ({
  ...integration,
  redirectUris: integration.redirectUris.join('\n'),
})

/** A new one, as the API takes it. */
export const newOf = (body: Values): Values => ({ ...body, redirectUris: linesOf(body.redirectUris) })

/** A change, as the API takes it: what was emptied is empty, not absent. */
export const changeOf = (body: Values): Values => ({
  ...body,
  ...('redirectUris' in body ? { redirectUris: linesOf(body.redirectUris) } : {}),
  ...('description' in body ? { description: body.description ?? '' } : {}),
  ...('name' in body ? { name: body.name ?? '' } : {}),
})

const AT_LINE = /^redirectUris\.(\d+)$/

/** Does it; what is refused of an address stands at the field of all addresses, with the number of its line. */
export const byLine = async <Done>(texts: (typeof words)['sv'], work: () => Promise<Done>): Promise<Done> => {
  try {
    return await work()
  } catch (thrown) {
    const wrong = isRefused(thrown) ? Object.entries(thrown.fields) : []
    if (!isRefused(thrown) || !wrong.some(([path]) => AT_LINE.test(path))) throw thrown
    const { status, code, message, names } = thrown
    const said = wrong.flatMap(([path, sentence]) => {
      const [, place] = AT_LINE.exec(path) ?? []
      return place === undefined ? [] : [texts.line(Number(place) + 1, sentence)]
    })
    const others = wrong.filter(([path]) => !AT_LINE.test(path)).map(([field, one]) => ({ field, message: one }))
    const errors = [...others, { field: 'redirectUris', message: said.join('; ') }]
    throw new Refused({ status, code, message, errors, nameOf: (path) => names[path] ?? texts.redirectUris })
  }
}
