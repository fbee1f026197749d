// Tags of the entry that a transaction is booked as, each with its share.
import { Id, named, object, Type } from '#http'

/** Maximum number of tags of one entry. */
const MAX_TAGS = 100

const TagUse = named(
  'TagUse',
  object({
    tagId: Id,
    weight: Type.Optional(
      Type.Number({
        ...{ exclusiveMinimum: 0, maximum: 1, default: 1 },
        description: 'The share that the tag stands for, with at most six decimals; at most 1 within a tag group',
      }),
    ),
  }),
)
export const TagUses = Type.Array(TagUse, { maxItems: MAX_TAGS })
