// What programs have asked with the company's private tokens.
import { type Schema, useCompany, usePages } from '#client'
import { LOG_FOLLOW_MS, type Logged, RequestLog, requestWords, useShownRequests } from '#console/programs'
import { useWords } from '#words'

export { RequestsPage as Page }

/** Below the company, which all of them have in common. */
const shortPath = (path: string): string => path.replace(/^\/v1\/companies\/[^/?]+/, '') || '/'

const RequestsPage = () => {
  const texts = useWords(requestWords)
  const { id: companyId } = useCompany()
  const found = usePages<Logged>('/requests', {
    companyId,
    followMs: LOG_FOLLOW_MS,
    query: { query: useShownRequests() },
  })
  const { rows: tokens } = usePages<Schema<'PrivateToken'>>('/tokens', { companyId })
  return (
    <RequestLog
      title={texts.title}
      lead={texts.lead}
      found={found}
      pathOf={shortPath}
      by={({ tokenId }) => [texts.token, tokens.find(({ id }) => id === tokenId)?.name ?? texts.ended]}
    />
  )
}
