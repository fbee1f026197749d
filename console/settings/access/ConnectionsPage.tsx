// The services that are connected to the company, and what each may do.
import { api, type Schema, useCompany, usePages, useRefresh } from '#client'
import { ConfirmButton, useDo } from '#console/form'
import { Listed, scopesInWords, scopeWords } from '#console/programs'
import { NoCards } from '#console/settings/cards.tsx'
import { words } from '#console/settings/words.ts'
import { Empty, Facts, momentText, Page, Tag } from '#ui'
import { useWords } from '#words'

export { ConnectionsPage as Page }

const ConnectionsPage = () => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const found = usePages<Schema<'CompanyConnection'>>('/connections', { companyId })
  const { rows } = found
  const end = (connectionId: string) =>
    run(async () => {
      await api.DELETE('/companies/{companyId}/connections/{connectionId}', {
        params: { path: { companyId, connectionId } },
      })
      await refresh('connections')
    }, texts.removed)
  return (
    <Page title={texts.connections}>
      <NoCards of={found}>
        <Empty>{texts.noConnections}</Empty>
      </NoCards>
      {rows.map(({ id, integration, scopes, connectedDateTime }) => (
        <section key={id} className="card settings-card" aria-label={integration.name}>
          <h2>
            {integration.name}
            {integration.registeredBy !== 'person' && <Tag tone="waiting">{texts.unverified}</Tag>}
          </h2>
          <Facts
            facts={[
              [texts.connected, momentText(connectedDateTime)],
              [texts.registeredBy, integration.registeredBy === 'person' ? null : texts.byItself],
              [texts.scopes, <Listed key="scopes" texts={scopesInWords(inWords, scopes)} />],
            ]}
          />
          {may('connections:write') && (
            <ConfirmButton label={texts.disconnect} isBusy={isBusy} onSure={() => end(id)}>
              <p>{texts.disconnectLead}</p>
            </ConfirmButton>
          )}
        </section>
      ))}
    </Page>
  )
}
