// The fields of a webhook: its address, and its events.
import type { FieldRow } from '#console/form'
import type { words } from '#console/settings/words.ts'
import { eventChoices, type eventWords } from './event-words.ts'

type Texts = (typeof words)['sv']

export const webhookFields = (texts: Texts, inWords: (typeof eventWords)['sv']): readonly FieldRow[] => [
  { name: 'url', label: texts.url, hint: texts.urlHint, kind: 'url', isRequired: true },
  {
    name: 'kinds',
    label: texts.kinds,
    hint: texts.kindsHint,
    kind: 'choices',
    choices: eventChoices(inWords),
  },
]
