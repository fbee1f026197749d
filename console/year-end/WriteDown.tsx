// A fixed asset is written down, or a write-down of it is reversed.
import { useKeptForm } from '#client'
import { AccountInput } from '#console/accounts'
import { DayInput, Facts, kronorOf, lastOfMonth, Money, MoneyInput } from '#ui'
import { useWords } from '#words'
import { ProposedEntry } from './ProposedEntry.tsx'
import { type ChangeProps, useValueChange, ValueChange } from './ValueChange.tsx'
import { words } from './words.ts'

type Typed = { date: string; amount: number | null; account: string; result: string }

const nothing: Typed = { date: '', amount: null, account: '', result: '' }

export const WriteDown = ({ isReversal, ...given }: ChangeProps & { isReversal: boolean }) => {
  const texts = useWords(words)
  const way = isReversal ? 'write-down-reversals' : 'write-downs'
  const form = useKeptForm(`fixed-assets/${way}/${given.asset.id}`, () => nothing)
  const { typed, change } = form
  const written = useValueChange(given, way, {
    form,
    body: {
      date: typed.date,
      amount: typed.amount === null ? 0 : kronorOf(typed.amount),
      ...(typed.account !== '' ? { writeDownAccount: Number(typed.account) } : {}),
      ...(typed.result !== '' ? { resultAccount: Number(typed.result) } : {}),
    },
    isFilled: typed.date !== '' && typed.amount !== null,
    // One on the last day of a month comes after the depreciation of that month.
    due: typed.date === '' ? [] : given.unbooked.filter((month) => lastOfMonth(`${month}-01`) <= typed.date),
    booked: texts.booked,
  })
  const { proposal, wrong } = written
  return (
    <ValueChange
      title={isReversal ? texts.reverseWriteDown : texts.writeDown}
      press={isReversal ? texts.bookReversal : texts.bookWriteDown}
      change={written}
      shown={
        proposal && (
          <>
            <Facts facts={[[texts.bookValueAfter, <Money key="value" kronor={proposal.bookValue} />]]} />
            <ProposedEntry title={proposal.title} items={proposal.items} />
          </>
        )
      }
    >
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
    </ValueChange>
  )
}
