// What one statement says of itself, and its file.
import { lazy, Suspense, useState } from 'react'
import { api, useCompany } from '#client'
import { ActionButton, FailureMessage, Money } from '#ui'
import { useWords } from '#words'
import { saveFile } from './import.ts'
import type { Statement } from './queue.ts'
import { words } from './words.ts'

const StatementCompared = lazy(async () => ({
  default: (await import('#console/banking/reconciliation/StatementCompared.tsx')).StatementCompared,
}))

export const StatementFacts = ({ statement }: { statement: Statement }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [wrong, setWrong] = useState<unknown>(null)
  const download = async () => {
    try {
      const { data } = await api.GET('/companies/{companyId}/bank-statements/{bankStatementId}/download', {
        params: { path: { companyId, bankStatementId: statement.id } },
        parseAs: 'blob',
      })
      saveFile(data as unknown as Blob, statement.fileName)
    } catch (cause) {
      setWrong(cause)
    }
  }
  return (
    <>
      <p className="statement-facts">
        <span>{statement.bankAccountRef.iban}</span>
        {statement.openingBalance !== undefined && (
          <span>
            {texts.openingBalance} <Money kronor={statement.openingBalance} />
          </span>
        )}
        {statement.closingBalance !== undefined && (
          <span>
            {texts.closingBalance} <Money kronor={statement.closingBalance} />
          </span>
        )}
        <ActionButton variant="subtle" size="xs" onClick={() => void download()}>
          {texts.download}
        </ActionButton>
      </p>
      {wrong !== null && <FailureMessage error={wrong} />}
      <Suspense>
        <StatementCompared key={statement.id} statementId={statement.id} bankAccountId={statement.bankAccountRef.id} />
      </Suspense>
    </>
  )
}
