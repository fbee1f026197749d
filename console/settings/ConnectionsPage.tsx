// The services that are connected to the company, and what each may do.

import { api, type Schema, useCompany, usePages, useRefresh } from '#client'
import { Sure, useDo } from '#console/form'
import { Listed, scopesInWords, scopeWords } from '#console/programs'
import { Bones, Empty, Facts, momentText, Page, Wrong } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export { ConnectionsPage as Page }

const ConnectionsPage = () => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const { rows, error, refetch, isLoading } = usePages<Schema<'CompanyConnection'>>('/connections', { companyId })
  const end = (connectionId: string) =>
    run(async () => {
      await api.DELETE('/companies/{companyId}/connections/{connectionId}', {
        params: { path: { companyId, connectionId } },
      })
      await refresh('connections')
    }, texts.removed)
  return (
    <Page title={texts.connections}>
      {error && <Wrong error={error} retry={() => void refetch()} />}
      {isLoading && <Bones />}
      {!isLoading && !error && rows.length === 0 && <Empty>{texts.noConnections}</Empty>}
      {rows.map(({ id, integration, scopes, connectedDateTime }) => (
        <section key={id} className="card settings-card" aria-label={integration.name}>
          <h2>{integration.name}</h2>
          <Facts
            facts={[
              [texts.connected, momentText(connectedDateTime)],
              [texts.scopes, <Listed key="scopes" texts={scopesInWords(inWords, scopes)} />],
            ]}
          />
          {may('connections:write') && (
            <Sure label={texts.disconnect} isBusy={isBusy} onSure={() => end(id)}>
              <p>{texts.disconnectLead}</p>
            </Sure>
          )}
        </section>
      ))}
    </Page>
  )
}
