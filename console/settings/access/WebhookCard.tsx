// One webhook: on or off, tried, given a new secret, removed; and its deliveries.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { type Schema, useCompany, usePages, useRefresh } from '#client'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { Listed } from '#console/programs'
import { words } from '#console/settings/words.ts'
import { ActionButton, Facts, momentText, PageSkeleton, Tag, useAnnounce } from '#ui'
import { useWords } from '#words'
import { eventInWords, eventWords } from './event-words.ts'
import { webhookFields } from './webhook-fields.ts'

type Webhook = Schema<'Webhook'>

const ADDRESS = '/companies/{companyId}/webhooks/{webhookId}'

export const WebhookCard = ({
  webhook,
  isOpen,
  onOpen,
  onSecret,
}: {
  webhook: Webhook
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSecret: (secret: string) => void
}) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const say = useAnnounce()
  const inWords = useWords(eventWords)
  const [isChanging, setIsChanging] = useState(false)
  const { id: webhookId, url, kinds, isActive } = webhook
  const path = { companyId, webhookId }
  const act = (work: () => Promise<unknown>, said: string) =>
    run(async () => {
      await work()
      await refresh('webhooks')
    }, said)
  const test = () => {
    onOpen(true)
    return act(() => send('POST', `${ADDRESS}/test`, { path }), texts.tested)
  }
  const rotate = () =>
    act(async () => {
      const { secret } = await send<Schema<'WebhookSecret'>>('POST', `${ADDRESS}/rotate-secret`, { path })
      onSecret(secret)
    }, texts.saved)
  return (
    <section className="card settings-card" aria-label={url}>
      <h2>
        {url} <Tag tone={isActive ? 'good' : 'plain'}>{isActive ? texts.active : texts.inactive}</Tag>
      </h2>
      {isChanging ? (
        <Form
          name={`settings/webhook/${webhookId}`}
          fields={webhookFields(texts, inWords)}
          read={webhook}
          onCancel={() => setIsChanging(false)}
          onSend={async (changes) => {
            await send('PUT', ADDRESS, { path, body: { url, kinds, isActive, ...changes } })
            say(texts.saved)
            setIsChanging(false)
            await refresh('webhooks')
          }}
        />
      ) : (
        <Facts
          facts={[
            [
              texts.kinds,
              kinds.length === 0 ? (
                texts.allKinds
              ) : (
                <Listed key="kinds" texts={kinds.map((kind) => eventInWords(inWords, kind))} />
              ),
            ],
          ]}
        />
      )}
      {may('webhooks:write') && (
        <div className="page-actions">
          <Switch
            label={texts.isActive}
            checked={isActive}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) =>
              void act(() => send('PUT', ADDRESS, { path, body: { url, kinds, isActive: checked } }), texts.saved)
            }
          />
          <ActionButton variant="default" onClick={() => setIsChanging(true)}>
            {texts.edit}
          </ActionButton>
          <ActionButton variant="default" loading={isBusy} onClick={() => void test()}>
            {texts.test}
          </ActionButton>
          <ConfirmButton label={texts.newSecret} isBusy={isBusy} onSure={rotate}>
            <p>{texts.newSecretLead}</p>
          </ConfirmButton>
          <ConfirmButton
            label={texts.remove}
            isBusy={isBusy}
            onSure={() => act(() => send('DELETE', ADDRESS, { path }), texts.removed)}
          >
            <p>{texts.removeLead}</p>
          </ConfirmButton>
        </div>
      )}
      <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        {texts.deliveries}
      </button>
      {isOpen && <Deliveries webhookId={webhookId} />}
    </section>
  )
}

const tones = { waiting: 'waiting', delivered: 'good', failed: 'wrong' } as const

const Deliveries = ({ webhookId }: { webhookId: string }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const inWords = useWords(eventWords)
  const { rows, isLoading } = usePages<Schema<'WebhookDelivery'>>(`/webhooks/${webhookId}/deliveries`, { companyId })
  const again = (deliveryId: string) =>
    run(async () => {
      const path = { companyId, webhookId, deliveryId }
      await send('POST', `${ADDRESS}/deliveries/{deliveryId}/redeliver`, { path })
      await refresh('webhooks')
    }, texts.tested)
  if (isLoading) return <PageSkeleton lines={3} />
  if (rows.length === 0) return <p className="soft">{texts.noDeliveries}</p>
  return (
    <ul className="plain-list settings-list">
      {rows.map(({ id, kind, state, createdDateTime }) => (
        <li key={id}>
          <span>
            {momentText(createdDateTime)} {eventInWords(inWords, kind)} <Tag tone={tones[state]}>{texts[state]}</Tag>
          </span>
          {may('webhooks:write') && state !== 'waiting' && (
            <ActionButton variant="default" loading={isBusy} onClick={() => void again(id)}>
              {texts.again}
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  )
}
