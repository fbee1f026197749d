// The endpoint that connects an upload to a journal entry.
import { connectToEntry, documentsContribution, UploadRef } from '#documents'
import { type Row, row } from '#http'
import { ledgerRefusals as refusals } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

export const uploadRows: readonly Row[] = [
  row({
    method: 'POST',
    path: '/companies/{companyId}/journal-entries/{journalEntryId}/uploads',
    operationId: 'connectUploadToJournalEntry',
    tag: 'Journal entries',
    summary: 'Connect an upload to a journal entry',
    description:
      'The upload supports the entry from now on, and stays with it. It must be free. An entry may have many, even after its fiscal year is closed.',
    scope: 'journal-entries:write',
    body: UploadRef,
    answer: { json: UploadRef },
    events: ['upload.connected', 'journal-entry.changed'],
    refusals: [refusals.entryNotFound, documentsContribution.uploadRefusals.uploadNotFound],
    example: { body: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' } },
    run: (call, { params, body }) => connectUpload(call, params.journalEntryId ?? '', body.id),
  }),
]

const connectUpload = async (call: CompanyCall, entryId: string, id: string): Promise<{ id: string }> => {
  if (!(await hasEntry(call, entryId))) throw refusals.entryNotFound({ id: entryId })
  await connectToEntry(call, id, entryId, '#/id')
  return { id: id.toLowerCase() }
}

/** Whether the entry exists in the company. */
export const hasEntry = async ({ db, companyId }: CompanyCall, id: string): Promise<boolean> =>
  (await db.maybe(sql`select from ledger.journal_entry where company_id = ${companyId} and id = ${id}`)) !== null
