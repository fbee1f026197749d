// Webhooks: added with a secret that is shown once, tried, and what was sent to them.
import { useState } from 'react'
import { type Schema, useCompany, useIntent, usePages, useRefresh } from '#client'
import { send } from '#console/form'
import { Secret } from '#console/programs'
import { AddCard, NoCards } from '#console/settings/cards.tsx'
import { words } from '#console/settings/words.ts'
import { ActionButton, Empty, Page, useUrl } from '#ui'
import { useWords } from '#words'
import { eventWords } from './event-words.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { webhookFields } from './webhook-fields.ts'

export { WebhooksPage as Page }

const WebhooksPage = () => {
  const texts = useWords(words)
  const inWords = useWords(eventWords)
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const [secret, setSecret] = useState<string | null>(null)
  const refresh = useRefresh()
  const intent = useIntent()
  const found = usePages<Schema<'Webhook'>>('/webhooks', { companyId })
  const { rows } = found
  const actions = may('webhooks:write') && open !== 'new' && (
    <ActionButton keys="n" onClick={() => [setSecret(null), set({ open: 'new' })]}>
      {texts.addWebhook}
    </ActionButton>
  )
  return (
    <Page title={texts.webhooks} lead={texts.webhooksLead} actions={actions}>
      {secret && <Secret lead={texts.secretOnce} secret={secret} />}
      <AddCard
        scope="webhooks:write"
        title={texts.addWebhook}
        name="settings/webhook"
        fields={webhookFields(texts, inWords)}
        onSend={async (body) => {
          const asked = { path: { companyId }, body, headers: intent.headers(body) }
          const made = await send<Schema<'NewWebhook'>>('POST', '/companies/{companyId}/webhooks', asked)
          setSecret(made.secret)
          set({ open: made.id })
          await refresh('webhooks')
        }}
      />
      <NoCards of={found}>
        <Empty how={may('webhooks:write') && texts.noWebhooksHow}>{texts.noWebhooks}</Empty>
      </NoCards>
      {rows.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          isOpen={open === webhook.id}
          onOpen={(isOpen) => set({ open: isOpen ? webhook.id : null })}
          onSecret={setSecret}
        />
      ))}
    </Page>
  )
}
