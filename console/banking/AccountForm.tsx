// A transaction for what is no invoice: booked on an account, or on several whose last takes the rest.
import { TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useKeptForm } from '#client'
import { AccountInput, type Tax, taxingOf } from '#console/accounts'
import { MAX_MATCH_TITLE } from '#rule/limits'
import { ActionButton, amountText, entered, FailureMessage, kronorOf, MoneyInput, type Ore, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { TagPicks, TaxPick, TemplatePick, useUsualTax } from './AccountExtras.tsx'
import { matchPath, useBooking } from './booking.ts'
import { useBankAccount } from './entries.ts'
import { type Line, saidOf } from './proposals.ts'
import { words } from './words.ts'

const Receipts = lazy(async () => ({ default: (await import('./Receipts.tsx')).Receipts }))

type Part = { account: number | null; amount: Ore | null }
type Form = {
  parts: Part[]
  title: string
  /** Null as long as it is what is proposed; of one account alone. */
  tax?: Tax | null
  /** The tag of each group. */
  tags?: Readonly<Record<string, string>>
  uploads?: readonly string[]
}

/** What the parts make of the whole: one without an amount takes the rest. */
const shared = (parts: readonly Part[], whole: Ore): { amounts: Ore[]; difference: Ore } => {
  const given = parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const restAt = parts.findLastIndex(({ amount }) => amount === null)
  const amounts = parts.map(({ amount }, place) => amount ?? (place === restAt ? whole - given : 0))
  return { amounts, difference: restAt === -1 ? whole - given : 0 }
}

export const AccountForm = ({
  line,
  isEntered,
  onDone,
}: {
  line: Line
  /** Whether its first field gets the focus. */
  isEntered: boolean
  onDone: () => void
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const {
    typed: form,
    change: set,
    drop,
  } = useKeptForm<Form>(`bank:${line.id}`, () => ({
    parts: [{ account: null, amount: null }],
    title: saidOf(line).slice(0, MAX_MATCH_TITLE),
  }))
  const { book, isBusy, wrong, fields } = useBooking(saidOf(line), () => [drop(), onDone()])
  const [isLacking, setIsLacking] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong !== null || isLacking) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong, isLacking])
  // Before it is drawn: the next key may be quick.
  useLayoutEffect(() => {
    if (isEntered) entered(box.current)
  }, [isEntered])
  const bankAccount = useBankAccount(line.bankAccountId)
  const whole = Math.abs(oreOf(line.amount))
  const isOne = form.parts.length === 1
  const usual = useUsualTax(line, isOne ? (form.parts[0]?.account ?? null) : null)
  const { amounts, difference } = shared(form.parts, whole)
  const setPart = (place: number, change: Partial<Part>) =>
    set({ parts: form.parts.map((part, at) => (at === place ? { ...part, ...change } : part)) })
  const submit = () => {
    const lacks = form.parts.some(({ account }) => account === null)
    setIsLacking(lacks)
    if (lacks || difference !== 0) return
    const accounts = form.parts.map(({ account }) => account ?? 0)
    const [only] = accounts
    const tagIds = Object.values(form.tags ?? {}).filter((id) => id !== '')
    const tags = tagIds.length === 0 ? {} : { tags: tagIds.map((tagId) => ({ tagId })) }
    const { title, uploads = [] } = form
    if (accounts.length === 1 && only !== undefined) {
      const tax = taxingOf(form.tax ?? usual ?? 'exempt')
      const body = { account: only, title, ...tags, ...(tax.vatTreatment === 'exempt' ? {} : tax) }
      const match = { name: 'match', method: 'POST' as const, path: matchPath(line), body }
      return void book([match, ...receiptsOf('match#/journalEntryRef/id', uploads)])
    }
    if (bankAccount === null) return
    const both = entryAndMatch(line, { title, bankAccount, accounts, amounts, tags })
    void book([...both, ...receiptsOf('entry#/id', uploads)])
  }
  return (
    <form
      ref={box}
      className="form inner-form"
      aria-label={texts.onAccount}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3>{texts.onAccount}</h3>
      <TemplatePick line={line} bankAccount={bankAccount} onFill={set} />
      {form.parts.map((part, place) => (
        <PartLine
          key={place}
          part={part}
          place={place}
          rest={amounts[place] ?? 0}
          error={
            (isLacking && part.account === null && texts.needAccount) ||
            (fields.account ?? fields[`items.${place + 1}.account`])
          }
          onChange={(change) => setPart(place, change)}
          onRemove={isOne ? null : () => set({ parts: form.parts.filter((_, at) => at !== place) })}
        />
      ))}
      {form.parts.length > 1 && difference === 0 && <p className="soft">{texts.restLead}</p>}
      {form.parts.length > 1 && bankAccount === null && (
        <p className="soft" role="status">
          {texts.noBankAccount}
        </p>
      )}
      {difference !== 0 && <p className="is-wrong">{texts.difference(amountText(difference, language))}</p>}
      {isOne && <TaxPick value={form.tax ?? null} usual={usual} onChange={(tax) => set({ tax })} />}
      <TagPicks value={form.tags ?? {}} onChange={(tags) => set({ tags })} />
      <TextInput
        label={texts.entryTitle}
        maxLength={MAX_MATCH_TITLE}
        value={form.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        error={fields.title}
      />
      <Suspense>
        <Receipts ids={form.uploads ?? []} onChange={(uploads) => set({ uploads })} />
      </Suspense>
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="form-actions">
        <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
          {texts.book}
        </ActionButton>
        <ActionButton
          variant="default"
          keys="+"
          onClick={() => set({ parts: [...form.parts, { account: null, amount: null }] })}
        >
          {texts.addLine}
        </ActionButton>
      </div>
    </form>
  )
}

/** An account and its amount; `rest` is what an amount that is left out comes to. */
const PartLine = ({
  part,
  place,
  rest,
  error,
  onChange,
  onRemove,
}: {
  part: Part
  place: number
  rest: Ore
  error: string | undefined
  onChange: (change: Partial<Part>) => void
  onRemove: (() => void) | null
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  return (
    <div className="split-line">
      <AccountInput
        label={texts.account}
        aria-label={texts.line(texts.account, place + 1)}
        value={part.account === null ? '' : String(part.account)}
        onChange={(text) => onChange({ account: text === '' ? null : Number(text) })}
        error={error}
      />
      <MoneyInput
        label={texts.amount}
        aria-label={texts.line(texts.amount, place + 1)}
        value={part.amount}
        placeholder={amountText(rest, language)}
        onChange={(amount) => onChange({ amount })}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`${texts.removeLine} ${place + 1}`}
        disabled={onRemove === null}
        onClick={() => onRemove?.()}
      >
        ×
      </button>
    </div>
  )
}

/** Connects receipts to the entry of an earlier operation. */
const receiptsOf = (entry: string, uploads: readonly string[]) =>
  uploads.map((id) => ({ method: 'POST' as const, path: `/journal-entries/{${entry}}/uploads`, body: { id } }))

/** An entry with a line for each account, and the match with it: both, or neither. */
const entryAndMatch = (
  line: Line,
  {
    title,
    bankAccount,
    accounts,
    amounts,
    tags,
  }: {
    title: string
    bankAccount: number
    accounts: readonly number[]
    amounts: readonly Ore[]
    tags: { tags?: { tagId: string }[] }
  },
) => {
  const [own, other] = line.amount > 0 ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  const side = (ore: Ore) => (ore >= 0 ? { [other]: kronorOf(ore) } : { [own]: kronorOf(-ore) })
  const items = [
    { account: bankAccount, [own]: Math.abs(line.amount) },
    ...accounts.map((account, place) => ({ account, ...side(amounts[place] ?? 0) })),
  ]
  return [
    {
      name: 'entry',
      method: 'POST' as const,
      path: '/journal-entries',
      body: { title, date: line.date, items, ...tags },
    },
    { method: 'POST' as const, path: matchPath(line), body: { journalEntryId: { $ref: 'entry#/id' } } },
  ]
}
