// The endpoints of drafts.
import { DateTime, Id, named, nullable, object, personRow, type Row, readOnly, saying, Type } from '#http'
import { keepDraft, listDrafts, MAX_DRAFT_LENGTH, MOST_DRAFTS, readDraft, removeDraft } from './draft.ts'
import { deskFaults as faults, deskRefusals as refusals } from './refusals.ts'

const tag = 'Your drafts'
const path = '/me/drafts/{key}'

const shown = {
  key: Type.String({ examples: ['journal-entry:new'], description: 'The page, as its program names it' }),
  companyId: nullable(Id),
  modifiedDateTime: DateTime,
}
const content = saying(
  faults.draftLength('', { limit: MAX_DRAFT_LENGTH }),
  Type.String({
    maxLength: MAX_DRAFT_LENGTH,
    examples: ['{"title":"Kontorsmaterial","items":[]}'],
    description: 'Any text, such as JSON: the service does not look into it',
  }),
)
const Draft = named('Draft', object({ ...shown, content }))

export const draftRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path: '/me/drafts',
    operationId: 'listDrafts',
    tag,
    summary: 'List your drafts',
    description: `The last first, without their content; ${MOST_DRAFTS} at most. Drafts that have not been changed for 90 days are removed.`,
    query: object({ companyId: Type.Optional({ ...Id, description: 'Those of one company only' }) }),
    answer: { json: named('Drafts', object({ items: Type.Array(object(shown), { maxItems: MOST_DRAFTS }) })) },
    refusals: [],
    run: async (call, { query }) => ({ items: await listDrafts(call, query.companyId) }),
  }),
  personRow({
    method: 'GET',
    path,
    operationId: 'getDraft',
    tag,
    summary: 'Read a draft',
    description: 'What you have begun on a page and not sent. No other user can read it.',
    answer: { json: Draft },
    tagged: true,
    refusals: [refusals.noDraft],
    run: (call, { params }) => readDraft(call, params.key ?? ''),
  }),
  personRow({
    method: 'PUT',
    path,
    operationId: 'keepDraft',
    tag,
    summary: 'Keep a draft',
    description: `In place of the one before. So that two windows do not overwrite each other, send \`isNew\` for the first, and afterwards If-Match with the ETag of what was read or kept last. ${MOST_DRAFTS} drafts at most.`,
    body: named(
      'DraftContent',
      object({
        companyId: Type.Optional(nullable(Id)),
        content,
        isNew: Type.Optional(Type.Boolean({ default: false, description: 'Refuse where there is one already' })),
        key: readOnly(shown.key),
        modifiedDateTime: readOnly(DateTime),
      }),
    ),
    answer: { json: Draft },
    tagged: true,
    current: (call, { params }) => readDraft(call, params.key ?? '', { lock: true }),
    refusals: [refusals.noDraft, refusals.draftExists, refusals.tooManyDrafts],
    example: { body: { content: '{"title":"Kontorsmaterial","items":[]}' } },
    run: (call, { params, body }) => keepDraft(call, params.key ?? '', body),
  }),
  personRow({
    method: 'DELETE',
    path,
    operationId: 'removeDraft',
    tag,
    summary: 'Remove a draft',
    description: 'It was sent, or given up. One that is not there is gone already.',
    answer: 'nothing',
    current: (call, { params }) => readDraft(call, params.key ?? '', { lock: true }),
    refusals: [refusals.noDraft],
    run: async (call, { params }) => {
      await removeDraft(call, params.key ?? '')
      return undefined
    },
  }),
]
