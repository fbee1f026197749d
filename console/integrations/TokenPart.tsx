// What comes after the consent: the code is exchanged with the client's secret, which is kept nowhere, and the tokens
// are refreshed, looked at, used and revoked.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { base } from '#client'
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { answerIn, basicOf, type Exchange, exchanged, formBody } from './exchange.ts'
import { flowWords } from './flow-words.ts'
import type { Integration } from './form.ts'
import { type Asked, dropAsked, type TenantType } from './pkce.ts'

/** What the service has sent the browser back with. */
export type Returned = { code: string } | { error: string; description: string } | { isForeign: true }

type Given = {
  asked: Asked | null
  returned: Returned
  integration: Integration | undefined
  onExchange: (one: Exchange) => void
  onBegin: () => void
}

type Tokens = { access: string; refresh: string; tenantId: string }

/** What is read first with the tokens of a company or an agency. */
const firstPaths: Readonly<Record<TenantType, (id: string) => string>> = {
  company: (id) => `/companies/${id}/company-information`,
  agency: (id) => `/agencies/${id}/companies`,
}

const api = `${location.origin}${base}/v1`

export const TokenPart = ({ asked, returned, integration, onExchange, onBegin }: Given) => {
  const texts = useWords(flowWords)
  const [secret, setSecret] = useState('')
  const [tokens, setTokens] = useState<Tokens | null>(null)
  const [isSpent, setIsSpent] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const clientId = asked?.integrationId ?? ''
  /** Asks as the client does, with its secret, and keeps the tokens that come back. */
  const asClient = async (what: string, path: string, values: Record<string, string>) => {
    setIsBusy(true)
    const headers = {
      authorization: basicOf(clientId, secret.trim()),
      'content-type': 'application/x-www-form-urlencoded',
    }
    const one = await exchanged({ what, method: 'POST', url: `${api}${path}`, headers, body: formBody(values) })
    setIsBusy(false)
    onExchange(one)
    const found = answerIn(one)
    if (typeof found?.access_token === 'string')
      setTokens({
        access: found.access_token,
        refresh: String(found.refresh_token ?? ''),
        tenantId: String(found.tenant_id ?? ''),
      })
    return one
  }
  const exchange = async (code: string) => {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: asked?.redirectUri ?? '' }
    const { answer } = await asClient(texts.exchange, '/token', { ...grant, code_verifier: asked?.verifier ?? '' })
    // A client that is not known has not used the code; anything else has.
    if (answer === null || answer.status === 401 || answer.status === 429) return
    setIsSpent(true)
    dropAsked()
  }
  return (
    <section className="card settings-card form" aria-label={texts.back}>
      <h2>{texts.back}</h2>
      {'isForeign' in returned && <p className="is-wrong">{texts.foreign}</p>}
      {'error' in returned && (
        <p className="is-wrong">
          {texts.refused(returned.error)} {returned.description}
        </p>
      )}
      {'code' in returned && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            void exchange(returned.code)
          }}
        >
          <p>{texts.hasCode(integration?.name ?? clientId)}</p>
          <TextInput
            type="password"
            label={texts.secret}
            description={texts.secretHint}
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            autoComplete="off"
          />
          {!isSpent && (
            <div>
              <ActionButton type="submit" keys="Mod+Enter" loading={isBusy} disabled={secret.trim() === ''}>
                {texts.exchangeCode}
              </ActionButton>
            </div>
          )}
          {isSpent && tokens === null && <p className="is-wrong">{texts.spent}</p>}
        </form>
      )}
      {tokens && (
        <Use
          type={asked?.tenantType ?? 'company'}
          tokens={tokens}
          isBusy={isBusy}
          asClient={asClient}
          onExchange={onExchange}
        />
      )}
      <div>
        <ActionButton variant="default" keys="n" onClick={() => [dropAsked(), onBegin()]}>
          {texts.again}
        </ActionButton>
      </div>
    </section>
  )
}

type UseGiven = {
  type: TenantType
  tokens: Tokens
  isBusy: boolean
  asClient: (what: string, path: string, values: Record<string, string>) => Promise<Exchange>
  onExchange: Given['onExchange']
}

/** What can be done with tokens. Their answers stand among the requests, also when they are refused. */
const Use = ({ type, tokens, isBusy, asClient, onExchange }: UseGiven) => {
  const texts = useWords(flowWords)
  const { access, refresh, tenantId } = tokens
  const [path, setPath] = useState(firstPaths[type](tenantId))
  const call = async () => {
    const headers = { authorization: `Bearer ${access}`, accept: 'application/json' }
    const url = `${api}/${path.replace(/^\/(?:v1\/)?/, '')}`
    onExchange(await exchanged({ what: texts.operation, method: 'GET', url, headers }))
  }
  return (
    <form
      className="form"
      aria-label={texts.use}
      onSubmit={(event) => {
        event.preventDefault()
        void call()
      }}
    >
      <p role="status">{texts.hasTokens}</p>
      <div className="page-actions">
        <ActionButton
          variant="default"
          keys="r"
          disabled={isBusy || refresh === ''}
          onClick={() =>
            void asClient(texts.refresh, '/token', { grant_type: 'refresh_token', refresh_token: refresh })
          }
        >
          {texts.refresh}
        </ActionButton>
        <ActionButton
          variant="default"
          keys="i"
          disabled={isBusy}
          onClick={() => void asClient(texts.introspect, '/token/introspect', { token: access })}
        >
          {texts.introspect}
        </ActionButton>
        <ActionButton
          variant="default"
          keys="d"
          disabled={isBusy}
          onClick={() => void asClient(texts.revoke, '/token/revoke', { token: refresh || access })}
        >
          {texts.revoke}
        </ActionButton>
      </div>
      <TextInput
        label={texts.path}
        description={texts.pathHints[type]}
        value={path}
        spellCheck={false}
        autoComplete="off"
        onChange={({ currentTarget }) => setPath(currentTarget.value)}
      />
      <div>
        <ActionButton type="submit" variant="default" disabled={isBusy}>
          {texts.call}
        </ActionButton>
      </div>
    </form>
  )
}
