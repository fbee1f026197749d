// Suppliers: found by name or number, and the one that is open beside the list with what is owed to it.
import { useCallback } from 'react'
import { type Schema, useCompany, usePages } from '#client'
import { paidAt } from '#console/suppliers'
import { type Column, Table } from '#table'
import { ActionButton, Empty, Page, ResilientContent, Search, Split, useUrl } from '#ui'
import { useWords } from '#words'
import { NewSupplier, SupplierDetail } from './SupplierDetail.tsx'
import { words } from './words.ts'

export { SuppliersPage as Page }

type Supplier = Schema<'Supplier'>

const queryOf = (text: string): string | undefined => {
  if (text === '') return undefined
  const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`
  return `name=~${quoted}||orgNumber=~${quoted}||vatNumber=~${quoted}`
}

const SuppliersPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open, q = '' }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const found = usePages<Supplier>('/suppliers', {
    companyId,
    query: { query: queryOf(q) },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Supplier>[] = [
    { key: 'name', title: texts.name, width: 'minmax(8rem, 2fr)', cell: ({ name }) => name },
    {
      key: 'org',
      title: texts.orgNumber,
      width: 'minmax(7rem, 1fr)',
      isWide: true,
      cell: ({ orgNumber }) => orgNumber,
    },
    { key: 'paid', title: texts.paidTo, width: 'minmax(7rem, 1fr)', cell: paidAt },
    { key: 'currency', title: texts.currency, width: '4rem', isWide: true, cell: ({ currency }) => currency },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.suppliers}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id, edit: null })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={
          <Empty how={q === '' && may('suppliers:write') && texts.noSuppliersHow}>
            {q === '' ? texts.noSuppliers : texts.noneFound}
          </Empty>
        }
      />
    </ResilientContent>
  )
  const close = () => set({ open: null, edit: null })
  return (
    <Page
      title={texts.suppliers}
      actions={
        may('suppliers:write') && (
          <ActionButton keys="n" onClick={() => set({ open: 'new', edit: null })}>
            {texts.newSupplier}
          </ActionButton>
        )
      }
    >
      <div className="filters">
        <Search label={texts.searchSuppliers} value={q} onChange={search} />
      </div>
      <Split
        label={texts.supplier}
        list={list}
        detail={
          !open ? null : open === 'new' ? (
            <NewSupplier onClose={close} onSaved={({ id }) => set({ open: id })} />
          ) : (
            <SupplierDetail key={open} id={open} onClose={close} />
          )
        }
      />
    </Page>
  )
}
