// Every account with what stood on it, what was booked, and what stands on it.
import { StatementReport } from './StatementReport.tsx'

export const Page = () => (
  <StatementReport
    name="trial-balance"
    taken={['compare', 'level', 'accounts', 'tagId', 'knownAt']}
    parts={['opening', 'debit', 'credit', 'closing']}
  />
)
