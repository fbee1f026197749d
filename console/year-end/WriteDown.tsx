// A fixed asset is written down, or a write-down of it is reversed: the entry that it would be is shown while it is
// filled in, and booked then.
import { useState } from 'react'
import { isRefused, queries, type Schema, useCompany, useDraft, useIntent, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { send, useDo } from '#console/form'
import { Act, Bones, Cancel, DayInput, Facts, KeptNote, kronorOf, lastOfMonth, Money, MoneyInput, Wrong } from '#ui'
import { useWords } from '#words'
import { Due, ProposedEntry } from './ProposedEntry.tsx'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/fixed-assets/{fixedAssetId}'

type Typed = { date: string; amount: number | null; account: string; result: string }

const nothing: Typed = { date: '', amount: null, account: '', result: '' }

export const WriteDown = ({
  asset,
  isReversal,
  unbooked,
  onDone,
}: {
  asset: Schema<'FixedAsset'>
  isReversal: boolean
  /** Months of the plan that are not booked, the earliest first. */
  unbooked: readonly string[]
  onDone: () => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const way = isReversal ? 'write-down-reversals' : 'write-downs'
  const draft = useDraft<Typed>(`fixed-assets/${way}/${asset.id}`)
  const [typed, setTyped] = useState<Typed>(() => draft.kept() ?? nothing)
  const [isTyped, setIsTyped] = useState(() => draft.kept() !== null)
  const refresh = useRefresh()
  const intent = useIntent()
  const { isBusy, run } = useDo()
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
  const body = {
    date: typed.date,
    amount: typed.amount === null ? 0 : kronorOf(typed.amount),
    ...(typed.account !== '' ? { writeDownAccount: Number(typed.account) } : {}),
    ...(typed.result !== '' ? { resultAccount: Number(typed.result) } : {}),
  }
  // One on the last day of a month comes after the depreciation of that month.
  const due = typed.date === '' ? [] : unbooked.filter((month) => lastOfMonth(`${month}-01`) <= typed.date)
  const isReady = typed.date !== '' && typed.amount !== null && due.length === 0
  const path = { companyId, fixedAssetId: asset.id }
  const asked = { params: { path, query: body } }
  const down = queries.useQuery('get', `${ADDRESS}/write-downs/proposal`, asked, { enabled: isReady && !isReversal })
  const back = queries.useQuery('get', `${ADDRESS}/write-down-reversals/proposal`, asked, {
    enabled: isReady && isReversal,
  })
  const { data, error } = isReversal ? back : down
  const wrong = isRefused(error) ? error.fields : {}
  const title = isReversal ? texts.reverseWriteDown : texts.writeDown
  const book = () =>
    run(async () => {
      await send('POST', `${ADDRESS}/${way}`, { path, body, headers: intent.headers(body) })
      draft.drop()
      await refresh('fixed-assets', 'depreciations', 'fiscal-years', 'chart-of-accounts')
      onDone()
    }, texts.booked)
  return (
    <section className="form disposal" aria-label={title}>
      <h3>{title}</h3>
      <KeptNote isTyped={isTyped} onForget={startOver} />
      <p className="soft">{isReversal ? texts.reverseWriteDownLead : texts.writeDownLead}</p>
      <DayInput
        label={texts.disposeDate}
        value={typed.date}
        error={wrong.date}
        withAsterisk
        onChange={(date) => change({ date })}
      />
      <MoneyInput
        label={texts.amount}
        value={typed.amount}
        error={wrong.amount}
        withAsterisk
        onChange={(amount) => change({ amount })}
      />
      <AccountInput
        label={texts.writeDownAccount}
        description={texts.proposedHint}
        value={typed.account}
        error={wrong.writeDownAccount}
        onChange={(account) => change({ account })}
      />
      <AccountInput
        label={isReversal ? texts.writeDownIncome : texts.writeDownExpense}
        description={texts.proposedHint}
        value={typed.result}
        error={wrong.resultAccount}
        onChange={(result) => change({ result })}
      />
      {due.length > 0 && <Due months={due} />}
      {isReady && error && <Wrong error={error} />}
      {isReady && !error && !data && <Bones lines={3} />}
      {isReady && data && (
        <>
          <Facts facts={[[texts.bookValueAfter, <Money key="value" kronor={data.bookValue} />]]} />
          <ProposedEntry title={data.title} items={data.items} />
        </>
      )}
      <div className="page-actions">
        <Act keys="Mod+Enter" disabled={!isReady || !data} loading={isBusy} onClick={() => void book()}>
          {isReversal ? texts.bookReversal : texts.bookWriteDown}
        </Act>
        <Cancel onDrop={draft.drop} onClose={onDone}>
          {texts.cancel}
        </Cancel>
      </div>
    </section>
  )
}
