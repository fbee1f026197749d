// What a person is asked about a table from the bank, once: which account it is of, and what its columns hold where
// their names do not say it.
import { NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { answered, api, newIntent, type Schema, useCompany } from '#client'
import { entered, FailureMessage, FormEnd } from '#ui'
import { useWords } from '#words'
import type { ColumnKind, Question } from './import.ts'
import { sheetWords } from './sheet-words.ts'
import type { BankAccount } from './use-import.ts'

type Given = {
  question: Question
  accounts: readonly BankAccount[]
  /** The account of the statement that the page shows. */
  shownId: string | null
  onAnswer: (bankAccountId: string) => Promise<void>
  onClose: () => void
}

type Layout = Schema<'StatementColumns'>['layouts'][number]
type Ways = { decimalMark: NonNullable<Layout['decimalMark']> | ''; dayOrder: NonNullable<Layout['dayOrder']> | '' }

const AT = '/companies/{companyId}/bank-accounts/{bankAccountId}/statement-columns'

export const SheetQuestion = ({ question, accounts, shownId, onAnswer, onClose }: Given) => {
  const texts = useWords(sheetWords)
  const { id: companyId } = useCompany()
  const { file, layout } = question
  const [bankAccountId, setBankAccountId] = useState(question.bankAccountId ?? shownId ?? '')
  const [kinds, setKinds] = useState<readonly ColumnKind[]>(layout?.columns.map(({ holds }) => holds) ?? [])
  const [ways, setWays] = useState<Ways>({ decimalMark: '', dayOrder: '' })
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  /** Keeps what the columns hold beside what was said of other tables of the account. */
  const keep = async (columns: Layout['columns']) => {
    const path = { companyId, bankAccountId }
    const { layouts } = answered(await api.GET(AT, { params: { path } }))
    const titlesOf = (one: Layout) => one.columns.map(({ title }) => title.toLowerCase()).join('\n')
    const said: Layout = { columns, decimalMark: ways.decimalMark || null, dayOrder: ways.dayOrder || null }
    const others = layouts.filter((one) => titlesOf(one) !== titlesOf(said))
    answered(
      await api.PUT(AT, {
        params: { path },
        headers: { 'Idempotency-Key': newIntent() },
        body: { layouts: [...others, said] },
      }),
    )
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    setWrong(null)
    try {
      if (layout) await keep(layout.columns.map(({ title }, at) => ({ title, holds: kinds[at] ?? 'ignored' })))
      await onAnswer(bankAccountId)
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form ref={entered} className="sheet-question" onSubmit={(event) => void send(event)}>
      <h2>{texts.title(file.name)}</h2>
      {question.bankAccountId === null && (
        <NativeSelect
          label={texts.account}
          description={texts.accountHint}
          required
          value={bankAccountId}
          onChange={({ currentTarget }) => setBankAccountId(currentTarget.value)}
          data={[
            { value: '', label: texts.choose },
            ...accounts.map(({ id, name, iban }) => ({ value: id, label: `${name} (${iban})` })),
          ]}
        />
      )}
      {layout && (
        <>
          <p>{texts.columnsLead}</p>
          <ul className="sheet-columns">
            {layout.columns.map(({ title }, at) => (
              <li key={`${at} ${title}`}>
                <NativeSelect
                  label={title || texts.untitled(at + 1)}
                  value={kinds[at] ?? 'ignored'}
                  onChange={({ currentTarget }) => {
                    const holds = currentTarget.value as ColumnKind
                    setKinds((before) => before.map((one, index) => (index === at ? holds : one)))
                  }}
                  data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
                />
                <p className="soft">{samplesOf(layout.rows, at) || texts.empty}</p>
              </li>
            ))}
          </ul>
          <div className="sheet-ways">
            <NativeSelect
              label={texts.decimalMark}
              value={ways.decimalMark}
              onChange={({ currentTarget }) =>
                setWays((before) => ({ ...before, decimalMark: currentTarget.value as Ways['decimalMark'] }))
              }
              data={Object.entries(texts.decimalMarks).map(([value, label]) => ({ value, label }))}
            />
            <NativeSelect
              label={texts.dayOrder}
              value={ways.dayOrder}
              onChange={({ currentTarget }) =>
                setWays((before) => ({ ...before, dayOrder: currentTarget.value as Ways['dayOrder'] }))
              }
              data={Object.entries(texts.dayOrders).map(([value, label]) => ({ value, label }))}
            />
          </div>
        </>
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      <FormEnd press={texts.send} cancel={texts.leave} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

/** The first cells of a column that have anything. */
const samplesOf = (rows: readonly (readonly string[])[], at: number): string =>
  rows.flatMap((row) => row[at] || []).join(' · ')
