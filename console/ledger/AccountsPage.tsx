// The chart of accounts: each account with its balance, and the open account beside the list.
import { useCallback } from 'react'
import { queries, useCompany } from '#client'
import { type Account, isAccountNumber, NewAccount, useAccounts } from '#console/accounts'
import { type Column, Table } from '#table'
import { ActionButton, Empty, Money, Page, PageSkeleton, Search, Split, useUrl } from '#ui'
import { useWords } from '#words'
import { AccountDetail } from './AccountDetail.tsx'
import { ChartCorrections } from './ChartCorrections.tsx'
import { ChartUpdate } from './ChartUpdate.tsx'
import { words } from './words.ts'

export { AccountsPage as Page }

/** In the address in place of an account: one that is added. */
const NEW = 'new'

/** Digits are the beginning of a number, letters a part of the name. */
const fits = ({ account, name }: Account, text: string): boolean =>
  /^\d+$/.test(text) ? String(account).startsWith(text) : name.toLowerCase().includes(text)

const AccountsPage = () => {
  const texts = useWords(words)
  const [{ open, q = '' }, set] = useUrl()
  const { accounts, isLoading } = useAccounts()
  const { may } = useCompany()
  const balances = useBalances()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const text = q.trim().toLowerCase()
  const rows = text === '' ? accounts : accounts.filter((account) => fits(account, text))
  const columns: Column<Account>[] = [
    { key: 'account', title: texts.account, width: '5rem', cell: ({ account }) => account },
    { key: 'name', title: texts.accountName, width: 'minmax(8rem, 1fr)', cell: ({ name }) => name },
    {
      key: 'balance',
      title: texts.balance,
      width: '9rem',
      align: 'right',
      cell: ({ account }) => <Money kronor={balances.get(String(account)) ?? null} dash />,
    },
  ]
  return (
    <Page
      title={texts.chart}
      actions={
        may('chart-of-accounts:manage') &&
        open !== NEW && (
          <ActionButton keys="n" onClick={() => set({ open: NEW })}>
            {texts.addAccount}
          </ActionButton>
        )
      }
    >
      <ChartCorrections />
      <ChartUpdate />
      <div className="filters">
        <Search label={texts.searchAccounts} value={q} onChange={search} />
      </div>
      <Split
        label={texts.chart}
        list={
          isLoading ? (
            <PageSkeleton lines={12} />
          ) : (
            <Table
              label={texts.chart}
              columns={columns}
              rows={rows}
              keyOf={({ account }) => String(account)}
              openKey={open ?? null}
              onOpen={({ account }) => set({ open: String(account) })}
              empty={<Empty>{texts.noAccounts}</Empty>}
            />
          )
        }
        detail={
          open === NEW ? (
            <>
              <h2>{texts.newAccount}</h2>
              <NewAccount
                number={isAccountNumber(q.trim()) ? q.trim() : ''}
                onSaved={(account) => set({ open: account, q: null })}
                onCancel={() => set({ open: null })}
              />
            </>
          ) : (
            open && <AccountDetail key={open} account={open} onClose={() => set({ open: null })} />
          )
        }
      />
    </Page>
  )
}

/** The balance of each account at the end of the fiscal year, in kronor. */
const useBalances = (): ReadonlyMap<string, number> => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/reports/trial-balance',
    { params: { path: { companyId } } },
    { enabled: may('reports:read'), retry: false },
  )
  const rows = data?.rows.filter(({ kind }) => kind === 'account') ?? []
  return new Map(rows.map(({ key, values }) => [key, values[0]?.closing ?? 0]))
}
