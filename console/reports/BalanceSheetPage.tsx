// What the company owns and owes, at the beginning and the end of the period.
import { queries, useCompany } from '#client'
import type { Span } from '#console/figures'
import { Bones, Lasting } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Statement } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { BalanceSheetPage as Page }

const taken: readonly ChoiceName[] = ['compare', 'by', 'level', 'knownAt']

const BalanceSheetPage = () => (
  <ReportFrame name="balance-sheet" taken={taken}>
    {(asked) => <Body {...asked} />}
  </ReportFrame>
)

const Body = (asked: Span & Choices) => {
  const texts = useWords(words)
  const label = useTitle('balance-sheet')
  const { id: companyId } = useCompany()
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/reports/balance-sheet',
    { params: { path: { companyId }, query: asked as object } },
    { placeholderData: (before) => before },
  )
  return (
    <Lasting of={found} bones={<Bones lines={12} />}>
      {(data) => {
        const parts = [
          { name: 'opening', title: texts.opening },
          { name: 'change', title: texts.change },
          { name: 'closing', title: texts.closing },
        ]
        return <Statement label={label} {...data} parts={parts} knownAt={asked.knownAt} tagId={asked.tagId} />
      }}
    </Lasting>
  )
}
