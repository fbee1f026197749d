// One integration: what it is registered with, its secrets, and its end.
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, isRefused, type Schema, useIntent, useVersioned } from '#client'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { Listed, Secret, scopesInWords, scopeWords } from '#console/programs'
import { MAX_SECRETS } from '#rule/limits'
import { ActionButton, Facts, FailureMessage, momentText, Page, PageSkeleton, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { Copied, StateTags } from './Credentials.tsx'
import { byLine, changeOf, type Integration, integrationFields, shownOf } from './form.ts'
import { useRefreshIntegrations } from './refresh.ts'
import { Webhooks } from './WebhooksPart.tsx'
import { words } from './words.ts'

export { IntegrationPage as Page }

const ADDRESS = '/me/integrations/{integrationId}'
/** How many characters tell one secret's id from another's. */
const SHOWN_ID = 6

const IntegrationPage = () => {
  const texts = useWords(words)
  const { integrationId = '' } = useParams({ strict: false }) as { integrationId?: string }
  const [{ open }, set] = useUrl()
  const path = { integrationId }
  const { data, etag, error, refetch } = useVersioned<Integration>(ADDRESS, { path })
  if (error && !data)
    return (
      <Page title={texts.title}>
        <FailureMessage error={error} retry={() => void refetch()} />
        <p>
          <Link to={'/integrations' as never}>{texts.back}</Link>
        </p>
      </Page>
    )
  if (!data)
    return (
      <Page title={texts.title}>
        <PageSkeleton />
      </Page>
    )
  return (
    <Page
      title={data.name}
      lead={data.description || undefined}
      actions={
        <>
          {open !== 'edit' && (
            <ActionButton keys="e" onClick={() => set({ open: 'edit' })}>
              {texts.edit}
            </ActionButton>
          )}
          <GoTo keys="t" to="/integrations/try" search={{ integration: integrationId }} label={texts.tryIt} />
          <GoTo keys="l" to={`/integrations/${integrationId}/requests`} label={texts.requests} />
        </>
      }
    >
      <p>
        <StateTags {...data} />
      </p>
      {open === 'edit' ? (
        <Change integration={data} etag={etag} onDone={() => set({ open: null })} onOld={() => void refetch()} />
      ) : (
        <Registered {...data} />
      )}
      <Secrets {...data} />
      <Webhooks integrationId={integrationId} />
      <End {...data} />
      <p>
        <Link to={'/integrations' as never}>{texts.back}</Link>
      </p>
    </Page>
  )
}

/** A place to go, with a key of its own. */
type Way = { keys: string; to: string; search?: Readonly<Record<string, string>>; label: string }

const GoTo = ({ keys, to, search = {}, label }: Way) => {
  const navigate = useNavigate()
  return (
    <ActionButton
      variant="default"
      keys={keys}
      onClick={() => void navigate({ to: to as never, search: search as never })}
    >
      {label}
    </ActionButton>
  )
}

const Registered = (integration: Integration) => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const { id, mode, redirectUris, scopes, elevatedScopes, isMachineToMachine, isWaiting, createdDateTime } = integration
  const approval = isWaiting ? texts.approvalOff : texts.approvalOn
  return (
    <section className="card settings-card" aria-label={texts.registration}>
      <h2>{texts.registration}</h2>
      <Copied name="client_id" value={id} />
      <Facts
        facts={[
          [texts.created, momentText(createdDateTime)],
          [
            texts.redirectUris,
            redirectUris.length > 0 ? <Listed key="uris" texts={redirectUris} /> : texts.noRedirectUris,
          ],
          [texts.scopes, <Listed key="scopes" texts={scopesInWords(inWords, scopes)} />],
          elevatedScopes.length > 0 && [
            texts.approvedScopes,
            <Listed key="approved" texts={scopesInWords(inWords, elevatedScopes)} />,
          ],
          mode === 'production' && [texts.approval, approval],
          [texts.machine, isMachineToMachine ? texts.machineOn : texts.machineOff],
        ]}
      />
    </section>
  )
}

type ChangeGiven = { integration: Integration; etag: string | null; onDone: () => void; onOld: () => void }

const Change = ({ integration, etag, onDone, onOld }: ChangeGiven) => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const say = useAnnounce()
  const refresh = useRefreshIntegrations()
  const { id: integrationId, mode } = integration
  return (
    <section className="card settings-card" aria-label={texts.edit}>
      <h2>{texts.edit}</h2>
      <p className="soft">{mode === 'production' ? texts.editLeadApproved : texts.editLead}</p>
      <Form
        name={`integrations/${integrationId}`}
        fields={integrationFields(texts, inWords)}
        read={shownOf(integration)}
        onCancel={onDone}
        onSend={async (values) => {
          const headers = etag ? { 'If-Match': etag } : {}
          try {
            const asked = { path: { integrationId }, body: changeOf(values), headers }
            await byLine(texts, () => send('PATCH', ADDRESS, asked))
          } catch (thrown) {
            // Changes by another user are read, so that this change can be saved on top of them.
            if (isRefused(thrown) && thrown.isChanged) onOld()
            throw thrown
          }
          say(texts.saved)
          onDone()
          await refresh()
        }}
      />
    </section>
  )
}

const Secrets = ({ id: integrationId, secrets }: Integration) => {
  const texts = useWords(words)
  const refresh = useRefreshIntegrations()
  const intent = useIntent()
  const { isBusy, run } = useDo()
  const [made, setMade] = useState<Schema<'NewClientSecret'> | null>(null)
  const path = { integrationId }
  const add = () =>
    run(async () => {
      const headers = intent.headers(secrets)
      setMade(await send<Schema<'NewClientSecret'>>('POST', `${ADDRESS}/secrets`, { path, headers }))
      await refresh()
    }, texts.secretMade)
  const end = (secretId: string) =>
    run(async () => {
      await api.DELETE('/me/integrations/{integrationId}/secrets/{secretId}', {
        params: { path: { integrationId, secretId } },
      })
      setMade((shown) => (shown?.id === secretId ? null : shown))
      await refresh()
    }, texts.secretEnded)
  return (
    <section className="card settings-card" aria-label={texts.secrets}>
      <h2>{texts.secrets}</h2>
      <p className="soft">{texts.secretsLead}</p>
      {made && <Secret lead={texts.secretOnce} secret={made.clientSecret} />}
      <ul className="settings-list">
        {secrets.map(({ id, createdDateTime }) => (
          <li key={id}>
            <span>
              {texts.secretOf(id.slice(-SHOWN_ID))} <span className="soft">{momentText(createdDateTime)}</span>
            </span>
            <ConfirmButton label={texts.endSecret(id.slice(-SHOWN_ID))} isBusy={isBusy} onSure={() => end(id)}>
              <p>{secrets.length === 1 ? texts.endLastSecretLead : texts.endSecretLead}</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
      {secrets.length === 0 && <p>{texts.noSecret}</p>}
      {secrets.length < MAX_SECRETS && (
        <div>
          <ActionButton variant="default" keys="s" loading={isBusy} onClick={() => void add()}>
            {texts.addSecret}
          </ActionButton>
        </div>
      )}
    </section>
  )
}

/** Webhooks are of a company: an integration makes its own with the token that the company has given it. */
const End = ({ id: integrationId, name }: Integration) => {
  const texts = useWords(words)
  const navigate = useNavigate()
  const refresh = useRefreshIntegrations()
  const { isBusy, run } = useDo()
  const end = () =>
    run(async () => {
      await api.DELETE('/me/integrations/{integrationId}', { params: { path: { integrationId } } })
      await navigate({ to: '/integrations' as never })
      await refresh()
    }, texts.endedIt(name))
  return (
    <section className="card settings-card" aria-label={texts.end}>
      <h2>{texts.end}</h2>
      <p className="soft">{texts.endLead}</p>
      <div>
        <ConfirmButton label={texts.end} isBusy={isBusy} onSure={end}>
          <p>{texts.endStops(name)}</p>
          <Listed texts={texts.endStopped} />
          <p>{texts.endStays}</p>
        </ConfirmButton>
      </div>
    </section>
  )
}
