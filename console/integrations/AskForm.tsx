// The question: which integration asks whom for what. Sending it leaves the page, and comes back to it.
import { Checkbox, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { base, queries, useSession } from '#client'
import { send, useDo } from '#console/form'
import { scopeChoices, scopeWords } from '#console/programs'
import { ActionButton, bound, useUrl } from '#ui'
import { useWords } from '#words'
import { flowWords } from './flow-words.ts'
import type { Integration } from './form.ts'
import { challengeOf, keepAsked, randomText, type TenantType } from './pkce.ts'
import { useRefreshIntegrations } from './refresh.ts'
import { isOfAgency, needsApproval } from './scopes.ts'

/** Where the service sends the browser back to: this page. */
const redirectUri = `${location.origin}${base}/integrations/try`

/** Those that it may ask a company, or an agency, for. */
const askable = ({ scopes, elevatedScopes }: Integration, type: TenantType): string[] =>
  scopes.filter(
    (scope) => (type === 'agency' || !isOfAgency(scope)) && (!needsApproval(scope) || elevatedScopes.includes(scope)),
  )

/** What the parameters of this service are called, as any client reads it (RFC 8414). */
const namesOfParameters = async (): Promise<{ tenant_type_parameter: string; tenant_id_parameter: string }> => {
  const response = await fetch(`${base}/v1/.well-known/oauth-authorization-server`)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  // What it has is held by the tests of the metadata.
  return (await response.json()) as Awaited<ReturnType<typeof namesOfParameters>>
}

export const AskForm = ({ integrations }: { integrations: readonly Integration[] }) => {
  const texts = useWords(flowWords)
  const inWords = useWords(scopeWords)
  const [{ integration: wanted, asked }, set] = useUrl()
  const chosen = integrations.find(({ id }) => id === wanted) ?? integrations[0]
  const tenantType: TenantType = asked === 'agency' ? 'agency' : 'company'
  const [left, setLeft] = useState<readonly string[]>([])
  const [tenantId, setTenantId] = useState('')
  const { isBusy, run } = useDo()
  if (!chosen) return null
  const possible = askable(chosen, tenantType)
  const scopes = possible.filter((scope) => !left.includes(scope))
  const isRegistered = chosen.redirectUris.includes(redirectUri)
  const ask = async () => {
    const state = randomText()
    const verifier = randomText()
    const names = await namesOfParameters()
    const parameters = {
      response_type: 'code',
      client_id: chosen.id,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: await challengeOf(verifier),
      code_challenge_method: 'S256',
      ...(tenantType === 'company' ? {} : { [names.tenant_type_parameter]: tenantType }),
      ...(tenantId === '' ? {} : { [names.tenant_id_parameter]: tenantId }),
    }
    const url = `${location.origin}${base}/v1/authorize?${new URLSearchParams(parameters)}`
    keepAsked({ integrationId: chosen.id, scopes, tenantType, redirectUri, state, verifier, url })
    location.assign(url)
  }
  return (
    <form
      className="card settings-card form"
      aria-label={texts.ask}
      onSubmit={(event) => {
        event.preventDefault()
        void run(ask, texts.leaving)
      }}
    >
      <h2>{texts.ask}</h2>
      <NativeSelect
        label={texts.integration}
        value={chosen.id}
        onChange={({ currentTarget }) => [set({ integration: currentTarget.value }), setLeft([])]}
        data={integrations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {!isRegistered && <Unregistered integration={chosen} />}
      <NativeSelect
        label={texts.asked}
        {...bound('v')}
        value={tenantType}
        onChange={({ currentTarget }) => [set({ asked: currentTarget.value }), setTenantId('')]}
        data={tenantTypes.map((value) => ({ value, label: texts.tenants[value] }))}
      />
      <TenantChoice type={tenantType} value={tenantId} onChange={setTenantId} />
      <Checkbox.Group
        label={texts.scopes}
        value={scopes}
        onChange={(kept) => setLeft(possible.filter((scope) => !kept.includes(scope)))}
      >
        <div className="form-choices">
          {scopeChoices(inWords, possible).map(({ value, label, group }) => (
            <Checkbox key={value} value={value} label={`${group}: ${label.toLowerCase()}`} />
          ))}
        </div>
      </Checkbox.Group>
      {possible.length === 0 && <p>{texts.noScopes[tenantType]}</p>}
      <p className="soft">{texts.askLeads[tenantType]}</p>
      <div className="page-actions">
        <ActionButton type="submit" keys="Mod+Enter" loading={isBusy} disabled={!isRegistered || scopes.length === 0}>
          {texts.send}
        </ActionButton>
      </div>
    </form>
  )
}

const tenantTypes = ['company', 'agency'] as const

type Chosen = { type: TenantType; value: string; onChange: (id: string) => void }

/** The company or agency that the page of consent begins with. */
const TenantChoice = ({ type, value, onChange }: Chosen) => {
  const texts = useWords(flowWords)
  const { memberships } = useSession()
  const { data } = queries.useQuery('get', '/me/companies', { params: { query: { pageSize: 100 } } })
  const agencies = memberships.filter((one) => one.type === 'agency' && one.role === 'administrator')
  const tenants = type === 'agency' ? agencies : (data?.items ?? [])
  return (
    <NativeSelect
      label={texts[type]}
      value={value}
      description={type === 'agency' && agencies.length === 0 ? texts.noAgency : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: texts.chosenThere }, ...tenants.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  )
}

/** The address of this page is not among those that people may be sent back to. */
const Unregistered = ({ integration }: { integration: Integration }) => {
  const texts = useWords(flowWords)
  const refresh = useRefreshIntegrations()
  const { isBusy, run } = useDo()
  const { id: integrationId, redirectUris, mode, isWaiting } = integration
  const add = () =>
    run(async () => {
      const body = { redirectUris: [...redirectUris, redirectUri] }
      await send('PATCH', '/me/integrations/{integrationId}', { path: { integrationId }, body })
      await refresh()
    }, texts.added)
  return (
    <div className="secret" role="group" aria-label={texts.unregistered}>
      <p>{texts.unregistered}</p>
      <code>{redirectUri}</code>
      {mode === 'production' && !isWaiting && <p className="is-wrong">{texts.endsApproval}</p>}
      <ActionButton variant="default" keys="a" loading={isBusy} onClick={() => void add()}>
        {texts.addAddress}
      </ActionButton>
      <Link to={`/integrations/${integrationId}` as never}>{texts.toIntegration}</Link>
    </div>
  )
}
