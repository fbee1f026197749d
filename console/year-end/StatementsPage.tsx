// The income statement and balance sheet of a year as the law has them.
import { Statements } from '#console/annual-report'
import { Downloads, YearPage } from '#console/figures'
import { useWords } from '#words'
import { words } from './words.ts'

export { StatementsPage as Page }

const StatementsPage = () => {
  const texts = useWords(words)
  return (
    <YearPage
      title={texts.statements}
      lead={texts.statementsLead}
      first="lastOver"
      actions={({ id }) => <Downloads path={`/fiscal-years/${id}/financial-statements`} search={{}} />}
    >
      {({ id }) => <Statements key={id} fiscalYearId={id} />}
    </YearPage>
  )
}
