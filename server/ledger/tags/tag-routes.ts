// The endpoints of tag groups and their tags.
import {
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  type Static,
  saying,
  Type,
} from '#http'
import { ledgerFaults as faults, ledgerRefusals as refusals } from '#ledger/refusals'
import { momentText } from '#platform/day'
import { SMALL_PAGE_SIZE } from '#platform/list'
import { MAX_ALIAS_LENGTH, MAX_DIMENSION, MAX_TAG_NAME_LENGTH } from './tag.rules.ts'
import { createTag, deleteTag, lockTag, updateTag } from './tag.ts'
import {
  createTagGroup,
  deleteTagGroup,
  examineTagGroup,
  type TagGroup as Group,
  getTagGroup,
  listTagGroups,
  lockTagGroup,
  updateTagGroup,
} from './tag-group.ts'

const groups = '/companies/{companyId}/tag-groups'
const group = `${groups}/{tagGroupId}`
const common = { tag: 'Tags', feature: 'Tags' as const }

const name = Name({ minLength: 1, maxLength: MAX_TAG_NAME_LENGTH, examples: ['Kostnadsställe'] })
const alias = Type.String({
  minLength: 1,
  maxLength: MAX_ALIAS_LENGTH,
  description: 'A short name, unique in the company',
  examples: ['KST'],
})
const dimensionNumber = nullable(
  saying(
    faults.dimensionReserved('', { limit: MAX_DIMENSION }),
    Type.Integer({
      minimum: 1,
      maximum: MAX_DIMENSION,
      description:
        'The dimension in SIE files: 1 cost centre, 2 cost carrier, 6 project, 7 employee, 8 customer, 9 supplier, 10 invoice, from 20 free. A group without one is left out of them. It cannot be changed.',
      examples: [1],
    }),
  ),
)

const Tag = named('TagValue', object({ id: readOnly(Id), name: Type.String({ ...name, examples: ['Butiken'] }) }))
const answered = { id: readOnly(Id), name, alias, modifiedDateTime: readOnly(DateTime) }
const TagGroup = named(
  'TagGroup',
  object({ ...answered, dimensionNumber, tags: readOnly(Type.Array(object({ id: Id, name: Type.String() }))) }),
)
const TagGroupWrite = named(
  'TagGroupWrite',
  object({ ...answered, dimensionNumber: Type.Optional(dimensionNumber), tags: readOnly(Type.Array(Tag)) }),
)
const TagGroupUpdate = named(
  'TagGroupUpdate',
  object({ ...answered, dimensionNumber: readOnly(dimensionNumber), tags: readOnly(Type.Array(Tag)) }),
)

const shown = ({ modifiedAt, ...rest }: Group): Static<typeof TagGroup> => ({
  ...rest,
  modifiedDateTime: momentText(modifiedAt),
})

type Params = Readonly<Record<string, string>>
const groupIdOf = ({ tagGroupId = '' }: Params): string => tagGroupId
const tagIdOf = ({ tagId = '' }: Params): string => tagId

const { create, list, read, replace, remove } = resourceRows({
  ...common,
  scope: 'tags',
  path: groups,
  idName: 'tagGroupId',
  answer: TagGroup,
  shown,
  notFound: refusals.tagGroupNotFound,
})

const groupRows: readonly Row[] = [
  create({
    operationId: 'createTagGroup',
    summary: 'Add a tag group',
    description: 'Name, alias and dimension number are unique in the company.',
    body: TagGroupWrite,
    events: ['tag-group.created'],
    refusals: [refusals.tooManyTagGroups],
    example: { body: { name: 'Kostnadsställe', alias: 'KST', dimensionNumber: null } },
    examine: examineTagGroup,
    run: createTagGroup,
  }),
  list({
    operationId: 'listTagGroups',
    summary: 'List the tag groups',
    description: 'With their tags, the newest first. `query` filters on name, dimensionNumber and modifiedDateTime.',
    query: pageQuery('dimensionNumber==1', SMALL_PAGE_SIZE),
    run: listTagGroups,
  }),
  read({
    operationId: 'getTagGroup',
    summary: 'Read a tag group',
    description: 'One tag group with its tags, the oldest of these first.',
    run: getTagGroup,
  }),
  replace({
    operationId: 'updateTagGroup',
    summary: 'Change a tag group',
    description: 'Its name and alias. The dimension number is fixed, and ignored here.',
    body: TagGroupUpdate,
    events: ['tag-group.changed'],
    example: { body: { name: 'Avdelning', alias: 'AVD' } },
    examine: examineTagGroup,
    hold: lockTagGroup,
    run: updateTagGroup,
  }),
  remove({
    operationId: 'deleteTagGroup',
    summary: 'Remove a tag group',
    description:
      'With its tags. Not while one of them stands on a journal entry or in an entry template, or another dimension is part of it.',
    events: ['tag-group.deleted'],
    refusals: [refusals.tagGroupInUse],
    hold: lockTagGroup,
    run: deleteTagGroup,
  }),
]

const tags: readonly Row[] = [
  row({
    ...common,
    method: 'POST',
    path: `${group}/tags`,
    operationId: 'createTag',
    summary: 'Add a tag to a group',
    description:
      'Its name is unique in the group. In SIE files it is an object, with the next free number of its dimension.',
    scope: 'tags:write',
    body: Tag,
    answer: { json: Tag },
    tagged: true,
    events: ['tag.created', 'tag-group.changed'],
    refusals: [refusals.tagGroupNotFound, refusals.tooManyTags],
    example: { body: { name: 'Butiken' } },
    run: (call, { params, body }) => createTag(call, groupIdOf(params), body),
  }),
  row({
    ...common,
    method: 'PUT',
    path: `${group}/tags/{tagId}`,
    operationId: 'updateTag',
    summary: 'Rename a tag',
    description: 'Entries show the new name.',
    scope: 'tags:write',
    body: Tag,
    answer: { json: Tag },
    tagged: true,
    current: (call, { params }) => lockTag(call, groupIdOf(params), tagIdOf(params)),
    events: ['tag.changed', 'tag-group.changed'],
    refusals: [refusals.tagNotFound],
    example: { body: { name: 'Lagret' } },
    run: (call, { params, body }) => updateTag(call, groupIdOf(params), tagIdOf(params), body),
  }),
  row({
    ...common,
    method: 'DELETE',
    path: `${group}/tags/{tagId}`,
    operationId: 'deleteTag',
    summary: 'Remove a tag',
    description: 'Not while a journal entry or an entry template has it.',
    scope: 'tags:write',
    answer: 'nothing',
    current: (call, { params }) => lockTag(call, groupIdOf(params), tagIdOf(params)),
    events: ['tag.deleted', 'tag-group.changed'],
    refusals: [refusals.tagNotFound, refusals.tagInUse],
    run: async (call, { params }) => {
      await deleteTag(call, groupIdOf(params), tagIdOf(params))
      return undefined
    },
  }),
]

export const tagRows: readonly Row[] = [...groupRows, ...tags]
