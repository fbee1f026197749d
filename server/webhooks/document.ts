// Deliveries as the OpenAPI document describes them: the kinds of events that a company's readers are told, and the
// body that `bodyOf` writes.
import { DateTime, Id, nullable, object, Type } from '#http'
import { type Kind, type Resource, resources } from '#platform/event-kinds'
import { placeOf } from '#platform/event-places'

const body = object({
  type: Type.String({ examples: ['invoice.published'], description: 'The kind of the event' }),
  timestamp: DateTime,
  data: object({
    companyId: Id,
    number: nullable(
      Type.Integer({
        minimum: 1,
        examples: [4711],
        description: 'The number of the event in the company; null: a test',
      }),
    ),
    actor: object({
      kind: Type.Enum(['token', 'integration', 'user', 'operator']),
      id: Id,
      name: Type.String({ examples: ['Anna Ek'] }),
    }),
    resource: object({
      type: Type.String({ examples: ['invoice'] }),
      id: Type.String({ examples: ['019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'] }),
      path: Type.String({ description: 'Where it is read as it is now, below the version' }),
    }),
  }),
})

const kinds = Object.entries<Resource>(resources).flatMap(([name, resource]) => {
  const place = placeOf(resource, 'company')
  if (!place) return []
  return Object.entries(resource.kinds).map(([what, sentence]) => ({
    kind: `${name}.${what}` as Kind,
    sentence,
    ...place,
  }))
})

/** What a webhook of a company may be sent. */
export const deliveries = { body, kinds }
