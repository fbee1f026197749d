// Webhooks: added with a secret that is shown once, tried, and what was sent to them.

import { useState } from 'react'
import { type Schema, useCompany, useIntent, usePages, useRefresh } from '#client'
import { Form, send } from '#console/form'
import { Secret } from '#console/programs'
import { Act, Allowed, Bones, Empty, Page, useUrl, Wrong } from '#ui'
import { useWords } from '#words'
import { eventWords } from './event-words.ts'
import { WebhookCard } from './WebhookCard.tsx'
import { webhookFields } from './webhook-fields.ts'
import { words } from './words.ts'

export { WebhooksPage as Page }

const WebhooksPage = () => {
  const texts = useWords(words)
  const inWords = useWords(eventWords)
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const [secret, setSecret] = useState<string | null>(null)
  const refresh = useRefresh()
  const intent = useIntent()
  const { rows, error, refetch, isLoading } = usePages<Schema<'Webhook'>>('/webhooks', { companyId })
  const actions = may('webhooks:write') && open !== 'new' && (
    <Act keys="n" onClick={() => [setSecret(null), set({ open: 'new' })]}>
      {texts.addWebhook}
    </Act>
  )
  return (
    <Page title={texts.webhooks} lead={texts.webhooksLead} actions={actions}>
      {secret && <Secret lead={texts.secretOnce} secret={secret} />}
      {open === 'new' && (
        <Allowed scope="webhooks:write">
          <section className="card settings-card" aria-label={texts.addWebhook}>
            <Form
              name="settings/webhook"
              fields={webhookFields(texts, inWords)}
              action={texts.addWebhook}
              onCancel={() => set({ open: null })}
              onSend={async (body) => {
                const asked = { path: { companyId }, body, headers: intent.headers(body) }
                const made = await send<Schema<'NewWebhook'>>('POST', '/companies/{companyId}/webhooks', asked)
                setSecret(made.secret)
                set({ open: made.id })
                await refresh('webhooks')
              }}
            />
          </section>
        </Allowed>
      )}
      {error && <Wrong error={error} retry={() => void refetch()} />}
      {isLoading && <Bones />}
      {!isLoading && !error && rows.length === 0 && (
        <Empty how={may('webhooks:write') && texts.noWebhooksHow}>{texts.noWebhooks}</Empty>
      )}
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
