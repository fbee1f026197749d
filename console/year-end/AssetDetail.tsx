// One fixed asset: what it is worth, what has changed its value, its plan month by month, a change of it, and what is
// booked of it: write-downs, and the disposal of it or of a part.
import { CloseButton } from '@mantine/core'
import { queries, type Schema, useCompany, useRefresh, useVersioned } from '#client'
import { CompanyLink } from '#console/figures'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { ActionButton, Allowed, bound, Facts, Money, ResilientContent, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { AssetChanges } from './AssetChanges.tsx'
import { assetFields, changedAsset, correctedFields } from './asset-fields.ts'
import { Disposal } from './Disposal.tsx'
import { Plan } from './Plan.tsx'
import { isLeft } from './plan.rules.ts'
import { WriteDown } from './WriteDown.tsx'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fixed-assets/{fixedAssetId}'

type Asset = Schema<'FixedAsset'>

export const AssetDetail = ({ id: fixedAssetId, onClose }: { id: string; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ do: doing }, set] = useUrl()
  const path = { companyId, fixedAssetId }
  const found = useVersioned<Asset>(ADDRESS, { path })
  const { etag } = found
  const plan = queries.useQuery('get', `${ADDRESS}/plan`, { params: { path } })
  return (
    <ResilientContent of={found}>
      {(data) => {
        const months = plan.data?.months ?? []
        const unbooked = months.filter(isLeft).map(({ month }) => month)
        const done = () => set({ do: null })
        return (
          <>
            <div className="detail-head">
              <h2>
                {data.number} {data.name}
              </h2>
              <CloseButton
                aria-label={texts.closeDetail}
                {...(doing ? {} : bound('Escape'))}
                onClick={() => [done(), onClose()]}
              />
            </div>
            {doing === 'edit' ? (
              <Allowed scope="fixed-assets:write">
                <Change asset={data} etag={etag} onDone={done} />
              </Allowed>
            ) : (
              <>
                <Worth asset={data} />
                {doing && !data.disposal ? (
                  <Allowed scope="fixed-assets:write">
                    <Doing what={doing} asset={data} unbooked={unbooked} onDone={done} />
                  </Allowed>
                ) : (
                  <Actions asset={data} onClose={onClose} />
                )}
                <AssetChanges asset={data} />
                {months.length > 0 && <Plan months={months} asset={data} />}
              </>
            )}
          </>
        )
      }}
    </ResilientContent>
  )
}

/** What is filled in of an asset: `do` of the address. */
const Doing = ({ what, ...given }: { what: string; asset: Asset; unbooked: readonly string[]; onDone: () => void }) => {
  if (what === 'write-down' || what === 'reverse-write-down') {
    return <WriteDown key={what} {...given} isReversal={what === 'reverse-write-down'} />
  }
  return <Disposal key={what} {...given} isPart={what === 'part'} />
}

const Worth = ({ asset }: { asset: Asset }) => {
  const texts = useWords(words)
  const { disposal } = asset
  return (
    <Facts
      facts={[
        [texts.acquired, asset.acquisitionDate],
        [texts.value, <Money key="value" kronor={asset.acquisitionValue} />],
        asset.remainingAcquisitionValue !== asset.acquisitionValue && [
          texts.remainingValue,
          <Money key="remaining" kronor={asset.remainingAcquisitionValue} />,
        ],
        [texts.depreciated, <Money key="depreciated" kronor={asset.accumulatedDepreciation} />],
        asset.writtenDown !== 0 && [texts.writtenDown, <Money key="down" kronor={asset.writtenDown} />],
        [texts.bookValue, <Money key="book" kronor={asset.bookValue} />],
        [texts.residual, <Money key="residual" kronor={asset.residualValue} />],
        [
          texts.account,
          <CompanyLink key="account" to="/reports/general-ledger" search={{ accounts: String(asset.account) }}>
            {asset.account}
          </CompanyLink>,
        ],
        [texts.months, asset.months],
        disposal && [
          texts.disposed,
          <CompanyLink key="disposal" to="/journal" search={{ open: disposal.journalEntryRef.id }}>
            {disposal.date}
          </CompanyLink>,
        ],
      ]}
    />
  )
}

const Actions = ({ asset, onClose }: { asset: Asset; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [, set] = useUrl()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  if (!may('fixed-assets:write')) return null
  const remove = () =>
    run(async () => {
      await send('DELETE', ADDRESS, { path: { companyId, fixedAssetId: asset.id } })
      onClose()
      await refresh('fixed-assets', 'depreciations')
    }, texts.removed)
  return (
    <div className="page-actions">
      <ActionButton variant="default" keys="e" onClick={() => set({ do: 'edit' })}>
        {texts.edit}
      </ActionButton>
      {!asset.disposal && (
        <>
          <ActionButton variant="default" keys="v" onClick={() => set({ do: 'dispose' })}>
            {texts.dispose}
          </ActionButton>
          <ActionButton variant="default" keys="p" onClick={() => set({ do: 'part' })}>
            {texts.disposePart}
          </ActionButton>
          <ActionButton variant="default" keys="s" onClick={() => set({ do: 'write-down' })}>
            {texts.writeDown}
          </ActionButton>
          {asset.writtenDown !== 0 && (
            <ActionButton variant="default" onClick={() => set({ do: 'reverse-write-down' })}>
              {texts.reverseWriteDown}
            </ActionButton>
          )}
        </>
      )}
      {!asset.hasEntries && (
        <ConfirmButton label={texts.remove} isBusy={isBusy} onSure={remove}>
          <p>{texts.removeLead}</p>
        </ConfirmButton>
      )}
    </div>
  )
}

const Change = ({ asset, etag, onDone }: { asset: Asset; etag: string | null; onDone: () => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId } = useCompany()
  return (
    <Form
      name={`fixed-assets/${asset.id}`}
      fields={asset.hasEntries ? correctedFields(texts, asset) : assetFields(texts)}
      read={asset}
      onCancel={onDone}
      onSend={async (changes) => {
        const path = { companyId, fixedAssetId: asset.id }
        const headers = etag ? { 'If-Match': etag } : {}
        await send('PUT', ADDRESS, { path, body: changedAsset(asset, changes), headers })
        say(texts.saved)
        await refresh('fixed-assets', 'depreciations')
        onDone()
      }}
    >
      {asset.hasEntries && <p className="soft">{asset.disposal ? texts.disposedAlready : texts.bookedAlready}</p>}
    </Form>
  )
}
