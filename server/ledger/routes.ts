// The endpoints of the ledger.
import { documentsContribution } from '#documents'
import {
  Amount,
  DateOnly,
  DateTime,
  type Gathered,
  Id,
  Name,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  readOnly,
  row,
  saying,
  Type,
} from '#http'
import { AccountNumber } from '#ledger/accounts/account-map'
import { accountMapRows } from '#ledger/accounts/account-map-routes'
import { chartRows } from '#ledger/accounts/chart-routes'
import { vatSections } from '#ledger/accounts/vat-code.rules'
import { rowCodes } from '#ledger/accounts/vat-row.rules'
import { budgetRows } from '#ledger/budget/routes'
import {
  createComment,
  deleteComment,
  getComment,
  listComments,
  lockComment,
  MAX_COMMENT_LENGTH,
  updateComment,
} from '#ledger/entries/comment'
import { createEntriesTogether } from '#ledger/entries/entries-together'
import { entryTemplateRows } from '#ledger/entries/entry-template-routes'
import {
  createJournalEntries,
  createJournalEntry,
  examineJournalEntry,
  getJournalEntry,
  hasTags,
  listJournalEntries,
  lockJournalEntry,
  type NewEntry,
  reverseJournalEntry,
  setTags,
  type Waiting,
} from '#ledger/entries/journal-entry'
import { EntryTags } from '#ledger/entries/journal-entry-tag-schema'
import { uploadRows } from '#ledger/entries/upload-routes'
import { currencyRateRows } from '#ledger/rates/currency-rate-routes'
import { sieRows } from '#ledger/sie/sie-routes'
import type { TagsBody } from '#ledger/tags/tag.rules'
import { tagRows } from '#ledger/tags/tag-routes'
import { fiscalYearRows } from '#ledger/years/fiscal-year-routes'
import { momentText } from '#platform/day'
import type { FieldError } from '#platform/refusal'
import { MAX_ENTRY_TITLE } from '#rule/limits'
import { ledgerFaults as faults, ledgerRefusals as refusals } from './refusals.ts'

const company = '/companies/{companyId}'

/** Maximum number of items in one entry made through the API. */
const MAX_ITEMS = 1000
/** Maximum number of items tagged in one request: imported entries may have many. */
const MAX_TAGGED_ITEMS = 10_000
/** The highest item id that the database can store. */
const MAX_ITEM_ID = 2_147_483_647

/** Maximum length of the account filter, in characters. */
const MAX_ACCOUNTS_LENGTH = 4000

const AccountNumbers = saying(
  faults.accountNumbers(''),
  Type.String({
    pattern: '^\\d{1,8}(?:,\\d{1,8})*$',
    maxLength: MAX_ACCOUNTS_LENGTH,
    examples: ['3001,3041'],
    description: 'Account numbers separated by commas',
  }),
)

/** Items are numbered within their entry. */
const ItemId = Type.Integer({ minimum: 1, maximum: MAX_ITEM_ID })

const EntryItem = named(
  'JournalEntryItem',
  object({
    id: readOnly(ItemId),
    account: AccountNumber({ examples: [1930] }),
    debit: Type.Optional(Amount),
    credit: Type.Optional(Amount),
    vatCode: Type.Optional(
      nullable(
        Type.Enum([...rowCodes], {
          description:
            'The box of the VAT return that the line counts towards; `none`: no box. Left out or null, the VAT code of its account. What an account says later does not change it',
          examples: ['21'],
        }),
      ),
    ),
    tags: Type.Optional(EntryTags),
  }),
)
const Registrar = named(
  'Registrar',
  object(
    {
      kind: Type.Enum(['token', 'integration', 'user', 'operator']),
      id: Id,
      name: Type.String({ examples: ['Kassan'] }),
    },
    { description: 'Who registered it: a private integration, an integration, a person, or the operator' },
  ),
)
const EntryRef = named(
  'JournalEntryRef',
  object({
    id: Id,
    journalEntryNumber: Type.String({ examples: ['V343'] }),
    registeredDateTime: DateTime,
    registeredBy: Registrar,
  }),
)
/** Minimum number of lines: an entry needs a debit line and a credit line. */
const MIN_ITEMS = 2
const numberOfLines = (items: unknown): FieldError =>
  Array.isArray(items) && items.length < MIN_ITEMS
    ? faults.tooFewLines('')
    : faults.tooManyLines('', { limit: MAX_ITEMS })

const VatRow = named(
  'JournalEntryVatRow',
  object(
    {
      box: Type.String({ examples: ['21'] }),
      kind: Type.Enum([...vatSections], { description: 'The section of the return' }),
      base: nullable(Type.Number({ description: 'In a box of a base, kronor with the sign of the return' })),
      tax: nullable(Type.Number({ description: 'In a box of tax, kronor with the sign of the return' })),
      itemIds: Type.Array(ItemId, { description: 'The lines that it sums' }),
    },
    { description: 'What the entry adds to a box of the VAT return' },
  ),
)

const JournalEntry = named(
  'JournalEntry',
  object({
    id: readOnly(Id),
    title: Name({ maxLength: MAX_ENTRY_TITLE, examples: ['Kontorsmaterial'] }),
    journalEntryNumber: readOnly(Type.String({ examples: ['V342'] })),
    date: DateOnly,
    items: saying(numberOfLines, Type.Array(EntryItem, { minItems: MIN_ITEMS, maxItems: MAX_ITEMS })),
    vatRows: readOnly(Type.Array(VatRow)),
    tags: Type.Optional(EntryTags),
    reversingJournalEntryId: readOnly(nullable(Id)),
    reversedByJournalEntryId: readOnly(nullable(Id)),
    reversesJournalEntryRef: readOnly(nullable(EntryRef)),
    reversedByJournalEntryRef: readOnly(nullable(EntryRef)),
    registeredDateTime: readOnly(DateTime),
    registeredBy: readOnly(Registrar),
    uploadRef: Type.Optional(nullable(object({ id: Type.Optional(Id) }))),
    modifiedDateTime: readOnly(DateTime),
  }),
)
/** Imported entries may have a single item, or thousands. */
const ShownEntry = named('BookedJournalEntry', object({ ...JournalEntry.properties, items: Type.Array(EntryItem) }))

const JournalEntryTags = named(
  'JournalEntryTags',
  object({
    tags: Type.Optional(EntryTags),
    items: Type.Optional(Type.Array(object({ id: ItemId, tags: EntryTags }), { maxItems: MAX_TAGGED_ITEMS })),
  }),
)

const exampleEntry = {
  title: 'Kontorsmaterial',
  date: '2026-03-31',
  items: [
    { account: 6110, debit: 400 },
    { account: 2641, debit: 100 },
    { account: 1930, credit: 500 },
  ],
}

const entryRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${company}/journal-entries`,
    operationId: 'createJournalEntry',
    tag: 'Journal entries',
    summary: 'Book a journal entry',
    description:
      'Debit equals credit; there are at least two items, each with exactly one of debit and credit above zero. The date is in an open fiscal year, after the lock date, and at most two business days ahead. The entry gets the next number of series V; it is never changed afterwards, only reversed. Tags go either on the entry or on its items, with weights that sum to at most 1 within a tag group; they need the Tags feature. `uploadRef` names an upload that is not connected yet.',
    scope: 'journal-entries:write',
    body: JournalEntry,
    answer: { json: ShownEntry },
    tagged: true,
    events: ['journal-entry.booked', 'upload.connected'],
    refusals: [refusals.booksBusy, documentsContribution.uploadRefusals.uploadNotFound],
    example: { body: exampleEntry },
    featureOf: (body) => (hasTags(body) ? 'Tags' : undefined),
    examine: examineJournalEntry,
    gather: {
      limit: 64,
      run: (waiting) => createJournalEntries(waiting.map(draftOf)),
      together: (db, waiting) => createEntriesTogether(db, waiting.map(draftOf)),
    },
    run: (call, { body }) => createJournalEntry(call, body as NewEntry),
  }),
  row({
    method: 'GET',
    path: `${company}/journal-entries`,
    operationId: 'listJournalEntries',
    tag: 'Journal entries',
    summary: 'List journal entries',
    description:
      'Most recently booked first. `query` filters on title, journalEntryNumber, date, registration (the number in order of registration), reversingJournalEntryId, reversedByJournalEntryId and modifiedDateTime; `tagId` keeps only entries that have the tag, on the entry itself or on an item, `accounts` only those with an item on one of the accounts, and `untaggedGroupId` only those of which something has no tag of the tag group (on those accounts, where both are given). `withoutDocument=true` keeps only entries that people or programs booked here without any upload, reversals apart: each needs a voucher (bokföringslagen 5 kap. 6 §). `search` keeps those that a person means by a text: a part of the title, the number (`V219`), an amount of an item (`1 250,50`) or its account (`1930`).',
    scope: 'journal-entries:read',
    query: object({
      ...pageQuery('date>=2026-01-01&&title~hyra').properties,
      tagId: Type.Optional(Id),
      untaggedGroupId: Type.Optional(Id),
      accounts: Type.Optional(AccountNumbers),
      search: Type.Optional(Type.String({ maxLength: 100, examples: ['V219'] })),
      withoutDocument: Type.Optional(
        Type.Boolean({ default: false, description: 'Only entries that no upload underlies, though one should' }),
      ),
    }),
    answer: { json: pageOf(ShownEntry) },
    refusals: [],
    run: (call, { query }) => listJournalEntries(call, query),
  }),
  row({
    method: 'GET',
    path: `${company}/journal-entries/{journalEntryId}`,
    operationId: 'getJournalEntry',
    tag: 'Journal entries',
    summary: 'Read a journal entry',
    description: 'One journal entry with its items.',
    scope: 'journal-entries:read',
    answer: { json: ShownEntry },
    tagged: true,
    refusals: [refusals.entryNotFound],
    run: (call, { params }) => getJournalEntry(call, params.journalEntryId ?? ''),
  }),
  row({
    method: 'POST',
    path: `${company}/journal-entries/{journalEntryId}/reverse`,
    operationId: 'reverseJournalEntry',
    tag: 'Journal entries',
    summary: 'Reverse a journal entry',
    description:
      'Books the opposite of the entry on the same day, or on the first open day when that day is locked, and answers with the new entry; both then refer to each other. When its fiscal year is closed, the reversal is booked on the first open day of the next one. `date` chooses another open day, from that of the entry.',
    scope: 'journal-entries:write',
    query: object({ date: Type.Optional({ ...DateOnly, description: 'The day of the reversal' }) }),
    answer: { json: ShownEntry },
    tagged: true,
    events: ['journal-entry.booked', 'journal-entry.reversed', 'fixed-asset.changed', 'accrual.changed'],
    refusals: [
      refusals.entryNotFound,
      refusals.reversedAlready,
      refusals.reversedInClosedYear,
      refusals.reversedInConsole,
      refusals.reversedDocument,
      refusals.reversalOfRegister,
      refusals.reversedAccrued,
      refusals.reversedOfAsset,
      refusals.reversedOfPayRun,
      refusals.reversedLocked,
    ],
    run: (call, { params, query }) => reverseJournalEntry(call, params.journalEntryId ?? '', query.date),
  }),
  row({
    method: 'PUT',
    path: `${company}/journal-entries/{journalEntryId}/tags`,
    operationId: 'setJournalEntryTags',
    tag: 'Journal entries',
    summary: 'Set the tags of a journal entry',
    description:
      'They replace all tags of the entry and its items, and go either on the entry or on items by their ids. Tags group what is booked and are not a part of it: they can be set in closed years too.',
    scope: 'journal-entries:write',
    feature: 'Tags',
    body: JournalEntryTags,
    answer: { json: ShownEntry },
    tagged: true,
    current: (call, { params }) => lockJournalEntry(call, params.journalEntryId ?? ''),
    events: ['journal-entry.tags-set'],
    refusals: [refusals.entryNotFound],
    example: { body: { tags: [{ tagId: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d', weight: 1 }] } },
    run: (call, { params, body }) => setTags(call, params.journalEntryId ?? '', body as TagsBody),
  }),
]

const Comment = named(
  'JournalEntryComment',
  object({
    id: readOnly(Id),
    content: Type.String({ minLength: 1, maxLength: MAX_COMMENT_LENGTH, examples: ['Kvittot saknas'] }),
    authorName: readOnly(Type.String()),
    createdDatetime: readOnly(DateTime),
    updatedDatetime: readOnly(DateTime),
  }),
)
const comments = `${company}/journal-entries/{journalEntryId}/comments`

const commentRows: readonly Row[] = [
  row({
    method: 'POST',
    path: comments,
    operationId: 'createJournalEntryComment',
    tag: 'Comments',
    summary: 'Comment on a journal entry',
    description:
      'Plain text. Entries that people have made in the console or at the command line cannot be commented through the API.',
    scope: 'journal-entries:write',
    body: Comment,
    answer: { json: Comment },
    tagged: true,
    events: ['comment.created'],
    refusals: [refusals.entryNotFound, refusals.commentOnConsoleEntry, refusals.tooManyComments],
    example: { body: { content: 'Kvittot saknas' } },
    run: (call, { params, body }) => createComment(call, params.journalEntryId ?? '', body.content).then(asJson),
  }),
  row({
    method: 'GET',
    path: comments,
    operationId: 'listJournalEntryComments',
    tag: 'Comments',
    summary: 'List the comments on a journal entry',
    description: 'A plain array, oldest first.',
    scope: 'journal-entries:read',
    answer: { json: Type.Array(Comment) },
    refusals: [refusals.entryNotFound],
    run: async (call, { params }) => (await listComments(call, params.journalEntryId ?? '')).map(asJson),
  }),
  row({
    method: 'GET',
    path: `${comments}/{commentId}`,
    operationId: 'getJournalEntryComment',
    tag: 'Comments',
    summary: 'Read a comment',
    description: 'One comment on the journal entry.',
    scope: 'journal-entries:read',
    answer: { json: Comment },
    tagged: true,
    refusals: [refusals.commentNotFound],
    run: (call, { params }) => getComment(call, params.journalEntryId ?? '', params.commentId ?? '').then(asJson),
  }),
  row({
    method: 'PUT',
    path: `${comments}/{commentId}`,
    operationId: 'updateJournalEntryComment',
    tag: 'Comments',
    summary: 'Change a comment',
    description: 'Only the integration that wrote a comment may change it.',
    scope: 'journal-entries:write',
    body: Comment,
    answer: { json: Comment },
    tagged: true,
    current: (call, { params }) => lockComment(call, params.journalEntryId ?? '', params.commentId ?? '').then(asJson),
    events: ['comment.changed'],
    refusals: [refusals.commentNotFound, refusals.commentOfAnother],
    example: { body: { content: 'Kvittot är inskannat' } },
    run: (call, { params, body }) =>
      updateComment(call, params.journalEntryId ?? '', params.commentId ?? '', body.content).then(asJson),
  }),
  row({
    method: 'DELETE',
    path: `${comments}/{commentId}`,
    operationId: 'deleteJournalEntryComment',
    tag: 'Comments',
    summary: 'Remove a comment',
    description: 'Only the integration that wrote a comment may remove it.',
    scope: 'journal-entries:write',
    answer: 'nothing',
    current: (call, { params }) => lockComment(call, params.journalEntryId ?? '', params.commentId ?? '').then(asJson),
    events: ['comment.deleted'],
    refusals: [refusals.commentNotFound, refusals.commentOfAnother],
    run: async (call, { params }) => {
      await deleteComment(call, params.journalEntryId ?? '', params.commentId ?? '')
      return undefined
    },
  }),
]

const draftOf = ({ call, input }: Gathered): Waiting => ({ call, draft: input.body as NewEntry })

const asJson = <T extends { createdDatetime: Date; updatedDatetime: Date }>(comment: T) => ({
  ...comment,
  createdDatetime: momentText(comment.createdDatetime),
  updatedDatetime: momentText(comment.updatedDatetime),
})

export const ledgerRows: readonly Row[] = [
  ...chartRows,
  ...accountMapRows,
  ...fiscalYearRows,
  ...budgetRows,
  ...entryRows,
  ...commentRows,
  ...tagRows,
  ...entryTemplateRows,
  ...uploadRows,
  ...sieRows,
  ...currencyRateRows,
]
