// Income and expenses of the period, and their result.
import { queries, useCompany } from '#client'
import type { Span } from '#console/figures'
import { Bones, Lasting } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Statement } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { IncomeStatementPage as Page }

const taken: readonly ChoiceName[] = ['compare', 'by', 'level', 'tagId', 'tagGroupId', 'knownAt']

const IncomeStatementPage = () => (
  <ReportFrame name="income-statement" taken={taken}>
    {(asked) => <Body {...asked} />}
  </ReportFrame>
)

const Body = (asked: Span & Choices) => {
  const texts = useWords(words)
  const label = useTitle('income-statement')
  const { id: companyId } = useCompany()
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/reports/income-statement',
    { params: { path: { companyId }, query: asked as object } },
    { placeholderData: (before) => before },
  )
  return (
    <Lasting of={found} bones={<Bones lines={12} />}>
      {(data) => {
        const parts = [{ name: 'amount', title: texts.amount }]
        return <Statement label={label} {...data} parts={parts} knownAt={asked.knownAt} tagId={asked.tagId} />
      }}
    </Lasting>
  )
}
