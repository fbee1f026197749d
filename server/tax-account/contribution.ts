// What the tax account contributes to what is made of all contexts: its files, and what goes with a fiscal year.
import { taxAccountFiles } from './files.ts'
import { taxAccountToRemove } from './removal.ts'

export const taxAccountContribution = {
  files: taxAccountFiles,
  retainedTables: ['tax_account.dropped_statement'] as readonly string[],
  toRemove: taxAccountToRemove,
}
