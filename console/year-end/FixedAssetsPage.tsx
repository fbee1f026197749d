// The register of fixed assets: what is owned, its plan, and its disposal.
import { useCallback } from 'react'
import { type Schema, soughtIn, useCompany, useIntent, usePages, useRefresh } from '#client'
import { Form, send } from '#console/form'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Allowed,
  Empty,
  Money,
  Page,
  ResilientContent,
  Search,
  Split,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { AssetDetail } from './AssetDetail.tsx'
import { assetFields } from './asset-fields.ts'
import { words } from './words.ts'

export { FixedAssetsPage as Page }

type Asset = Schema<'FixedAsset'>

const FixedAssetsPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open, q = '' }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const found = usePages<Asset>('/fixed-assets', {
    companyId,
    query: { query: soughtIn(q, { texts: ['name', 'number'], numbers: ['account'] }) },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Asset>[] = [
    { key: 'number', title: texts.number, width: '4rem', isWide: true, cell: ({ number }) => number },
    {
      key: 'name',
      title: texts.name,
      width: 'minmax(6rem, 1fr)',
      cell: ({ name, disposal }) => (
        <>
          {name} {disposal && <Tag>{texts.disposed}</Tag>}
        </>
      ),
    },
    { key: 'date', title: texts.acquired, width: '6.5rem', isWide: true, cell: (asset) => asset.acquisitionDate },
    {
      key: 'value',
      title: texts.value,
      width: '8.5rem',
      align: 'right',
      isWide: true,
      cell: ({ acquisitionValue }) => <Money kronor={acquisitionValue} />,
    },
    {
      key: 'book',
      title: texts.bookValue,
      width: '7.5rem',
      align: 'right',
      cell: ({ bookValue }) => <Money kronor={bookValue} />,
    },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.assets}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id, do: null })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={
          <Empty how={q === '' && may('fixed-assets:write') && texts.noAssetsHow}>
            {q === '' ? texts.noAssets : texts.noneFound}
          </Empty>
        }
      />
    </ResilientContent>
  )
  const detail =
    open === 'new' ? (
      <Allowed scope="fixed-assets:write">
        <NewAsset onDone={(id) => set({ open: id })} />
      </Allowed>
    ) : open ? (
      <AssetDetail key={open} id={open} onClose={() => set({ open: null })} />
    ) : null
  const actions = may('fixed-assets:write') && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.addAsset}
    </ActionButton>
  )
  return (
    <Page title={texts.assets} actions={actions}>
      <div className="filters">
        <Search label={texts.searchAssets} value={q} onChange={search} />
      </div>
      <Split label={texts.assets} list={list} detail={detail} />
    </Page>
  )
}

const NewAsset = ({ onDone }: { onDone: (id: string | null) => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  return (
    <>
      <h2>{texts.addAsset}</h2>
      <Form
        name="fixed-assets/new"
        fields={assetFields(texts)}
        action={texts.addAsset}
        onCancel={() => onDone(null)}
        onSend={async (body) => {
          const asked = { path: { companyId }, body, headers: intent.headers(body) }
          const { id } = await send<Schema<'FixedAsset'>>('POST', '/companies/{companyId}/fixed-assets', asked)
          say(texts.saved)
          await refresh('fixed-assets', 'depreciations')
          onDone(id)
        }}
      />
    </>
  )
}
