// The webhooks of an integration, in all companies: where each goes, how it goes, and what was sent. The program itself
// makes and changes them.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lastCompany, queries, type Schema, usePagesAt } from '#client'
import { ActionButton, Facts, FailureMessage, momentText, PageSkeleton, ResilientContent, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Webhook = Schema<'IntegrationWebhook'>

const ADDRESS = '/me/integrations/{integrationId}/webhooks'

export const Webhooks = ({ integrationId }: { integrationId: string }) => {
  const texts = useWords(words)
  const [{ hook }, set] = useUrl()
  const [last] = useState(lastCompany)
  const found = usePagesAt<Webhook>(ADDRESS, { path: { integrationId } })
  const { rows, error, refetch, isLoading, hasNextPage, fetchNextPage } = found
  const { data: companies } = queries.useQuery('get', '/me/companies', { params: { query: { pageSize: 100 } } })
  return (
    <section className="card settings-card" aria-label={texts.webhooks}>
      <h2>{texts.webhooks}</h2>
      <p>{texts.webhooksLead}</p>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {isLoading && <PageSkeleton lines={2} />}
      {!isLoading && !error && rows.length === 0 && <p className="soft">{texts.noWebhooks}</p>}
      {rows.map((webhook) => (
        <One
          key={webhook.id}
          integrationId={integrationId}
          webhook={webhook}
          company={companies?.items.find(({ id }) => id === webhook.companyId)?.name ?? webhook.companyId}
          isOpen={hook === webhook.id}
          onOpen={(isOpen) => set({ hook: isOpen ? webhook.id : null }, { replace: true })}
        />
      ))}
      {hasNextPage && (
        <ActionButton variant="default" onClick={() => void fetchNextPage()}>
          {texts.more}
        </ActionButton>
      )}
      {last && (
        <p>
          <Link to={`/companies/${last}/settings/webhooks` as never}>{texts.webhooksOfCompany}</Link>
        </p>
      )}
    </section>
  )
}

type Given = {
  integrationId: string
  webhook: Webhook
  company: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

const One = ({ integrationId, webhook, company, isOpen, onOpen }: Given) => {
  const texts = useWords(words)
  const { id, url, kinds, isActive, disabledBecause, failingSinceDateTime, waitingDeliveries } = webhook
  const going = !isActive ? 'off' : failingSinceDateTime ? 'failing' : 'active'
  return (
    <section className="stack" aria-label={url}>
      <h3>
        {url}{' '}
        <Tag tone={({ active: 'good', failing: 'wrong', off: 'plain' } as const)[going]}>{texts.going[going]}</Tag>
      </h3>
      <Facts
        facts={[
          [texts.company, company],
          [texts.kinds, kinds.length === 0 ? texts.allKinds : kinds.join(', ')],
          disabledBecause && [texts.whyOff, texts.offBecause[disabledBecause]],
          failingSinceDateTime !== null && [texts.failingSince, momentText(failingSinceDateTime)],
          waitingDeliveries > 0 && [texts.onTheirWay, String(waitingDeliveries)],
        ]}
      />
      <p>
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {texts.deliveries}
        </button>
      </p>
      {isOpen && <Deliveries integrationId={integrationId} webhookId={id} />}
    </section>
  )
}

const tones = { waiting: 'waiting', delivered: 'good', failed: 'wrong' } as const

const Deliveries = (path: { integrationId: string; webhookId: string }) => {
  const texts = useWords(words)
  const found = usePagesAt<Schema<'IntegrationWebhookDelivery'>>(`${ADDRESS}/{webhookId}/deliveries`, { path })
  const { rows, hasNextPage, fetchNextPage } = found
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={3} />}>
      {() => {
        if (rows.length === 0) return <p className="soft">{texts.noDeliveries}</p>
        return (
          <>
            <ul className="plain-list settings-list">
              {rows.map(({ id, kind, state, attempts, status, error: reason, createdDateTime }) => (
                <li key={id}>
                  <span>
                    {momentText(createdDateTime)} <code>{kind}</code>{' '}
                    <Tag tone={tones[state]}>{texts.deliveryStates[state]}</Tag>
                    <br />
                    <span className="soft">
                      {[texts.attempts(attempts), status, reason].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
            {hasNextPage && (
              <ActionButton variant="default" onClick={() => void fetchNextPage()}>
                {texts.more}
              </ActionButton>
            )}
          </>
        )
      }}
    </ResilientContent>
  )
}
