// Private tokens: made with what they may, shown once, ended.
import { useState } from 'react'
import { api, type Schema, useCompany, useIntent, usePages, useRefresh } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { isInWords, Listed, Secret, scopeChoices, scopeSets, scopesInWords, scopeWords } from '#console/programs'
import { AddCard, NoCards } from '#console/settings/cards.tsx'
import { words } from '#console/settings/words.ts'
import { ActionButton, Empty, Facts, momentText, Page, Tag, useUrl } from '#ui'
import { useWords } from '#words'

export { TokensPage as Page }

type Token = Schema<'PrivateToken'>

const TokensPage = () => {
  const texts = useWords(words)
  const { id: companyId, may, scopes } = useCompany()
  const [{ open }, set] = useUrl()
  const [made, setMade] = useState<string | null>(null)
  const refresh = useRefresh()
  const intent = useIntent()
  const found = usePages<Token>('/tokens', { companyId })
  const { rows } = found
  const inWords = useWords(scopeWords)
  const given = scopes.filter(isInWords)
  const actions = may('tokens:write') && open !== 'new' && (
    <ActionButton keys="n" onClick={() => [setMade(null), set({ open: 'new' })]}>
      {texts.addToken}
    </ActionButton>
  )
  return (
    <Page title={texts.tokens} lead={texts.tokensLead} actions={actions}>
      {made && <Secret lead={texts.tokenOnce} secret={made} />}
      <AddCard
        scope="tokens:write"
        title={texts.addToken}
        name="settings/token"
        fields={[
          { name: 'name', label: texts.name, isRequired: true },
          {
            name: 'scopes',
            label: texts.scopes,
            kind: 'choices',
            choices: scopeChoices(inWords, given),
            sets: scopeSets(inWords, given),
          },
        ]}
        onSend={async (body) => {
          const headers = intent.headers(body)
          const asked = { path: { companyId }, body, headers }
          const { token } = await send<Schema<'NewPrivateToken'>>('POST', '/companies/{companyId}/tokens', asked)
          setMade(token)
          set({ open: null })
          await refresh('tokens')
        }}
      />
      <NoCards of={found}>
        <Empty how={may('tokens:write') && texts.noTokensHow}>{texts.noTokens}</Empty>
      </NoCards>
      {rows.map((token) => (
        <TokenCard key={token.id} {...token} />
      ))}
    </Page>
  )
}

const TokenCard = ({ id: tokenId, name, scopes, createdDateTime, lastUsedDateTime, revokedDateTime }: Token) => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const end = () =>
    run(async () => {
      await api.DELETE('/companies/{companyId}/tokens/{tokenId}', { params: { path: { companyId, tokenId } } })
      await refresh('tokens')
    }, texts.ended)
  return (
    <section className="card settings-card" aria-label={name}>
      <h2>
        {name} <Tag tone={revokedDateTime ? 'plain' : 'good'}>{revokedDateTime ? texts.ended : texts.active}</Tag>
      </h2>
      <Facts
        facts={[
          [texts.created, momentText(createdDateTime)],
          [texts.lastUsed, lastUsedDateTime ? momentText(lastUsedDateTime) : texts.never],
          [texts.scopes, <Listed key="scopes" texts={scopesInWords(inWords, scopes)} />],
        ]}
      />
      {may('tokens:write') && !revokedDateTime && (
        <div>
          <ConfirmButton label={texts.end} isBusy={isBusy} onSure={end}>
            <p>{texts.endTokenLead}</p>
          </ConfirmButton>
        </div>
      )}
    </section>
  )
}
