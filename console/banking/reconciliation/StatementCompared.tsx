// A statement that is chosen, against the ledger at its end.
import { isRefused, queries, useCompany } from '#client'
import { CompanyLink } from '#console/figures'
import { Money } from '#ui'
import { useWords } from '#words'
import { Compared } from './Compared.tsx'
import { words } from './words.ts'

export const StatementCompared = ({ statementId, bankAccountId }: { statementId: string; bankAccountId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/bank-statements/{bankStatementId}/reconciliation',
    { params: { path: { companyId, bankStatementId: statementId } } },
  )
  // Nothing to compare: no balance, or another currency.
  if (!data || isRefused(error)) return null
  return (
    <details className="statement-compared">
      <summary>
        {texts.compare}: {texts.difference} <Money kronor={data.difference} />
      </summary>
      <Compared of={data} />
      <p>
        <CompanyLink to="/bank/months" search={{ account: bankAccountId, open: data.date.slice(0, 7) }}>
          {texts.months}
        </CompanyLink>
      </p>
    </details>
  )
}
