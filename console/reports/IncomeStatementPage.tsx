// Income and expenses of the period, and their result.
import { StatementReport } from './StatementReport.tsx'

export const Page = () => (
  <StatementReport
    name="income-statement"
    taken={['compare', 'by', 'level', 'tagId', 'tagGroupId', 'knownAt']}
    parts={['amount']}
  />
)
