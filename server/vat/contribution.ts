// What vat contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { deadlinesOfVat } from './deadlines.ts'
import { unionAccounts } from './oss-accounts.ts'
import { todosOfVat } from './period.ts'
import { returnsToRemove } from './removal.ts'

export const vatContribution = {
  deadlines: deadlinesOfVat,
  returnsToRemove,
  todos: todosOfVat,
  unionAccounts,
}
