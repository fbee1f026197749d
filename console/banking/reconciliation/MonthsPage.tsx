// The months of a bank account: the bank against the ledger at the end of each, and which are reconciled.
import { NativeSelect } from '@mantine/core'
import { queries, type Schema, useCompany, usePages } from '#client'
import { type Column, Table } from '#table'
import { Empty, isOwnCurrency, Money, Page, ResilientContent, Split, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { MonthDetail } from './MonthDetail.tsx'
import { words } from './words.ts'

export { MonthsPage as Page }

type Month = Schema<'BankMonth'>

const MonthsPage = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ account = '', open }, set] = useUrl()
  const accounts = queries.useQuery('get', '/companies/{companyId}/bank-accounts', {
    params: { path: { companyId }, query: { pageSize: 100 } },
  })
  return (
    <Page title={texts.title}>
      <ResilientContent of={accounts}>
        {({ items }) => {
          const chosen = items.find(({ id }) => id === account) ?? items.find(({ isDefault }) => isDefault) ?? items[0]
          if (!chosen) return <Empty how={texts.noAccountHow}>{texts.noAccount}</Empty>
          return (
            <>
              {items.length > 1 && (
                <div className="filters">
                  <NativeSelect
                    aria-label={texts.account}
                    value={chosen.id}
                    onChange={({ currentTarget }) => set({ account: currentTarget.value, open: null })}
                    data={items.map(({ id, name, account: number }) => ({ value: id, label: `${name} · ${number}` }))}
                  />
                </div>
              )}
              <Split
                label={texts.title}
                list={
                  isComparable(chosen, items) ? (
                    <Months key={chosen.id} bankAccountId={chosen.id} openKey={open ?? null} />
                  ) : (
                    <Empty how={texts.notComparableHow}>{texts.notComparable}</Empty>
                  )
                }
                detail={
                  open ? (
                    <MonthDetail
                      key={`${chosen.id} ${open}`}
                      bankAccountId={chosen.id}
                      month={open}
                      onClose={() => set({ open: null })}
                    />
                  ) : null
                }
              />
            </>
          )
        }}
      </ResilientContent>
    </Page>
  )
}

type Account = Schema<'BankAccount'>

/** Whether the ledger has a balance of the account alone, in the currency of the books. */
const isComparable = (one: Account, all: readonly Account[]): boolean =>
  isOwnCurrency(one.currency) && all.every(({ id, account }) => id === one.id || account !== one.account)

const toneOf = ({ state }: Month) => (state === 'reconciled' ? 'good' : state === 'reopened' ? 'wrong' : 'waiting')

const Months = ({ bankAccountId, openKey }: { bankAccountId: string; openKey: string | null }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [, set] = useUrl()
  const found = usePages<Month>(`/bank-accounts/${bankAccountId}/reconciliations`, { companyId })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Month>[] = [
    { key: 'month', title: texts.month, width: '6rem', cell: ({ month }) => month },
    {
      key: 'bank',
      title: texts.atBank,
      width: 'minmax(7rem, 1fr)',
      align: 'right',
      isWide: true,
      cell: ({ bankBalance }) => (bankBalance === null ? '–' : <Money kronor={bankBalance} />),
    },
    {
      key: 'ledger',
      title: texts.inLedger,
      width: 'minmax(7rem, 1fr)',
      align: 'right',
      isWide: true,
      cell: ({ ledgerBalance }) => <Money kronor={ledgerBalance} />,
    },
    {
      key: 'difference',
      title: texts.difference,
      width: 'minmax(6rem, 1fr)',
      align: 'right',
      cell: ({ difference }) => (difference === null ? '–' : <Money kronor={difference} dash />),
    },
    {
      key: 'state',
      title: texts.status,
      width: 'minmax(8rem, 1fr)',
      cell: (one) => <Tag tone={toneOf(one)}>{texts.states[one.state]}</Tag>,
    },
  ]
  return (
    <ResilientContent of={found}>
      <Table
        label={texts.months}
        columns={columns}
        rows={rows}
        keyOf={({ month }) => month}
        openKey={openKey}
        onOpen={({ month }) => set({ open: month })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty how={texts.noneHow}>{texts.none}</Empty>}
      />
    </ResilientContent>
  )
}
