// A fixed asset, or a part of it, is sold or scrapped.
import { NativeSelect } from '@mantine/core'
import { type Schema, useKeptForm } from '#client'
import { AccountInput } from '#console/accounts'
import { DayInput, DecimalInput, Facts, kronorOf, Money, MoneyInput } from '#ui'
import { useWords } from '#words'
import { ProposedEntry } from './ProposedEntry.tsx'
import { type ChangeProps, useValueChange, ValueChange } from './ValueChange.tsx'
import { words } from './words.ts'

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
  way: 'sold',
  date: '',
  by: 'percent',
  percent: '',
  value: null,
  price: null,
  account: '',
  result: '',
}

/** What is said of a part; nothing of the whole asset, and null while it is not said. */
const partOf = ({ by, percent, value }: Typed): Record<string, number> | null => {
  if (by === 'percent') return percent === '' ? null : { percent: Number(percent) }
  return value === null ? null : { acquisitionValue: kronorOf(value) }
}

export const Disposal = ({ isPart = false, ...given }: ChangeProps & { isPart?: boolean }) => {
  const texts = useWords(words)
  const form = useKeptForm(`fixed-assets/${isPart ? 'part-disposal' : 'disposal'}/${given.asset.id}`, () => nothing)
  const { typed, change } = form
  const isSold = typed.way === 'sold'
  const part = isPart ? partOf(typed) : {}
  const disposed = useValueChange(given, isPart ? 'part-disposals' : 'disposal', {
    form,
    body: {
      date: typed.date,
      ...part,
      price: isSold && typed.price !== null ? kronorOf(typed.price) : 0,
      ...(isSold && typed.account !== '' ? { proceedsAccount: Number(typed.account) } : {}),
      ...(typed.result !== '' ? { resultAccount: Number(typed.result) } : {}),
    },
    isFilled: typed.date !== '' && (!isSold || typed.price !== null) && part !== null,
    due: typed.date === '' ? [] : given.unbooked.filter((month) => month < typed.date.slice(0, 7)),
    booked: isPart ? texts.partDisposed : texts.disposed,
  })
  const { proposal, wrong } = disposed
  return (
    <ValueChange
      title={isPart ? texts.disposePart : texts.dispose}
      press={isPart ? texts.bookPart : texts.bookDisposal}
      change={disposed}
      shown={proposal && <Sale proposal={proposal} isPart={isPart} />}
    >
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
    </ValueChange>
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
