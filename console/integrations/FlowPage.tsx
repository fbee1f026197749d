// The OAuth flow of an integration, tried in the page: a user is asked for consent, the code is exchanged for tokens,
// and these are used. Every request is a real one, made by this browser as the integration would make it.
import { useEffect, useState } from 'react'
import { queries } from '#client'
import { Empty, FailureMessage, Page, PageSkeleton, useUrl } from '#ui'
import { useWords } from '#words'
import { AskForm } from './AskForm.tsx'
import { Exchanges } from './Exchanges.tsx'
import { type Exchange, visited } from './exchange.ts'
import { flowWords } from './flow-words.ts'
import { type Asked, takeAsked } from './pkce.ts'
import { type Returned, TokenPart } from './TokenPart.tsx'

export { FlowPage as Page }

const FlowPage = () => {
  const texts = useWords(flowWords)
  const [url, set] = useUrl()
  const [back, setBack] = useState(() => backWith(url))
  const [exchanges, setExchanges] = useState<readonly Exchange[]>(() =>
    back?.asked ? [visited(texts.sentTo, back.asked.url), visited(texts.cameBack, location.href)] : [],
  )
  const { data, error, refetch } = queries.useQuery('get', '/me/integrations')
  const note = (one: Exchange) => setExchanges((all) => [...all, one])
  const hasReturned = 'code' in url || 'error' in url
  // A code does not stay in the address, where it would be kept with it.
  useEffect(() => {
    if (hasReturned)
      set({ code: null, state: null, iss: null, error: null, error_description: null }, { replace: true })
  }, [hasReturned, set])
  const begin = () => {
    setBack(null)
    setExchanges([])
  }
  const integration = data?.items.find(({ id }) => id === back?.asked?.integrationId)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && data.items.length === 0 && <Empty>{texts.none}</Empty>}
      {data && data.items.length > 0 && back === null && <AskForm integrations={data.items} />}
      {back && data && (
        <TokenPart
          key={back.asked?.state ?? ''}
          {...back}
          integration={integration}
          onExchange={note}
          onBegin={begin}
        />
      )}
      <Exchanges all={exchanges} />
    </Page>
  )
}

/** What stands in the address when the browser has been sent back; null when it has not. */
const backWith = (url: Readonly<Record<string, string>>): { asked: Asked | null; returned: Returned } | null => {
  const { code, error, state = '', error_description: description = '' } = url
  if (code === undefined && error === undefined) return null
  const asked = takeAsked()
  // An answer that this window did not request belongs to another one (RFC 6749 §10.12).
  if (!asked || asked.state !== state) return { asked: null, returned: { isForeign: true } }
  return { asked, returned: code === undefined ? { error: error ?? '', description } : { code } }
}
