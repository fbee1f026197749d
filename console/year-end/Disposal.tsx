// A fixed asset is sold or scrapped: the entry that it would be is shown while it is filled in, and booked then.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { isRefused, queries, type Schema, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { Sure, send, useDo } from '#console/form'
import {
  Act,
  addMonths,
  Bones,
  Cancel,
  DayInput,
  Facts,
  KeptNote,
  kronorOf,
  Money,
  MoneyInput,
  oreOf,
  Wrong,
} from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fixed-assets/{fixedAssetId}'

type Typed = { way: 'sold' | 'scrapped'; date: string; price: number | null; account: string; result: string }

const nothing: Typed = { way: 'sold', date: '', price: null, account: '', result: '' }

export const Disposal = ({
  asset,
  unbooked,
  onDone,
}: {
  asset: Schema<'FixedAsset'>
  /** Months of the plan that are not booked, the earliest first. */
  unbooked: readonly string[]
  onDone: () => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const draft = useDraft<Typed>(`fixed-assets/disposal/${asset.id}`)
  const [typed, setTyped] = useState<Typed>(() => draft.kept() ?? nothing)
  const refresh = useRefresh()
  const intent = useIntent()
  const { isBusy, run } = useDo()
  const [isTyped, setIsTyped] = useState(() => draft.kept() !== null)
  const startOver = () => {
    draft.drop()
    setTyped(nothing)
    setIsTyped(false)
  }
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    setIsTyped(true)
    draft.keep(next)
  }
  const isSold = typed.way === 'sold'
  const body = {
    date: typed.date,
    price: isSold && typed.price !== null ? kronorOf(typed.price) : 0,
    ...(isSold && typed.account !== '' ? { proceedsAccount: Number(typed.account) } : {}),
    ...(typed.result !== '' ? { resultAccount: Number(typed.result) } : {}),
  }
  const due = typed.date === '' ? [] : unbooked.filter((month) => month < typed.date.slice(0, 7))
  const isReady = typed.date !== '' && due.length === 0 && (!isSold || typed.price !== null)
  const path = { companyId, fixedAssetId: asset.id }
  const { data, error } = queries.useQuery(
    'get',
    `${ADDRESS}/disposal/proposal`,
    { params: { path, query: body } },
    { enabled: isReady },
  )
  const wrong = isRefused(error) ? error.fields : {}
  const book = () =>
    run(async () => {
      await send('POST', `${ADDRESS}/disposal`, { path, body, headers: intent.headers(body) })
      draft.drop()
      await refresh('fixed-assets', 'depreciations', 'fiscal-years')
      onDone()
    }, texts.disposed)
  return (
    <section className="form disposal" aria-label={texts.dispose}>
      <h3>{texts.dispose}</h3>
      <KeptNote isTyped={isTyped} onForget={startOver} />
      <NativeSelect
        label={texts.way}
        value={typed.way}
        data={[
          { value: 'sold', label: texts.sold },
          { value: 'scrapped', label: texts.scrapped },
        ]}
        onChange={({ currentTarget: { value } }) => change({ way: value as Typed['way'] })}
      />
      <DayInput
        label={texts.disposeDate}
        value={typed.date}
        error={wrong.date}
        withAsterisk
        onChange={(date) => change({ date })}
      />
      {isSold && (
        <>
          <MoneyInput
            label={texts.price}
            value={typed.price}
            error={wrong.price}
            withAsterisk
            onChange={(price) => change({ price })}
          />
          <AccountInput
            label={texts.proceeds}
            description={texts.proceedsHint}
            value={typed.account}
            error={wrong.proceedsAccount}
            onChange={(account) => change({ account })}
          />
        </>
      )}
      <AccountInput
        label={texts.resultAccount}
        description={texts.proposedHint}
        value={typed.result}
        error={wrong.resultAccount}
        onChange={(result) => change({ result })}
      />
      {due.length > 0 && <Due months={due} />}
      {isReady && error && <Wrong error={error} />}
      {isReady && !error && !data && <Bones lines={3} />}
      {isReady && data && <Entry proposal={data} />}
      <div className="page-actions">
        <Act keys="Mod+Enter" disabled={!isReady || !data} loading={isBusy} onClick={() => void book()}>
          {texts.bookDisposal}
        </Act>
        <Cancel onDrop={draft.drop} onClose={onDone}>
          {texts.cancel}
        </Cancel>
      </div>
    </section>
  )
}

/** The entry, line by line, and what the sale comes to. */
const Entry = ({ proposal: { title, bookValue, gain, items } }: { proposal: Schema<'DisposalProposal'> }) => {
  const texts = useWords(words)
  return (
    <>
      <Facts
        facts={[
          [texts.bookValue, <Money key="value" kronor={bookValue} />],
          [gain < 0 ? texts.loss : texts.gain, <Money key="gain" kronor={Math.abs(gain)} />],
        ]}
      />
      <table className="plain-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.account}</th>
            <th scope="col" className="is-right">
              {texts.debit}
            </th>
            <th scope="col" className="is-right">
              {texts.credit}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ account, debit, credit }) => (
            <tr key={account}>
              <th scope="row">
                <Account number={account} />
              </th>
              <td className="is-right">{oreOf(debit) !== 0 && <Money kronor={debit} />}</td>
              <td className="is-right">{oreOf(credit) !== 0 && <Money kronor={credit} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const Account = ({ number }: { number: number }) => {
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/chart-of-accounts', {
    params: { path: { companyId } },
  })
  return `${number} ${data?.find(({ account }) => account === number)?.name ?? ''}`
}

/** Depreciation up to the month before comes first; it is booked for all assets together. */
const Due = ({ months }: { months: readonly string[] }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const [from = ''] = months
  const to = months.at(-1) ?? from
  const isLong = addMonths(`${from}-01`, MOST_MONTHS) < `${to}-01`
  return (
    <>
      <p className="is-wrong">{texts.dueFirst(from, to)}</p>
      {!isLong && (
        <div>
          <Sure
            label={texts.bookDepreciation}
            isBusy={isBusy}
            onSure={() =>
              run(async () => {
                await send('POST', '/companies/{companyId}/depreciations', { path: { companyId }, body: { from, to } })
                await refresh('fixed-assets', 'depreciations', 'fiscal-years')
              }, texts.booked)
            }
          >
            <p>{texts.dueLead(from, to)}</p>
          </Sure>
        </div>
      )}
    </>
  )
}

/** As many as the service books at a time. */
const MOST_MONTHS = 60
