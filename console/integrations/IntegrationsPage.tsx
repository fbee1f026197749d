// The integrations of the person who has logged in: listed, and a new one registered.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queries, type Schema, useIntent } from '#client'
import { Form, send } from '#console/form'
import { scopeWords } from '#console/programs'
import { ActionButton, Empty, FailureMessage, Page, PageSkeleton, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { Credentials, StateTags } from './Credentials.tsx'
import { byLine, integrationFields, newOf } from './form.ts'
import { useRefreshIntegrations } from './refresh.ts'
import { words } from './words.ts'

export { IntegrationsPage as Page }

const IntegrationsPage = () => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const [{ open }, set] = useUrl()
  const intent = useIntent()
  const refresh = useRefreshIntegrations()
  const [made, setMade] = useState<Schema<'NewClientSecret'> | null>(null)
  const { data, error, refetch } = queries.useQuery('get', '/me/integrations')
  const items = data?.items ?? []
  const isNew = open === 'new'
  const register = async (values: Record<string, unknown>) => {
    const body = newOf(values)
    const asked = { path: {}, body, headers: intent.headers(body) }
    setMade(await byLine(texts, () => send<Schema<'NewClientSecret'>>('POST', '/me/integrations', asked)))
    set({ open: null })
    await refresh()
  }
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        !isNew && (
          <ActionButton keys="n" onClick={() => [setMade(null), set({ open: 'new' })]}>
            {texts.register}
          </ActionButton>
        )
      }
    >
      {made && (
        <section className="card settings-card" aria-label={texts.registered}>
          <h2>{texts.registered}</h2>
          <Credentials clientId={made.id} secret={made.clientSecret} />
          <p>
            <Link to={`/integrations/${made.id}` as never}>{texts.goOn}</Link>
          </p>
        </section>
      )}
      {isNew && (
        <section className="card settings-card" aria-label={texts.register}>
          <Form
            name="integrations/new"
            fields={integrationFields(texts, inWords)}
            action={texts.register}
            onCancel={() => set({ open: null })}
            onSend={register}
          />
        </section>
      )}
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && items.length === 0 && !isNew && <Empty>{texts.none}</Empty>}
      <ul className="integration-list">
        {items.map((one) => (
          <li key={one.id} className="card settings-card">
            <h2>
              <Link to={`/integrations/${one.id}` as never}>{one.name}</Link> <StateTags {...one} />
            </h2>
            {one.description && <p className="soft">{one.description}</p>}
            <p className="soft">
              {texts.countedScopes(one.scopes.length)}, {texts.countedSecrets(one.secrets.length)}
            </p>
            {one.secrets.length === 0 && <Tag tone="waiting">{texts.noSecret}</Tag>}
          </li>
        ))}
      </ul>
    </Page>
  )
}
