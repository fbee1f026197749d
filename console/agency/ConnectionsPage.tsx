// The integrations that the agency has let in, for itself and all of its clients, and ending that.
import { useQueryClient } from '@tanstack/react-query'
import { base, type Schema, usePagesAt } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { Listed, scopesInWords, scopeWords } from '#console/programs'
import { Empty, Facts, momentText, Page, ResilientContent, Tag } from '#ui'
import { useWords } from '#words'
import { AgencyChoice } from './AgencyChoice.tsx'
import { type Agency, useAgencies } from './agency.ts'
import { words } from './words.ts'

export { ConnectionsPage as Page }

const ADDRESS = '/agencies/{agencyId}/connections'

const ConnectionsPage = () => {
  const texts = useWords(words)
  const { agency } = useAgencies()
  const may = agency?.may('agency-integrations:read') ?? false
  return (
    <Page title={texts.connections} lead={may ? texts.connectionsLead : undefined}>
      <AgencyChoice />
      {agency && may ? (
        <Connected key={agency.id} agency={agency} />
      ) : (
        <Empty>{agency ? texts.connectionsOfAdministrators : texts.noAgency}</Empty>
      )}
      <p>
        <a href={`${base}/account/connections`}>{texts.allConnections}</a>
      </p>
    </Page>
  )
}

const Connected = ({ agency }: { agency: Agency }) => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const client = useQueryClient()
  const { isBusy, run } = useDo()
  const path = { agencyId: agency.id }
  const found = usePagesAt<Schema<'CompanyConnection'>>(ADDRESS, { path })
  const { rows } = found
  const end = (connectionId: string) =>
    run(async () => {
      await send('DELETE', `${ADDRESS}/{connectionId}`, { path: { ...path, connectionId } })
      await client.invalidateQueries({ queryKey: ['get', ADDRESS] })
    }, texts.disconnected)
  return (
    <ResilientContent of={found}>
      {() => {
        if (rows.length === 0) return <Empty>{texts.noConnections}</Empty>
        return (
          <ul className="integration-list">
            {rows.map(({ id, integration, scopes, connectedDateTime }) => (
              <li key={id} className="card settings-card">
                <h2>
                  {integration.name}
                  {integration.registeredBy !== 'person' && <Tag tone="waiting">{texts.unverified}</Tag>}
                </h2>
                <Facts
                  facts={[
                    [texts.connectedSince, momentText(connectedDateTime)],
                    [texts.mayDo, <Listed key="scopes" texts={scopesInWords(inWords, scopes)} />],
                  ]}
                />
                {agency.may('agency-integrations:write') && (
                  <div className="page-actions">
                    <ConfirmButton label={texts.disconnect} isBusy={isBusy} onSure={() => end(id)}>
                      <p>{texts.disconnectLead(integration.name)}</p>
                    </ConfirmButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )
      }}
    </ResilientContent>
  )
}
