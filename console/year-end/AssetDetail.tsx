// One fixed asset: what it is worth, its plan month by month, and its disposal.
import { CloseButton } from '@mantine/core'
import { queries, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { Go } from '#console/figures'
import { Form, Sure, send, useDo } from '#console/form'
import { Bones, bound, Facts, Money, useSay, Wrong } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fixed-assets/{fixedAssetId}'

export const AssetDetail = ({ id: fixedAssetId, onClose }: { id: string; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const params = { path: { companyId, fixedAssetId } }
  const { data, error } = queries.useQuery('get', ADDRESS, { params })
  const plan = queries.useQuery('get', `${ADDRESS}/plan`, { params })
  if (error) return <Wrong error={error} />
  if (!data) return <Bones />
  const { disposal } = data
  return (
    <>
      <div className="detail-head">
        <h2>
          {data.number} {data.name}
        </h2>
        <CloseButton aria-label={texts.closeDetail} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.acquired, data.acquisitionDate],
          [texts.value, <Money key="value" kronor={data.acquisitionValue} />],
          [texts.depreciated, <Money key="depreciated" kronor={data.accumulatedDepreciation} />],
          [texts.bookValue, <Money key="book" kronor={data.bookValue} />],
          [texts.residual, <Money key="residual" kronor={data.residualValue} />],
          [
            texts.account,
            <Go key="account" to="/reports/general-ledger" search={{ accounts: String(data.account) }}>
              {data.account}
            </Go>,
          ],
          [texts.months, data.months],
          disposal && [
            texts.disposed,
            <Go key="disposal" to="/journal" search={{ open: disposal.journalEntryRef.id }}>
              {disposal.date}
            </Go>,
          ],
        ]}
      />
      {!disposal && may('fixed-assets:write') && <Disposal asset={data} onGone={onClose} />}
      {plan.data && plan.data.months.length > 0 && <Plan months={plan.data.months} />}
    </>
  )
}

const Plan = ({ months }: { months: Schema<'DepreciationPlan'>['months'] }) => {
  const texts = useWords(words)
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th scope="col">{texts.month}</th>
          <th scope="col" className="is-right">
            {texts.amount}
          </th>
          <th scope="col">{texts.state}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, amount, isBooked }) => (
          <tr key={month}>
            <td>{month}</td>
            <td className="is-right">
              <Money kronor={amount} />
            </td>
            <td>{isBooked ? texts.isBooked : texts.notBooked}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Disposal = ({ asset, onGone }: { asset: Schema<'FixedAsset'>; onGone: () => void }) => {
  const texts = useWords(words)
  const say = useSay()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const { isBusy, run } = useDo()
  const path = { companyId, fixedAssetId: asset.id }
  const touched = () => refresh('fixed-assets', 'depreciations', 'journal-entries', 'reports')
  return (
    <>
      <details>
        <summary>{texts.dispose}</summary>
        <Form
          name={`fixed-assets/disposal/${asset.id}`}
          fields={[
            { name: 'date', label: texts.disposeDate, kind: 'day', isRequired: true },
            { name: 'price', label: texts.price, kind: 'amount' },
            { name: 'proceedsAccount', label: texts.proceeds, kind: 'account' },
          ]}
          action={texts.dispose}
          onSend={async (body) => {
            await send('POST', `${ADDRESS}/disposal`, { path, body, headers: intent.headers(body) })
            say(texts.disposed)
            await touched()
          }}
        />
      </details>
      <div>
        <Sure
          label={texts.remove}
          isBusy={isBusy}
          onSure={() =>
            run(async () => {
              await send('DELETE', ADDRESS, { path })
              onGone()
              await touched()
            })
          }
        >
          <p>{texts.removeLead}</p>
        </Sure>
      </div>
    </>
  )
}
