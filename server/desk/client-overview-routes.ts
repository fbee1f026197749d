// The endpoint of an agency's client companies at a glance.
import { agencyRow, DateOnly, DateTime, Id, named, nullable, object, type Row, Type } from '#http'
import { deadlineKinds } from '#reports'
import { MOST_CLIENTS, readClientOverview } from './client-overview.ts'
import { queueKinds } from './queue.ts'

const kind = Type.Enum(Object.keys(queueKinds) as (keyof typeof queueKinds)[])
const Kronor = (description: string) => Type.Number({ description, examples: [12500.5] })
const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [4] })

const ClientOverviewItem = named(
  'ClientOverviewItem',
  object({
    id: Id,
    name: Type.String({ examples: ['Kunden AB'] }),
    organizationNumber: Type.String({ examples: ['556677-8899'] }),
    isTest: Type.Boolean({ description: 'A company to try things out in' }),
    isCurrent: Type.Boolean({ description: 'False while what has happened since is not counted yet' }),
    asOf: nullable({ ...DateTime, description: 'When it was like this; null while it was never worked out' }),
    counts: Type.Array(
      object({ kind, count: Count('What is to be done'), overdueCount: Count('Of these, what is overdue') }),
      { description: "As in the company's own queue" },
    ),
    deadline: nullable(
      named(
        'ClientDeadline',
        object({
          kind: Type.Enum([...deadlineKinds]),
          from: DateOnly,
          to: DateOnly,
          dueDate: { ...DateOnly, description: 'The last day on which it may come in' },
        }),
      ),
    ),
    figures: nullable(
      named(
        'ClientFigures',
        object({
          cash: Kronor('Cash (19xx) today, in the accounting currency'),
          result: nullable(Kronor('Result of the fiscal year so far; null where there is no year')),
          receivables: Kronor('What customers owe'),
          overdueReceivables: Kronor('What of it is overdue'),
          payables: Kronor('What suppliers are owed'),
        }),
      ),
    ),
  }),
)

const description = [
  `All client companies by name, up to ${MOST_CLIENTS} (\`hasMore\` tells of more), with what is to be done, the next`,
  'deadline and key figures, as each company has them itself. What has not changed since it was asked for last is told',
  'at once; the rest is worked out for less than a second, and `waiting` counts what is left: ask again until it is 0.',
].join(' ')

export const clientOverviewRows: readonly Row[] = [
  agencyRow({
    method: 'GET',
    path: '/agencies/{agencyId}/client-overview',
    operationId: 'readClientOverview',
    tag: 'Client companies',
    summary: 'Read how all client companies stand',
    description,
    by: 'people',
    scope: 'client-overview:read',
    answer: {
      json: named(
        'ClientOverview',
        object({
          waiting: Count('How many client companies are not current yet'),
          hasMore: Type.Boolean(),
          items: Type.Array(ClientOverviewItem),
        }),
      ),
    },
    refusals: [],
    run: (call) => readClientOverview(call),
  }),
]
