// Journal entries: the operator's changes to entries that people have made, which integrations may not make.

import { UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import { reverseJournalEntry } from '#ledger'
import { isId } from '#platform/id'

export const entryCommands: readonly Command[] = [
  {
    name: 'journal-entry reverse',
    summary: 'Book the reversal of an entry, such as one that was imported here',
    options: [companyOption, { name: 'id', value: 'ID', required: true, description: 'The entry' }],
    run: forCompany(async (call, given) => {
      const entry = given.text('id') ?? ''
      if (!isId(entry)) throw new UsageError(`--id: ${entry} is not an id`)
      const { id, journalEntryNumber, date } = await reverseJournalEntry(call, entry)
      return {
        json: { id, journalEntryNumber, date },
        text: `Journal entry ${journalEntryNumber} of ${date} reverses it`,
      }
    }),
  },
]
