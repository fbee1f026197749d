// A fixed asset, or a part of it, is sold or scrapped: the entry that it would be is shown while it is filled in, and
// booked then.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { isRefused, queries, type Schema, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { send, useDo } from '#console/form'
import { Act, Bones, Cancel, DayInput, DecimalInput, Facts, KeptNote, kronorOf, Money, MoneyInput, Wrong } from '#ui'
import { useWords } from '#words'
import { Due, ProposedEntry } from './ProposedEntry.tsx'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fixed-assets/{fixedAssetId}'

type Typed = {
  way: 'sold' | 'scrapped'
  date: string
  /** How large a part is said to be: in percent, or by its acquisition value. */
  by: 'percent' | 'value'
  percent: string
  value: number | null
  price: number | null
  account: string
  result: string
}

const nothing: Typed = {
  ...{ way: 'sold', date: '', by: 'percent', percent: '', value: null, price: null, account: '', result: '' },
}

/** What is said of a part; nothing of the whole asset, and null while it is not said. */
const partOf = ({ by, percent, value }: Typed): Record<string, number> | null => {
  if (by === 'percent') return percent === '' ? null : { percent: Number(percent) }
  return value === null ? null : { acquisitionValue: kronorOf(value) }
}

export const Disposal = ({
  asset,
  isPart = false,
  unbooked,
  onDone,
}: {
  asset: Schema<'FixedAsset'>
  isPart?: boolean
  /** Months of the plan that are not booked, the earliest first. */
  unbooked: readonly string[]
  onDone: () => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const draft = useDraft<Typed>(`fixed-assets/${isPart ? 'part-disposal' : 'disposal'}/${asset.id}`)
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
  const part = isPart ? partOf(typed) : {}
  const body = {
    date: typed.date,
    ...part,
    price: isSold && typed.price !== null ? kronorOf(typed.price) : 0,
    ...(isSold && typed.account !== '' ? { proceedsAccount: Number(typed.account) } : {}),
    ...(typed.result !== '' ? { resultAccount: Number(typed.result) } : {}),
  }
  const due = typed.date === '' ? [] : unbooked.filter((month) => month < typed.date.slice(0, 7))
  const isReady = typed.date !== '' && due.length === 0 && (!isSold || typed.price !== null) && part !== null
  const path = { companyId, fixedAssetId: asset.id }
  const way = isPart ? 'part-disposals' : 'disposal'
  const whole = queries.useQuery(
    'get',
    `${ADDRESS}/disposal/proposal`,
    { params: { path, query: body } },
    { enabled: isReady && !isPart },
  )
  const ofPart = queries.useQuery(
    'get',
    `${ADDRESS}/part-disposals/proposal`,
    { params: { path, query: body } },
    { enabled: isReady && isPart },
  )
  const { data, error } = isPart ? ofPart : whole
  const wrong = isRefused(error) ? error.fields : {}
  const book = () =>
    run(
      async () => {
        await send('POST', `${ADDRESS}/${way}`, { path, body, headers: intent.headers(body) })
        draft.drop()
        await refresh('fixed-assets', 'depreciations', 'fiscal-years')
        onDone()
      },
      isPart ? texts.partDisposed : texts.disposed,
    )
  return (
    <section className="form disposal" aria-label={isPart ? texts.disposePart : texts.dispose}>
      <h3>{isPart ? texts.disposePart : texts.dispose}</h3>
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
      {isPart && <PartFields typed={typed} wrong={wrong} onChange={change} />}
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
      {isReady && data && <Sale proposal={data} isPart={isPart} />}
      <div className="page-actions">
        <Act keys="Mod+Enter" disabled={!isReady || !data} loading={isBusy} onClick={() => void book()}>
          {isPart ? texts.bookPart : texts.bookDisposal}
        </Act>
        <Cancel onDrop={draft.drop} onClose={onDone}>
          {texts.cancel}
        </Cancel>
      </div>
    </section>
  )
}

/** How large the part is. */
const PartFields = ({
  typed,
  wrong,
  onChange,
}: {
  typed: Typed
  wrong: Readonly<Record<string, string>>
  onChange: (part: Partial<Typed>) => void
}) => {
  const texts = useWords(words)
  return (
    <>
      <NativeSelect
        label={texts.partBy}
        value={typed.by}
        data={[
          { value: 'percent', label: texts.partPercent },
          { value: 'value', label: texts.partValue },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ by: value as Typed['by'] })}
      />
      {typed.by === 'percent' ? (
        <DecimalInput
          label={texts.partPercent}
          description={texts.partHint}
          value={typed.percent}
          error={wrong.percent}
          withAsterisk
          onChange={(percent) => onChange({ percent })}
        />
      ) : (
        <MoneyInput
          label={texts.partValue}
          description={texts.partHint}
          value={typed.value}
          error={wrong.acquisitionValue}
          withAsterisk
          onChange={(value) => onChange({ value })}
        />
      )}
    </>
  )
}

/** What the sale comes to, and its entry. */
const Sale = ({ proposal, isPart }: { proposal: Schema<'DisposalProposal'>; isPart: boolean }) => {
  const texts = useWords(words)
  const { title, acquisitionValue, bookValue, gain, items } = proposal
  return (
    <>
      <Facts
        facts={[
          isPart && [texts.value, <Money key="acquired" kronor={acquisitionValue} />],
          [texts.bookValue, <Money key="value" kronor={bookValue} />],
          [gain < 0 ? texts.loss : texts.gain, <Money key="gain" kronor={Math.abs(gain)} />],
        ]}
      />
      <ProposedEntry title={title} items={items} />
    </>
  )
}
