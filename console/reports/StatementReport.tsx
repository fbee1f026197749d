// A report of statement lines over a period: income statement, balance sheet and trial balance.
import { queries, useCompany } from '#client'
import type { Span } from '#console/figures'
import { PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Statement } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

type Of = {
  name: 'income-statement' | 'balance-sheet' | 'trial-balance'
  taken: readonly ChoiceName[]
  /** The values of a column, in their order. */
  parts: readonly ('amount' | 'opening' | 'change' | 'debit' | 'credit' | 'closing')[]
}

export const StatementReport = (of: Of) => (
  <ReportFrame name={of.name} taken={of.taken}>
    {(asked) => <Body of={of} asked={asked} />}
  </ReportFrame>
)

const Body = ({ of: { name, parts }, asked }: { of: Of; asked: Span & Choices }) => {
  const texts = useWords(words)
  const label = useTitle(name)
  const { id: companyId } = useCompany()
  const found = queries.useQuery(
    'get',
    `/companies/{companyId}/reports/${name}`,
    { params: { path: { companyId }, query: asked as object } },
    { placeholderData: (before) => before },
  )
  const titled = parts.map((part) => ({ name: part, title: texts[part] }))
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={12} />}>
      {(data) => <Statement label={label} {...data} parts={titled} knownAt={asked.knownAt} tagId={asked.tagId} />}
    </ResilientContent>
  )
}
