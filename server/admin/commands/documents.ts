// Documents: the operator's commands for uploads. An upload made by mistake is deleted here, as long as nothing is
// based on it.

import { UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { deleteUpload, listUploads } from '#documents'
import { isId } from '#platform/id'
import { MAX_PAGE_SIZE } from '#platform/list'

export const documentCommands: readonly Command[] = [
  {
    name: 'upload list',
    summary: `List the last ${MAX_PAGE_SIZE} uploads of a company, newest first`,
    options: [companyOption, { name: 'query', value: 'FILTER', description: 'A filter, such as description~kvitto' }],
    run: forCompany(async (call, given) => {
      const query = given.text('query')
      const { items } = await listUploads(call, { pageSize: MAX_PAGE_SIZE, ...(query === undefined ? {} : { query }) })
      const lines = items.map(({ id, contentType, description, journalEntryId }) =>
        [id, contentType.padEnd(15), description, journalEntryId && `(entry ${journalEntryId})`]
          .filter(Boolean)
          .join('  '),
      )
      return { json: { uploads: items }, text: lines.join('\n') || 'No uploads' }
    }),
  },
  {
    name: 'upload delete',
    summary: 'Delete an upload that underlies nothing; its file goes within hours',
    options: [companyOption, { name: 'id', value: 'ID', required: true, description: 'The upload' }],
    run: forCompany(async (call, given) => {
      const id = given.text('id') ?? ''
      if (!isId(id)) throw new UsageError(`--id: ${id} is not an id`)
      await deleteUpload(call, id)
      return { json: { id }, text: `Upload ${id} is deleted` }
    }),
  },
]
