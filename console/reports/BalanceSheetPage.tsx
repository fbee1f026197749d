// What the company owns and owes, at the beginning and the end of the period.
import { StatementReport } from './StatementReport.tsx'

export const Page = () => (
  <StatementReport
    name="balance-sheet"
    taken={['compare', 'by', 'level', 'knownAt']}
    parts={['opening', 'change', 'closing']}
  />
)
