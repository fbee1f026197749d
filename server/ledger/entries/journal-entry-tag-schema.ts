// Tags in requests and responses: on an entry, on an item, and on entry templates.
import { Id, named, object, readOnly, Type } from '#http'
import { MAX_TAGS_IN_PLACE } from '#ledger/tags/tag.rules'

const EntryTag = named(
  'JournalEntryTag',
  object({
    tagId: Id,
    tagGroupId: readOnly(Id),
    tagName: readOnly(Type.String()),
    tagGroupName: readOnly(Type.String()),
    weight: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1,
        default: 1,
        description: 'The share that the tag stands for, with at most six decimals; at most 1 within a tag group',
      }),
    ),
  }),
)
export const EntryTags = Type.Array(EntryTag, { maxItems: MAX_TAGS_IN_PLACE })
