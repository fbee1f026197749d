// What an integration has asked, at all companies and agencies that have let it in.
import { useNavigate, useParams } from '@tanstack/react-router'
import { queries, usePagesAt } from '#client'
import { LOG_FOLLOW_MS, type Logged, RequestLog, useShownRequests } from '#console/programs'
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export { IntegrationRequestsPage as Page }

const IntegrationRequestsPage = () => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const { integrationId = '' } = useParams({ strict: false }) as { integrationId?: string }
  const path = { integrationId }
  const query = { query: useShownRequests() }
  const found = usePagesAt<Logged>('/me/integrations/{integrationId}/requests', {
    path,
    query,
    followMs: LOG_FOLLOW_MS,
  })
  const { data } = queries.useQuery('get', '/me/integrations/{integrationId}', { params: { path } })
  const { data: companies } = queries.useQuery('get', '/me/companies', { params: { query: { pageSize: 100 } } })
  const back = () => void navigate({ to: `/integrations/${integrationId}` as never })
  return (
    <RequestLog
      title={data ? texts.requestsOf(data.name) : texts.requests}
      lead={texts.requestsLead}
      actions={
        <ActionButton variant="default" keys="b" onClick={back}>
          {texts.toIntegration}
        </ActionButton>
      }
      found={found}
      pathOf={(asked) => asked.replace(/^\/v1/, '')}
      by={({ tenantId }) => [
        texts.tenant,
        companies?.items.find(({ id }) => id === tenantId)?.name ?? tenantId ?? texts.noTenant,
      ]}
    />
  )
}
