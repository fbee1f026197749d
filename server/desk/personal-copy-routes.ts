// The endpoint for a copy of one's personal data.
import { personRow, type Row } from '#http'
import { copyAboutMe } from './personal-copy.ts'

export const personalCopyRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path: '/me/personal-data',
    operationId: 'downloadPersonalData',
    tag: 'Your token',
    summary: 'Download what is stored about you',
    description:
      'A copy of everything that the service keeps about you as its user (GDPR art. 15 and 20): a JSON file whose `parts` each have a `name`, `why` it is kept and for how long, and its `items`. Secrets are left out. Who has had a copy is noted.',
    answer: { file: 'application/json' },
    leavesTrace: true,
    events: ['person.copied'],
    refusals: [],
    run: (call, { language }) => copyAboutMe(call, language),
  }),
]
