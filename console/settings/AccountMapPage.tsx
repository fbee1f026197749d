// Which account each kind of automatic entry uses.
import { queries, useCompany, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { send, useDo } from '#console/form'
import { accountRoleNames as roleWords } from '#rule/account-roles'
import { FailureMessage, Heads, Page, PageSkeleton, Search, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export { AccountMapPage as Page }

const AccountMapPage = () => {
  const texts = useWords(words)
  const roles = useWords(roleWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { run } = useDo()
  const [{ q = '' }, set] = useUrl()
  const path = { companyId }
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/account-map', {
    params: { path },
  })
  const change = (role: string, account: string) => {
    const body = { role, account: Number(account) }
    void run(async () => {
      await send('PATCH', '/companies/{companyId}/account-map', { path, body })
      await refresh('account-map')
    }, texts.saved)
  }
  const shown = data?.roles.filter(({ role, account }) =>
    `${roles[role]} ${account}`.toLowerCase().includes(q.toLowerCase()),
  )
  return (
    <Page title={texts.accountMap} lead={texts.accountMapLead}>
      <div className="filters">
        <Search label={texts.search} value={q} onChange={(text) => set({ q: text }, { replace: true })} />
      </div>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {shown && (
        <table className="plain-table settings-map">
          <Heads texts={[texts.use, texts.account]} />
          <tbody>
            {shown.map(({ role, account }) => (
              <tr key={role}>
                <th scope="row">{roles[role]}</th>
                <td>
                  {may('account-map:write') ? (
                    <AccountInput
                      aria-label={roles[role]}
                      value={String(account)}
                      onChange={(value) => value !== '' && value !== String(account) && change(role, value)}
                    />
                  ) : (
                    account
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  )
}
