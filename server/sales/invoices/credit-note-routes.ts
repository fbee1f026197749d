// The endpoints of credit notes.
import { pageOf, pageQuery, type Row, row } from '#http'
import { ledgerContribution } from '#ledger'
import { SMALL_PAGE_SIZE } from '#platform/list'
import { bookingRefusals } from '#sales/booking/booking-refusals'
import { ofStorage } from '#storage'
import {
  creditInvoice,
  deleteCreditNote,
  examineCreditNote,
  getCreditNote,
  listCreditNotes,
  lockCreditNote,
  publishCreditNote,
  recordCreditNote,
  updateCreditNote,
} from './credit-note.ts'
import { creditNoteRefusals as refusals } from './credit-note-refusals.ts'
import { CreditNote, CreditNoteWrite } from './credit-note-schema.ts'
import { invoiceRefusals } from './invoice-refusals.ts'

const creditNotes = '/companies/{companyId}/credit-notes'
const creditNote = `${creditNotes}/{creditNoteId}`
const tag = 'Credit notes'
const { creditNoteNotFound, notDraft } = invoiceRefusals

const draftRows: readonly Row[] = [
  row({
    method: 'POST',
    path: '/companies/{companyId}/invoices/{invoiceId}/credit',
    operationId: 'creditInvoice',
    tag: 'Invoices',
    summary: 'Credit an invoice',
    description:
      'Makes a draft of a credit note with everything that remains to be credited. Each line has the id of the invoice line that it credits. Reduce it with PUT if needed, then publish and record it.',
    scope: 'invoices:write',
    answer: { json: CreditNote },
    tagged: true,
    events: ['credit-note.created', 'invoice.changed'],
    refusals: [
      invoiceRefusals.invoiceNotFound,
      refusals.draftNotCredited,
      refusals.nothingToCredit,
      refusals.tooManyCreditNotes,
    ],
    run: (call, { params }) => creditInvoice(call, params.invoiceId ?? ''),
  }),
  row({
    method: 'GET',
    path: creditNotes,
    operationId: 'listCreditNotes',
    tag,
    summary: 'List credit notes',
    description:
      'Newest first. Filters: customerRef (the id, or with `~` the name), orderNumberReference, projectReference, buyerReference, contractReference, currency, totalAmount, status, creditDate, dueDate, metadata.KEY, invoiceNumber, and sendingStatus: notSent, waiting, sent or failed, as it was sent by mail.',
    scope: 'credit-notes:read',
    query: pageQuery('status==draft', SMALL_PAGE_SIZE),
    answer: { json: pageOf(CreditNote) },
    refusals: [],
    snapshot: true,
    run: (call, { query }) => listCreditNotes(call, query),
  }),
  row({
    method: 'GET',
    path: creditNote,
    operationId: 'getCreditNote',
    tag,
    summary: 'Get a credit note',
    description: 'One credit note. Its amounts are above zero, like those of the invoice.',
    scope: 'credit-notes:read',
    answer: { json: CreditNote },
    tagged: true,
    snapshot: true,
    refusals: [creditNoteNotFound],
    run: (call, { params }) => getCreditNote(call, params.creditNoteId ?? ''),
  }),
  row({
    method: 'PUT',
    path: creditNote,
    operationId: 'updateCreditNote',
    tag,
    summary: 'Reduce a credit note',
    description:
      'Replaces the content of a draft. Lines name the invoice line by its id. Lines may be left out and quantities and prices lowered, but nothing may exceed what remains of the line and of the invoice. Tax rate, account and currency are those of the invoice. Lines of text may be added.',
    scope: 'credit-notes:write',
    body: CreditNoteWrite,
    answer: { json: CreditNote },
    tagged: true,
    current: (call, { params }) => lockCreditNote(call, params.creditNoteId ?? ''),
    examine: examineCreditNote,
    events: ['credit-note.changed'],
    refusals: [creditNoteNotFound, notDraft],
    example: {
      body: {
        creditDate: '2026-06-10',
        dueDate: '2026-06-10',
        lineItems: [
          { id: 1, itemType: 'salesItem', quantity: 1, unitPrice: 100 },
          { itemType: 'descriptionOnlyItem', description: 'Enligt överenskommelse' },
        ],
      },
    },
    run: (call, { params, body }) => updateCreditNote(call, params.creditNoteId ?? '', body),
  }),
  row({
    method: 'DELETE',
    path: creditNote,
    operationId: 'deleteCreditNote',
    tag,
    summary: 'Remove a credit note',
    description: 'Only while it is a draft.',
    scope: 'credit-notes:write',
    answer: 'nothing',
    current: (call, { params }) => lockCreditNote(call, params.creditNoteId ?? ''),
    events: ['credit-note.deleted', 'invoice.changed'],
    refusals: [creditNoteNotFound, notDraft],
    run: async (call, { params }) => {
      await deleteCreditNote(call, params.creditNoteId ?? '')
      return undefined
    },
  }),
]

const actionRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${creditNote}/publish`,
    operationId: 'publishCreditNote',
    tag,
    summary: 'Publish a credit note',
    description:
      'Gives it the next number in the invoice series, freezes its content, and lowers what is outstanding on the invoice. An invoice that is credited in full gets the status credited. Its day must be in an open fiscal year and not locked.',
    scope: 'credit-notes:write',
    answer: { json: CreditNote },
    tagged: true,
    queue: 'publishing',
    events: ['credit-note.published', 'invoice.paid', 'storage.nearly-full'],
    refusals: [
      ...ofStorage,
      creditNoteNotFound,
      invoiceRefusals.publishedAlready,
      invoiceRefusals.notPublishable,
      refusals.notCreditable,
    ],
    run: (call, { params }) => publishCreditNote(call, params.creditNoteId ?? ''),
  }),
  row({
    method: 'POST',
    path: `${creditNote}/record`,
    operationId: 'recordCreditNote',
    tag,
    summary: 'Record a credit note',
    description:
      'Books a published credit note on its day: the opposite of what its invoice booked, so the invoice must be recorded first. In a fiscal year under the cash method nothing is booked unless the invoice itself is; one that is sold without tax to a business in another member state is recorded with its credit note, where it was not before. If its day was closed with force, the first open day is used.',
    scope: 'credit-notes:write',
    answer: { json: CreditNote },
    tagged: true,
    events: ['journal-entry.booked', 'invoice.recorded', 'credit-note.recorded'],
    refusals: [
      creditNoteNotFound,
      bookingRefusals.recordedDraft,
      bookingRefusals.recordedAlready,
      bookingRefusals.creditedNotRecorded,
      ledgerContribution.refusals.documentNotBookable,
    ],
    run: (call, { params }) => recordCreditNote(call, params.creditNoteId ?? ''),
  }),
]

export const creditNoteRows: readonly Row[] = [...draftRows, ...actionRows]
