// Every account with what stood on it, what was booked, and what stands on it.
import { queries, useCompany } from '#client'
import type { Span } from '#console/figures'
import { Bones, Lasting } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Statement } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { TrialBalancePage as Page }

const taken: readonly ChoiceName[] = ['compare', 'level', 'accounts', 'tagId', 'knownAt']

const TrialBalancePage = () => (
  <ReportFrame name="trial-balance" taken={taken}>
    {(asked) => <Body {...asked} />}
  </ReportFrame>
)

const Body = (asked: Span & Choices) => {
  const texts = useWords(words)
  const label = useTitle('trial-balance')
  const { id: companyId } = useCompany()
  const found = queries.useQuery(
    'get',
    '/companies/{companyId}/reports/trial-balance',
    { params: { path: { companyId }, query: asked as object } },
    { placeholderData: (before) => before },
  )
  return (
    <Lasting of={found} bones={<Bones lines={12} />}>
      {(data) => {
        const parts = [
          { name: 'opening', title: texts.opening },
          { name: 'debit', title: texts.debit },
          { name: 'credit', title: texts.credit },
          { name: 'closing', title: texts.closing },
        ]
        return <Statement label={label} {...data} parts={parts} knownAt={asked.knownAt} tagId={asked.tagId} />
      }}
    </Lasting>
  )
}
