// The endpoints of this context.
import { DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { actorKinds, listHistory } from './history.ts'
import { eventInWords } from './words.rules.ts'

const Happening = named(
  'Happening',
  object({
    id: Id,
    happenedAt: DateTime,
    what: Type.String({ description: 'A noun and what happened to it', examples: ['consent.granted'] }),
    text: Type.String({
      description: 'The same in words, in the language of the answer',
      examples: ['Consent: granted'],
    }),
    actor: object({
      kind: Type.Enum([...actorKinds]),
      id: Id,
      name: Type.String({ examples: ['Anna Ek'] }),
    }),
    from: nullable(Type.String({ description: "The caller's address; null for the command line" })),
    detail: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What was changed; never a secret',
    }),
  }),
)

export const historyRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/history',
    operationId: 'listHistory',
    tag: 'History',
    summary: 'List what was changed, and who logged in',
    description:
      'The processing history (behandlingshistorik) outside the entries, newest first: consents, tokens, plans, members, settings, and the logins of the members. `query` filters on what, actorKind, actorId and happenedAt.',
    scope: 'history:read',
    query: pageQuery('what~token && happenedAt>=2026-06-01T00:00:00Z'),
    answer: { json: pageOf(Happening) },
    refusals: [],
    run: async (call, { query, language }) => {
      const page = await listHistory(call, query)
      return { ...page, items: page.items.map((one) => ({ ...one, text: eventInWords(one.what, language) })) }
    },
  }),
]
