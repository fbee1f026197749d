// The question: which integration asks whom for what. Sending it leaves the page, and comes back to it.
import { Checkbox, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { base, queries } from '#client'
import { send, useDo } from '#console/form'
import { scopeChoices, scopeWords } from '#console/programs'
import { Act, useUrl } from '#ui'
import { useWords } from '#words'
import { flowWords } from './flow-words.ts'
import type { Integration } from './form.ts'
import { challengeOf, keepAsked, randomText } from './pkce.ts'
import { useRefreshIntegrations } from './refresh.ts'
import { isOfAgency, needsApproval } from './scopes.ts'

/** Where the service sends the browser back to: this page. */
const redirectUri = `${location.origin}${base}/integrations/try`

/** Those that it may ask a company for. */
const askable = ({ scopes, elevatedScopes }: Integration): string[] =>
  scopes.filter((scope) => !isOfAgency(scope) && (!needsApproval(scope) || elevatedScopes.includes(scope)))

export const AskForm = ({ integrations }: { integrations: readonly Integration[] }) => {
  const texts = useWords(flowWords)
  const inWords = useWords(scopeWords)
  const [{ integration: wanted }, set] = useUrl()
  const chosen = integrations.find(({ id }) => id === wanted) ?? integrations[0]
  const [left, setLeft] = useState<readonly string[]>([])
  const [companyId, setCompanyId] = useState('')
  const { data: companies } = queries.useQuery('get', '/me/companies', { params: { query: { pageSize: 100 } } })
  const { isBusy, run } = useDo()
  if (!chosen) return null
  const possible = askable(chosen)
  const scopes = possible.filter((scope) => !left.includes(scope))
  const isRegistered = chosen.redirectUris.includes(redirectUri)
  const ask = async () => {
    const [state, verifier] = [randomText(), randomText()]
    const parameters = {
      ...{ response_type: 'code', client_id: chosen.id, redirect_uri: redirectUri, scope: scopes.join(' '), state },
      ...{ code_challenge: await challengeOf(verifier), code_challenge_method: 'S256' },
      ...(companyId === '' ? {} : { service_tenantid: companyId }),
    }
    const url = `${location.origin}${base}/v1/authorize?${new URLSearchParams(parameters)}`
    keepAsked({ integrationId: chosen.id, scopes, companyId, redirectUri, state, verifier, url })
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
        label={texts.company}
        value={companyId}
        onChange={({ currentTarget }) => setCompanyId(currentTarget.value)}
        data={[
          { value: '', label: texts.chosenThere },
          ...(companies?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
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
      {possible.length === 0 && <p>{texts.noScopes}</p>}
      <p className="soft">{texts.askLead}</p>
      <div className="page-actions">
        <Act type="submit" keys="Mod+Enter" loading={isBusy} disabled={!isRegistered || scopes.length === 0}>
          {texts.send}
        </Act>
      </div>
    </form>
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
      <Act variant="default" keys="a" loading={isBusy} onClick={() => void add()}>
        {texts.addAddress}
      </Act>
      <Link to={`/integrations/${integrationId}` as never}>{texts.toIntegration}</Link>
    </div>
  )
}
